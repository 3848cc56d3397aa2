import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchBounded } from './fetch-bounded.ts'

let server: Server
let url: string
let listener: RequestListener
/** Resolves when the server sees a connection closed. */
let closed: Promise<void>

beforeEach(async () => {
  server = createServer((request, response) => listener(request, response))
  closed = new Promise((resolve) => {
    server.on('connection', (socket) => socket.on('close', () => resolve()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('fetchBounded', () => {
  it('returns the status, headers and body of an answer', async () => {
    listener = (request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${request.url}`)
    }
    const { status, headers, bytes } = await fetchBounded(`${url}a?b=c`)
    expect([status, headers['content-type'], bytes.toString()]).toEqual([404, 'text/plain', 'no /a?b=c'])
  })

  it('asks for a body that is not compressed, unless it is told otherwise', async () => {
    listener = (request, response) => response.end(request.headers['accept-encoding'])
    const encoding = async (headers: Record<string, string>) => String((await fetchBounded(url, { headers })).bytes)
    expect(await encoding({ accept: 'text/plain' })).toBe('identity')
    expect(await encoding({ 'accept-encoding': 'gzip' })).toBe('gzip')
  })

  it('ends at the largest size when a body never ends, and closes the connection', async () => {
    listener = (_request, response) => {
      const send = (): void => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', send)
      send()
    }
    await expect(fetchBounded(url)).rejects.toThrow('its answer is larger than 1048576 bytes')
    await closed
  })

  it('accepts a body of exactly the largest size', async () => {
    listener = (_request, response) => response.end('x'.repeat(1000))
    expect((await fetchBounded(url, { maxBytes: 1000 })).bytes).toHaveLength(1000)
    await expect(fetchBounded(url, { maxBytes: 999 })).rejects.toThrow('its answer is larger than 999 bytes')
  })

  it('ends at the time limit when a body drips without an end', async () => {
    listener = (_request, response) => {
      response.write('x')
      const dripping = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(dripping))
    }
    await expect(fetchBounded(url, { timeout: 100 })).rejects.toThrow('it took more than 100 ms')
    await closed
  })

  it('ends at the time limit when nothing is answered, even under fake timers', async () => {
    listener = () => undefined
    vi.useFakeTimers()
    try {
      await expect(fetchBounded(url, { timeout: 100 })).rejects.toThrow('it took more than 100 ms')
    } finally {
      vi.useRealTimers()
    }
  })

  it('fails when the body is cut off', async () => {
    listener = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x', () => response.destroy())
    }
    await expect(fetchBounded(url)).rejects.toThrow('aborted')
  })

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = []
    listener = (request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    }
    await expect(fetchBounded(url)).rejects.toThrow('it answers with a redirect (302), which is not followed')
    expect(paths).toEqual(['/'])
  })

  it('ends when its signal aborts', async () => {
    const controller = new AbortController()
    listener = () => controller.abort(new Error('the client has disconnected'))
    await expect(fetchBounded(url, { signal: controller.signal })).rejects.toThrow()
    await closed
  })

  it('fails when the URL cannot be parsed or nothing listens', async () => {
    await expect(fetchBounded('not a URL')).rejects.toThrow('Invalid URL')
    server.close()
    await expect(fetchBounded(url)).rejects.toThrow('ECONNREFUSED')
  })
})

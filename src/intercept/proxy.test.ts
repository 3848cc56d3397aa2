import dns from 'node:dns'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'
import { processInterceptor } from './process-interceptor.ts'

let codehost: Emulator<'codehost'>
let intercepted: Interception
const own = createServer((received, response) => response.end(`${received.method} ${received.url}`))

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0, hosts: 'real' })
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  // Every name of the outside is this machine.
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: { all?: boolean }, callback: Found) =>
    options.all === true
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : callback(null, '127.0.0.1', 4)) as typeof dns.lookup) // the form that net calls
  intercepted = interceptHosts([codehost])
})

afterAll(async () => {
  own.close()
  intercepted.close()
  vi.restoreAllMocks()
  await codehost.close()
})

type Found = (error: null, address: string | object[], family?: number) => void

interface Answered {
  readonly status: number | undefined
  readonly allowed: string | undefined
  readonly body: string
}

/** Sends a request to the steering server as the client of an HTTP proxy does. */
function viaProxy(method: string, url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const { host } = new URL(url)
  return new Promise((resolve, reject) => {
    const { port } = processInterceptor().server
    const sent = request({ port, method, path: url, headers: { host, ...headers }, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece))
      response.on('end', () =>
        resolve({ status: response.statusCode, allowed: response.headers['access-control-allow-origin'], body }),
      )
    })
    sent.on('error', reject).end()
  })
}

/** Sends bytes to the steering server, and resolves to all that it answers. */
function bytesFor(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(processInterceptor().server.port, '127.0.0.1', () => socket.write(sent))
    let received = ''
    socket.setEncoding('latin1').on('data', (piece: string) => (received += piece))
    socket.on('error', reject).on('close', () => resolve(received))
  })
}

describe('the steering server as an HTTP proxy', () => {
  it('answers for the hosts of an instance, and connects its clients with other servers of this machine', async () => {
    const { port } = own.address() as AddressInfo // it listens at a port
    expect(await viaProxy('GET', 'http://api.github.com/zen', { 'user-agent': 'test' })).toMatchObject({ status: 200 })
    expect(await viaProxy('POST', `http://localhost:${port}/a?b=c`)).toMatchObject({ status: 200, body: 'POST /a?b=c' })
    expect(intercepted.takeRefused()).toEqual([])
  })

  it('sends calls on to hosts that they may leave for, with a warning where it is wanted', async () => {
    const { port } = own.address() as AddressInfo // it listens at a port
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const outside = (host: string): Promise<Answered> => viaProxy('GET', `http://${host}:${port}/`)
    using allowed = interceptHosts([codehost], { allow: ['allowed.test'] })
    expect(await outside('allowed.test')).toMatchObject({ status: 200, body: 'GET /' })
    expect(await outside('other.test')).toMatchObject({ status: 502 })
    expect(allowed.takeRefused()).toMatchObject([{ host: 'other.test' }])
    expect(written).not.toHaveBeenCalled()
    using warned = interceptHosts([codehost], { unhandled: 'warn' })
    expect(await outside('other.test')).toMatchObject({ status: 200 })
    expect(written).toHaveBeenCalledTimes(1)
    expect(written).toHaveBeenCalledWith(expect.stringContaining(`//other.test:${port}: no service stands in`))
    using bypassed = interceptHosts([codehost], { unhandled: 'bypass' })
    expect(await outside('third.test')).toMatchObject({ status: 200 })
    expect(written).toHaveBeenCalledTimes(1)
    expect([warned.refused, bypassed.refused]).toEqual([[], []])
  })

  it('lets the preflight of a refused call pass, and names the page of the call', async () => {
    const url = 'http://api.sendgrid.com/v3/mail/send'
    const origin = 'http://app.test'
    const preflight = await viaProxy('OPTIONS', url, { origin, 'access-control-request-method': 'POST' })
    expect(preflight).toMatchObject({ status: 204, allowed: origin })
    expect(intercepted.refused).toEqual([])
    expect(await viaProxy('POST', url, { origin })).toMatchObject({ status: 502 })
    expect(intercepted.takeRefused()).toMatchObject([{ method: 'POST', path: '/v3/mail/send', caller: origin }])
    expect(await viaProxy('POST', url, { origin, referer: `${origin}/page` })).toMatchObject({ status: 502 })
    expect(intercepted.takeRefused()).toMatchObject([{ caller: `${origin}/page` }])
  })

  it.each([
    'CONNECT a:99999999 HTTP/1.1\r\nhost: a\r\n\r\n',
    'CONNECT http://a/ HTTP/1.1\r\nhost: a\r\n\r\n',
    'CONNECT [ HTTP/1.1\r\nhost: a\r\n\r\n',
    'CONNECT /path HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET http://a:99999999/ HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET /zen HTTP/1.1\r\nhost: a:99999999\r\n\r\n',
    'GET /zen HTTP/7.1\r\n\r\n',
    'GET\r\n\r\n',
  ])('answers what names no host with 400, and records nothing: %j', async (sent) => {
    expect(await bytesFor(sent)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(intercepted.takeRefused()).toEqual([])
    expect((await viaProxy('GET', 'http://api.github.com/zen', { 'user-agent': 'test' })).status).toBe(200)
  })

  it('refuses what is addressed to itself, as a page of any site can do, and records nothing', async () => {
    const { port } = processInterceptor().server
    const origin = 'https://evil.example'
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `evil.example:${port}`]) {
      const head = `/x HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n`
      expect(await bytesFor(`GET ${head}connection: close\r\n\r\n`), host).toMatch(/^HTTP\/1\.1 400 /)
      const asked = `OPTIONS ${head}access-control-request-method: POST\r\nconnection: close\r\n\r\n`
      expect(await bytesFor(asked), host).toMatch(/^HTTP\/1\.1 400 (?!.*access-control)/s)
      const upgrade = `GET ${head}connection: upgrade\r\nupgrade: websocket\r\n\r\n`
      expect(await bytesFor(upgrade), host).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(intercepted.takeRefused()).toEqual([])
  })
})

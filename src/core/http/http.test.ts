import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'
import { defineService } from '../define-service.ts'

let emulator: Emulator<'notes'>
beforeAll(async () => {
  const seed = {
    tokens: { t: { login: 'ada', scopes: [] } },
    notes: { users: [{ login: 'ada' }], notes: [{ title: 'seeded' }] },
  }
  emulator = await createEmulator({ service: notes, port: 0, seed })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const host = (): string => `host: localhost:${emulator.port}`
const lastRequest = (): string => `GET /notes/1 HTTP/1.1\r\n${host()}\r\nconnection: close\r\n\r\n`

/**
 * Sends bytes over one connection, and returns all bytes that come back until the server closes it. Each part after the
 * first is sent when an answer to the part before has begun to arrive.
 */
function exchange(...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const rest = [...parts]
    let received = ''
    const socket = connect(emulator.port, '127.0.0.1', () => socket.write(rest.shift() ?? ''))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
      const next = rest.shift()
      if (next !== undefined) socket.write(next)
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
const statuses = (received: string): string[] => received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []

describe('a connection of HTTP/1.1', () => {
  it('answers pipelined requests in their order', async () => {
    const received = await exchange(
      `GET /notes/9 HTTP/1.1\r\n${host()}\r\n\r\nHEAD /notes HTTP/1.1\r\n${host()}\r\n\r\n${lastRequest()}`,
    )
    expect(statuses(received)).toEqual(['404', '200', '200'])
  })

  it('stays in step after statuses whose answers have no body, whatever a fault says', async () => {
    for (const status of [204, 205, 304]) {
      emulator.faults.add({ path: '/notes', status, body: { code: 'none' }, times: 2 })
      const received = await exchange(`GET /notes HTTP/1.1\r\n${host()}\r\n\r\n${lastRequest()}`)
      expect(statuses(received), String(status)).toEqual([String(status), '200'])
      expect(received).not.toContain('none')
      const response = await emulator.fetch('http://notes/notes')
      expect([response.status, await response.text()]).toEqual([status, ''])
    }
  })

  it('reads a body in chunks with trailers, and asks for one that waits for 100 Continue', async () => {
    const head = `POST /notes HTTP/1.1\r\n${host()}\r\nauthorization: Bearer t\r\n`
    const chunked = `${head}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n8\r\n{"title"\r\n7\r\n:"two"}\r\n0\r\nx-sum: 1\r\n\r\n`
    expect(statuses(await exchange(chunked + lastRequest()))).toEqual(['201', '200'])
    const expecting = `${head}content-length: 17\r\nexpect: 100-continue\r\n\r\n`
    expect(statuses(await exchange(expecting, `{"title":"three"}${lastRequest()}`))).toEqual(['100', '201', '200'])
    expect(emulator.requests.map(({ request }) => request.body)).toEqual([
      '{"title":"two"}',
      null,
      '{"title":"three"}',
      null,
    ])
  })

  it('reads a body that it refuses before it reads the next request', async () => {
    const refused = 'POST /notes HTTP/1.1\r\nhost: evil.test\r\ncontent-length: 5\r\n\r\nhello'
    expect(statuses(await exchange(refused + lastRequest()))).toEqual(['421', '200'])
  })

  it.each([
    ['bytes that are not HTTP', () => 'hello\r\n\r\n', '400'],
    ['a method that does not exist', () => `BREW /notes HTTP/1.1\r\n${host()}\r\n\r\n`, '400'],
    ['no Host header', () => 'GET /notes HTTP/1.1\r\n\r\n', '400'],
    [
      'two lengths',
      () => `POST /notes HTTP/1.1\r\n${host()}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{`,
      '400',
    ],
    ['headers beyond 16 KiB', () => `GET /notes HTTP/1.1\r\n${host()}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('refuses %s, and closes', async (_, request, status) => {
    expect(statuses(await exchange(request()))).toEqual([status])
    expect(emulator.requests).toEqual([])
  })

  it('ignores an expectation that it does not know', async () => {
    const request = `GET /notes HTTP/1.1\r\n${host()}\r\nexpect: x\r\nconnection: close\r\n\r\n`
    expect(statuses(await exchange(request))).toEqual([expect.not.stringMatching('417')])
    expect(emulator.requests).toMatchObject([{ method: 'GET', path: '/notes' }])
  })

  it('applies nothing of a request whose client disconnects within the body', async () => {
    const socket = connect(emulator.port, '127.0.0.1')
    const head = `POST /notes HTTP/1.1\r\n${host()}\r\nauthorization: Bearer t\r\ncontent-length: 99\r\n\r\n{"title":"half"}`
    await new Promise<void>((resolve) => socket.write(head, () => resolve()))
    while (emulator.requests.length === 0) await fetch(`${emulator.url}/_backlot/health`)
    socket.destroy()
    while (emulator.requests[0]?.durationMs === null) await fetch(`${emulator.url}/_backlot/health`)
    expect(emulator.requests).toMatchObject([{ status: null, error: expect.stringContaining('aborted') }])
    expect(await (await emulator.fetch('http://notes/notes')).json()).toHaveLength(1)
  })
})

it('tells an application that its client has gone only when the client closes before the answer is whole', async () => {
  const signals: AbortSignal[] = []
  const app = (request: Request) => {
    signals.push(request.signal)
    return new URL(request.url).pathname === '/never' ? new Promise<Response>(() => undefined) : new Response('whole')
  }
  await using own = await createEmulator({ service: defineService({ id: 'own', port: 4932, app }), port: 0 })
  const socket = connect(own.port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume().write(`GET /whole HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  await closed
  const gone = new AbortController()
  const never = fetch(`${own.url}/never`, { signal: gone.signal }).catch(() => null)
  while (signals.length < 2) await fetch(`${own.url}/_backlot/health`)
  gone.abort()
  await never
  while (signals[1]?.aborted === false) await fetch(`${own.url}/_backlot/health`)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
})

describe('the target of a request', () => {
  it('may be a whole URL, whose host counts in place of the Host header', async () => {
    const ask = (target: string) => exchange(`GET ${target} HTTP/1.1\r\nhost: other.test\r\nconnection: close\r\n\r\n`)
    expect(await ask(`http://localhost:${emulator.port}/notes/1?a=b`)).toContain('seeded')
    expect(statuses(await ask('http://evil.test/notes/1'))).toEqual(['421'])
    expect(statuses(await ask(`http://localhost:${emulator.port}`))).toEqual(['501'])
    expect(emulator.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/notes/1', { a: 'b' }],
      ['/', {}],
    ])
  })

  it('stays as the client sent it', async () => {
    for (const target of ['/b/a/../c', '/b//c', '/b/%2e%2E', '/b\\c', '/"b"', '*']) {
      await exchange(`OPTIONS ${target} HTTP/1.1\r\n${host()}\r\nconnection: close\r\n\r\n`)
      expect(emulator.requests.at(-1)?.path).toBe(target)
    }
  })

  it('may be at a host name with the dot at its end', async () => {
    const received = await exchange(
      `GET /notes HTTP/1.1\r\nhost: localhost.:${emulator.port}\r\nconnection: close\r\n\r\n`,
    )
    expect(statuses(received)).toEqual(['200'])
  })
})

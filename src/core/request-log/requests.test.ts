import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'
import { BodyRing } from './body-ring.ts'
import { message } from './requests.ts'

let emulator: Emulator<'notes'>
beforeAll(async () => {
  const seed = { tokens: { secret: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
  emulator = await createEmulator({ service: notes, port: 0, seed, now: '2026-01-01T00:00:00Z' })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

describe('the request log', () => {
  it('records each request, its principal, its bodies and its outcome', async () => {
    await fetch(`${emulator.url}/notes?draft=1&draft=2`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: '{"title":"new"}',
    })
    const [record] = emulator.requests
    expect(record).toMatchObject({
      id: 1,
      method: 'POST',
      path: '/notes',
      query: { draft: '2' },
      route: '/notes',
      operation: 'notes/create',
      status: 201,
      principal: 'ada',
      startedAt: Date.parse('2026-01-01T00:00:00Z'),
      fault: null,
      error: null,
      request: { body: '{"title":"new"}', truncated: false },
    })
    expect(record?.durationMs).toBeGreaterThan(0)
    expect(JSON.parse(record?.response.body ?? '')).toMatchObject({ title: 'new' })
  })

  it('redacts secrets', async () => {
    await fetch(`${emulator.url}/notes`, {
      headers: { authorization: 'Bearer secret', cookie: 'a=secret', 'x-api-key': 'secret' },
    })
    const headers: Readonly<Record<string, string>> = emulator.requests[0]?.request.headers ?? {}
    expect([headers['authorization'], headers['cookie'], headers['x-api-key']]).toEqual(Array(3).fill('[redacted]'))
    expect(JSON.stringify(emulator.requests)).not.toContain('secret')
  })

  it('records requests that match no route, with their status', async () => {
    await fetch(`${emulator.url}/nowhere`)
    expect(emulator.requests).toMatchObject([{ path: '/nowhere', route: null, operation: null, status: 501 }])
  })

  it('holds the first 64 KiB of a text, and no body that is not text', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer>) => fetch(`${emulator.url}/notes`, { method: 'POST', body })
    await send('x'.repeat(70_000))
    await send(new Uint8Array([0, 1, 2]))
    const [long, binary] = emulator.requests
    expect([long?.request.body?.length, long?.request.truncated]).toEqual([65_536, true])
    expect(binary?.request.body).toBeNull()
  })

  it('holds the latest thousand, oldest first', async () => {
    for (let index = 0; index < 1003; index++) await emulator.fetch(`http://notes/notes/${index}`)
    expect(emulator.requests).toHaveLength(1000)
    expect(emulator.requests[0]?.path).toBe('/notes/3')
    expect(emulator.requests.at(-1)).toMatchObject({ id: 1003, path: '/notes/1002' })
  })

  it('drops the bodies of the oldest requests when all of them take too much memory', async () => {
    const send = () => emulator.fetch('http://notes/notes', { method: 'POST', body: new Uint8Array(200_000).fill(120) })
    for (let index = 0; index < 100; index++) await send()
    const [first] = emulator.requests
    expect([first?.status, first?.request.body, first?.request.truncated]).toEqual([400, null, true])
    expect(emulator.requests.at(-1)?.request.body).toHaveLength(65_536)
  })

  it('does not record requests to the control plane', async () => {
    await fetch(`${emulator.url}/_backlot/health`)
    expect(emulator.requests).toEqual([])
  })
})

describe('a body', () => {
  it('is stored only up to the length that a record shows', () => {
    const bodies = new BodyRing()
    const long = 'ä'.repeat(1_000_000)
    for (const body of [long, Buffer.from(long)]) {
      const some = bodies.read(bodies.keep(body))
      expect(some?.length).toBeLessThan(200_000)
      expect(message({}, some)).toEqual({ headers: {}, body: 'ä'.repeat(65_536), truncated: true })
    }
  })

  it('is held byte for byte until later bodies overwrite it', () => {
    const bodies = new BodyRing()
    const first = bodies.keep('{"first":"ä"}')
    const filler = 'x'.repeat(65_536)
    for (let index = 0; index < 100; index++) bodies.keep(filler)
    expect(Buffer.from(bodies.read(first) ?? '').toString()).toBe('{"first":"ä"}')
    for (let index = 0; index < 200; index++) bodies.keep(filler)
    expect(bodies.read(first)).toBeNull()
  })
})

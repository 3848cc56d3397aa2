import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { stream } from 'hono/streaming'
import { setCookie } from 'hono/cookie'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator, type SeedFor } from '../emulator.ts'
import type { ApplicationEnv } from './application.ts'
import type { EmulatorBase } from './emulator-base.ts'
import { defineService } from './define-service.ts'

const rooms = new Map<string, string | null>()
const calls: string[] = []
let more: () => void = () => undefined

const app = new Hono<{ Bindings: Partial<ApplicationEnv> }>()
  .use('/shared/*', cors({ origin: 'http://app.localhost' }))
  .get('/rooms', (c) => c.json([...rooms].map(([id, by]) => ({ id, by }))))
  .put('/rooms/:id', async (c) => {
    const { by } = await c.req.json<{ by: string }>()
    rooms.set(c.req.param('id'), by)
    return c.body(null, 204)
  })
  .get('/shared/rooms', (c) => c.json([]))
  .post('/echo', (c) => new Response(c.req.raw.body))
  .get('/now', (c) => c.json({ now: c.env.clock?.now(), url: c.env.url, asked: c.req.url }))
  .get('/cookies', (c) => {
    setCookie(c, 'one', '1')
    setCookie(c, 'two', '2')
    return c.text('set')
  })
  .get('/follow', (c) =>
    stream(c, async (sent) => {
      await sent.write('first\n')
      await new Promise<void>((resolve) => (more = resolve))
      await sent.write('second\n')
    }),
  )

const service = defineService({
  id: 'rooms-api',
  port: 4930,
  app,
  reset() {
    calls.push('reset')
    rooms.clear()
  },
  seed(section: { rooms?: string[] }) {
    calls.push('seed')
    for (const id of section.rooms ?? []) rooms.set(id, null)
  },
})

let emulator: EmulatorBase<'rooms-api'>
beforeAll(async () => {
  emulator = await createEmulator({ service, port: 0, seed: { 'rooms-api': { rooms: ['Attic'] } } })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const list = async (): Promise<unknown> => (await fetch(`${emulator.url}/rooms`)).json()
const book = (by: string) => fetch(`${emulator.url}/rooms/Attic`, { method: 'PUT', body: JSON.stringify({ by }) })

describe('a service that is a Hono application', () => {
  it('answers over the network and in process', async () => {
    expect((await book('ada')).status).toBe(204)
    expect(await list()).toEqual([{ id: 'Attic', by: 'ada' }])
    expect(await (await emulator.fetch('http://rooms/rooms')).json()).toEqual([{ id: 'Attic', by: 'ada' }])
    expect((await fetch(`${emulator.url}/nothing`)).status).toBe(404)
  })

  it('begins with its seed, and goes back to it at a reset', async () => {
    calls.length = 0
    await book('ada')
    emulator.reset()
    expect(calls).toEqual(['reset', 'seed'])
    expect(await list()).toEqual([{ id: 'Attic', by: null }])
  })

  it('is in the request log, with its bodies', async () => {
    await book('ada')
    await list()
    expect(emulator.requests).toMatchObject([
      { method: 'PUT', path: '/rooms/Attic', status: 204, route: null, request: { body: '{"by":"ada"}' } },
      { method: 'GET', path: '/rooms', status: 200, response: { body: '[{"id":"Attic","by":"ada"}]' } },
    ])
  })

  it('matches faults by path', async () => {
    emulator.faults.add({ method: 'PUT', path: '/rooms/:id', status: 503, times: 1 })
    const refused = await book('ada')
    expect([refused.status, await refused.json()]).toEqual([503, { error: 'Service Unavailable' }])
    expect(await list()).toEqual([{ id: 'Attic', by: null }])
    expect((await book('ada')).status).toBe(204)
    emulator.faults.add({ path: '/rooms', connection: 'drop' })
    await expect(list()).rejects.toThrow('fetch failed')
    expect(() => emulator.faults.add({ operation: 'rooms/list', status: 500 })).toThrow(
      'fault: rooms/list: this service has no operations: name a method and a path',
    )
  })

  it('can ask the clock of the instance and its URL', async () => {
    emulator.clock.freeze('2030-01-01T00:00:00Z')
    expect(await (await fetch(`${emulator.url}/now?a=b`)).json()).toEqual({
      now: Date.UTC(2030, 0, 1),
      url: emulator.url,
      asked: `${emulator.url}/now?a=b`,
    })
  })

  it('sets several cookies, which the log redacts', async () => {
    for (const response of [await fetch(`${emulator.url}/cookies`), await emulator.fetch('http://rooms/cookies')]) {
      expect(response.headers.getSetCookie()).toEqual(['one=1; Path=/', 'two=2; Path=/'])
    }
    expect(emulator.requests[0]?.response.headers['set-cookie']).toBe('[redacted]')
  })

  it('sends a whole body with its length, and takes one of any bytes', async () => {
    const body = new Uint8Array([0, 255, 128, 10])
    const response = await fetch(`${emulator.url}/echo`, { method: 'POST', body })
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...body])
    expect(response.headers.get('content-length')).toBe('4')
    const large = 'x'.repeat(3_000_000)
    expect(await (await fetch(`${emulator.url}/echo`, { method: 'POST', body: large })).text()).toBe(large)
  })

  it('decides about pages of other origins itself', async () => {
    const headers = { origin: 'http://app.localhost', 'access-control-request-method': 'GET' }
    const preflight = await fetch(`${emulator.url}/shared/rooms`, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://app.localhost')
    const plain = await fetch(`${emulator.url}/rooms`, { headers: { origin: 'http://app.localhost' } })
    expect(plain.headers.get('access-control-allow-origin')).toBe(null)
  })

  it('has no snapshots, as its state is its own', () => {
    const reason = 'is not for an application, whose state backlot does not hold: use reset() and a seed'
    expect(() => emulator.snapshot()).toThrow(`rooms-api: snapshot() ${reason}`)
    expect(() => emulator.restore({} as never)).toThrow(`rooms-api: restore() ${reason}`)
  })

  it('tells where it is in a variable of its id', () => {
    expect(emulator.env).toEqual({ ROOMS_API_URL: emulator.url })
  })

  it('has the types of its seed and emulator', () => {
    expectTypeOf<NonNullable<SeedFor<typeof service>['rooms-api']>>().toEqualTypeOf<{ rooms?: string[] }>()
    expectTypeOf(emulator).toEqualTypeOf<EmulatorBase<'rooms-api'>>()
    // @ts-expect-error: the section of the seed is what the hook takes
    const wrong = (): unknown => createEmulator({ service, seed: { 'rooms-api': { rooms: [1] } } })
    expect(wrong).toBeTypeOf('function')
  })
})

describe.each([
  ['network', () => fetch(`${emulator.url}/follow`)],
  ['process', () => emulator.fetch('http://rooms/follow')],
])('a body that an application streams, over the %s', (_, open) => {
  it('is sent piece by piece', async () => {
    const reader = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('first\n')
    more()
    expect((await reader?.read())?.value).toBe('second\n')
    expect((await reader?.read())?.done).toBe(true)
    await expect.poll(() => emulator.requests[0]?.response.body).toBe('first\nsecond\n')
  })

  it('ends with a reset', async () => {
    const reader = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    emulator.reset()
    expect((await reader?.read())?.done).toBe(true)
  })
})

describe('a service that is a fetch function', () => {
  const start = (fetch: (request: Request) => Response | Promise<Response>) =>
    createEmulator({ service: defineService({ id: 'plain', port: 4931, app: fetch }), port: 0 })

  it('answers 500 when it throws, with the stack on the record', async () => {
    await using plain = await start(() => {
      throw new Error('no such luck')
    })
    const response = await fetch(plain.url)
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal error; the request record has its cause' },
    ])
    expect(plain.requests[0]?.error).toMatch(/^Error: no such luck\n +at/)
  })

  it('answers 500 when it returns something other than a response', async () => {
    await using plain = await start(() => undefined as never)
    expect((await fetch(plain.url)).status).toBe(500)
    expect(plain.requests[0]?.error).toContain('plain: fetch returned no Response but undefined')
  })

  it('takes no seed when it has no hook for one', async () => {
    const service = defineService({ id: 'plain', port: 4931, app: () => new Response('ok') })
    await expect(createEmulator({ service, port: 0, seed: { plain: { rooms: [] } } })).rejects.toThrow(
      'plain.rooms: unknown key',
    )
  })

  it('may not put its state back later', async () => {
    const service = defineService({
      id: 'plain',
      port: 4931,
      app: () => new Response(),
      // oxlint-disable-next-line typescript/no-misused-promises -- the test is about such a reset
      reset: () => Promise.resolve(),
    })
    await expect(createEmulator({ service, port: 0 })).rejects.toThrow(
      'plain: reset returned a promise, and must be done when it returns',
    )
  })

  it('hears when its client leaves', async () => {
    let hear: (word: string) => void = () => undefined
    const reason = new Promise<string>((resolve) => (hear = resolve))
    await using plain = await start((request) => {
      request.signal.addEventListener('abort', () => hear('gone'))
      return new Promise(() => undefined)
    })
    const controller = new AbortController()
    const sent = fetch(plain.url, { signal: controller.signal })
    await expect.poll(() => plain.requests.length).toBe(1)
    controller.abort()
    await expect(sent).rejects.toThrow()
    expect(await reason).toBe('gone')
  })
})

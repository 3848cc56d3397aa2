import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { Failure } from './errors.ts'

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

const list = () => fetch(`${emulator.url}/notes`)
const create = () =>
  fetch(`${emulator.url}/notes`, { method: 'POST', headers: { authorization: 'Bearer t' }, body: '{"title":"new"}' })
const count = async () => ((await (await emulator.fetch('http://notes/notes')).json()) as unknown[]).length

describe('a fault', () => {
  it('answers a status in the envelope of the service, the given number of times', async () => {
    const id = emulator.faults.add({
      method: 'get',
      path: '/notes',
      status: 503,
      times: 2,
      headers: { 'retry-after': '1' },
    })
    const first = await list()
    expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
      503,
      '1',
      { error: 'Service Unavailable' },
    ])
    expect((await fetch(`${emulator.url}/notes/1`)).status).toBe(200)
    expect((await list()).status).toBe(503)
    expect((await list()).status).toBe(200)
    expect(emulator.faults.list()).toMatchObject([{ id, matched: 2 }])
    expect(emulator.requests[0]).toMatchObject({ status: 503, fault: id, route: '/notes' })
  })

  it('matches a path as routes are written, and any request when it names none', async () => {
    emulator.faults.add({ path: '/notes/:id', status: 500 })
    expect((await fetch(`${emulator.url}/notes/1`)).status).toBe(500)
    expect((await list()).status).toBe(200)
    emulator.faults.add({ path: '/no*', status: 418 })
    expect((await list()).status).toBe(418)
    emulator.faults.clear()
    expect((await list()).status).toBe(200)
  })

  it('matches a path with the prefix under which the request came, as the request log has it, and without', async () => {
    await using prefixed = await createEmulator({ service: { ...notes, prefixes: ['/api/v3'] }, port: 0 })
    const status = async (path: string) => (await fetch(prefixed.url + path)).status
    prefixed.faults.add({ path: '/api/v3/notes', status: 503 })
    expect([await status('/api/v3/notes'), await status('/notes')]).toEqual([503, 200])
    prefixed.faults.clear()
    prefixed.faults.add({ path: '/notes', status: 503 })
    expect([await status('/api/v3/notes'), await status('/notes')]).toEqual([503, 503])
  })

  it('can name an error of the vendor by its code, or give a body of its own', async () => {
    emulator.faults.add({ code: 'full', times: 1 })
    const named = await list()
    expect([named.status, await named.json()]).toEqual([507, { error: 'the notebook is full' }])
    emulator.faults.add({ status: 400, body: { odd: true } })
    expect(await (await list()).json()).toEqual({ odd: true })
  })

  it('words a named error for the principal, with its own headers in place of the vendor’s', async () => {
    const busy = (call: { readonly principal: { readonly name: string } | null }) =>
      new Failure(503, `busy for ${call.principal?.name ?? 'nobody'}`, {}, { 'retry-after': '9', 'x-load': 'high' })
    const service = { ...notes, dialect: { ...notes.dialect, named: { busy } } }
    const seed = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
    await using other = await createEmulator({ service, port: 0, seed })
    other.faults.add({ code: 'busy', headers: { 'Retry-After': '1' } })
    const response = await other.fetch('http://notes/notes', { headers: { authorization: 'Bearer t' } })
    expect(await response.json()).toEqual({ error: 'busy for ada' })
    expect([response.headers.get('retry-after'), response.headers.get('x-load')]).toEqual(['1', 'high'])
  })

  it('takes effect alone: of a fault by path and one by operation, only the first counts a match', async () => {
    emulator.faults.add({ operation: 'notes/list', status: 500 })
    emulator.faults.add({ path: '/notes', status: 503 })
    expect((await list()).status).toBe(503)
    expect(emulator.faults.list().map(({ matched }) => matched)).toEqual([0, 1])
  })

  it('names several operations, and refuses an unknown one among them', async () => {
    emulator.faults.add({ operation: ['notes/list', 'notes/create'], status: 503 })
    expect([(await list()).status, (await create()).status]).toEqual([503, 503])
    expect((await fetch(`${emulator.url}/notes/1`)).status).toBe(200)
    expect(() => emulator.faults.add({ operation: ['notes/list', 'notes/creat'], status: 500 })).toThrow(
      'unknown operation "notes/creat"',
    )
  })

  it('lets the first requests pass, and then takes effect on as many as it says', async () => {
    emulator.faults.add({ path: '/notes', status: 503, skip: 2, times: 1 })
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await list()).status)
    expect(statuses).toEqual([200, 200, 503, 200])
    expect(emulator.faults.list()).toMatchObject([{ matched: 1 }])
  })

  it('takes effect on a part of the requests, evenly, and leaves the others to the next fault', async () => {
    emulator.faults.add({ path: '/notes', status: 503, probability: 0.5 })
    emulator.faults.add({ path: '/notes', status: 429, times: 1 })
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await list()).status)
    expect(statuses).toEqual([429, 503, 200, 503])
  })

  it('has no options of a protocol where the service has none, and only numbers in their range', () => {
    expect(() => emulator.faults.add({ protocol: { appName: 'shop' } })).toThrow('this service has no protocol')
    expect(() => emulator.faults.add({ status: 500, skip: -1 })).toThrow('skip: expected a whole number from 0')
    expect(() => emulator.faults.add({ status: 500, probability: 2 })).toThrow('expected a number from 0 to 1')
  })

  it('matches a path with a slash at its end too', async () => {
    emulator.faults.add({ path: '/notes', status: 503 })
    expect((await fetch(`${emulator.url}/notes/`)).status).toBe(503)
  })

  it('can be removed', async () => {
    const id = emulator.faults.add({ status: 503 })
    expect(emulator.faults.remove(id)).toBe(true)
    expect(emulator.faults.remove(id)).toBe(false)
    expect((await list()).status).toBe(200)
  })

  it('delays', async () => {
    emulator.faults.add({ delay: '80ms' })
    const started = performance.now()
    expect((await list()).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(75)
  })

  it('drops the connection before anything happens', async () => {
    emulator.faults.add({ connection: 'drop', method: 'POST' })
    await expect(create()).rejects.toThrow('fetch failed')
    expect(await count()).toBe(1)
    expect(emulator.requests[0]).toMatchObject({ status: null, fault: 'fault 1' })
  })

  it('loses the answer of a change that has happened', async () => {
    emulator.faults.add({ connection: 'commit then drop', method: 'POST', times: 1 })
    await expect(create()).rejects.toThrow('fetch failed')
    expect(await count()).toBe(2)
  })

  it('cuts the body off half-way', async () => {
    emulator.faults.add({ connection: 'truncate' })
    const response = await list()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('does the same in process', async () => {
    emulator.faults.add({ connection: 'drop', times: 1 })
    await expect(emulator.fetch('http://notes/notes')).rejects.toThrow('fetch failed')
    emulator.faults.add({ connection: 'truncate', times: 1 })
    await expect((await emulator.fetch('http://notes/notes')).text()).rejects.toThrow('terminated')
  })

  it('is refused when it has no effect, or an unknown option', () => {
    expect(() => emulator.faults.add({ path: '/notes' })).toThrow('say what goes wrong')
    expect(() => emulator.faults.add({ status: 99 })).toThrow('status: expected an HTTP status from 200 to 599, got 99')
    expect(() => emulator.faults.add({ status: 500, times: 0 })).toThrow('times: expected a whole number from 1, got 0')
    expect(() => emulator.faults.add({ statuss: 500 } as never)).toThrow(
      'fault: unknown option statuss, did you mean status?',
    )
    expect(() => emulator.faults.add({ code: 'ful' })).toThrow('unknown code "ful", did you mean "full"? (known: full)')
    expect(() => emulator.faults.add({ path: 'notes', status: 500 })).toThrow(
      'path: expected a path that begins with a slash, without a query, got "notes"',
    )
    expect(() => emulator.faults.add({ path: '/notes?page=2', status: 500 })).toThrow('without a query, got "/notes?')
    expect(() => emulator.faults.add({ operation: 'notes/creat', status: 500 })).toThrow(
      'unknown operation "notes/creat", did you mean "notes/create"?',
    )
    expect(() => emulator.faults.add({ delay: 'soon' })).toThrow('"soon" is not a duration')
  })

  it('is refused when a member has the wrong type, as no compiler checks callers of the control plane', async () => {
    const arm = async (fault: object) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ status: 503, ...fault })
      const response = await fetch(`${emulator.url}/_backlot/faults`, { method: 'POST', headers, body })
      return [response.status, await response.json()]
    }
    expect(await arm({ method: 5 })).toEqual([400, { error: 'fault: method: expected text, got 5' }])
    expect(await arm({ path: ['/notes'] })).toEqual([400, { error: 'fault: path: expected text, got ["/notes"]' }])
    expect(await arm({ headers: { a: { b: 1 } } })).toEqual([
      400,
      { error: 'fault: headers: expected texts by name, got {"a":{"b":1}}' },
    ])
    expect(await arm({ delay: {} })).toEqual([
      400,
      { error: expect.stringContaining('{} is not a duration') as string },
    ])
    expect((await list()).status).toBe(200)
  })
})

describe('a delay', () => {
  it('does not keep the process alive, and ends with a reset', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    emulator.faults.add({ delay: '1h' })
    const delayed = emulator.fetch('http://notes/notes')
    await Promise.resolve()
    expect(emulator.requests).toHaveLength(1)
    expect(timers()).toBe(before)
    emulator.reset()
    await expect(delayed).rejects.toThrow('fetch failed')
  })

  it('that is longer than a timer can wait is as long as a timer can wait', async () => {
    const warnings: Error[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    emulator.faults.add({ delay: '30d' })
    const delayed = emulator.fetch('http://notes/notes')
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
    emulator.reset()
    await expect(delayed).rejects.toThrow('fetch failed')
  })

  it('in process ends for a caller that aborts its request', async () => {
    emulator.faults.add({ delay: '1h' })
    const controller = new AbortController()
    const given = emulator.fetch('http://notes/notes', { signal: controller.signal })
    await Promise.resolve()
    controller.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
  })

  it('that outlasts the client ends with the record of a dropped request', async () => {
    emulator.faults.add({ delay: 100 })
    const body = JSON.stringify({ title: 'x'.repeat(1000) })
    const signal = AbortSignal.timeout(30)
    await expect(fetch(`${emulator.url}/notes`, { method: 'POST', body, signal })).rejects.toThrow()
    await expect.poll(() => emulator.requests[0]?.durationMs).toBeGreaterThan(90)
    expect(emulator.requests[0]?.status).toBe(null)
  })
})

describe('a fault with a header that HTTP cannot send', () => {
  it.each([
    [{ 'x-reason': 'übervoll ☃' }, '"x-reason" has a character that HTTP cannot send: "☃"'],
    [{ 'x-reason': 'a\r\nx: b' }, '"x-reason" has a character that HTTP cannot send: "\\r"'],
    [{ 'x reason': 'a' }, '"x reason" is not a name that HTTP can send'],
    [{ '': 'a' }, '"" is not a name that HTTP can send'],
    [{ 'Transfer-Encoding': 'chunked' }, '"Transfer-Encoding" is not for a fault to set'],
  ])('is refused when it is armed: %j', (headers, reason) => {
    expect(() => emulator.faults.add({ status: 503, headers })).toThrow(`fault: headers: ${reason}`)
    expect(emulator.faults.list()).toEqual([])
  })

  it('is no fault with other headers, whose names are in any case', async () => {
    emulator.faults.add({ status: 503, headers: { 'Retry-After': '1', 'Content-Type': 'text/plain', x: 'ü' } })
    const { headers } = await list()
    expect([headers.get('retry-after'), headers.get('content-type'), headers.get('x')]).toEqual([
      '1',
      'text/plain',
      'ü',
    ])
  })
})

it.each([
  [{ body: { a: 1n } }, 'fault: body: cannot be sent as JSON: TypeError'],
  [{ body: () => undefined }, 'fault: body: cannot be sent as JSON: function'],
  [{ delay: -1 }, 'fault: delay: -1 is out of the range of a delay, which is 0 to 31536000000 ms'],
  [{ delay: 1e308 }, 'fault: delay: 1e+308 is out of the range of a delay, which is 0 to 31536000000 ms'],
  [{ delay: '366d' }, 'fault: delay: "366d" is out of the range of a delay, which is 0 to 31536000000 ms'],
  [{ status: 600 }, 'fault: status: expected an HTTP status from 200 to 599, got 600'],
  [{ status: 503, times: 1.5 }, 'fault: times: expected a whole number from 1, got 1.5'],
])('a fault with a value that it cannot use is refused: %o', (options, reason) => {
  expect(() => emulator.faults.add(options as never)).toThrow(reason)
})

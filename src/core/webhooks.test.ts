import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { defineService } from './define-service.ts'
import type { ContextOf } from './service.ts'

let emulator: Emulator<'notes'>
let receiver: Server
let url: string
let got: { event: string; title: string; path: string }[] = []
let answer: (response: ServerResponse, path: string) => void

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      const { title } = JSON.parse(body) as { title: string }
      got.push({ event: String(request.headers['x-notes-event']), title, path: request.url ?? '' })
      answer(response, request.url ?? '')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` // a TCP server's address
  const seed = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
  emulator = await createEmulator({ service: notes, port: 0, seed })
})
afterAll(async () => {
  await emulator.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(() => {
  emulator.reset()
  got = []
  answer = (response) => response.end('thanks')
})
afterEach(() => emulator.webhooks.release())

const seeded = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
const headers = { authorization: 'Bearer t' }
const send = (path: string, body: object) =>
  fetch(emulator.url + path, { method: 'POST', headers: { authorization: 'Bearer t' }, body: JSON.stringify(body) })
const subscribe = (target = url) => send('/hooks', { url: target })
const create = (title: string) => send('/notes', { title })

describe('webhooks', () => {
  it('are recorded with their request and the answer of the receiver', async () => {
    await subscribe()
    await create('one')
    await emulator.webhooks.settled()
    expect(got).toEqual([{ event: 'note', title: 'one', path: '/' }])
    expect(emulator.webhooks.deliveries).toMatchObject([
      {
        id: 1,
        event: 'note',
        action: 'created',
        state: 'delivered',
        redelivery: false,
        error: null,
        request: { headers: { 'x-notes-event': 'note' } },
        response: { status: 200, body: 'thanks' },
      },
    ])
    expect(JSON.parse(emulator.webhooks.deliveries[0]?.request.body ?? '')).toMatchObject({ title: 'one' })
  })

  it('reach one subscriber in the order of the changes, however slow it is, and another meanwhile', async () => {
    const waiting: ServerResponse[] = []
    answer = (response, path) => (path === '/slow' ? waiting.push(response) : response.end())
    await subscribe(`${url}/slow`)
    await subscribe(`${url}/quick`)
    for (const title of ['one', 'two', 'three']) await create(title)
    while (got.filter(({ path }) => path === '/quick').length < 3) await new Promise(setImmediate)
    expect(got.filter(({ path }) => path === '/slow').map(({ title }) => title)).toEqual(['one'])
    answer = (response) => response.end()
    waiting[0]?.end()
    await emulator.webhooks.settled()
    expect(got.filter(({ path }) => path === '/slow').map(({ title }) => title)).toEqual(['one', 'two', 'three'])
  })

  it('are not sent for a change that was refused', async () => {
    await subscribe()
    await create('one')
    expect((await create('one')).status).toBe(500)
    await emulator.webhooks.settled()
    expect(got).toHaveLength(1)
  })

  it('can be awaited one by one, before and after they are delivered', async () => {
    await subscribe()
    await create('one')
    expect(JSON.parse((await emulator.webhooks.next('note')).request.body)).toMatchObject({ title: 'one' })
    const next = emulator.webhooks.next('note.created')
    await create('two')
    expect(JSON.parse((await next).request.body)).toMatchObject({ title: 'two' })
    await expect(emulator.webhooks.next('note', { timeout: 30 })).rejects.toThrow(
      'no note was delivered within 30 ms; what there is: note.created (delivered), note.created (delivered)',
    )
  })

  it('that are awaited in vain are reported with a possible reason, and at a reset', async () => {
    await expect(emulator.webhooks.next('note', { timeout: 1 })).rejects.toThrow('is a webhook with that event seeded')
    const waiting = emulator.webhooks.next('note')
    emulator.reset()
    await expect(waiting).rejects.toThrow('no note was delivered before the reset')
  })

  it('are not used up by a client of the control plane that disconnected while it waited', async () => {
    const leaving = new AbortController()
    const request = new Request('http://localhost/_backlot/webhooks/next', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'note' }),
      signal: leaving.signal,
    })
    const gone = emulator.fetch(request)
    await new Promise(setImmediate)
    leaving.abort()
    await expect(gone).rejects.toThrow('aborted')
    const next = emulator.webhooks.next('note')
    await subscribe()
    await create('one')
    expect(JSON.parse((await next).request.body)).toMatchObject({ title: 'one' })
  })

  it('can be held and released', async () => {
    await subscribe()
    emulator.webhooks.hold()
    await create('one')
    await emulator.webhooks.settled()
    expect([got.length, emulator.webhooks.deliveries[0]?.state]).toEqual([0, 'queued'])
    emulator.webhooks.release()
    await emulator.webhooks.settled()
    expect(got).toHaveLength(1)
  })

  it('are held, and then sent, in a restored state as they were in the snapshot', async () => {
    await subscribe()
    emulator.webhooks.hold()
    await create('one')
    const snapshot = emulator.snapshot()
    emulator.webhooks.release()
    await emulator.webhooks.settled()
    emulator.restore(snapshot)
    await emulator.webhooks.settled()
    expect([got.length, emulator.webhooks.deliveries[0]?.state]).toEqual([1, 'queued'])
    emulator.webhooks.release()
    await emulator.webhooks.settled()
    expect([got.length, emulator.webhooks.deliveries[0]?.state]).toEqual([2, 'delivered'])
  })

  it('can be sent again', async () => {
    await subscribe()
    answer = (response) => response.writeHead(500).end('down')
    await create('one')
    await emulator.webhooks.settled()
    const [first] = emulator.webhooks.deliveries
    expect(first).toMatchObject({ state: 'failed', response: { status: 500, body: 'down' } })
    answer = (response) => response.end('up')
    const second = await emulator.webhooks.redeliver(1)
    expect(second).toMatchObject({
      id: 2,
      guid: first?.guid,
      redelivery: true,
      state: 'delivered',
      request: { body: first?.request.body },
    })
    await expect(emulator.webhooks.redeliver(9)).rejects.toThrow('no delivery has the id 9; there are 1, 2')
  })

  it('that are awaited by an unknown event name are refused', async () => {
    await expect(emulator.webhooks.next('not', { timeout: 1 })).rejects.toThrow(
      'no not was delivered within 1 ms; no event is called not: did you mean note?',
    )
    await expect(emulator.webhooks.next('note.created', { timeout: 1 })).rejects.toThrow('nothing was emitted')
  })

  it('that are sent again while the state is reset are reported as such, not as the delivery that has their id afterwards', async () => {
    await subscribe()
    await create('one')
    await emulator.webhooks.settled()
    answer = () => undefined
    const again = emulator.webhooks.redeliver(1)
    emulator.reset()
    await expect(again).rejects.toThrow('delivery 1 was not sent again before the state was reset')
  })

  it('that are awaited when the instance closes are given up, and not sent afterwards', async () => {
    await using closing = await createEmulator({ service: notes, port: 0, seed: seeded })
    const post = (path: string, body: object) =>
      closing.fetch(`http://notes${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await post('/hooks', { url })
    await post('/notes', { title: 'one' })
    await closing.webhooks.settled()
    const asked = new Promise((resolve) => (answer = resolve))
    const again = closing.webhooks.redeliver(1)
    const settled = closing.webhooks.settled()
    await asked
    await Promise.all([
      expect(again).rejects.toThrow('delivery 1 was not sent again before the state was reset or the instance closed'),
      closing.close(),
    ])
    await expect(settled).resolves.toBe(undefined)
    await closing.webhooks.settled()
    expect(got).toHaveLength(2)
  })

  it('are sent for a change whose client no longer waited for the answer', async () => {
    await subscribe()
    emulator.faults.add({ delay: 20 })
    const leaving = new AbortController()
    const body = JSON.stringify({ title: 'one' })
    const asked = emulator.fetch('http://notes/notes', { method: 'POST', headers, body, signal: leaving.signal })
    while (emulator.requests.length < 2) await new Promise(setImmediate)
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    expect(await emulator.webhooks.next('note')).toMatchObject({ state: 'delivered' })
  })

  it('are sent for a request in process while a test uses fake timers', async () => {
    await subscribe()
    vi.useFakeTimers()
    try {
      const headers = { authorization: 'Bearer t' }
      await emulator.fetch('http://notes/notes', { method: 'POST', headers, body: '{"title":"one"}' })
      expect(await emulator.webhooks.next('note')).toMatchObject({ state: 'delivered' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('record a receiver that is not reachable, and an invalid address', async () => {
    await subscribe('http://127.0.0.1:9/')
    await subscribe('nonsense')
    await create('one')
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries).toMatchObject([
      { state: 'failed', response: null, error: expect.stringContaining('ECONNREFUSED') as string },
      { state: 'refused', response: null, error: '"nonsense" is not a URL' },
    ])
  })

  it('read no more than 64 KiB of an answer, which may never end', async () => {
    answer = (response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(64 * 1024, 'a')));
      }
      response.on('drain', write)
      write()
    }
    await subscribe()
    await create('endless')
    const delivery = await emulator.webhooks.next('note')
    expect(delivery).toMatchObject({ state: 'delivered', response: { status: 200, truncated: true } })
    expect(delivery.response?.body).toHaveLength(64 * 1024)
  })

  it('are never sent to another machine unless it is allowed', async () => {
    await subscribe('https://example.com/hook')
    await create('one')
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries[0]).toMatchObject({
      state: 'refused',
      error:
        "example.com is not on this machine: pass allowWebhookHosts: ['example.com'] (--allow-webhook-host example.com) to send there",
    })
  })

  it.each(['/_backlot/reset', '/hooks/%2e%2e/_backlot/reset', '/hooks/../_backlot/clock/set?to=0'])(
    'are never sent to a control plane, such as their own: %s',
    async (path) => {
      await subscribe(emulator.url + path)
      await create('one')
      await emulator.webhooks.settled()
      const [delivery] = emulator.webhooks.deliveries
      expect(delivery).toMatchObject({
        state: 'refused',
        error: expect.stringContaining('webhooks are not sent to a control plane') as string,
      })
    },
  )

  it('that are under way at a reset are given up, and touch nothing afterwards', async () => {
    const asked = new Promise<ServerResponse>((resolve) => (answer = resolve))
    await subscribe()
    await create('one')
    const response = await asked
    const ended = new Promise((resolve) => response.once('close', resolve))
    emulator.reset()
    await ended
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries).toEqual([])
  })
})

describe('webhooks of a service that breaks', () => {
  const redeliverAndBreak = ({ redeliver }: ContextOf<typeof notes.collections>): never => {
    redeliver(1)
    throw new Error('the command broke')
  }
  const broken = defineService({ ...notes, commands: { redeliverAndBreak } })
  let other: Emulator

  afterEach(() => other.close())

  const one = async (headers: NonNullable<typeof notes.webhooks>['headers']) => {
    const seed = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
    const started = await createEmulator({ service: { ...broken, webhooks: { headers } }, port: 0, seed })
    other = started
    const post = (path: string, body: object) =>
      started.fetch(`http://notes${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer t' },
        body: JSON.stringify(body),
      })
    await post('/hooks', { url })
    await post('/notes', { title: 'one' })
    await started.webhooks.settled()
    return { started, post }
  }

  it('fail with what went wrong when it cannot sign them', async () => {
    const { started } = await one(() => {
      throw new Error('no key')
    })
    expect(started.webhooks.deliveries).toMatchObject([{ state: 'failed', error: 'no key', response: null }])
  })

  it('are sent once each when a redelivery was rolled back with its request', async () => {
    const { started, post } = await one((_context, { event }) => ({ 'x-notes-event': event }))
    expect(() => started.redeliverAndBreak()).toThrow('the command broke')
    await post('/notes', { title: 'two' })
    await started.webhooks.settled()
    expect(got.map(({ title }) => title)).toEqual(['one', 'two'])
  })
})

describe('a delivery that failed', () => {
  let listens = true
  beforeEach(() => {
    listens = true
  })
  const retrying = defineService({
    ...notes,
    id: 'retrying-notes',
    webhooks: {
      ...notes.webhooks,
      events: ['note'],
      headers: () => ({ 'x-notes-event': 'note' }),
      retryAfter: [5000, 60_000],
      stillListens: () => listens,
    },
  })
  const start = async () => {
    const seed = { tokens: { t: { login: 'ada', scopes: [] } }, 'retrying-notes': { users: [{ login: 'ada' }] } }
    const running = await createEmulator({ service: retrying, port: 0, seed, now: '2026-01-01T00:00:00Z' })
    const post = (path: string, body: object) =>
      fetch(running.url + path, { method: 'POST', headers: { authorization: 'Bearer t' }, body: JSON.stringify(body) })
    await post('/hooks', { url })
    return { running, post }
  }

  it('is tried again after the delays of the service, until it succeeds', async () => {
    const { running, post } = await start()
    await using _ = running
    answer = (response) => response.writeHead(got.length < 2 ? 503 : 200).end()
    await post('/notes', { title: 'one' })
    await running.webhooks.settled()
    running.clock.advance(4999)
    await running.webhooks.settled()
    expect(running.webhooks.deliveries.map(({ state }) => state)).toEqual(['failed'])
    running.clock.advance(1)
    await running.webhooks.settled()
    running.clock.advance('1d')
    await running.webhooks.settled()
    expect(running.webhooks.deliveries.map(({ state }) => state)).toEqual(['failed', 'delivered'])
    expect(new Set(running.webhooks.deliveries.map(({ guid }) => guid)).size).toBe(1)
  })

  it('is tried again after its own delays, whatever else its subscriber refused', async () => {
    const { running, post } = await start()
    await using _ = running
    answer = (response) => response.writeHead(503).end()
    await post('/notes', { title: 'one' })
    await post('/notes', { title: 'two' })
    await running.webhooks.settled()
    running.clock.advance('5s')
    await running.webhooks.settled()
    expect(got.map(({ title }) => title)).toEqual(['one', 'two', 'one', 'two'])
  })

  it('is not tried again once its subscriber is gone', async () => {
    const { running, post } = await start()
    await using _ = running
    answer = (response) => response.writeHead(503).end()
    await post('/notes', { title: 'one' })
    await running.webhooks.settled()
    listens = false
    running.clock.advance('1d')
    await running.webhooks.settled()
    expect(got).toHaveLength(1)
  })

  it('is recorded, and warned of, when the service cannot tell its delays', async () => {
    const retryAfter = (): never => {
      throw new Error('no plan')
    }
    const service = { ...notes, webhooks: { events: ['note'] as const, headers: () => ({}), retryAfter } }
    const seed = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } }
    await using running = await createEmulator({ service, port: 0, seed })
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    answer = (response) => response.writeHead(503).end()
    for (const [path, body] of [
      ['/hooks', { url }],
      ['/notes', { title: 'one' }],
    ] as const)
      await running.fetch(`http://notes${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer t' },
        body: JSON.stringify(body),
      })
    await running.webhooks.settled()
    expect(running.webhooks.deliveries.map(({ state }) => state)).toEqual(['failed'])
    expect((await warned).message).toContain('no plan')
  })

  it('is given up after the last, and at a reset', async () => {
    const { running, post } = await start()
    await using _ = running
    answer = (response) => response.writeHead(503).end()
    await post('/notes', { title: 'one' })
    for (const after of ['0s', '5s', '1m', '1d']) {
      running.clock.advance(after)
      // The attempts are made one after the other.
      await running.webhooks.settled()
    }
    expect(got).toHaveLength(3)
    await post('/notes', { title: 'two' })
    await running.webhooks.settled()
    running.reset()
    running.clock.advance('1d')
    await running.webhooks.settled()
    expect(got).toHaveLength(4)
  })
})

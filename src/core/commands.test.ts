import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { receiveWebhooks, type Receiver } from '#testkit/octokit.ts'
import { awaited, type Waiting } from './commands.ts'
import type { Duration } from './duration.ts'
import { defineService } from './define-service.ts'
import type { ContextOf } from './service.ts'

type NotesContext = ContextOf<(typeof notes)['collections'], 'note'>

const service = defineService({
  ...notes,
  id: 'noted',
  commands: {
    jot({ rows, emit }: NotesContext, { title }: { readonly title: string }) {
      const note = rows.notes.insert({ title, owner: 'nobody', done: false })
      for (const { id, url } of rows.hooks.all()) {
        const subscription = { id: `hook ${id}`, url, details: {} }
        emit({ event: 'note', action: 'created', subscription, body: JSON.stringify(note) })
      }
      if (title === '') throw new RangeError('jot: title is empty')
      return { id: note.id }
    },
    reset: () => 'not what an emulator is reset with',
    shelf: {
      list: ({ rows }: NotesContext, { owner }: { readonly owner?: string } = {}) =>
        rows.notes.all().filter((note) => owner === undefined || note.owner === owner),
      wipe({ rows }: NotesContext) {
        for (const { id } of rows.notes.all()) rows.notes.delete(id)
      },
      next: awaited({
        look({ rows }: NotesContext, { title, done = false }: { readonly title?: string; readonly done?: boolean }) {
          if (title === 'refused') throw new TypeError('shelf.next: no note is called that')
          const given = rows.givenNotes.get()
          const note = rows.notes
            .all()
            .find(
              (each) => !given.includes(each.id) && each.done === done && (title === undefined || each.title === title),
            )
          if (note !== undefined) rows.givenNotes.set([...given, note.id])
          return note
        },
        missing: ({ rows }, { title }) =>
          `nobody wrote ${title ?? 'a note'}; there are ${
            rows.notes
              .all()
              .map((each) => each.title)
              .join(', ') || 'none'
          }`,
      }),
    },
  },
})

const start = () => createEmulator({ service, port: 0 })
let emulator: Awaited<ReturnType<typeof start>>
let receiver: Receiver
beforeAll(async () => {
  receiver = await receiveWebhooks()
  emulator = await start()
})
afterAll(async () => {
  await emulator.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(async () => {
  emulator.reset()
  await emulator.fetch('http://noted/hooks', { method: 'POST', body: JSON.stringify({ url: receiver.url }) })
})

const ADA = { t: { login: 'ada', scopes: [] } }
const post = async (name: string, input: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${emulator.url}/_backlot/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  return [response.status, await response.json()]
}
const titles = async () =>
  ((await (await emulator.fetch('http://noted/notes')).json()) as { title: string }[]).map((note) => note.title)

describe('a command of a service', () => {
  it('is a method of the emulator with the types of its definition', async () => {
    expectTypeOf(emulator.jot).toEqualTypeOf<(input: { readonly title: string }) => { id: number }>()
    expect(emulator.jot({ title: 'by hand' })).toEqual({ id: 1 })
    expect(await titles()).toEqual(['by hand'])
    emulator.reset()
    expect(await titles()).toEqual([])
  })

  it('sends its events', async () => {
    emulator.jot({ title: 'told' })
    await emulator.webhooks.settled()
    expect(emulator.webhooks.deliveries).toMatchObject([{ event: 'note', state: 'delivered' }])
  })

  it('that throws changes nothing and emits nothing', async () => {
    expect(() => emulator.jot({ title: '' })).toThrow(new RangeError('jot: title is empty'))
    expect(await titles()).toEqual([])
    expect(emulator.webhooks.deliveries).toEqual([])
  })

  it('is a command of the control plane, whose own commands take precedence', async () => {
    expect(await post('jot', { title: 'from afar' })).toEqual([200, { id: 1 }])
    expect(await post('jot', { title: '' })).toEqual([400, { error: 'jot: title is empty' }])
    expect(await post('reset', {})).toEqual([200, null])
    expect(await post('toString', {})).toEqual([
      404,
      { error: expect.stringContaining('POST webhooks/redeliver, POST jot') },
    ])
    expect(await titles()).toEqual([])
  })
})

describe('a group of commands', () => {
  it('is an object of methods with the types of their definitions', () => {
    expectTypeOf(emulator.shelf.wipe).toEqualTypeOf<() => void>()
    expectTypeOf(emulator.shelf.list).parameter(0).toEqualTypeOf<{ readonly owner?: string } | undefined>()
    expectTypeOf(emulator.shelf.list).toBeCallableWith()
    emulator.jot({ title: 'one' })
    expect(emulator.shelf.list()).toMatchObject([{ title: 'one' }])
    expect(emulator.shelf.list({ owner: 'ada' })).toEqual([])
    emulator.shelf.wipe()
    expect(emulator.shelf.list()).toEqual([])
  })

  it('is a path of the control plane', async () => {
    emulator.jot({ title: 'one' })
    expect(await post('shelf/list', { owner: 'nobody' })).toEqual([200, [expect.objectContaining({ title: 'one' })]])
    expect(await post('shelf/wipe', {})).toEqual([200, null])
    expect(emulator.shelf.list()).toEqual([])
    for (const path of ['shelf', 'shelf/', 'shelf/toString', 'jot/next']) expect((await post(path, {}))[0]).toBe(404)
  })
})

describe('a command that waits', () => {
  it('takes a timeout and returns what it found, by its types', () => {
    type Method = typeof emulator.shelf.next
    type Input = { readonly title?: string; readonly done?: boolean } & Waiting
    expectTypeOf<Method>().parameter(0).toEqualTypeOf<Input | undefined>()
    expectTypeOf<Method>().toBeCallableWith()
    expectTypeOf<Awaited<ReturnType<Method>>>().toMatchTypeOf<{ readonly id: number; readonly title: string }>()
    expectTypeOf<Waiting['timeout']>().toEqualTypeOf<Duration | undefined>()
  })

  it('returns what exists at once, and each thing only once', async () => {
    emulator.jot({ title: 'one' })
    emulator.jot({ title: 'two' })
    expect(await emulator.shelf.next()).toMatchObject({ title: 'one' })
    expect(await emulator.shelf.next()).toMatchObject({ title: 'two' })
    await expect(emulator.shelf.next({ timeout: 1 })).rejects.toThrow('noted.shelf.next waited 1 ms')
  })

  it('waits for a command, a request and a timer', async () => {
    const byCommand = emulator.shelf.next({ title: 'by command' })
    emulator.jot({ title: 'something else' })
    emulator.jot({ title: 'by command' })
    expect(await byCommand).toMatchObject({ title: 'by command' })

    await using seeded = await createEmulator({
      service,
      port: 0,
      seed: { tokens: ADA, noted: { users: [{ login: 'ada' }] } },
    })
    const byRequest = seeded.shelf.next()
    const headers = { authorization: 'Bearer t' }
    await fetch(`${seeded.url}/notes`, { method: 'POST', headers, body: '{"title":"by request"}' })
    expect(await byRequest).toMatchObject({ title: 'by request', owner: 'ada' })

    const { id } = seeded.jot({ title: 'by timer' })
    const byTimer = seeded.shelf.next({ title: 'by timer', done: true })
    await fetch(`${seeded.url}/notes/${id}/finish-later`, { method: 'POST' })
    seeded.clock.advance('1m')
    expect(await byTimer).toMatchObject({ title: 'by timer', done: true })
  })

  it('ends waits in the order in which they began', async () => {
    const [first, second] = [emulator.shelf.next(), emulator.shelf.next()]
    emulator.jot({ title: 'one' })
    emulator.jot({ title: 'two' })
    expect(await first).toMatchObject({ title: 'one' })
    expect(await second).toMatchObject({ title: 'two' })
  })

  it('rejects after its timeout with what is missing, also under fake timers', async () => {
    emulator.jot({ title: 'other' })
    vi.useFakeTimers()
    try {
      await expect(emulator.shelf.next({ title: 'mine', timeout: '20ms' })).rejects.toThrow(
        'noted.shelf.next waited 20 ms: nobody wrote mine; there are other',
      )
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects with the error of its look, and for an invalid timeout', async () => {
    await expect(emulator.shelf.next({ title: 'refused' })).rejects.toThrow('no note is called that')
    expect(() => emulator.shelf.next({ timeout: 'soon' })).toThrow('"soon" is not a duration')
    for (const timeout of [-1, 1e308, '366d']) {
      const range = 'is out of the range of a delay, which is 0 to 31536000000 ms'
      expect(() => emulator.shelf.next({ timeout })).toThrow(`${JSON.stringify(timeout)} ${range}`)
    }
  })

  it('rejects at a reset and a restore, which also forget what was returned', async () => {
    const waiting = emulator.shelf.next()
    emulator.reset()
    await expect(waiting).rejects.toThrow('noted.shelf.next: what it waits for did not come before the reset')
    const snapshot = emulator.snapshot()
    const again = emulator.shelf.next()
    emulator.restore(snapshot)
    await expect(again).rejects.toThrow('before the restore')
    emulator.jot({ title: 'one' })
    const written = emulator.snapshot()
    await emulator.shelf.next()
    emulator.restore(written)
    expect(await emulator.shelf.next()).toMatchObject({ title: 'one' })
  })

  it('rejects when the instance closes, without an unhandled rejection', async () => {
    const closing = await createEmulator({ service, port: 0 })
    const waiting = closing.shelf.next()
    void closing.shelf.next()
    await closing.close()
    await expect(waiting).rejects.toThrow('before the instance closed')
    expect(() => closing.shelf.next()).toThrow('this noted instance is closed')
  })

  it('can be awaited over the control plane', async () => {
    const waiting = post('shelf/next', { title: 'told', timeout: 10_000 })
    emulator.jot({ title: 'told' })
    expect(await waiting).toEqual([200, expect.objectContaining({ title: 'told' })])
    expect(await post('shelf/next', { title: 'mine', timeout: '5ms' })).toEqual([
      400,
      { error: 'noted.shelf.next waited 5 ms: nobody wrote mine; there are told' },
    ])
  })

  it('ends a wait for a request after the response has been sent', async () => {
    await using held = await createEmulator({
      service,
      port: 0,
      seed: { tokens: ADA, noted: { users: [{ login: 'ada' }] } },
    })
    await held.fetch('http://noted/hooks', { method: 'POST', body: JSON.stringify({ url: receiver.url }) })
    const waiting = held.shelf.next()
    const headers = { authorization: 'Bearer t' }
    const answer = held.fetch('http://noted/notes', { method: 'POST', headers, body: '{"title":"x"}' })
    await waiting
    expect(held.webhooks.deliveries).toMatchObject([{ state: 'queued', request: { headers: {} } }])
    await answer
    await held.webhooks.settled()
  })
})

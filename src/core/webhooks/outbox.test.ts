import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator.ts'
import { json } from '../answer.ts'
import { defineService } from '../define-service.ts'
import { Failure } from '../errors.ts'
import { jsonErrors } from '../json-errors.ts'
import { routesFor } from '../routes.ts'
import type { CallOf, ContextOf } from '../service.ts'
import { collection, timer } from '../store.ts'
import type { WebhookDialect } from '../webhooks.ts'

interface Note {
  readonly id: number
  readonly title: string
}

/** An event of the service: a row. */
interface NoteEvent {
  readonly action: 'created' | 'renamed' | 'deleted'
  readonly note: Note
}

const collections = {
  notes: collection<Note>()({}),
  subscribers: collection<{ readonly id: string }>()({}),
  written: collection<{ readonly id: number; readonly title: string; readonly origin: string }>()({}),
  rename: timer<{ readonly id: number; readonly title: string }>(),
}

type NotesCall = CallOf<typeof collections, { readonly name: string }, 'note', NoteEvent>
type NotesContext = ContextOf<typeof collections, 'note', NoteEvent>

const webhooks: WebhookDialect<NotesContext, 'note', NoteEvent> = {
  events: ['note'],
  *write({ rows, origin }, { action, note }) {
    rows.written.insert({ title: note.title, origin })
    for (const { id } of rows.subscribers.all()) {
      const subscription = { id, url: `socket:${id}`, details: {} }
      yield { event: 'note', action, subscription, body: JSON.stringify({ note, total: rows.notes.size }) }
    }
  },
  headers: () => ({}),
}

function create({ rows, emit }: Pick<NotesContext, 'rows' | 'emit'>, title: string): Note {
  const note = rows.notes.insert({ title })
  emit({ action: 'created', note })
  return note
}

const { post, del } = routesFor<NotesCall>()
const service = defineService({
  id: 'row-events',
  port: 4930,
  title: 'Notes whose events are rows',
  seed: v.strictObject({}),
  starter: '',
  collections,
  applySeed(context: NotesContext) {
    for (const id of ['ada', 'ben']) context.rows.subscribers.insert({ id })
    create(context, 'seeded')
  },
  authenticate: () => ({ name: 'ada' }),
  dialect: jsonErrors,
  routes: [
    post('notes/create', '/notes/:title', (call) => {
      const note = create(call, call.params.title)
      // Later changes of the same request: no event may show them.
      call.rows.notes.update(note.id, { title: 'changed' })
      call.rows.notes.insert({ title: 'another' })
      return json(note)
    }),
    post('notes/refuse', '/refused', (call) => {
      create(call, 'refused')
      throw new Failure(409, 'no')
    }),
    del('notes/delete', '/notes/:id', ({ rows, emit, params }) => {
      const note = rows.notes.require(Number(params.id))
      rows.notes.delete(note.id)
      emit({ action: 'deleted', note })
      return json({})
    }),
  ],
  webhooks,
  timers: {
    rename({ rows, emit }: NotesContext, { id, title }) {
      emit({ action: 'renamed', note: rows.notes.update(id, { title }) })
    },
  },
  commands: {
    jot: (context: NotesContext, { title }: { readonly title: string }) => create(context, title),
    renameLater({ schedule }: NotesContext, payload: { readonly id: number; readonly title: string }) {
      schedule(1000, 'rename', payload)
    },
    written: ({ rows }: NotesContext) => rows.written.all().map(({ title, origin }) => ({ title, origin })),
  },
  env: () => ({}),
})

const start = () => createEmulator({ service, port: 0 })
let emulator: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  emulator = await start()
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

/** Returns the subscriber, action and body of every delivery. */
async function delivered(): Promise<unknown[]> {
  await emulator.webhooks.settled()
  return emulator.webhooks.deliveries.map(({ subscription, action, request }) => [
    subscription.id,
    action,
    JSON.parse(request.body),
  ])
}
const send = (method: string, path: string) => fetch(emulator.url + path, { method })

describe('an event of the service’s own type', () => {
  it('is written for every subscriber as it is when it is emitted, not at the end of the request', async () => {
    await send('POST', '/notes/first')
    const body = { note: { id: 2, title: 'first' }, total: 2 }
    expect(await delivered()).toEqual([
      ['ada', 'created', body],
      ['ben', 'created', body],
    ])
  })

  it('tells of a row that is deleted by then', async () => {
    await send('DELETE', '/notes/1')
    expect((await delivered())[0]).toEqual(['ada', 'deleted', { note: { id: 1, title: 'seeded' }, total: 0 }])
  })

  it('is written in commands and timers too', async () => {
    const { id } = emulator.jot({ title: 'jotted' })
    emulator.renameLater({ id, title: 'renamed' })
    emulator.clock.advance(1000)
    expect((await delivered()).filter((_each, index) => index % 2 === 0)).toEqual([
      ['ada', 'created', { note: { id, title: 'jotted' }, total: 2 }],
      ['ada', 'renamed', { note: { id, title: 'renamed' }, total: 2 }],
    ])
  })

  it('is written with the base URL of the request, and rolled back with it', async () => {
    await send('POST', '/refused')
    await send('POST', '/notes/kept')
    expect(emulator.written().map(({ title }) => title)).toEqual(['seeded', 'kept'])
    expect(emulator.written()[1]?.origin).toBe(emulator.url)
  })

  it('is written for the records of a seed, which sends nothing', async () => {
    expect(emulator.written()).toHaveLength(1)
    expect(await delivered()).toEqual([])
  })
})

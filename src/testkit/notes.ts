import { MINUTE } from '#core/duration.ts'
import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import type { Subscription } from '#core/emission.ts'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { jsonErrors } from '#core/json-errors.ts'
import { routesFor } from '#core/routes.ts'
import { defineService } from '#core/define-service.ts'
import { SeedProblem, type CallOf } from '#core/service.ts'
import { collection, timer, value } from '#core/store.ts'

interface Note {
  readonly id: number
  readonly title: string
  readonly owner: string
  readonly done: boolean
}

interface Hook {
  readonly id: number
  readonly url: string
}

const collections = {
  notes: collection<Note>()({ unique: { title: ['title'] }, indexes: { byOwner: ['owner'] } }),
  hooks: collection<Hook>()({}),
  tokens: collection<{ readonly id: string; readonly login: string }>()({}),
  finish: timer<{ readonly id: number }>(),
  /** The ids of the notes that a command has given out. */
  givenNotes: value<readonly number[]>([]),
}

type NotesCall = CallOf<typeof collections, { readonly name: string }, 'note'>

const { get, post, del } = routesFor<NotesCall>()

function subscriptions({ rows }: Pick<NotesCall, 'rows'>): Subscription[] {
  return rows.hooks.all().map((hook) => ({ id: `hook ${hook.id}`, url: hook.url, details: {} }))
}

/** The routes of the service. */
export const notesRoutes = [
  get('notes/list', '/notes', ({ rows }) => json(rows.notes.all())),
  get('notes/get', '/notes/:id', ({ rows, params }) => {
    const note = rows.notes.get(Number(params.id))
    if (note === undefined) throw new Failure(404, `no note ${params.id}`)
    return json(note)
  }),
  post('notes/create', '/notes', body(v.strictObject({ title: v.string() })), (call) => {
    if (call.principal === null) throw new Failure(401, 'sign in first')
    const note = call.rows.notes.insert({ title: call.body.title, owner: call.principal.name, done: false })
    for (const subscription of subscriptions(call)) {
      call.emit({ event: 'note', action: 'created', subscription, body: JSON.stringify(note) })
    }
    return json(note, 201)
  }),
  post('notes/finish-later', '/notes/:id/finish-later', ({ schedule, params }) => {
    schedule(MINUTE, 'finish', { id: Number(params.id) })
    return empty(202)
  }),
  post('notes/break', '/notes/break', ({ rows }) => {
    rows.notes.insert({ title: 'half a change', owner: 'nobody', done: false })
    throw new Error('the handler broke')
  }),
  // Streams a line for every note, present and future, until one is titled `the end`.
  get('notes/follow', '/notes/follow', ({ store, rows }) => {
    async function* lines(): AsyncGenerator<string> {
      let lastId = 0
      while (!store.ended) {
        for (const note of rows.notes.all().filter(({ id }) => id > lastId)) {
          lastId = note.id
          yield `${note.title}\n`
          if (note.title === 'the end') return
        }
        await store.changed()
      }
    }
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: lines() }
  }),
  post('hooks/create', '/hooks', body(v.object({ url: v.string() })), ({ rows, body }) =>
    json(rows.hooks.insert({ url: body.url }), 201),
  ),
  del('notes/delete', '/notes/:id', ({ rows, params }) => empty(rows.notes.delete(Number(params.id)) ? 204 : 404)),
]

/** A small service that uses every feature of core, for core's tests. */
export const notes = defineService({
  id: 'notes',
  port: 4900,
  title: 'Notes',
  seed: v.strictObject({
    notes: v.optional(v.array(v.strictObject({ title: v.string(), owner: v.optional(v.string()) })), []),
    users: v.optional(v.array(v.strictObject({ login: v.string() })), []),
  }),
  starter: 'users:\n  - login: ada\nnotes:\n  - title: Buy milk\n    owner: ada\n',
  logins: (section) => section.users.map((user) => user.login),
  collections,
  applySeed({ rows }, section, { tokens }) {
    const logins = section.users.map((user) => user.login)
    for (const [index, { title, owner }] of section.notes.entries()) {
      if (owner !== undefined && !logins.includes(owner)) {
        throw new SeedProblem(['notes', index, 'owner'], `no user has the login ${JSON.stringify(owner)}`, logins)
      }
      rows.notes.insert({ title, owner: owner ?? 'nobody', done: false })
    }
    for (const { token, login } of tokens) rows.tokens.insert({ id: token, login })
  },
  authenticate({ rows, header }) {
    const token = rows.tokens.get(header('authorization')?.replace(/^Bearer /, ''))
    return token === undefined ? null : { name: token.login }
  },
  dialect: { ...jsonErrors, named: { full: () => new Failure(507, 'the notebook is full') } },
  routes: notesRoutes,
  webhooks: {
    events: ['note'],
    headers: (_context, { event, guid }) => ({ 'x-notes-event': event, 'x-notes-delivery': guid }),
  },
  timers: {
    finish: ({ rows }, { id }) => {
      rows.notes.update(id, { done: true })
    },
  },
  env: (url) => ({ NOTES_API_BASE: url }),
})

import { describe, expectTypeOf, it } from 'vitest'
import * as v from 'valibot'
import { empty } from './answer.ts'
import type { Subscription } from './emission.ts'
import { jsonErrors } from './json-errors.ts'
import { routesFor } from './routes.ts'
import { defineService } from './define-service.ts'
import type { CallOf, ContextOf } from './service.ts'
import { collection, timer, value } from './store.ts'

// `npm run check` runs these tests: an expected type error that does not occur is itself a type error.

const collections = {
  notes: collection<{ readonly id: number; readonly title: string }>()({ unique: { title: ['title'] } }),
  strictAuth: value(false),
  finish: timer<{ readonly id: number }>(),
}
const EVENTS = ['note', 'hook'] as const
type NoteEvent = (typeof EVENTS)[number]
type NotesCall = CallOf<typeof collections, { readonly name: string }, NoteEvent>

const base = {
  id: 'typed-notes',
  port: 4910,
  title: 'Notes',
  seed: v.strictObject({}),
  starter: '',
  collections,
  authenticate: () => ({ name: 'ada' }),
  dialect: jsonErrors,
  routes: [],
  env: () => ({}),
} as const
const subscription: Subscription = { id: 'hook 1', url: 'http://localhost', details: {} }

/** Wraps calls that are type-checked and never run. */
const neverRun = (_work: () => unknown): void => undefined

describe('the types of a service', () => {
  it('let its handlers emit its events and no others', () => {
    neverRun(() => {
      const { post } = routesFor<NotesCall>()
      post('notes/create', '/notes', ({ emit }) => {
        expectTypeOf(emit).parameter(0).toHaveProperty('event').toEqualTypeOf<NoteEvent>()
        emit({ event: 'note', action: 'created', subscription, body: '' })
        // @ts-expect-error no event is called so
        emit({ event: 'isues', action: null, subscription, body: '' })
        return empty()
      })
    })
  })

  it('follow in its seed, timers and commands from the events that its webhooks declare', () => {
    neverRun(() => {
      const service = defineService({
        ...base,
        applySeed({ emit, rows }) {
          expectTypeOf(rows.strictAuth.get()).toBeBoolean()
          emit({ event: 'hook', action: null, subscription, body: '' })
          // @ts-expect-error no event is called so
          emit({ event: 'isues', action: null, subscription, body: '' })
        },
        webhooks: { events: EVENTS, headers: (_context, { event }) => ({ 'x-event': event }) },
        timers: {
          finish({ emit }, { id }) {
            expectTypeOf(id).toBeNumber()
            // @ts-expect-error no event is called so
            emit({ event: 'isues', action: null, subscription, body: '' })
          },
        },
        commands: {
          jot({ emit }: ContextOf<typeof collections, NoteEvent>) {
            emit({ event: 'note', action: null, subscription, body: '' })
          },
        },
      })
      expectTypeOf(service.id).toEqualTypeOf<'typed-notes'>()
    })
  })

  it('let a service without webhooks emit nothing', () => {
    neverRun(() => {
      const service = defineService({
        ...base,
        applySeed({ emit }) {
          expectTypeOf(emit).parameter(0).toHaveProperty('event').toBeNever()
          // @ts-expect-error it declares no events
          emit({ event: 'note', action: null, subscription, body: '' })
        },
      })
      expectTypeOf(service.id).toEqualTypeOf<'typed-notes'>()
    })
  })

  it('follow from the event that its webhooks write', () => {
    neverRun(() => {
      type Changed = { readonly kind: 'changed'; readonly id: number }
      const service = defineService({
        ...base,
        webhooks: {
          events: EVENTS,
          headers: () => ({}),
          write: (_context: unknown, { id }: Changed) => [
            { event: 'note', action: null, subscription, body: String(id) },
          ],
        },
        applySeed({ emit }) {
          expectTypeOf(emit).parameter(0).toEqualTypeOf<Changed>()
          emit({ kind: 'changed', id: 1 })
          // @ts-expect-error the service writes its events itself
          emit({ event: 'note', action: null, subscription, body: '' })
        },
        timers: {
          finish({ emit }) {
            // @ts-expect-error no event is of this kind
            emit({ kind: 'deleted', id: 1 })
          },
        },
        commands: {
          jot: ({ emit }: ContextOf<typeof collections, NoteEvent, Changed>) => emit({ kind: 'changed', id: 1 }),
        },
      })
      expectTypeOf(service.id).toEqualTypeOf<'typed-notes'>()
      const { post } = routesFor<CallOf<typeof collections, { readonly name: string }, NoteEvent, Changed>>()
      post('notes/create', '/notes', ({ emit }) => {
        expectTypeOf(emit).parameter(0).toEqualTypeOf<Changed>()
        return empty()
      })
    })
  })

  it('let it schedule the timers that it declares, with their payloads', () => {
    neverRun(() => {
      const { post } = routesFor<NotesCall>()
      post('notes/finish', '/notes/:id/finish', ({ schedule, rows }) => {
        schedule(60_000, 'finish', { id: 1 })
        // @ts-expect-error no timer is called so
        schedule(60_000, 'finsh', { id: 1 })
        // @ts-expect-error the payload has a number
        schedule(60_000, 'finish', { id: '1' })
        expectTypeOf(rows.finish).toBeNever()
        return empty()
      })
    })
  })

  it('have it say what each of its timers does', () => {
    neverRun(() => {
      const definition = { ...base, applySeed: () => undefined }
      expectTypeOf(
        defineService({ ...definition, timers: { finish: () => undefined } }).id,
      ).toEqualTypeOf<'typed-notes'>()
      // @ts-expect-error the timer that is declared is missing
      defineService({ ...definition, timers: {} })
      // @ts-expect-error no timer is declared so
      defineService({ ...definition, timers: { finish: () => undefined, start: () => undefined } })
    })
  })
})

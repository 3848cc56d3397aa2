import { noSuch } from '#payments/errors.ts'
import { ownThinEventJson, snapshotId, thinEventJson } from '#payments/json/thin-events.ts'
import { LIST_V2_PARAMS, pageV2Json } from '#payments/protocol/list-v2.ts'
import { list, text } from '#payments/protocol/params.ts'
import type { Rows } from '#payments/call.ts'
import type { ThinEventType } from '#payments/schema/event-types.ts'
import type { Event, ThinEvent } from '#payments/schema/account.ts'
import { answer, get } from '../../route.ts'

/** Thin events: each event of the API in a form that names its object. https://docs.stripe.com/api/v2/core/events */
export const thinEventsRoutes = [
  get('GetV2CoreEvents', '/v2/core/events', { ...LIST_V2_PARAMS, object_id: text(), types: list(text()) }, (call) => {
    const { rows, account, input } = call
    const { object_id: object, types } = input
    const isConnected = account !== rows.platform.get()
    return answer(
      call,
      pageV2Json(newestEvents(rows, account, { object, types }), input, call.path, (each) =>
        eventOf(each, isConnected),
      ),
    )
  }),
  get('GetV2CoreEventsEvent', '/v2/core/events/:event', {}, (call) => {
    const { rows, account, params } = call
    const found = rows.thinEvents.get(params.event) ?? rows.events.get(snapshotId(params.event))
    const isOwn = found?.account === account || account === rows.platform.get()
    if (found === undefined || !isOwn) throw noSuch('event', params.event, 'id', 404)
    return answer(call, eventOf(found, found.account !== rows.platform.get()))
  }),
]

interface EventFilter {
  readonly object: string | undefined
  readonly types: readonly string[] | undefined
}

/**
 * Returns the events of an account, those that only a thin form has among them, newest first. No more of them is read
 * than the reader takes.
 */
function* newestEvents(rows: Rows, account: string, { object, types }: EventFilter): Iterable<Event | ThinEvent> {
  const all = paged<Event>((offset) => rows.events.page('all', [account], { offset, ...CHUNK }).rows)
  const own = paged<ThinEvent>((offset) => rows.thinEvents.page('all', [account], { offset, ...CHUNK }).rows)
  const ofType = (type: string): Iterable<Event | ThinEvent> => {
    const [, snapshot] = /^v1\.(.+)$/.exec(type) ?? []
    // A type that does not exist has no rows.
    return snapshot === undefined
      ? paged<ThinEvent>(
          (offset) => rows.thinEvents.page('type', [account, type as ThinEventType], { offset, ...CHUNK }).rows,
        )
      : paged<Event>((offset) => rows.events.page('type', [account, snapshot], { offset, ...CHUNK }).rows)
  }
  const lists = types === undefined ? [all, own] : [...new Set(types)].map(ofType)
  for (const each of mergedNewest(lists)) {
    const id = 'related' in each ? each.related?.id : each.object['id']
    if (object === undefined || id === object) yield each
  }
}

const CHUNK = { limit: 100, descending: true }

/** Returns the rows of an index, of which `read` returns those from a position on. */
function* paged<R>(read: (offset: number) => readonly R[]): Iterable<R> {
  for (let offset = 0; ; offset += CHUNK.limit) {
    const rows = read(offset)
    yield* rows
    if (rows.length < CHUNK.limit) return
  }
}

/** Merges lists that are ordered by falling `seq`. */
function* mergedNewest<R extends { readonly seq: number }>(lists: readonly Iterable<R>[]): Iterable<R> {
  const heads = lists.map((each) => each[Symbol.iterator]()).map((rest) => ({ rest, next: rest.next() }))
  for (;;) {
    let newest: { rest: Iterator<R>; next: IteratorYieldResult<R> } | undefined
    for (const head of heads) {
      const { next } = head
      if (next.done !== true && (newest === undefined || next.value.seq > newest.next.value.seq)) {
        newest = head as { rest: Iterator<R>; next: IteratorYieldResult<R> } // `done` was checked above
      }
    }
    if (newest === undefined) return
    yield newest.next.value
    newest.next = newest.rest.next() as IteratorYieldResult<R> // the end of a list is seen above
  }
}

function eventOf(event: Event | ThinEvent, isConnected: boolean) {
  return 'related' in event ? ownThinEventJson(event, isConnected) : thinEventJson(event, isConnected)
}

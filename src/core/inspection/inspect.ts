import { mask, maskText } from '../calls/mask.ts'
import { maskMessage, maskRequest } from '../calls/mask-request.ts'
import type { Delivery } from '../controls.ts'
import type { Instance } from '../instance.ts'
import type { RequestRecord } from '../request-log/requests.ts'
import { operationsOf } from '../service-routes.ts'
import { Collection, type CollectionOptions, type Row } from '../store.ts'
import type {
  CallSummary,
  InspectedCall,
  InspectedDelivery,
  InspectedInstance,
  InspectedRow,
  InspectedRows,
  Inspection,
} from './inspection.ts'
import { refusalOf } from './refusal.ts'

/** The number of latest calls in a report. */
const CALLS = 200

/** The number of rows of a page. */
const ROWS = 100

/** Returns a moment of an instance with its latest calls, without secrets. */
export function inspect(instance: Instance): Inspection {
  const requests = instance.requests.list()
  return {
    ...inspectInstance(instance),
    operations: [],
    calls: requests.slice(-CALLS).map((each) => inspectedCall(instance, each)),
    total: instance.requests.count,
  }
}

/** Returns all of an instance but its calls and rows. */
export function inspectInstance(instance: Instance): InspectedInstance {
  const { service, store, clock } = instance
  return {
    key: instance.identity,
    service: service.id,
    title: service.title,
    url: instance.origin,
    now: clock.now(),
    frozen: clock.frozen,
    changes: service.application === undefined ? instance.changes() : null,
    collections: collectionsOf(instance).map(([name, rows]) => ({ name, count: rows.all().length })),
    deliveries: instance.webhooks.deliveries.map(inspectedDelivery),
    timers: store.rows.timers.all().map(({ id, name, due, payload }) => ({ id, name, due, payload: mask(payload) })),
    faults: instance.faults.list(),
    waiting: instance.waiting.map(maskText),
    operations: operationsOf(service),
  }
}

/** Returns the calls after the one with this id, in brief. */
export function summaries(instance: Instance, after: number): CallSummary[] {
  return instance.requests.list(after).map((each) => summaryOf(instance, maskRequest(each)))
}

/**
 * Returns the ids of the calls that contain each of these words: in their path, operation and principal, or in one of
 * their bodies as it is shown, without secrets. Capitals do not count.
 */
export function findCalls(instance: Instance, text: string): number[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (request: RequestRecord): boolean => {
    const { method, path, operation, carried, principal } = request
    const parts = [method, path, operation, ...carried, principal, request.request.body, request.response.body]
    const whole = parts.join('\n').toLowerCase()
    return words.every((word) => whole.includes(word))
  }
  // Most calls are left out before the costly search for secrets.
  return instance.requests
    .list()
    .filter((request) => has(request) && has(maskRequest(request)))
    .map(({ id }) => id)
}

/** @throws RangeError for a call that the log no longer has. */
export function inspectCall(instance: Instance, id: number): InspectedCall {
  const request = instance.requests.list(id - 1)[0]
  if (request?.id === id) return inspectedCall(instance, request)
  throw new RangeError(`call ${id} is no longer in the log, which holds the latest 1000`)
}

/**
 * Returns a page of the rows of a collection: those that contain a text, and those whose `field` is `value`, ordered by
 * a member.
 *
 * @throws RangeError for an unknown collection.
 */
export function inspectRows(
  instance: Instance,
  {
    collection = '',
    search = '',
    field = '',
    value = '',
    sort = 'id',
    descending = '',
    offset = '0',
  }: Readonly<Record<string, string>>,
): InspectedRows {
  const wanted = search.toLowerCase()
  const found = collectionNamed(instance, collection)
    .all()
    .filter((row) => field === '' || String(Reflect.get(row, field)) === value)
    .map(maskedRow)
    .filter((row) => wanted === '' || JSON.stringify(row).toLowerCase().includes(wanted))
    .toSorted((left, right) => compare(left[sort], right[sort]) * (descending === 'true' ? -1 : 1))
  const start = Number(offset)
  return {
    name: collection,
    fields: [...new Set(['id', ...found.slice(0, ROWS).flatMap((row) => Object.keys(row))])],
    references: referencesOf(instance, collection),
    rows: found.slice(start, start + ROWS),
    total: found.length,
  }
}

/**
 * Returns one row, as it is held and as the vendor's API answers it.
 *
 * @throws RangeError for an unknown collection, and for a row that is gone.
 */
export async function inspectRow(
  instance: Instance,
  { collection = '', id = '' }: Readonly<Record<string, string>>,
): Promise<InspectedRow> {
  const writers = (await instance.service.rowWriters?.())?.rowWriters ?? {}
  const row = collectionNamed(instance, collection)
    .all()
    .find((each) => String(each.id) === id)
  if (row === undefined) throw new RangeError(`${collection} ${id} is no longer there`)
  // A writer of the service takes its context and the rows of the collection.
  const write = Reflect.get(writers, collection) as ((context: object, row: Row) => unknown) | undefined
  const context = instance.context()
  const sent = write === undefined ? null : write({ ...context, base: context.urls.api }, row)
  const referring = collectionsOf(instance).flatMap(([name, rows]) =>
    Object.entries(referencesOf(instance, name)).flatMap(([field, to]) => {
      if (to !== collection) return []
      const count = rows.all().filter((each) => Reflect.get(each, field) === row.id).length
      return count === 0 ? [] : [{ collection: name, field, count }]
    }),
  )
  return { stored: maskedRow(row), sent: sent === null ? null : mask(jsonOf(sent)), referring }
}

function collectionNamed(instance: Instance, name: string): Collection<Row> {
  const rows = collectionsOf(instance).find(([each]) => each === name)?.[1]
  if (rows === undefined) throw new RangeError(`no collection is named ${name}`)
  return rows
}

function maskedRow(row: Row): Readonly<Record<string, unknown>> {
  return { ...(mask(jsonOf(row)) as object) } // a row is an object
}

function summaryOf(instance: Instance, request: RequestRecord): CallSummary {
  const { id, method, path, query, operation, carried, status, principal, startedAt, durationMs } = request
  const { response, fault } = request
  const search = new URLSearchParams(query).toString()
  const length = response.headers['content-length']
  return {
    id,
    method,
    path: search === '' ? path : `${path}?${search}`,
    operation,
    carried,
    status,
    principal,
    startedAt,
    beganAt: instance.requests.beganAt(id),
    durationMs,
    size: length === undefined ? (response.body?.length ?? null) : Number(length),
    refusal: refusalOf(request) ?? (status !== null && status >= 400 ? withoutWords(response.body, status) : null),
    fault,
  }
}

/** Returns the beginning of an answer that no vendor's form fits. */
function withoutWords(body: string | null, status: number): string {
  return body?.slice(0, 200) ?? `status ${status}`
}

function inspectedCall(instance: Instance, recorded: RequestRecord): InspectedCall {
  const request = maskRequest(recorded)
  const effects = instance.requests.trace?.of(request.id)
  return {
    ...summaryOf(instance, request),
    request: request.request,
    response: request.response,
    error: request.error,
    changes: effects?.changes ?? null,
    deliveries: effects?.deliveries ?? [],
  }
}

function inspectedDelivery(delivery: Delivery): InspectedDelivery {
  const { id, event, action, subscription, state, redelivery, createdAt, durationMs, error } = delivery
  const request = maskMessage({ ...delivery.request })
  return {
    id,
    event: action === null ? event : `${event}.${action}`,
    url: maskText(subscription.url),
    state,
    redelivery,
    createdAt,
    durationMs,
    request: { headers: request.headers, body: request.body },
    response: delivery.response === null ? null : maskMessage(delivery.response),
    error,
  }
}

function collectionsOf(instance: Instance): [string, Collection<Row>][] {
  const rows = instance.store.rows as unknown as Readonly<Record<string, unknown>> // it has a getter for each name
  return Object.keys(instance.service.collections as object).flatMap((name): [string, Collection<Row>][] => {
    const found = rows[name]
    return found instanceof Collection ? [[name, found as Collection<Row>]] : [] // a store has no others
  })
}

function referencesOf({ service }: Instance, name: string): Record<string, string> {
  const declared = (service.collections as Readonly<Record<string, { options?: CollectionOptions<Row> }>>)[name]
  const references: Readonly<Record<string, { readonly to: string } | undefined>> = declared?.options?.references ?? {}
  return Object.fromEntries(
    Object.entries(references).flatMap(([field, reference]) =>
      reference === undefined ? [] : [[field, reference.to]],
    ),
  )
}

/** Returns a row, or what is sent of it, as JSON: bytes as their number. */
function jsonOf(row: unknown): unknown {
  return JSON.parse(
    JSON.stringify(row, (_name, value: unknown) => {
      if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
      return typeof value === 'bigint' ? String(value) : value
    }),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return textOf(left).localeCompare(textOf(right))
}

import type { Emission, Subscription } from '#core/emission.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { EventType } from '#payments/schema/event-types.ts'
import { newRecord } from './records.ts'
import { API_VERSION } from '#payments/protocol/request.ts'
import type { Json } from '#payments/protocol/resource.ts'
import type { Event, WebhookEndpoint } from '#payments/schema/account.ts'

/** The delivery details by which `webhooks.ts` signs. */
export type SigningDetails = { readonly endpoint: string; readonly secret: string }

/**
 * Records an event of an account and sends it to the webhook endpoints that subscribe to it. `object` is the object of
 * the API after the change. https://docs.stripe.com/api/events
 */
export function emit(context: PaymentsContext, account: string, type: EventType, object: object): void {
  record(context, account, type, object, null)
}

/**
 * Emits an event about a changed object, with `previous_attributes`: the members of `before` that have another value in
 * `after`. Emits nothing when no member differs.
 */
export function emitChange(
  context: PaymentsContext,
  account: string,
  type: EventType,
  before: object,
  after: object,
): void {
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length > 0) record(context, account, type, after, previous)
}

function record(
  context: PaymentsContext,
  account: string,
  type: EventType,
  object: object,
  previous: object | null,
): void {
  const { rows } = context
  const subscribed = subscribersOf(context, account, type)
  const head = newRecord(context, account, 'evt_')
  const event = rows.events.insert({
    id: head.id,
    account: head.account,
    seq: head.seq,
    created: head.created,
    type,
    object: object as Members, // an object of the API
    previous: previous as Members | null, // members of it
    requestId: context.responseHeaders?.['request-id'] ?? null,
    idempotencyKey: context.header?.('idempotency-key') ?? null,
    subscribers: subscribed.length,
  })
  if (subscribed.length === 0) return
  const body = JSON.stringify(eventOf(event, subscribed.length, account !== rows.platform.get()))
  for (const endpoint of subscribed) context.emit(emission(endpoint, type, body))
}

/** Returns the enabled endpoints that subscribe to an event of an account, in the order of their creation. */
function subscribersOf({ rows }: PaymentsContext, account: string, type: EventType): readonly WebhookEndpoint[] {
  if (rows.webhookEndpoints.size === 0) return []
  const platform = rows.platform.get()
  return rows.webhookEndpoints
    .all()
    .filter(({ status, enabledEvents, account: owner, connect }) => {
      const hears = connect ? owner === platform && account !== platform : owner === account
      return hears && status === 'enabled' && (enabledEvents.includes('*') || enabledEvents.includes(type))
    })
    .sort((one, other) => one.seq - other.seq)
}

function emission({ id, url, secret }: WebhookEndpoint, event: EventType, body: string): Emission<EventType> {
  const details: SigningDetails = { endpoint: id, secret }
  const subscription: Subscription = { id: `webhook endpoint ${id}`, url, details }
  return { event, action: null, subscription, body }
}

/** Returns an event as the API has it. `connected`: the event is of a connected account, whose id it then names. */
export function eventOf(event: Event, pendingWebhooks: number, connected: boolean): Json {
  const { id, account, created, type, object, previous, requestId, idempotencyKey } = event
  return {
    id,
    object: 'event',
    ...(connected ? { account } : {}),
    api_version: API_VERSION,
    created,
    data: previous === null ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id: requestId, idempotency_key: idempotencyKey },
    type,
  }
}

type Members = Readonly<Record<string, unknown>>

/**
 * Returns the members of `before` whose values differ in `after`; of a hash only its members that differ; null for a
 * member that is new. https://docs.stripe.com/api/events/object#event_object-data-previous_attributes
 */
function previousAttributes(before: object, after: object): object {
  const [old, current] = [before as Members, after as Members] // objects of the API
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [was, is] = [old[name], current[name]]
    if (isSame(was, is)) continue
    changed[name] =
      isHash(was) && isHash(is) && was['object'] === undefined ? previousAttributes(was, is) : (was ?? null)
  }
  return changed
}

/** Returns whether two JSON values are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => isSame((one as Members)[name], (other as Members)[name])) // an array has its positions as members
}

function isHash(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

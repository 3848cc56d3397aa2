import type { Emission, Subscription } from '#core/emission.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { eventObjectJson } from '#payments/json/event-object.ts'
import { eventBodyJson } from '#payments/json/events.ts'
import { previousAttributesJson } from '#payments/json/previous-attributes.ts'
import { now } from '#payments/rules/new-id.ts'
import { newRecord } from '#payments/rules/records.ts'
import type { WebhookEndpoint } from '#payments/schema/account.ts'
import type { EventType } from '#payments/schema/event-types.ts'
import type { EventKind, PaymentsEvent, RowEvent } from '#payments/schema/events.ts'

/** The delivery details by which `webhooks.ts` signs. */
export type SigningDetails = { readonly endpoint: string; readonly secret: string }

/** The members of an object of the API. */
type Members = Readonly<Record<string, unknown>>

/**
 * Records an event, with the object of the API as it is after the change, and returns what each webhook endpoint that
 * subscribes to it is sent: nothing for a change that changes no member. https://docs.stripe.com/api/events
 */
export function writeEvent(context: PaymentsContext, event: PaymentsEvent): readonly Emission<EventType>[] {
  const { rows } = context
  const { type, at = now(context) } = event
  const [object, previous] = objectsOf(context, event as RowEvent<EventKind>, at) // every member of the union is one
  if (previous !== null && Object.keys(previous).length === 0) return []
  const account = event.kind === 'account' ? event.row.id : event.row.account
  const subscribed = subscribersOf(context, account, type)
  const { id, seq, created } = newRecord(context, account, 'evt_', { created: at })
  const recorded = rows.events.insert({
    id,
    account,
    seq,
    created,
    type,
    object: object as Members, // an object of the API
    previous: previous as Members | null, // members of it
    requestId: context.responseHeaders?.['request-id'] ?? null,
    idempotencyKey: context.header?.('idempotency-key') ?? null,
    subscribers: subscribed.length,
  })
  if (subscribed.length === 0) return []
  const body = JSON.stringify(eventBodyJson(recorded, subscribed.length, account !== rows.platform.get()))
  return subscribed.map((endpoint) => emission(endpoint, type, body))
}

/**
 * Returns the object of an event, and the members that had another value before; null for an event without `before`.
 */
function objectsOf<K extends EventKind>(
  context: PaymentsContext,
  { kind, row, before, itemsBefore }: RowEvent<K>,
  at: number,
): readonly [object, object | null] {
  const object = eventObjectJson(kind, row, { context, at, items: undefined })
  if (before === undefined) return [object, null]
  return [object, previousAttributesJson(eventObjectJson(kind, before, { context, at, items: itemsBefore }), object)]
}

/** Returns the enabled endpoints that subscribe to an event of an account, in the order of their creation. */
function subscribersOf({ rows }: PaymentsContext, account: string, type: EventType): readonly WebhookEndpoint[] {
  if (rows.webhookEndpoints.size === 0) return []
  const platform = rows.platform.get()
  return rows.webhookEndpoints
    .all()
    .filter(({ status, enabledEvents, account: owner, connect }) => {
      const isForAccount = connect ? owner === platform && account !== platform : owner === account
      return isForAccount && status === 'enabled' && (enabledEvents.includes('*') || enabledEvents.includes(type))
    })
    .sort((one, other) => one.seq - other.seq)
}

function emission({ id, url, secret }: WebhookEndpoint, event: EventType, body: string): Emission<EventType> {
  const details: SigningDetails = { endpoint: id, secret }
  const subscription: Subscription = { id: `webhook endpoint ${id}`, url, details }
  return { event, action: null, subscription, body }
}

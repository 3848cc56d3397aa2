import type { Emission, Subscription } from '#core/emission.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { eventObjectJson } from '#payments/json/event-object.ts'
import { eventBodyJson } from '#payments/json/events.ts'
import { previousAttributesJson } from '#payments/json/previous-attributes.ts'
import { noteSubscriptionChange } from '#payments/rules/entitlements.ts'
import { now } from '#payments/rules/new-id.ts'
import { newRecord } from '#payments/rules/records.ts'
import { inVersion } from '#payments/versions/objects.ts'
import type { ApiVersion } from '#payments/schema/api-versions.ts'
import { ownThinEventJson, thinEventJson } from '#payments/json/thin-events.ts'
import { addThinEvent } from '#payments/rules/thin-events.ts'
import type { Event, ThinEvent, WebhookEndpoint } from '#payments/schema/account.ts'
import type { EventType } from '#payments/schema/event-types.ts'
import type { EventKind, PaymentsEvent, RowEvent } from '#payments/schema/events.ts'
import { thinChangesOf } from './thin-changes.ts'

/** The delivery details by which `webhooks.ts` signs. */
export type SigningDetails = { readonly endpoint: string; readonly secret: string }

/** The members of an object of the API. */
type Members = Readonly<Record<string, unknown>>

/**
 * Records an event, with the object of the API as it is after the change, and returns what each webhook endpoint that
 * subscribes to it is sent: nothing for a change that changes no member. The event is written in the account's default
 * version of the API, and for an endpoint with a version of its own in that one. https://docs.stripe.com/api/events
 */
export function writeEvent(context: PaymentsContext, event: PaymentsEvent): readonly Emission<EventType>[] {
  if (event.kind === 'v2.core.event') return thinEmissions(context, event.row)
  const { account, changes } = thinChangesOf(context, event)
  const thin = changes.flatMap((change) => thinEmissions(context, addThinEvent(context, account, change)))
  return [...writeSnapshot(context, event), ...thin]
}

function writeSnapshot(context: PaymentsContext, event: PaymentsEvent): readonly Emission<EventType>[] {
  const { rows } = context
  const { type, at = now(context) } = event
  if (event.kind === 'subscription') noteSubscriptionChange(context, event.row)
  const change = changeOf(context, event as RowEvent<EventKind>, at) // every member of the union is one
  const version = rows.apiVersion.get()
  const data = dataIn(context, change, version)
  if (change.before !== null && Object.keys(data.previous ?? {}).length === 0) return []
  const account = event.kind === 'account' ? event.row.id : event.row.account
  const subscribed = subscribersOf(context, account, type)
  const { id, seq, created } = newRecord(context, account, 'evt_', { created: at })
  const recorded = rows.events.insert({
    id,
    account,
    seq,
    created,
    type,
    ...data,
    requestId: context.responseHeaders?.['request-id'] ?? null,
    idempotencyKey: context.header?.('idempotency-key') ?? null,
    subscribers: subscribed.length,
  })
  if (subscribed.length === 0) return []
  const bodyIn = (apiVersion: ApiVersion): string => {
    const written = apiVersion === version ? recorded : { ...recorded, ...dataIn(context, change, apiVersion) }
    return JSON.stringify(eventBodyJson(written, subscribed.length, account !== rows.platform.get()))
  }
  const bodies = new Map<ApiVersion, string>()
  return subscribed.map((endpoint) => {
    if (endpoint.destination?.payload === 'thin') {
      return emission(endpoint, type, JSON.stringify(thinEventJson(recorded, account !== rows.platform.get())))
    }
    const own = endpoint.apiVersion ?? version
    const body = bodies.get(own) ?? bodyIn(own)
    bodies.set(own, body)
    return emission(endpoint, type, body)
  })
}

/** The object of an event after the change and before it, in the newest version; `before` is null for a new object. */
interface Change {
  readonly after: object
  readonly before: object | null
}

function changeOf<K extends EventKind>(
  context: PaymentsContext,
  { kind, row, before, itemsBefore }: RowEvent<K>,
  at: number,
): Change {
  return {
    after: eventObjectJson(kind, row, { context, at, items: undefined }),
    before: before === undefined ? null : eventObjectJson(kind, before, { context, at, items: itemsBefore }),
  }
}

/** Returns the members of an event that depend on the version of the API. */
function dataIn(
  context: PaymentsContext,
  { after, before }: Change,
  apiVersion: ApiVersion,
): Pick<Event, 'apiVersion' | 'object' | 'previous'> {
  const object = inVersion(context, after, apiVersion) as Members // an object of the API
  const previous = before === null ? null : previousAttributesJson(inVersion(context, before, apiVersion), object)
  return { apiVersion, object, previous }
}

/** Returns the enabled endpoints that subscribe to an event of an account, in the order of their creation. */
function subscribersOf({ rows }: PaymentsContext, account: string, type: EventType): readonly WebhookEndpoint[] {
  if (rows.webhookEndpoints.size === 0) return []
  const platform = rows.platform.get()
  const isOwnThin = type.startsWith('v2.')
  const mustBeNamed = type === 'issuing_authorization.request' // it asks for an answer
  return rows.webhookEndpoints
    .all()
    .filter(({ status, enabledEvents, account: owner, connect, destination }) => {
      const isThin = destination?.payload === 'thin'
      const named = isThin && !isOwnThin ? `v1.${type}` : type
      const isForAccount = connect ? owner === platform && account !== platform : owner === account
      return (
        isForAccount &&
        status === 'enabled' &&
        (isThin || !isOwnThin) &&
        ((!mustBeNamed && enabledEvents.includes('*')) || enabledEvents.includes(named))
      )
    })
    .sort((one, other) => one.seq - other.seq)
}

/** Returns what is sent of a thin event: to all that subscribe to it, or to the one destination that it tests. */
function thinEmissions(context: PaymentsContext, event: ThinEvent): readonly Emission<EventType>[] {
  const { rows } = context
  const { account, destination, type } = event
  const tested = rows.webhookEndpoints.get(destination ?? '')
  const endpoints =
    destination === null ? subscribersOf(context, account, type) : tested?.status === 'enabled' ? [tested] : []
  if (endpoints.length === 0) return []
  const body = JSON.stringify(ownThinEventJson({ ...event, data: null }, account !== rows.platform.get()))
  return endpoints.map((endpoint) => emission(endpoint, type, body))
}

function emission({ id, url, secret }: WebhookEndpoint, event: EventType, body: string): Emission<EventType> {
  const details: SigningDetails = { endpoint: id, secret }
  const subscription: Subscription = { id: `webhook endpoint ${id}`, url, details }
  return { event, action: null, subscription, body }
}

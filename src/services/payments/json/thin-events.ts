import type { Event, ThinEvent, WebhookEndpoint } from '#payments/schema/account.ts'

/** Returns the id of the thin event of a snapshot event. */
function thinEventId({ id }: Pick<Event, 'id'>): string {
  return id.replace(/^evt_/, 'evt_test_')
}

/** Returns the id of the snapshot event of a thin one. */
export function snapshotId(id: string): string {
  return id.replace(/^evt_test_/, 'evt_')
}

/** Writes a moment as the second version of the API does. */
export function momentJson(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/**
 * Writes an event without the object that it is about, which it names. `connected`: the event is of a connected
 * account, which is its context. https://docs.stripe.com/api/v2/core/events/object
 */
export function thinEventJson(event: Event, connected: boolean) {
  const { account, created, object, type } = event
  return {
    id: thinEventId(event),
    object: 'v2.core.event',
    ...(connected ? { context: account } : {}),
    created: momentJson(created),
    livemode: false,
    ...reasonJson(event),
    ...relatedJson(object, account),
    snapshot_event: event.id,
    type: `v1.${type}`,
  }
}

/**
 * Writes a thin event that no snapshot event stands behind; `connected` as for {@link thinEventJson}. What is sent to
 * a destination has no `data`.
 */
export function ownThinEventJson(event: ThinEvent, connected: boolean) {
  const { id, account, created, data, related, type } = event
  return {
    id,
    object: 'v2.core.event',
    ...(connected ? { context: account } : {}),
    created: momentJson(created),
    ...(data === null ? {} : { data }),
    livemode: false,
    ...reasonJson(event),
    ...(related === null ? {} : { related_object: related }),
    type,
  }
}

function reasonJson({ requestId: id, idempotencyKey }: Pick<Event, 'requestId' | 'idempotencyKey'>) {
  if (id === null) return {}
  return { reason: { request: { id, idempotency_key: idempotencyKey ?? '' }, type: 'request' } }
}

/** Paths that do not follow from the name of the object; null where an object has none. */
const PATHS: Readonly<Record<string, ((account: string) => string) | null>> = {
  balance: () => '/v1/balance',
  balance_settings: () => '/v1/balance_settings',
  bank_account: null,
  capability: (account) => `/v1/accounts/${account}/capabilities`,
  card: null,
  discount: null,
  'entitlements.active_entitlement_summary': null,
  fee_refund: null,
  person: (account) => `/v1/accounts/${account}/persons`,
  'tax.settings': () => '/v1/tax/settings',
}

/** Writes which object an event is about, and where it is; nothing for an object that has no place of its own. */
function relatedJson(object: Readonly<Record<string, unknown>>, account: string) {
  const { id, object: type } = object as { readonly id?: string; readonly object: string } // objects of the API
  const path = PATHS[type]
  if (path === null) return {}
  const folder = path === undefined ? `/v1/${type.replace('.', '/')}s` : path(account)
  return { related_object: { id: id ?? '', type, url: id === undefined ? folder : `${folder}/${id}` } }
}

/**
 * Writes an event destination. `include` names the members that are left out otherwise; the secret is shown when it is
 * created. https://docs.stripe.com/api/v2/core/event-destinations/object
 */
export function eventDestinationJson(endpoint: WebhookEndpoint, include: readonly string[] = []) {
  const { created, destination, enabledEvents, apiVersion, status } = endpoint
  if (destination === null) throw new Error(`${endpoint.id} is no destination`)
  return {
    id: endpoint.id,
    object: 'v2.core.event_destination',
    created: momentJson(created),
    description: endpoint.description ?? '',
    enabled_events: enabledEvents,
    event_payload: destination.payload,
    events_from: [endpoint.connect ? 'other_accounts' : 'self'],
    livemode: false,
    metadata: endpoint.metadata,
    name: destination.name,
    ...(destination.payload === 'snapshot' && apiVersion !== null ? { snapshot_api_version: apiVersion } : {}),
    status,
    ...(status === 'disabled' ? { status_details: { disabled: { reason: 'user' } } } : {}),
    type: 'webhook_endpoint',
    updated: momentJson(destination.updated),
    webhook_endpoint: {
      ...(include.includes('webhook_endpoint.signing_secret') ? { signing_secret: endpoint.secret } : {}),
      ...(include.includes('webhook_endpoint.url') ? { url: endpoint.url } : {}),
    },
  }
}

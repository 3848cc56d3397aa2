import { collection, value } from '#core/store.ts'
import { API_VERSION, type ApiVersion } from './api-versions.ts'
import type { ThinEventType } from './event-types.ts'

/** The metadata of a record. https://docs.stripe.com/api/metadata */
export type Metadata = Readonly<Record<string, string>>

/** A record of an account, as every collection of the API has it. */
export interface AccountRow {
  /** The vendor's id: `cus_…`. */
  readonly id: string
  /** The account that the record belongs to: the platform's or a connected one's. */
  readonly account: string
  /** Numbers the records of a collection in the order of their creation. */
  readonly seq: number
  /** Epoch seconds. */
  readonly created: number
}

/**
 * The permissions of a restricted key by resource: `customers`, `payment_intents`; `*` for the resources that are not
 * named.
 */
export type Permissions = Readonly<Record<string, 'none' | 'read' | 'write'>>

/** A key of the seed; `id` is the key. */
export interface ApiKey {
  readonly id: string
  readonly kind: 'secret' | 'restricted' | 'publishable'
  readonly permissions: Permissions | null
  readonly account: string
}

/** The answer to a request with an idempotency key; `id` is the account and the key. */
export interface IdempotentAnswer {
  readonly id: string
  /** The path, and the digest of method, path and parameters. */
  readonly fingerprint: string
  readonly requestId: string
  readonly status: number
  readonly body: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** An event. https://docs.stripe.com/api/events/object */
export interface Event extends AccountRow {
  readonly type: string
  /** The version in which `object` and `previous` are written. */
  readonly apiVersion: ApiVersion
  /** The object of the API as it was after the change: `data.object`. */
  readonly object: Readonly<Record<string, unknown>>
  /** `data.previous_attributes`; null when the event has none. */
  readonly previous: Readonly<Record<string, unknown>> | null
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  /** The number of webhook endpoints that were to hear of the event. */
  readonly subscribers: number
}

/** https://docs.stripe.com/api/webhook_endpoints/object */
export interface WebhookEndpoint extends AccountRow {
  readonly url: string
  /** `*` for all events but those that must be named. */
  readonly enabledEvents: readonly string[]
  readonly secret: string
  readonly status: 'enabled' | 'disabled'
  readonly description: string | null
  readonly metadata: Metadata
  /** The version of the events that the endpoint gets; null for that of the account. */
  readonly apiVersion: ApiVersion | null
  /** True for an endpoint that hears of events of connected accounts. */
  readonly connect: boolean
  /** The members of an event destination beside those of an endpoint; null for an endpoint. */
  readonly destination: EventDestination | null
}

/** The members of an event destination. https://docs.stripe.com/api/v2/core/event-destinations/object */
interface EventDestination {
  readonly name: string
  /** `thin` events name the object that has changed; `snapshot` ones have it. */
  readonly payload: 'snapshot' | 'thin'
  /** Epoch seconds. */
  readonly updated: number
}

/** A thin event that no snapshot event stands behind. https://docs.stripe.com/api/v2/core/events/object */
export interface ThinEvent extends AccountRow {
  readonly type: ThinEventType
  /** The one destination that hears of the event, as of its test; null where all do that subscribe to the type. */
  readonly destination: string | null
  /** The object that the event is about; null for none. */
  readonly related: { readonly id: string; readonly type: string; readonly url: string } | null
  /** The members of `data`; null where the event has none. */
  readonly data: Readonly<Record<string, unknown>> | null
  readonly requestId: string | null
  readonly idempotencyKey: string | null
}

/** The collections of keys, events and webhook endpoints. */
export const accountCollections = {
  /** The id of the platform's account. */
  platform: value('acct_1BacklotPlatform1'),
  /** The version of requests without `Stripe-Version`, and of events. */
  apiVersion: value<ApiVersion>(API_VERSION),
  apiKeys: collection<ApiKey>()({}),
  idempotentAnswers: collection<IdempotentAnswer>()({ indexes: { age: ['at'] } }),
  events: collection<Event>()({ indexes: { all: ['account', 'seq'], type: ['account', 'type', 'seq'] } }),
  thinEvents: collection<ThinEvent>()({ indexes: { all: ['account', 'seq'], type: ['account', 'type', 'seq'] } }),
  webhookEndpoints: collection<WebhookEndpoint>()({ indexes: { all: ['account', 'seq'] } }),
}

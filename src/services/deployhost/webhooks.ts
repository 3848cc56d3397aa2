import { createHmac } from 'node:crypto'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { DeployhostContext, Rows } from './call.ts'
import type { Emission, Subscription } from '#core/emission.ts'
import { defined } from '#core/objects.ts'
import { uploadedBlobJson } from './json/blob.ts'
import { drainedLineJson, sampleLineJson } from './json/drained-log.ts'
import { eventPayloadJson } from './json/event.ts'
import { signWithWebhookKey } from './rules/blobs/webhook-key.ts'
import { httpDelivery } from './rules/drains.ts'
import type { HttpDelivery, Webhook } from './schema.ts'
import {
  WEBHOOK_EVENTS,
  type AccountEvent,
  type BlobUploadCompleted,
  type DeployhostEvent,
  type DrainTested,
  type LogsDrained,
  type EmittedEvent,
  type WebhookEvent,
} from './schema/events.ts'
import { MINUTE } from '#core/duration.ts'

/** The delays between attempts, which double and end within a day. https://vercel.com/docs/webhooks/webhooks-api */
const RETRY_AFTER = Array.from({ length: 10 }, (_, attempt) => MINUTE * 2 ** attempt)

/** Signs deliveries, each with the secret of its subscriber. https://vercel.com/docs/webhooks/webhooks-api */
export const webhooks: WebhookDialect<DeployhostContext, EmittedEvent, DeployhostEvent> = {
  events: [...WEBHOOK_EVENTS, 'blob.upload-completed', 'drain.log', 'drain.test'],
  *write(context: DeployhostContext, event: DeployhostEvent) {
    if (event.event === 'blob.upload-completed') yield uploadCompletion(context, event)
    else if (event.event === 'drain.log') yield* drainedLogs(event)
    else if (event.event === 'drain.test') yield drainTest(context, event)
    else yield* accountEmissions(context, event)
  },
  retryAfter: RETRY_AFTER,
  stillListens({ rows }, { details }) {
    const subscriber = details as Details // this file writes them
    if (subscriber.kind === 'webhook') return rows.webhooks.get(subscriber.webhookId) !== undefined
    if (subscriber.kind === 'upload') return rows.blobStores.get(subscriber.storeId) !== undefined
    return subscriber.drainId !== null && rows.drains.get(subscriber.drainId)?.status === 'enabled'
  },
  headers(_context, { event, subscription }, body) {
    const details = subscription.details as Details // this file writes them
    if (details.kind === 'drain') return drainHeaders(details, body)
    const signature = signatureOf(details, body)
    return {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'Vercel Webhooks backlot',
      'X-Vercel-Signature': signature,
      'X-Deployhost-Signature': signature,
      'X-Deployhost-Event': event,
    }
  },
}

/** The subscriber of a delivery, and its secret. */
type Details =
  | { readonly kind: 'webhook'; readonly webhookId: string; readonly secret: string }
  | DrainDetails
  | { readonly kind: 'upload'; readonly storeId: string; readonly token: string; readonly signature: 'token' | 'key' }

interface DrainDetails extends Pick<HttpDelivery, 'encoding' | 'headers' | 'secret'> {
  readonly kind: 'drain'
  /** Null for the test of a drain. */
  readonly drainId: string | null
}

/** Returns the headers of what a drain sends: its own, and the signature when it has a secret. */
function drainHeaders({ encoding, headers, secret }: DrainDetails, body: string): Record<string, string> {
  return {
    'Content-Type': encoding === 'json' ? 'application/json' : 'application/x-ndjson',
    'User-Agent': 'Vercel Drains backlot',
    ...headers,
    ...(secret === undefined ? {} : { 'X-Vercel-Signature': createHmac('sha1', secret).update(body).digest('hex') }),
  }
}

function* drainedLogs(event: LogsDrained): Generator<Emission<EmittedEvent>> {
  const delivery = httpDelivery(event.drain)
  if (delivery === null) return
  const lines = event.lines.map((line) => drainedLineJson(event, line))
  yield drainEmission(event.event, event.drain.id, delivery, lines)
}

function drainTest({ clock }: DeployhostContext, { event, delivery }: DrainTested): Emission<EmittedEvent> {
  return drainEmission(event, null, delivery, [sampleLineJson(Math.floor(clock.now()))])
}

function drainEmission(
  event: 'drain.log' | 'drain.test',
  drainId: string | null,
  { endpoint, encoding, headers, secret }: HttpDelivery,
  lines: readonly object[],
): Emission<EmittedEvent> {
  const details: DrainDetails = { kind: 'drain', drainId, encoding, headers, ...defined({ secret }) }
  const id = drainId === null ? `test of ${endpoint}` : `drain ${drainId}`
  const body = encoding === 'json' ? JSON.stringify(lines) : lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return { event, action: null, subscription: { id, url: endpoint, details: { ...details } }, body }
}

/**
 * Returns the signature of a body: for webhooks an HMAC-SHA1, for what a store tells of uploads an HMAC-SHA256 with the
 * store's token or an Ed25519 signature. https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
 */
function signatureOf(details: Exclude<Details, DrainDetails>, body: string): string {
  if (details.kind === 'webhook') return createHmac('sha1', details.secret).update(body).digest('hex')
  if (details.signature === 'key') return signWithWebhookKey(details, body)
  return createHmac('sha256', details.token).update(body).digest('hex')
}

/** https://vercel.com/docs/webhooks/webhooks-api */
function* accountEmissions(
  { rows, clock, ids }: DeployhostContext,
  event: AccountEvent,
): Generator<Emission<EmittedEvent>> {
  const subscribers = subscribersOf(rows, event)
  if (subscribers.length === 0) return
  const payload = eventPayloadJson(rows, event)
  const createdAt = Math.floor(clock.now())
  for (const { webhook, name } of subscribers) {
    const body = JSON.stringify({ id: ids.uuid(), type: name, createdAt, region: null, payload })
    yield { event: name, action: null, subscription: subscriptionOf(webhook), body }
  }
}

/** https://vercel.com/docs/vercel-blob/client-upload */
function uploadCompletion(context: DeployhostContext, event: BlobUploadCompleted): Emission<EmittedEvent> {
  const { store, blob, callbackUrl, tokenPayload, signature } = event
  const payload = { blob: uploadedBlobJson(context, store, blob), tokenPayload }
  const details: Details = { kind: 'upload', storeId: store.id, token: store.token, signature }
  return {
    event: event.event,
    action: null,
    subscription: { id: `uploads to ${callbackUrl}`, url: callbackUrl, details },
    body: JSON.stringify({ type: event.event, payload }),
  }
}

function subscriptionOf({ id, url, secret }: Webhook): Subscription {
  return { id: `webhook ${id}`, url, details: { kind: 'webhook', webhookId: id, secret } satisfies Details }
}

/** Returns the account's webhooks that subscribe to an event, each with the name that it subscribes to. */
function subscribersOf(rows: Rows, event: AccountEvent): { readonly webhook: Webhook; readonly name: WebhookEvent }[] {
  const projectId = 'project' in event ? event.project.id : null
  const names = namesOfEvent(event.event)
  return rows.webhooks
    .list('byAccount', event.account.id)
    .filter(({ projectIds }) => projectIds === null || (projectId !== null && projectIds.includes(projectId)))
    .flatMap((webhook) => names.filter((name) => webhook.events.includes(name)).map((name) => ({ webhook, name })))
}

/** The names of events before 2023, which webhooks may still subscribe to. */
const OLDER_NAMES: Readonly<Partial<Record<WebhookEvent, WebhookEvent>>> = {
  'deployment.created': 'deployment',
  'deployment.ready': 'deployment-ready',
  'deployment.error': 'deployment-error',
  'deployment.canceled': 'deployment-canceled',
  'deployment.check-rerequested': 'deployment-check-rerequested',
  'project.created': 'project-created',
  'project.removed': 'project-removed',
  'domain.created': 'domain-created',
  'integration-configuration.removed': 'integration-configuration-removed',
}

/** Returns all names of an event that webhooks may subscribe to. */
function namesOfEvent(type: WebhookEvent): readonly WebhookEvent[] {
  const older = OLDER_NAMES[type]
  return older === undefined ? [type] : [type, older]
}

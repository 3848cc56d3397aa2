import { createHmac } from 'node:crypto'
import type { Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { DeployhostContext, Rows } from './call.ts'
import { eventPayloadJson } from './json/event.ts'
import type { Webhook } from './schema.ts'
import { WEBHOOK_EVENTS, type DeployhostEvent, type WebhookEvent } from './schema/events.ts'
import { MINUTE } from '#core/duration.ts'

/** The delays between attempts, which double and end within a day. https://vercel.com/docs/webhooks/webhooks-api */
const RETRY_AFTER = Array.from({ length: 10 }, (_, attempt) => MINUTE * 2 ** attempt)

/**
 * Signs deliveries with the HMAC-SHA1 of the raw body, in the vendor's header and in deployhost's own.
 * https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
 */
export const webhooks: WebhookDialect<DeployhostContext, WebhookEvent, DeployhostEvent> = {
  events: WEBHOOK_EVENTS,
  // https://vercel.com/docs/webhooks/webhooks-api
  *write({ rows, clock, ids }: DeployhostContext, event: DeployhostEvent) {
    const subscribers = subscribersOf(rows, event)
    if (subscribers.length === 0) return
    const payload = eventPayloadJson(rows, event)
    const createdAt = Math.floor(clock.now())
    for (const { webhook, name } of subscribers) {
      const body = JSON.stringify({ id: ids.uuid(), type: name, createdAt, region: null, payload })
      yield { event: name, action: null, subscription: subscriptionOf(webhook), body }
    }
  },
  retryAfter: RETRY_AFTER,
  stillListens({ rows }, { details }) {
    const { webhookId } = details as Details // this file writes them
    return rows.webhooks.get(webhookId) !== undefined
  },
  headers(_context, { event, subscription }, body) {
    const { secret } = subscription.details as Details // this file writes them
    const signature = createHmac('sha1', secret).update(body).digest('hex')
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

type Details = { readonly webhookId: string; readonly secret: string }

function subscriptionOf({ id, url, secret }: Webhook): Subscription {
  return { id: `webhook ${id}`, url, details: { webhookId: id, secret } satisfies Details }
}

/** Returns the account's webhooks that subscribe to an event, each with the name that it subscribes to. */
function subscribersOf(
  rows: Rows,
  event: DeployhostEvent,
): { readonly webhook: Webhook; readonly name: WebhookEvent }[] {
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

import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { MailContext } from './call.ts'
import { EVENT_TYPES, type EventType, type MailEvent } from './schema/events.ts'
import { eventJson } from './json/event.ts'
import { messageId, RETRY_AFTER, subscriberId } from './rules/account/webhook-events.ts'
import type { Webhook } from './schema/domains.ts'

function emission(webhook: Webhook, event: EventType, body: string): Emission<EventType> {
  const details: Details = { webhookId: webhook.id, secret: webhook.secret }
  const subscription: Subscription = { id: subscriberId(webhook), url: webhook.endpoint, details }
  return { event, action: null, subscription, body }
}

type Details = { readonly webhookId: number; readonly secret: string }

/**
 * Signs deliveries as Svix does. The timestamp is the wall clock's, because receivers refuse one that differs from
 * theirs by more than five minutes. https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
export const webhooks: WebhookDialect<MailContext, EventType, MailEvent> = {
  events: EVENT_TYPES,
  *write(context: MailContext, event: MailEvent) {
    const subscribed = context.rows.webhooks
      .all()
      .filter(({ status, events }) => status === 'enabled' && events.includes(event.event))
    if (subscribed.length === 0) return
    const body = JSON.stringify(eventJson(context, event))
    for (const webhook of subscribed) yield emission(webhook, event.event, body)
  },
  retryAfter: RETRY_AFTER,
  stillListens({ rows }, { details }) {
    const { webhookId } = details as Details // this file writes them
    return rows.webhooks.get(webhookId)?.status === 'enabled'
  },
  headers(_context, { guid, subscription }, body, wallClock) {
    const { secret } = subscription.details as Details // this file writes them
    const id = messageId(guid)
    const timestamp = String(Math.floor(wallClock / 1000))
    return {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'Svix-Webhooks/backlot',
      'Svix-Id': id,
      'Svix-Timestamp': timestamp,
      'Svix-Signature': `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`,
    }
  },
}

/** Returns the base64 of the HMAC-SHA256 of `content` with the key in `whsec_<base64>`. */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}

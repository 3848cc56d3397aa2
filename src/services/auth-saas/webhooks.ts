import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import { HOUR, MINUTE, SECOND } from '#core/duration.ts'
import type { AuthContext, RequestContext } from './call.ts'
import { eventDataJson } from './json/event.ts'
import { INSTANCE_ID } from './rules/instance-keys.ts'
import type { WebhookEndpoint } from './schema/instance.ts'
import { EVENT_TYPES, type AuthEvent, type EventType } from './schema/events.ts'

function emission(endpoint: WebhookEndpoint, event: EventType, body: string): Emission<EventType> {
  const details: Details = { endpointId: endpoint.id, secret: endpoint.secret }
  const subscription: Subscription = { id: `webhook ${endpoint.id}`, url: endpoint.url, details }
  return { event, action: null, subscription, body }
}

type Details = { readonly endpointId: number; readonly secret: string }

/** The delays between attempts: https://docs.svix.com/retries */
const RETRY_AFTER = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/**
 * Signs deliveries as Svix does. The timestamp is the wall clock's, because receivers refuse one that differs from
 * theirs by more than five minutes. https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
export const webhooks: WebhookDialect<AuthContext, EventType, AuthEvent> = {
  events: EVENT_TYPES,
  // A call has the headers and the address of its client, other contexts have not.
  write(context: RequestContext, event: AuthEvent) {
    const { rows, clock } = context
    const type = event.event
    const subscribed = rows.webhookEndpoints.all().filter(({ events }) => events.includes('*') || events.includes(type))
    if (subscribed.length === 0) return []
    const body = JSON.stringify({
      data: eventDataJson(context, event),
      event_attributes: {
        http_request: { client_ip: context.clientAddress ?? '', user_agent: context.header?.('user-agent') ?? '' },
      },
      instance_id: INSTANCE_ID,
      object: 'event',
      timestamp: clock.now(),
      type,
    })
    return subscribed.map((endpoint) => emission(endpoint, type, body))
  },
  retryAfter: RETRY_AFTER,
  headers(_context, { guid, subscription }, body, wallClock) {
    const { secret } = subscription.details as Details // this file writes them
    const id = `msg_${guid.replaceAll('-', '')}`
    const timestamp = String(Math.floor(wallClock / 1000))
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'Svix-Webhooks/backlot',
      'Svix-Id': id,
      'Svix-Timestamp': timestamp,
      'Svix-Signature': `v1,${signature}`,
    }
  },
}

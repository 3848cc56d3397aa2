import { createHmac } from 'node:crypto'
import type { WebhookDialect } from '#core/webhooks.ts'
import { answerRequest } from './rules/issuing/answered-request.ts'
import type { PaymentsContext } from './call.ts'
import { EVENT_TYPES, type EventType } from './schema/event-types.ts'
import type { PaymentsEvent } from './schema/events.ts'
import { writeEvent, type SigningDetails } from './webhooks/write-event.ts'
import { HOUR } from '#core/duration.ts'

/** A sandbox tries three times more over a few hours. https://docs.stripe.com/webhooks#automatic-retries */
const RETRY_AFTER = [HOUR, 2 * HOUR, 4 * HOUR]

/**
 * Writes events, and signs deliveries: `Stripe-Signature: t=…,v1=…`. The timestamp is the wall clock's, because
 * receivers refuse one that differs from theirs by more than five minutes.
 * https://docs.stripe.com/webhooks#verify-manually
 */
export const webhooks: WebhookDialect<PaymentsContext, EventType, PaymentsEvent> = {
  events: EVENT_TYPES,
  retryAfter: (_context, { event }) => (event === 'issuing_authorization.request' ? [] : RETRY_AFTER),
  ended(context, delivery) {
    if (delivery.event === 'issuing_authorization.request') answerRequest(context, delivery)
  },
  write: writeEvent,
  stillListens({ rows }, { details }) {
    const { endpoint } = details as SigningDetails // write-event.ts writes them
    return rows.webhookEndpoints.get(endpoint)?.status === 'enabled'
  },
  headers(_context, { subscription }, body, wallClock) {
    const { secret } = subscription.details as SigningDetails // write-event.ts writes them
    const timestamp = Math.floor(wallClock / 1000)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return {
      Accept: '*/*; q=0.5, application/xml',
      'Cache-Control': 'no-cache',
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': `t=${timestamp},v1=${signature}`,
    }
  },
}

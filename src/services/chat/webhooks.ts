import type { Delivery, WebhookDialect } from '#core/webhooks.ts'
import { MINUTE, SECOND } from '#core/duration.ts'
import type { ChatContext, ChatEvent } from './call.ts'
import { settleInteraction } from './interactions/settle.ts'
import { requestsForChange } from './json/events/app-events.ts'
import { EVENTS, type EventType } from './schema/event-names.ts'
import { signatureOf } from './rules/signature.ts'
import { retries, type DeliveryDetails } from './delivery/send.ts'

/**
 * Signed requests to apps. Events are sent again at once, after one minute and after five, unless the app answers with
 * `X-Slack-No-Retry: 1`; interactions are sent once. https://docs.slack.dev/apis/events-api/#error-handling
 */
export const webhooks: WebhookDialect<ChatContext, EventType, ChatEvent> = {
  events: EVENTS,
  write: (context: ChatContext, event: ChatEvent) => ('kind' in event ? requestsForChange(context, event) : [event]),
  timeout: 3 * SECOND,
  headers(context, delivery, body, wallClock) {
    const { appId, contentType, kind } = detailsOf(delivery)
    const timestamp = Math.floor(wallClock / SECOND)
    const secret = context.rows.apps.get(appId)?.signingSecret ?? ''
    const failed = kind === 'events_api' ? failedAttempts(context, delivery) : []
    const last = failed.at(-1)
    return {
      Accept: '*/*',
      'Content-Type': contentType,
      'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'X-Slack-Request-Timestamp': String(timestamp),
      'X-Slack-Signature': signatureOf(secret, timestamp, body),
      ...(last === undefined
        ? {}
        : { 'X-Slack-Retry-Num': String(failed.length), 'X-Slack-Retry-Reason': reasonOf(last) }),
    }
  },
  bodyOf(context, delivery) {
    const { body } = delivery.request
    if (!delivery.subscription.url.startsWith('socket:')) return body
    const { kind } = detailsOf(delivery)
    const failed = failedAttempts(context, delivery)
    const last = failed.at(-1)
    const sent = JSON.parse(body) as object // `sendToApp` made it
    return JSON.stringify({ ...sent, ...retries(kind, failed.length, last === undefined ? '' : socketReason(last)) })
  },
  retryAfter(_context, delivery) {
    const isFinal = delivery.response?.headers['x-slack-no-retry'] !== undefined
    return detailsOf(delivery).kind === 'events_api' && !isFinal ? [0, MINUTE, 5 * MINUTE] : []
  },
  stillListens: ({ rows }, subscription) => rows.apps.get(detailsOf({ subscription }).appId) !== undefined,
  ended: settleInteraction,
}

function detailsOf({ subscription }: Pick<Delivery, 'subscription'>): DeliveryDetails {
  return subscription.details as unknown as DeliveryDetails // `sendToApp` writes them
}

function failedAttempts(
  { rows }: ChatContext,
  { guid, subscription }: Pick<Delivery, 'guid' | 'subscription'>,
): Delivery[] {
  return rows.deliveries
    .list('subscriber', subscription.id)
    .filter((each) => each.guid === guid && each.state === 'failed')
}

/** The vendor's word for the failure of an attempt. */
function reasonOf({ response, error }: Delivery): string {
  if (response !== null) return 'http_error'
  if (/timed out/.test(error ?? '')) return 'http_timeout'
  return /certificate|ssl|tls/i.test(error ?? '') ? 'ssl_error' : 'connection_failed'
}

function socketReason({ error }: Delivery): string {
  return /timed out/.test(error ?? '') ? 'timeout' : 'connection_failed'
}

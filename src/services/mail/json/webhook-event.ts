import type { Delivery } from '#core/controls.ts'
import { nextAttempt, statusOf, type WebhookEvent } from '#mail/rules/account/webhook-events.ts'
import { isoTime } from './format.ts'

/** An event that a webhook was sent. https://resend.com/docs/api-reference/webhooks/list-events */
export function listedWebhookEventJson(event: WebhookEvent) {
  return {
    id: event.id,
    type: event.first.event,
    created_at: isoTime(event.first.createdAt),
    status: statusOf(event),
  }
}

/** An event with its payload. https://resend.com/docs/api-reference/webhooks/get-event */
export function webhookEventJson(event: WebhookEvent) {
  const next = nextAttempt(event)
  return {
    object: 'webhook_event',
    ...listedWebhookEventJson(event),
    next_attempt_at: next === null ? null : isoTime(next),
    payload: JSON.parse(event.first.request.body) as object, // the service has written it
  }
}

/** The id of an attempt. */
export function attemptId({ guid, id }: Delivery): string {
  return `atmpt_${guid.replaceAll('-', '')}${id}`
}

/** An attempt to deliver an event. https://resend.com/docs/api-reference/webhooks/list-event-attempts */
export function attemptJson(delivery: Delivery) {
  const { response, error, deliveredAt, createdAt } = delivery
  return {
    id: attemptId(delivery),
    http_status_code: response?.status ?? 0,
    response: response?.body ?? error ?? '',
    sent_at: isoTime(deliveredAt ?? createdAt),
  }
}

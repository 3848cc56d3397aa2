import { timestamp } from './format.ts'
import type { Webhook } from '#mail/schema/domains.ts'

/** A webhook without its secret. https://resend.com/docs/api-reference/webhooks/list-webhooks */
export function webhookJson(webhook: Webhook) {
  return {
    id: webhook.uuid,
    created_at: timestamp(webhook.createdAt),
    status: webhook.status,
    endpoint: webhook.endpoint,
    events: webhook.events,
  }
}

import { notFound } from '#mail/errors.ts'
import { webhookEvents, type WebhookEvent } from '#mail/rules/account/webhook-events.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { Webhook } from '#mail/schema/domains.ts'
import type { MailCall, PathContext } from '#mail/call.ts'

/**
 * A step that loads the webhook of the path.
 *
 * @throws 404.
 */
export function loadWebhook({ rows, params }: PathContext<'webhook_id'>): {
  readonly webhook: Webhook
} {
  const webhook = rows.webhooks.find('uuid', uuidOf(params.webhook_id))
  if (webhook === undefined) throw notFound('Webhook')
  return { webhook }
}

/**
 * A step that loads the event of the path, if the webhook was sent it.
 *
 * @throws 404.
 */
export function loadWebhookEvent({
  rows,
  params,
  webhook,
}: Pick<MailCall, 'rows'> & PathContext<'event_id'> & { readonly webhook: Webhook }): {
  readonly event: WebhookEvent
} {
  const event = webhookEvents(rows, webhook).find(({ id }) => id === params.event_id)
  if (event === undefined) throw notFound('Webhook event')
  return { event }
}

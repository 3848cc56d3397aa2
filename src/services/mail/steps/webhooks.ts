import { notFound } from '#mail/errors.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { Webhook } from '#mail/schema/domains.ts'
import type { PathContext } from '#mail/call.ts'

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

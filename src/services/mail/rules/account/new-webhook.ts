import type { MailContext } from '#mail/call.ts'
import type { Webhook } from '#mail/schema/domains.ts'

/** The fields of a new webhook; a secret is generated when absent. */
export type NewWebhook = Pick<Webhook, 'endpoint' | 'events'> & { readonly secret?: string }

/** Adds an enabled webhook. */
export function addWebhook(
  { rows, ids, clock }: Pick<MailContext, 'rows' | 'ids' | 'clock'>,
  { secret = newSecret(ids), ...input }: NewWebhook,
): Webhook {
  return rows.webhooks.insert({ uuid: ids.uuid(), ...input, status: 'enabled', secret, createdAt: clock.now() })
}

/** Returns a new signing secret: `whsec_` and the base64 of 24 bytes. */
export function newSecret(ids: MailContext['ids']): string {
  return `whsec_${Buffer.from(ids.secret.hex(48), 'hex').toString('base64')}`
}

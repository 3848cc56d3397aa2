import type { Work } from '../call.ts'
import type { Webhook } from '../schema-domains.ts'

/** What a new webhook is made from. Without a secret it gets one that is made up. */
export type WebhookWishes = Pick<Webhook, 'endpoint' | 'events'> & { readonly secret?: string }

/** Adds an enabled webhook. */
export function addWebhook(
  { rows, ids, clock }: Pick<Work, 'rows' | 'ids' | 'clock'>,
  { secret = newSecret(ids), ...wishes }: WebhookWishes,
): Webhook {
  return rows.webhooks.insert({ uuid: ids.uuid(), ...wishes, status: 'enabled', secret, createdAt: clock.now() })
}

/** `whsec_` and the base64 of 24 bytes. */
export function newSecret(ids: Work['ids']): string {
  return `whsec_${Buffer.from(ids.hex(48), 'hex').toString('base64')}`
}

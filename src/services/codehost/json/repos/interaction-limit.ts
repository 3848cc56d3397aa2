import type { Site } from '#codehost/call.ts'
import type { InteractionLimit } from '#codehost/schema/interactions.ts'
import { time } from '../format.ts'

/** A limit that is in force: `interaction-limit-response`. */
export function interactionLimitJson({ rows }: Pick<Site, 'rows'>, { accountId, group, expiresAt }: InteractionLimit) {
  const account = rows.accounts.get(accountId)
  const origin = account === undefined ? 'repository' : account.type === 'Organization' ? 'organization' : 'user'
  return { limit: group, origin, expires_at: time(expiresAt) }
}

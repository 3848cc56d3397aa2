import type { PaymentsContext } from '#payments/call.ts'
import type { AccountLink } from '#payments/schema/connect-records.ts'
import { now } from '../new-id.ts'

/** How long a link may be opened, in seconds. */
const LIFETIME = 300

/** Adds a link that leads a connected account through its onboarding, for five minutes. */
export function addAccountLink(
  context: PaymentsContext,
  { account, refreshUrl, returnUrl }: Pick<AccountLink, 'account' | 'refreshUrl' | 'returnUrl'>,
): AccountLink {
  const id = context.ids.secret.base62(24)
  return context.rows.accountLinks.insert({ id, account, expiresAt: now(context) + LIFETIME, refreshUrl, returnUrl })
}

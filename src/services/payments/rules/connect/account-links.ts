import type { PaymentsContext } from '#payments/call.ts'
import type { AccountLink } from '#payments/schema/connect-records.ts'
import { now } from '../new-id.ts'
import { addThinEvent } from '../thin-events.ts'
import { finishOnboarding } from './requirements.ts'

/** Ends an onboarding where the person has submitted it. A link of the second version of the API has an event. */
export function returnFromLink(context: PaymentsContext, link: AccountLink, isSubmitted: boolean): void {
  if (isSubmitted) finishOnboarding(context, link.account)
  if (link.useCase === undefined) return
  const { id, v2 } = context.rows.accounts.require(link.account)
  const configurations = Object.keys(v2?.configurations ?? {})
  const type = 'v2.core.account_link.returned'
  const data = { account_id: id, configurations, use_case: link.useCase }
  context.emit({ type, kind: 'v2.core.event', row: addThinEvent(context, id, { type, data }) })
}

/** How long a link may be opened, in seconds. */
const LIFETIME = 300

/** Adds a link that leads a connected account through its onboarding, for five minutes. */
export function addAccountLink(context: PaymentsContext, link: Omit<AccountLink, 'id' | 'expiresAt'>): AccountLink {
  const id = context.ids.secret.base62(24)
  return context.rows.accountLinks.insert({ ...link, id, expiresAt: now(context) + LIFETIME })
}

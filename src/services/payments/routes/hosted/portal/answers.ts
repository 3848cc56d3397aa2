import { redirect, type Answer } from '#core/answer.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { portalDonePage, type PortalFrame } from '#payments/pages/portal.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import type { PortalCall } from '#payments/steps/portal.ts'

/** The path of the portal's first page. */
export const PORTAL_HOME = '/p/session/:token'

/** The words of a page that is not there. */
export const GONE = 'This page of the portal does not exist, or is not open to you.'

/** Ends a change: goes where the flow wants to, else to the first page. */
export function done(call: PortalCall, message: string): Answer {
  settleOutcomes(call)
  const after = call.session?.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect !== null) return redirect(after.redirect.return_url, 303)
  if (after?.type === 'hosted_confirmation') {
    return portalDonePage(frameOf(call), after.hosted_confirmation?.custom_message ?? message)
  }
  return redirect(`${call.home}?done=1`, 303)
}

/** Returns the frame of the portal's pages: who the merchant is, and where the way back leads. */
export function frameOf(call: PortalCall): PortalFrame {
  const { session, customer, home, script } = call
  return {
    merchant: merchantName(call, customer.account),
    returnUrl: session?.returnUrl ?? null,
    home: `${home}?done=1`,
    script,
  }
}

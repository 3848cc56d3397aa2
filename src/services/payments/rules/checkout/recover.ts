import type { PaymentsContext } from '#payments/call.ts'
import { RECOVERY_SECONDS } from './urls.ts'
import { now } from '../new-id.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { addSession, withSetup } from './new-session.ts'
import { DAY_SECONDS } from '../seconds.ts'

/**
 * Begins an expired session anew, as its recovery URL does: the new session sells the same and names the old one.
 * Returns undefined when the time for it is over. https://docs.stripe.com/payments/checkout/abandoned-carts
 */
export function recoverSession(context: PaymentsContext, expired: CheckoutSession): CheckoutSession | undefined {
  const { rows } = context
  if (now(context) > expired.expiresAt + RECOVERY_SECONDS) return undefined
  const open = rows.checkoutSessions
    .list('all', expired.account)
    .find(({ recoveredFrom, status }) => recoveredFrom === expired.id && status === 'open')
  if (open !== undefined) return open
  const { id: _id, seq: _seq, created: _created, account, pageToken: _page, clientSecret: _secret, ...same } = expired
  const session = addSession(context, account, {
    ...same,
    status: 'open',
    paymentStatus: expired.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    expiresAt: now(context) + DAY_SECONDS,
    allowPromotionCodes: expired.afterExpiration?.allowPromotionCodes === true ? true : expired.allowPromotionCodes,
    recoveredFrom: expired.id,
    recoveryToken: null,
    paymentIntent: null,
    setupIntent: null,
    subscription: null,
    invoice: null,
  })
  return withSetup(context, session)
}

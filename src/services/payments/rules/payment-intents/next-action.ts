import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../new-id.ts'
import type { NextAction, PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'
import { DAY_SECONDS } from '../seconds.ts'

/**
 * Returns the action that an authentication needs: a redirect to the bank's page where the client gave a URL to return
 * to, else the page in a frame of the browser library.
 */
export function authenticationAction(
  { ids }: Pick<PaymentsContext, 'ids'>,
  { returnUrl }: Pick<PaymentIntent | SetupIntent, 'returnUrl'>,
): NextAction {
  if (returnUrl !== null) return { type: 'redirect_to_url', returnUrl }
  return { type: 'use_stripe_sdk', source: `src_${ids.base62(24)}` }
}

/**
 * Returns the action that a bank account needs whose small deposits have not been reported yet. They arrive two days
 * later.
 */
export function microdepositAction(context: Pick<PaymentsContext, 'clock'>): NextAction {
  return { type: 'verify_with_microdeposits', arrivalDate: now(context) + 2 * DAY_SECONDS }
}

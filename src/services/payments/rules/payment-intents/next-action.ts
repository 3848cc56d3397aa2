import type { PaymentsContext } from '../../call.ts'
import { now } from '../../new-id.ts'
import type { PaymentIntent, SetupIntent, Wire } from '../../schema/payments.ts'

/** Returns the URL of the bank's page on which the customer authenticates a payment or a setup. */
function authenticationUrl(
  { urls }: Pick<PaymentsContext, 'urls'>,
  { id, clientSecret }: Pick<PaymentIntent, 'id' | 'clientSecret'>,
): string {
  return urls.of(`/3ds/${id}?client_secret=${encodeURIComponent(clientSecret)}`)
}

/**
 * Returns the action that an authentication needs: a redirect to the bank's page where the client gave a URL to return to, else the page in a
 * frame of the browser library.
 */
export function authenticationAction(
  context: PaymentsContext,
  intent: Pick<PaymentIntent | SetupIntent, 'id' | 'clientSecret' | 'returnUrl'>,
): Wire {
  const url = authenticationUrl(context, intent)
  if (intent.returnUrl !== null) {
    return { redirect_to_url: { return_url: intent.returnUrl, url }, type: 'redirect_to_url' }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { source: `src_${context.ids.base62(24)}`, stripe_js: url, type: 'three_d_secure_redirect' },
  }
}

/** Returns the action that a bank account needs whose small deposits have not been reported yet. */
export function microdepositAction(context: PaymentsContext, intent: string): Wire {
  return {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: {
      arrival_date: now(context) + 2 * 86_400,
      hosted_verification_url: context.urls.of(`/microdeposits/${intent}`),
      microdeposit_type: 'amounts',
    },
  }
}

import type { PaymentsContext } from '#payments/call.ts'
import type { PaymentIntent, SetupIntent, Wire } from '#payments/schema/payments.ts'
import { transferActionJson } from './cash-balances.ts'
import { kindActionJson } from './kind-action.ts'

type Origin = Pick<PaymentsContext, 'urls'>
type Intent = PaymentIntent | SetupIntent

/**
 * Writes the step that an intent requires next; null for none.
 * https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action
 */
export function nextActionJson(context: Origin, intent: Intent): Wire | null {
  const { nextAction: action } = intent
  switch (action?.type) {
    case undefined:
      return null
    case 'redirect_to_url':
      return {
        redirect_to_url: { return_url: action.returnUrl, url: authenticationUrl(context, intent) },
        type: action.type,
      }
    case 'use_stripe_sdk':
      return {
        type: action.type,
        use_stripe_sdk: {
          source: action.source,
          stripe_js: authenticationUrl(context, intent),
          type: 'three_d_secure_redirect',
        },
      }
    case 'verify_with_microdeposits':
      return {
        type: action.type,
        verify_with_microdeposits: {
          arrival_date: action.arrivalDate,
          hosted_verification_url: depositsUrl(context, intent),
          microdeposit_type: 'amounts',
        },
      }
    case 'display_bank_transfer_instructions':
      // Only payments have this step.
      return transferActionJson(action, 'currency' in intent ? intent.currency : '')
    case 'authorize':
      return kindActionJson(action, authorizationUrl(context, intent))
  }
}

/**
 * Returns the URL of the page on which the customer takes the next step of an intent; undefined for an intent without
 * such a page.
 */
export function nextActionUrl(context: Origin, intent: Intent): string | undefined {
  switch (intent.nextAction?.type) {
    case 'redirect_to_url':
      return authenticationUrl(context, intent)
    case 'verify_with_microdeposits':
      return depositsUrl(context, intent)
    case 'authorize':
      return authorizationUrl(context, intent)
    default:
      return undefined
  }
}

/** Returns the URL of the page on which the customer authorizes a payment, or sees its voucher. */
function authorizationUrl({ urls }: Origin, { id, account, clientSecret }: Intent): string {
  return urls.of(`/authorize/${account}/${id}?client_secret=${encodeURIComponent(clientSecret)}`)
}

/** Returns the URL of the bank's page on which the customer authenticates a payment or a setup. */
function authenticationUrl({ urls }: Origin, { id, clientSecret }: Intent): string {
  return urls.of(`/3ds/${id}?client_secret=${encodeURIComponent(clientSecret)}`)
}

/** Returns the URL of the page on which the customer reports the small deposits to a bank account. */
function depositsUrl({ urls }: Origin, { id, clientSecret }: Intent): string {
  return urls.of(`/microdeposits/${id}?client_secret=${encodeURIComponent(clientSecret)}`)
}

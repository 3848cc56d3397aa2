import type { Failure } from '#core/errors.ts'
import { cardError, type ErrorDetails } from '#payments/errors.ts'
import type { Decline } from './test-cards.ts'

/** The vendor's sentences by error code. https://docs.stripe.com/error-codes */
const MESSAGES: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  setup_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** The sentences of decline codes that differ from those of their error code. */
const MESSAGES_OF_DECLINE: Readonly<Record<string, string>> = {
  authentication_not_handled:
    "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
  insufficient_funds: 'Your card has insufficient funds.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}

/** The seller's sentences by decline code, as `outcome.seller_message` has them. */
const SELLER_MESSAGES: Readonly<Record<string, string>> = {
  generic_decline: 'The bank did not return any further details with this decline.',
  insufficient_funds: 'The bank returned the decline code `insufficient_funds`.',
  fraudulent: 'Stripe blocked this payment as too risky.',
}

/** Returns what the customer is told about a decline. */
export function declineMessage({ code, declineCode }: Decline): string {
  return MESSAGES_OF_DECLINE[declineCode] ?? MESSAGES[code] ?? 'Your card was declined.'
}

/** Returns what the seller is told about a decline. */
export function sellerMessage({ declineCode }: Decline): string {
  return SELLER_MESSAGES[declineCode] ?? `The bank returned the decline code \`${declineCode}\`.`
}

/** The advice of a bank beside the code of a decline, as far as the vendor's test cards have it. */
export interface Advice {
  readonly advice_code?: string
  readonly network_advice_code?: string
  readonly network_decline_code?: string
}

/** The advice of the vendor, and the codes of the card network, by decline code. */
const ADVICE: Readonly<Record<string, Advice>> = {
  card_velocity_exceeded: advice('try_again_later', '61', '02'),
  expired_card: advice('confirm_card_data', '54', '03'),
  generic_decline: advice('try_again_later', '01'),
  incorrect_cvc: advice('confirm_card_data', 'N7', '03'),
  insufficient_funds: advice('try_again_later', '51', '02'),
  lost_card: advice('do_not_try_again', '41', '01'),
  processing_error: advice('try_again_later', '06'),
  stolen_card: advice('do_not_try_again', '43', '01'),
}

function advice(code: string, networkDecline: string, networkAdvice?: string): Advice {
  return {
    advice_code: code,
    ...(networkAdvice === undefined ? {} : { network_advice_code: networkAdvice }),
    network_decline_code: networkDecline,
  }
}

/** Returns the advice of the bank of a test card for a decline. https://docs.stripe.com/declines/advice-codes */
export function adviceOf(declineCode: string): Advice {
  return ADVICE[declineCode] ?? {}
}

/** Returns the member of the card that the code of a decline is about, as `param`; empty where it is about none. */
export function paramOf(code: string): { readonly param?: string } {
  if (code === 'incorrect_cvc') return { param: 'cvc' }
  return code === 'expired_card' ? { param: 'exp_month' } : {}
}

/**
 * Returns the failure of a declined payment: 402. Where the vendor has no decline code for an error code, there is
 * none.
 */
export function declined(decline: Decline, details: ErrorDetails = {}): Failure {
  const { code, declineCode } = decline
  return cardError(declineMessage(decline), {
    code,
    decline_code: declineCode,
    ...adviceOf(declineCode),
    ...paramOf(code),
    ...details,
  })
}

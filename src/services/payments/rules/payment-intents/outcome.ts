import type { Wire } from '#payments/schema/payments.ts'
import type { Decline } from '../cards/test-cards.ts'

/** Returns the error of an intent's last attempt, as `last_payment_error` and `last_setup_error` show it. */
export function outcomeOf(
  { code, declineCode }: Decline,
  message: string,
  charge: string | null,
  paymentMethod: Wire,
): Wire {
  const isCard = paymentMethod['type'] === 'card'
  const authentication = code.endsWith('authentication_failure')
  return {
    ...(charge === null ? {} : { charge }),
    code,
    ...(isCard && !authentication ? { decline_code: declineCode } : {}),
    doc_url: `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}`,
    message,
    payment_method: paymentMethod,
    type: authentication ? 'invalid_request_error' : isCard ? 'card_error' : 'invalid_request_error',
  }
}

import type { AttemptError, PaymentMethod } from '#payments/schema/payments.ts'
import type { Decline } from '../cards/test-cards.ts'

/** Returns the error of an attempt to pay or to save a payment method. `charge` is the one that failed, if any. */
export function outcomeOf(
  { code, declineCode }: Decline,
  message: string,
  charge: string | null,
  paymentMethod: PaymentMethod,
): AttemptError {
  return { code, declineCode, message, charge, paymentMethod }
}

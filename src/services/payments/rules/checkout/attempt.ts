import type { Failure } from '#core/errors.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'

/** The result of an attempt to pay. */
export interface Attempt {
  readonly session: CheckoutSession
  /** The 402 of a decline; null when there is none. */
  readonly failure: Failure | null
  /** The payment or setup that waits for the customer's bank; null when it does not wait. */
  readonly waiting: PaymentIntent | SetupIntent | null
}

import type { EmulatorBase } from '#core/emulator-base.ts'
import type { PaymentsAnswers } from '#payments/answer-types.generated.ts'
import type { PaymentsOperations } from '#payments/operation-types.generated.ts'
import type { AuthenticateOptions } from './authenticate.ts'
import type { DisputeOptions } from './dispute.ts'
import type { Reference } from './methods.ts'
import type { PayOptions, PayResult } from './pay.ts'

/** A running stand-in for Stripe. */
export interface PaymentsEmulator extends EmulatorBase<'payments', PaymentsOperations, PaymentsAnswers> {
  /**
   * Returns the number of a test card by its name: `visa`, `insufficient_funds`, `authentication_required`, or the end
   * of the vendor's `pm_card_…`. https://docs.stripe.com/testing
   *
   * @throws Error for a name that no card has.
   */
  card(name: string): string
  /**
   * Ends the authentication (3-D Secure) that a payment or setup intent waits for, as the customer does on the bank's
   * page. Returns the status of the intent afterwards. `payments.authenticate(intent, 'fail')`
   *
   * @throws Error for an unknown intent, and for one that does not wait.
   */
  authenticate(intent: Reference | AuthenticateOptions, result?: 'succeed' | 'fail'): { readonly status: string }
  /**
   * Lets the card holder dispute a charge, given as an object of the API or by its id, or by its payment intent's.
   * Returns the id of the dispute.
   *
   * @throws Error for a charge that is unknown, not captured or refunded.
   */
  dispute(charge: Reference | DisputeOptions, options?: Omit<DisputeOptions, 'charge'>): { readonly id: string }
  /**
   * Pays an open Checkout session without a browser, as its page does: `payments.pay(session, { card: '4000…', email
   * })`. The session is an object of the API or its id. A declined card leaves the session open and is reported in the
   * result.
   *
   * @throws TypeError for options that do not exist.
   * @throws Error for a session that is unknown or not open.
   */
  pay(session: Reference, options?: PayOptions): PayResult
}

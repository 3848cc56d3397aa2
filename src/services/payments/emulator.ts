import type { EmulatorBase } from '../../core/emulator-base.ts'

/** A running stand-in for Stripe. */
export interface PaymentsEmulator extends EmulatorBase<'payments'> {
  /**
   * Returns the number of a test card by its name: `visa`, `insufficient_funds`, `authentication_required`, or the end of the vendor's
   * `pm_card_…`. https://docs.stripe.com/testing
   *
   * @throws Error for a name that no card has.
   */
  card(name: string): string
}

import type { PaymentMethod } from '#payments/schema/payments.ts'

/** The types of the cards that are presented to a reader. https://docs.stripe.com/terminal */
export const PRESENT_TYPES: readonly string[] = ['card_present', 'interac_present']

/** True for a card that was presented to a reader. */
export function isPresent({ type }: Pick<PaymentMethod, 'type'>): boolean {
  return type === 'card_present' || type === 'interac_present'
}

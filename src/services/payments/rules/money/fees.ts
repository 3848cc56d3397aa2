import { decimalsOf } from '#payments/schema/currencies.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

/** The fixed part of a card's fee, in minor units of currencies with decimals. https://stripe.com/pricing */
const CARD_FIXED = 30
/** The largest fee of a bank debit in the United States. */
const ACH_LARGEST = 500

/** The fee of a dispute, in minor units of currencies with decimals. */
export const DISPUTE_FEE = 1500

/**
 * Returns the vendor's fee for a payment: 2.9 % and 30 cents for cards, 1.5 % more for a card of another country than
 * the account's, 2.7 % and 5 cents for cards at a reader, 0.8 % for bank debits, at most 5 dollars for those of the
 * United States, 0.5 % for bank transfers, at most 5 dollars.
 */
export function feeOf(
  amount: number,
  currency: string,
  { type, card }: Pick<PaymentMethod, 'type' | 'card'>,
  accountCountry: string,
): number {
  const fixed = decimalsOf(currency) === 0 ? 0 : CARD_FIXED
  if (type === 'us_bank_account') return Math.min(ACH_LARGEST, Math.round(amount * 0.008))
  if (type === 'sepa_debit') return Math.min(600, Math.round(amount * 0.008) + fixed)
  if (type === 'customer_balance') return Math.min(ACH_LARGEST, Math.round(amount * 0.005))
  if (type === 'card_present') return Math.min(amount, Math.round((amount * 27) / 1000) + Math.min(fixed, 5))
  if (type === 'interac_present') return Math.min(amount, decimalsOf(currency) === 0 ? 0 : 15)
  const abroad = card !== null && card.country !== accountCountry
  // The rate is in tenths of a percent, so that the product is exact before it is rounded.
  return Math.min(amount, Math.round((amount * (abroad ? 44 : 29)) / 1000) + fixed)
}

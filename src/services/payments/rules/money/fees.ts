import { decimalsOf } from '#payments/schema/currencies.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

/** The fixed part of a card's fee, in minor units of currencies with decimals. https://stripe.com/pricing */
const CARD_FIXED = 30
/** The same for accounts in Europe: of euros, and of currencies that have no fixed part of their own. */
const EUROPEAN_CENTS = 25
/** The largest fee of a bank debit in the United States. */
const ACH_LARGEST = 500

/** The fee of a dispute, in minor units of currencies with decimals. */
const DISPUTE_FEE = 1500
/** That of an account in Europe. */
const EUROPEAN_DISPUTE_FEE = 2000

/** The countries of the European Economic Area. */
const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** The fixed part of a card's fee in Europe, in minor units of the payment's currency. */
const EUROPEAN_FIXED: Readonly<Record<string, number>> = {
  bgn: 50,
  chf: 30,
  czk: 650,
  dkk: 180,
  gbp: 20,
  huf: 8500,
  pln: 100,
  ron: 100,
  sek: 180,
}

/** Returns the fee of a dispute of an account in a country, in minor units. */
export function disputeFeeOf(currency: string, accountCountry: string): number {
  const fee = isEuropean(accountCountry) ? EUROPEAN_DISPUTE_FEE : DISPUTE_FEE
  return decimalsOf(currency) === 0 ? fee / 100 : fee
}

function isEuropean(country: string): boolean {
  return EEA.has(country) || country === 'GB'
}

/** Returns the rate of an online payment with a card, in hundredths of a percent, by its country and the account's. */
function cardRate(cardCountry: string | null, accountCountry: string): number {
  if (!isEuropean(accountCountry)) return cardCountry !== null && cardCountry !== accountCountry ? 440 : 290
  if (cardCountry === null || cardCountry === accountCountry) return 150
  if (!isEuropean(cardCountry)) return 325
  return EEA.has(cardCountry) && EEA.has(accountCountry) ? 150 : 250
}

/**
 * Returns the vendor's fee for a payment: 2.9 % and 30 cents for cards, 1.5 % more for a card of another country than
 * the account's; for accounts in Europe 1.5 % and 25 cents, 2.5 % for cards from across the Channel, and 3.25 % for
 * those of other continents; 2.7 % and 5 cents for cards at a reader, 0.8 % for bank debits, at most 5 dollars for
 * those of the United States, 0.5 % for bank transfers, at most 5 dollars.
 */
export function feeOf(
  amount: number,
  currency: string,
  { type, card }: Pick<PaymentMethod, 'type' | 'card'>,
  accountCountry: string,
): number {
  const fixed = fixedPart(currency, accountCountry)
  if (type === 'us_bank_account') return Math.min(ACH_LARGEST, Math.round(amount * 0.008))
  if (type === 'sepa_debit') return Math.min(600, Math.round(amount * 0.008) + fixed)
  if (type === 'customer_balance') return Math.min(ACH_LARGEST, Math.round(amount * 0.005))
  if (type === 'card_present') return Math.min(amount, Math.round((amount * 27) / 1000) + Math.min(fixed, 5))
  if (type === 'interac_present') return Math.min(amount, decimalsOf(currency) === 0 ? 0 : 15)
  // The rate is a whole number, so that the product is exact before it is rounded.
  return Math.min(amount, Math.round((amount * cardRate(card?.country ?? null, accountCountry)) / 10_000) + fixed)
}

/** Returns the fixed part of a card's fee; none in currencies without decimals. */
function fixedPart(currency: string, accountCountry: string): number {
  if (decimalsOf(currency) === 0) return 0
  return isEuropean(accountCountry) ? (EUROPEAN_FIXED[currency] ?? EUROPEAN_CENTS) : CARD_FIXED
}

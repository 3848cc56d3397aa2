import { hash } from 'node:crypto'
import type { PaymentsContext } from '#payments/call.ts'
import { cardError } from '#payments/errors.ts'
import type { CardDetails, CheckResult } from '#payments/schema/payments.ts'
import { cardByNumber } from './test-cards.ts'

/** A card as a request gives it. */
export interface CardInput {
  readonly number: string
  readonly exp_month: number
  readonly exp_year: number
  readonly cvc?: string | null | undefined
}

/** The parts of an address that banks check. */
interface CheckedAddress {
  readonly line1?: string | null | undefined
  readonly postal_code?: string | null | undefined
}

/**
 * Returns a card's details. https://docs.stripe.com/testing#invalid-data
 *
 * @throws 402 for a malformed number, date or security code, and for a number that is no test card, in the vendor's
 * words.
 */
export function cardDetails(
  context: Pick<PaymentsContext, 'clock'>,
  { number: written, exp_month: month, exp_year: written2, cvc }: CardInput,
  address: CheckedAddress = {},
): CardDetails {
  const number = written.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('The card number is not a valid credit card number.', { code: 'invalid_number', param: 'number' })
  }
  if (!passesLuhn(number)) {
    throw cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })
  }
  const year = written2 < 100 ? 2000 + written2 : written2
  checkDate(context, month, year)
  if (typeof cvc === 'string' && !/^\d{3,4}$/.test(cvc)) {
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' })
  }
  const card = cardByNumber(number)
  const check = (value: unknown, result: CheckResult | undefined): CheckResult | null =>
    value === undefined || value === null ? null : (result ?? 'pass')
  return {
    number,
    brand: card?.brand ?? brandOf(number),
    country: card?.country ?? 'US',
    funding: card?.funding ?? 'credit',
    expMonth: month,
    expYear: year,
    fingerprint: fingerprintOf(number),
    cvcCheck: check(cvc, card?.checks?.cvc),
    line1Check: check(address.line1, card?.checks?.line1),
    postalCodeCheck: check(address.postal_code, card?.checks?.postalCode),
    setUp: false,
  }
}

/** Returns the same 16 letters and digits for the same number of a card or account. */
export function fingerprintOf(number: string): string {
  return hash('sha256', `backlot ${number}`, 'base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)
}

function checkDate({ clock }: Pick<PaymentsContext, 'clock'>, month: number, year: number): void {
  const today = new Date(clock.now())
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  if (month < 1 || month > 12 || (year === thisYear && month < thisMonth)) {
    throw cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' })
  }
  if (year < thisYear || year > thisYear + 50) {
    throw cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' })
  }
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const doubled = (number.length - index) % 2 === 0
    const value = Number(number[index]) * (doubled ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(?:6011|65|64[4-9])/.test(number)) return 'discover'
  if (/^3(?:0[0-5]|[68])/.test(number)) return 'diners'
  if (number.startsWith('35')) return 'jcb'
  return number.startsWith('62') ? 'unionpay' : 'unknown'
}

/** Returns the checks of a card, as the vendor writes them. */
export function checksOf({ cvcCheck, line1Check, postalCodeCheck }: CardDetails): object {
  return {
    address_line1_check: line1Check,
    address_postal_code_check: postalCodeCheck,
    cvc_check: cvcCheck,
  }
}

/** Returns a card that no bank has been asked about yet. */
export function uncheckedCard(card: CardDetails): CardDetails {
  const unchecked = (check: CheckResult | null): CheckResult | null => (check === null ? null : 'unchecked')
  return {
    ...card,
    cvcCheck: unchecked(card.cvcCheck),
    line1Check: unchecked(card.line1Check),
    postalCodeCheck: unchecked(card.postalCodeCheck),
  }
}

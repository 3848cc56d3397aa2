// The rules of the fields of a card. They touch no document, so the frame of an element and the page of Checkout share
// them.

/** A mistake in a field, as `change` events and results carry it. */
export interface FieldError {
  readonly type: 'validation_error'
  readonly code: string
  readonly message: string
}

/** The state of a field's text. */
export interface FieldState {
  readonly complete: boolean
  /** The mistake that no further typing can mend; `incomplete` ones show only after the person has left the field. */
  readonly error: FieldError | undefined
}

const BRANDS: readonly (readonly [brand: string, pattern: RegExp, lengths: readonly number[]])[] = [
  ['amex', /^3[47]/, [15]],
  ['diners', /^(36|30[0-5]|38|39)/, [14, 16]],
  ['discover', /^(6011|64[4-9]|65)/, [16]],
  ['jcb', /^35/, [16]],
  ['unionpay', /^(62|81)/, [16, 17, 18, 19]],
  ['mastercard', /^(5[1-5]|2[2-7])/, [16]],
  ['visa', /^4/, [16]],
]

/** Returns the digits of a text. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Returns the brand of a card number: `visa`; `unknown` while it is too short to tell. */
export function brandOf(number: string): string {
  return BRANDS.find(([, pattern]) => pattern.test(digitsOf(number)))?.[0] ?? 'unknown'
}

function lengthsOf(number: string): readonly number[] {
  return BRANDS.find(([, pattern]) => pattern.test(digitsOf(number)))?.[2] ?? [16]
}

/** Groups the digits of a card number as they stand on the card: `4242 4242 4242 4242`. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, Math.max(...lengthsOf(text)))
  if (brandOf(digits) === 'amex')
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats an expiration date while it is typed: `12 / 34`. A first digit from 2 on is a month of one digit. */
export function formatExpiry(text: string): string {
  const slashed = /^\s*(\d)\s*\/\s*(\d*)/.exec(text)
  const digits = slashed === null ? digitsOf(text) : `0${slashed[1] ?? ''}${slashed[2] ?? ''}`
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [month, year] = [padded.slice(0, 2), padded.slice(2)]
  // Four digits of a year that begin with 20 are a whole year, as browsers fill it in.
  const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)
  return month.length < 2 ? month : short === '' ? (text.endsWith(' ') ? `${month} / ` : month) : `${month} / ${short}`
}

/** Keeps as many digits of a security code as the card's brand has. */
export function formatCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, cvcLength(number))
}

function cvcLength(number: string): number {
  return brandOf(number) === 'amex' || brandOf(number) === 'unknown' ? 4 : 3
}

const failed = (code: string, message: string): FieldState => ({
  complete: false,
  error: { type: 'validation_error', code, message },
})
const complete: FieldState = { complete: true, error: undefined }

/** Checks a card number: its length, and its check digit. */
export function checkNumber(text: string): FieldState {
  const digits = digitsOf(text)
  if (!lengthsOf(digits).includes(digits.length)) return failed('incomplete_number', 'Your card number is incomplete.')
  return passesLuhn(digits) ? complete : failed('invalid_number', 'Your card number is invalid.')
}

/** Returns true when the last digit is the check digit of the others. ISO/IEC 7812-1, annex B */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, letter, index) => {
    const value = Number(letter) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Checks an expiration date against `now`, in epoch milliseconds of the emulator's clock. */
export function checkExpiry(text: string, now: number): FieldState {
  const { month, year } = expiryOf(text)
  if (month === null) {
    return failed('incomplete_expiry', "Your card's expiration date is incomplete.")
  }
  if (month < 1 || month > 12) return failed('invalid_expiry', "Your card's expiration date is invalid.")
  if (year === null) return failed('incomplete_expiry', "Your card's expiration date is incomplete.")
  const today = new Date(now)
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  if (year < thisYear) return failed('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === thisYear && month < thisMonth) {
    return failed('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  if (year > thisYear + 50) return failed('invalid_expiry_year', "Your card's expiration year is invalid.")
  return complete
}

/** Reads an expiration date; null for the parts that are not there yet. */
export function expiryOf(text: string): { readonly month: number | null; readonly year: number | null } {
  const digits = digitsOf(formatExpiry(text))
  return {
    month: digits.length >= 2 ? Number(digits.slice(0, 2)) : null,
    year: digits.length === 4 ? 2000 + Number(digits.slice(2)) : null,
  }
}

/** Checks a security code against the brand of the number; an unknown brand takes three or four digits. */
export function checkCvc(text: string, number: string): FieldState {
  const { length } = digitsOf(text)
  const enough = brandOf(number) === 'unknown' ? length >= 3 : length === cvcLength(number)
  return enough ? complete : failed('incomplete_cvc', "Your card's security code is incomplete.")
}

/** Countries whose cards are checked with a postal code. */
const WITH_POSTAL_CODE: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/,
  GB: /^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/,
}

/** Returns true when cards of a country are asked for a postal code. */
export function asksPostalCode(country: string): boolean {
  return country in WITH_POSTAL_CODE
}

/** Checks a postal code by the rules of its country. */
export function checkPostalCode(text: string, country: string): FieldState {
  const pattern = WITH_POSTAL_CODE[country]
  const fits = pattern === undefined ? text.trim() !== '' : pattern.test(text.trim())
  return fits ? complete : failed('incomplete_zip', 'Your postal code is incomplete.')
}

/** Checks an e-mail address. */
export function checkEmail(text: string): FieldState {
  const trimmed = text.trim()
  if (trimmed === '') return failed('incomplete_email', 'Your email is incomplete.')
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? complete : failed('invalid_email', 'Your email is invalid.')
}

/** Checks a field that may have any text but none. */
export function checkFilled(text: string): FieldState {
  return text.trim() === '' ? failed('incomplete', 'This field is incomplete.') : complete
}

/** Checks a number of a bank or an account: as many digits as it has at least and at most. */
export function checkDigits(text: string, least: number, most: number): FieldState {
  const { length } = digitsOf(text)
  return length >= least && length <= most ? complete : failed('incomplete', 'This field is incomplete.')
}

/** Checks an IBAN: its form, and its check digits. ISO 13616 */
export function checkIban(text: string): FieldState {
  const iban = text.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return failed('incomplete_iban', 'Your IBAN is incomplete.')
  let remainder = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1 ? complete : failed('invalid_iban', 'Your IBAN is invalid.')
}

/** Checks the routing number of a bank in the United States by its check digit. */
export function checkRoutingNumber(text: string): FieldState {
  const digits = digitsOf(text)
  if (digits.length !== 9) return failed('incomplete_routing_number', 'Your routing number is incomplete.')
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, letter, index) => total + Number(letter) * (weights[index % 3] ?? 0), 0)
  return sum % 10 === 0 ? complete : failed('invalid_routing_number', 'Your routing number is invalid.')
}

/** Checks the account number of a bank in the United States: up to 17 digits. */
export function checkAccountNumber(text: string): FieldState {
  const { length } = digitsOf(text)
  return length >= 4 && length <= 17
    ? complete
    : failed('incomplete_account_number', 'Your account number is incomplete.')
}

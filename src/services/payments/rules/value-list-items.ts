import { invalidParameter } from '#payments/errors.ts'
import type { ItemType } from '#payments/schema/radar.ts'

/** The forms of values, for the types of values that have one. */
const FORMS: Readonly<Partial<Record<ItemType, RegExp>>> = {
  account: /^acct_\w+$/,
  card_bin: /^\d{6}(?:\d{2})?$/,
  country: /^[A-Z]{2}$/,
  customer_id: /^cus_\w+$/,
  email: /^[^\s@]+@[^\s@]+$/,
  ip_address: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]*:[\da-f:]+)$/i,
}

/**
 * Returns a value as a list of its type keeps it: texts in lower case, unless their case counts.
 *
 * @throws 400 for a value of another form.
 */
export function itemValue(type: ItemType, value: string): string {
  const kept = type === 'string' || type === 'email' ? value.toLowerCase() : value
  if (FORMS[type]?.test(kept) === false) {
    throw invalidParameter('value', `Invalid value: \`${value}\` is not a valid ${type.replaceAll('_', ' ')}.`)
  }
  return kept
}

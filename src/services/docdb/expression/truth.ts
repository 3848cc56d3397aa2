import { Decimal128, isNumber, toNumber, type Value } from '#docdb/values/value.ts'

/** Returns whether a value counts as true: all but false, null, 0 and a missing value. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false
  if (!isNumber(value) || toNumber(value) !== 0) return true
  // A Decimal128 may be nearer to zero than a Double can be.
  return value instanceof Decimal128 && /[1-9]/.test(value.toString().replace(/E.*$/, ''))
}

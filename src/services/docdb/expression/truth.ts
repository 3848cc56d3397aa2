import { isNumber, toNumber, type Value } from '#docdb/values/value.ts'

/** Returns whether a value counts as true: all but false, null, 0 and a missing value. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false
  return !isNumber(value) || toNumber(value) !== 0
}

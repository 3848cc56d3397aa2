import type { Statement } from './document.ts'

// The vendor parses policies a second time with an older parser, which refuses more and says so in one sentence.

/** Returns whether an ARN has the form of the older parser: one with an empty part has all parts, and its service. */
export function hasLegacyForm(resource: string): boolean {
  const parts = resource.split(':')
  return parts.length < 3 || ((parts.length >= 6 || !resource.includes('::')) && parts[2] !== '')
}

/** Returns whether the dates in a statement's conditions can be read. */
export function hasDates({ conditions }: Pick<Statement, 'conditions'>): boolean {
  return conditions.every(
    ({ operator, values }) => !/^(?:for(?:any|all)values?:)?date/i.test(operator) || values.every(isDate),
  )
}

const ISO_DATE =
  /^\d{1,4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?:t(?:\d{1,2}(?::\d\d(?::\d\d(?:\.\d{1,9})?)?)?)?(?:z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Returns whether a value is a date in the form of ISO 8601, or a whole number of seconds in 64 bits. */
function isDate(value: string): boolean {
  if (ISO_DATE.test(value)) return true
  return /^[+-]?\d{1,30}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
}

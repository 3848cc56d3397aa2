import * as v from 'valibot'
import { isInRange } from '#core/duration.ts'
import { clerkFailure } from '#auth-saas/errors.ts'

// The parts that the schemas of bodies share.

/** A member that may be missing or null. */
export const maybe = <S extends v.GenericSchema>(
  schema: S,
): v.OptionalSchema<v.NullableSchema<S, undefined>, undefined> => v.optional(v.nullable(schema))

/** Text. */
export const text = v.string()

/** Text or null, or nothing. */
export const maybeText = maybe(v.string())

/** True, false, null or nothing. */
export const maybeFlag = maybe(v.boolean())

/** A list of texts; a single text counts as a list of one. */
export const texts = v.union([
  v.array(v.string()),
  v.pipe(
    v.string(),
    v.transform((one) => [one]),
  ),
])

/** An object of the application's own. */
export const metadata = v.record(v.string(), v.unknown())

/** Metadata, null or nothing. */
export const maybeMetadata = maybe(metadata)

/** An e-mail address, in lower case. */
export const emailAddress = v.pipe(
  v.string(),
  v.maxLength(254),
  v.transform((address) => address.trim().toLowerCase()),
  v.check((address) => isEmailAddress(address), 'Email address must be a valid email address.'),
)

/** Returns whether a text is an e-mail address. Reads every letter once. */
export function isEmailAddress(address: string): boolean {
  const [local = '', domain = '', ...rest] = address.split('@')
  if (rest.length > 0 || local === '' || /\s/.test(address)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => /^[a-z0-9-]+$/i.test(label))
}

/** A phone number, without spaces and punctuation. */
export const phoneNumber = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((number) => normalizedNumber(number)),
  v.check(
    (number) => isPhoneNumber(number),
    'Phone number must be a valid phone number according to E.164 international standard.',
  ),
)

/** Returns a phone number without spaces and punctuation. */
export function normalizedNumber(number: string): string {
  return number.replaceAll(/[\s().-]/g, '')
}

/** Returns whether a text is a phone number in the form of E.164. */
export function isPhoneNumber(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number)
}

/** A moment as the vendor's clients send it: RFC 3339, as epoch milliseconds. */
export const moment = v.pipe(
  v.string(),
  v.check((at) => isInRange(Date.parse(at)), 'must be a date of RFC 3339'),
  v.transform((at) => Date.parse(at)),
)

/**
 * A moment that is not in the future of a clock.
 *
 * @throws 422 for a later one.
 */
export function notFuture(at: number | null | undefined, now: number, name: string): number | undefined {
  if (at === null || at === undefined) return undefined
  if (at <= now) return at
  throw clerkFailure(422, 'form_disallow_future_date', 'is in the future', `${name} cannot be in the future.`, {
    param_name: name,
  })
}

/**
 * @throws 400 for more records than an operation takes at once, and for one that comes twice where `duplicate` names
 * the vendor's code for it.
 */
export function requireBulk(identifiers: readonly string[], most: number, duplicate?: string): void {
  if (identifiers.length > most) {
    const sentence = `You can process up to ${most} records at once.`
    throw clerkFailure(400, 'bulk_size_exceeded', 'Bulk size exceeded', sentence)
  }
  const twice = identifiers.find((each, index) => identifiers.indexOf(each) !== index)
  if (twice === undefined || duplicate === undefined) return
  throw clerkFailure(400, duplicate, 'not unique', `${twice} was given more than once.`)
}

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number): v.GenericSchema<number> =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

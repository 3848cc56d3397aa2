import * as v from 'valibot'
import { isInRange } from '#core/duration.ts'
import { isEmailAddress, normalizedPhoneNumber, isPhoneNumber } from './users/addresses.ts'

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

/** A phone number, without spaces and punctuation. */
export const phoneNumber = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((number) => normalizedPhoneNumber(number)),
  v.check(
    (number) => isPhoneNumber(number),
    'Phone number must be a valid phone number according to E.164 international standard.',
  ),
)

/** A moment as the vendor's clients send it: RFC 3339, as epoch milliseconds. */
export const moment = v.pipe(
  v.string(),
  v.check((at) => isInRange(Date.parse(at)), 'must be a date of RFC 3339'),
  v.transform((at) => Date.parse(at)),
)

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number): v.GenericSchema<number> =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

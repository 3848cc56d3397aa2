import { validationError } from '#mail/errors.ts'
import { DAY } from '#core/duration.ts'

/**
 * The longest time in advance that an email can be scheduled, in milliseconds.
 * https://resend.com/docs/dashboard/emails/schedule-email
 */
const LATEST = 30 * DAY

/** The longest text that is parsed, in characters: the parser of English takes long for long texts. */
const LONGEST = 200

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/**
 * Parses `scheduled_at` to epoch milliseconds: ISO 8601, or English such as `in 1 hour` or `tomorrow at 9am`, in UTC
 * and relative to `now`. Rejects with 422 when the text is neither, or more than 30 days ahead.
 */
export async function scheduledTime(text: string, now: number): Promise<number> {
  const at = text.length > LONGEST ? null : await momentOf(text.trim(), now)
  if (at === null || !Number.isFinite(at)) {
    throw validationError(
      'Invalid `scheduled_at` field. It must be a date in ISO 8601 format or in natural language, such as `in 1 hour`.',
    )
  }
  if (at - now > LATEST) throw validationError('Emails can be scheduled up to 30 days in advance.')
  return at
}

async function momentOf(text: string, now: number): Promise<number | null> {
  return ISO_8601.test(text) ? isoMoment(text) : await naturalTime(text, now)
}

/** A time without an offset is UTC, whatever the machine's time zone. */
function isoMoment(text: string): number {
  const [date = '', time] = text.split(/[T ]/i, 2)
  const midnight = Date.parse(date)
  // Date.parse reads February 30 as March 2.
  if (!Number.isFinite(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return Number.NaN
  if (time === undefined) return midnight
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(text)
  // ISO 8601 allows an offset in whole hours, Date.parse does not.
  return Date.parse(zoned ? text.replace(/[+-]\d{2}$/, '$&:00') : `${text.replace(' ', 'T')}Z`)
}

async function naturalTime(text: string, now: number): Promise<number | null> {
  const { casual } = await import('chrono-node/en')
  const parsed = casual.parseDate(text, { instant: new Date(now), timezone: 'UTC' }, { forwardDate: true })
  return parsed?.getTime() ?? null
}

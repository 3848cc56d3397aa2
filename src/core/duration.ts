/** A second, in milliseconds. */
export const SECOND = 1000

/** A minute, in milliseconds. */
export const MINUTE: number = 60 * SECOND

/** An hour, in milliseconds. */
export const HOUR: number = 60 * MINUTE

/** A day of 24 hours, in milliseconds. */
export const DAY: number = 24 * HOUR

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  second: SECOND,
  m: MINUTE,
  minute: MINUTE,
  h: HOUR,
  hour: HOUR,
  d: DAY,
  day: DAY,
  w: 7 * DAY,
  week: 7 * DAY,
}

/** The units of the calendar, in months. How long they are depends on the moment that they are added to. */
const CALENDAR_UNITS: Readonly<Record<string, number>> = { month: 1, year: 12 }

const PART = /\s*(\d+(?:\.\d+)?)\s*(?:(second|minute|hour|day|week|month|year)s?|(ms|[smhdw]))\s*|(.)/g

/** The longest delay that setTimeout takes, in milliseconds: it would end a longer one at once. */
export const LONGEST_DELAY = 2 ** 31 - 1

/**
 * The longest delay, timeout and seeded span, in milliseconds: a year. With a longer one a date may be out of the range
 * of a clock.
 */
export const LONGEST_SPAN: number = 365 * DAY

/**
 * A span of time: milliseconds, or text such as `'90s'`, `'1h'`, `'1h 30m'`, `'1h30m'`, `'2d'`, `'3 days'`. A clock
 * also advances by months and years of the calendar: `'1 month'`, `'1 year 2 days'`.
 */
export type Duration = number | string

/**
 * Returns the milliseconds in a duration.
 *
 * @throws TypeError when the text is not a sum of numbers with a unit of ms, s, m, h, d or w (or second, minute, hour,
 * day, week).
 */
export function milliseconds(duration: Duration): number {
  const span = spanOf(duration)
  if (span?.months === 0) return span.milliseconds
  throw notADuration(duration)
}

/**
 * Returns the moment a duration after `at`, in epoch milliseconds. Months and years are those of the UTC calendar, and
 * come first: a month after 31 January is the last day of February.
 *
 * @throws TypeError when the text is not a sum of numbers with units. Months and years are whole numbers.
 */
export function addDuration(at: number, duration: Duration): number {
  const span = spanOf(duration)
  if (span === undefined) throw notADuration(duration)
  return addMonths(at, span.months) + span.milliseconds
}

/**
 * Returns the moment `months` calendar months (UTC) after `at`, in epoch milliseconds: on the same day, or the last day
 * of a shorter month.
 */
export function addMonths(at: number, months: number): number {
  if (months === 0) return at
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay))
}

interface Span {
  readonly months: number
  readonly milliseconds: number
}

/** Returns the parts of a duration; undefined when it is none. */
function spanOf(duration: Duration): Span | undefined {
  if (typeof duration === 'number') return Number.isFinite(duration) ? { months: 0, milliseconds: duration } : undefined
  if (typeof duration !== 'string') return undefined
  const sum = { months: 0, milliseconds: 0 }
  const parts = [...duration.matchAll(PART)]
  for (const [, amount, word, letter] of parts) {
    const unit = word ?? letter ?? ''
    const months = CALENDAR_UNITS[unit]
    if (months === undefined) sum.milliseconds += Number(amount) * (UNITS[unit] ?? Number.NaN)
    else sum.months += Number(amount) * months
  }
  return parts.length > 0 && Number.isFinite(sum.milliseconds) && Number.isInteger(sum.months) ? sum : undefined
}

function notADuration(duration: Duration): TypeError {
  return new TypeError(
    `${JSON.stringify(duration)} is not a duration: pass milliseconds, or text such as '90s' or '1h'`,
  )
}

/**
 * Returns the milliseconds of a delay or a timeout.
 *
 * @throws TypeError when it is not a duration, RangeError when it is below 0 or above {@link LONGEST_SPAN}.
 */
export function delayOf(duration: Duration): number {
  const span = milliseconds(duration)
  if (span >= 0 && span <= LONGEST_SPAN) return span
  throw new RangeError(`${JSON.stringify(duration)} is out of the range of a delay, which is 0 to ${LONGEST_SPAN} ms`)
}

/** A moment: epoch milliseconds, a Date, or text that Date understands (ISO 8601). */
export type Moment = number | string | Date

/**
 * Returns the epoch milliseconds of a moment.
 *
 * @throws TypeError when it is not a valid date, RangeError when it is outside of the range of {@link isInRange}.
 */
export function epoch(moment: Moment): number {
  const at = typeof moment === 'number' ? moment : new Date(moment).getTime()
  if (isInRange(at)) return at
  if (typeof moment === 'number' && !Number.isNaN(at)) throw outOfRange(moment)
  throw new TypeError(`${JSON.stringify(moment)} is not a date: pass epoch milliseconds, a Date or ISO 8601 text`)
}

/** Returns whether a text or a number is a time in the range of a clock. */
export function isMoment(moment: Moment): boolean {
  return isInRange(typeof moment === 'number' ? moment : new Date(moment).getTime())
}

// The range of a clock: the years that ISO 8601 writes in four digits.
const EARLIEST = Date.parse('0000-01-01T00:00:00Z')

/** The last moment of a clock, in epoch milliseconds. */
export const LATEST: number = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns true for epoch milliseconds in the years 0 to 9999: beyond them dates have formats that no vendor sends. */
export function isInRange(at: number): boolean {
  return at >= EARLIEST && at <= LATEST
}

/** The error for a moment that a clock cannot show. */
export function outOfRange(moment: number | string): RangeError {
  const range = `${new Date(EARLIEST).toISOString()} to ${new Date(LATEST).toISOString()}`
  return new RangeError(`${moment} is out of the range of a clock, which is ${range}`)
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** The longest delay that setTimeout takes, in milliseconds: it would end a longer one at once. */
export const LONGEST_DELAY = 2 ** 31 - 1

/** The longest delay, timeout and seeded span, in milliseconds: a year. With a longer one a date may be out of the range of a clock. */
export const LONGEST_SPAN: number = 365 * 86_400_000

/** A span of time: milliseconds, or text such as `'90s'`, `'1h'`, `'1h 30m'`, `'1h30m'`, `'2d'`. */
export type Duration = number | string

/**
 * Returns the milliseconds in a duration.
 *
 * @throws TypeError when the text is not a sum of numbers with a unit of ms, s, m, h, d or w.
 */
export function milliseconds(duration: Duration): number {
  if (typeof duration === 'number') {
    if (Number.isFinite(duration)) return duration
  } else if (typeof duration === 'string') {
    const parts = [...duration.matchAll(/\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)\s*|(.)/g)]
    const sum = parts.reduce((total, [, amount, unit]) => total + Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN), 0)
    if (parts.length > 0 && Number.isFinite(sum)) return sum
  }
  throw new TypeError(`${JSON.stringify(duration)} is not a duration: pass milliseconds, or text such as '90s' or '1h'`)
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

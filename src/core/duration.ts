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

/** A moment: epoch milliseconds, a Date, or text that Date understands (ISO 8601). */
export type Moment = number | string | Date

/**
 * Returns the epoch milliseconds of a moment.
 *
 * @throws TypeError when it is not a valid date.
 */
export function epoch(moment: Moment): number {
  const at = typeof moment === 'number' ? moment : new Date(moment).getTime()
  if (Number.isFinite(at)) return at
  throw new TypeError(`${JSON.stringify(moment)} is not a date: pass epoch milliseconds, a Date or ISO 8601 text`)
}

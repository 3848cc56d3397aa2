import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { utc } from './time-zone.ts'

/**
 * Returns the date of an epoch time in milliseconds.
 *
 * @throws the failure for a time outside of the years -271821 to 275760, which a `Date` cannot hold.
 */
export function dateWithin(time: number, failure: CommandError): Date {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw failure
  return date
}

/** Returns the week of ISO 8601 that a date belongs to, with its year. The date's UTC parts are read. */
export function isoWeek(date: Date): { week: number; year: number } {
  const weekday = date.getUTCDay() === 0 ? 7 : date.getUTCDay()
  // The Thursday of a week decides on its year.
  const thursday = new Date(date.getTime() + (4 - weekday) * DAY)
  const year = thursday.getUTCFullYear()
  return { week: Math.floor((thursday.getTime() - utc(year, 1, 1, 0, 0, 0, 0)) / DAY / 7) + 1, year }
}

/** The units of `$dateAdd`, `$dateDiff` and `$dateTrunc`. */
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond'] as const
/** A unit of time. */
export type Unit = (typeof UNITS)[number]

/** The lengths of the units that always have the same, in milliseconds. */
const LENGTHS: Readonly<Partial<Record<Unit, number>>> = {
  week: 7 * DAY,
  day: DAY,
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
  millisecond: 1,
}

const MONTHS_IN: Readonly<Partial<Record<Unit, number>>> = { year: 12, quarter: 3, month: 1 }

/** Returns a unit by its name. */
export function unitOf(name: string, operator: string): Unit {
  const found = UNITS.find((each) => each === name)
  if (found === undefined)
    throw new CommandError(
      'FailedToParse',
      `${operator} parameter 'unit' value cannot be recognized as a time unit: ${name}`,
    )
  return found
}

/** Returns a local time some units later; a day that the month does not have becomes its last. */
export function added(local: number, unit: Unit, amount: number): number {
  const length = LENGTHS[unit]
  if (length !== undefined) return local + amount * length
  const date = new Date(local)
  const month = date.getUTCMonth() + amount * (MONTHS_IN[unit] ?? 1)
  const lastDay = new Date(utc(date.getUTCFullYear(), month + 2, 0, 0, 0, 0, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return utc(date.getUTCFullYear(), month + 1, day, 0, 0, 0, 0) + (local - Math.floor(local / DAY) * DAY)
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Returns the number of a day of the week, from Sunday, 0. */
export function weekdayOf(name: string, operator: string): number {
  const found = DAYS.findIndex((each) => each === name.toLowerCase() || each.slice(0, 3) === name.toLowerCase())
  if (found < 0)
    throw new CommandError(
      'FailedToParse',
      `${operator} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${name}`,
    )
  return found
}

/** Returns the start of the span of `size` units that a local time is in. Spans are counted from the year 2000. */
export function truncated(local: number, unit: Unit, size: number, startOfWeek: number): number {
  const months = MONTHS_IN[unit]
  if (months !== undefined) {
    const date = new Date(local)
    const since = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth()
    const span = months * size
    return utc(2000, Math.floor(since / span) * span + 1, 1, 0, 0, 0, 0)
  }
  const length = (LENGTHS[unit] ?? 1) * size
  // 1 January 2000 was a Saturday.
  const origin = utc(2000, 1, 1, 0, 0, 0, 0) + (unit === 'week' ? ((startOfWeek + 1) % 7) * DAY : 0)
  return origin + Math.floor((local - origin) / length) * length
}

/** Returns the number of boundaries of a unit between two local times. */
export function difference(from: number, to: number, unit: Unit, startOfWeek: number): number {
  const months = MONTHS_IN[unit]
  if (months !== undefined) {
    const count = (time: number): number => {
      const date = new Date(time)
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months)
    }
    return count(to) - count(from)
  }
  const length = LENGTHS[unit] ?? 1
  return Math.round((truncated(to, unit, 1, startOfWeek) - truncated(from, unit, 1, startOfWeek)) / length)
}

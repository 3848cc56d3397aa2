import { DAY, HOUR, MINUTE } from '#core/duration.ts'

/** The times of a schedule: the minutes, hours, days and months that it names. */
export interface Cron {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** True where the schedule limits both the days of the month and those of the week, one of which is enough. */
  readonly isEither: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Parses a schedule of five fields in POSIX's syntax; null for another text.
 * https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule
 */
export function readCron(text: string): Cron | null {
  const fields = text.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const minutes = valuesIn(minute, 0, 59)
  const hours = valuesIn(hour, 0, 23)
  const days = valuesIn(day, 1, 31)
  const months = valuesIn(month, 1, 12, MONTHS, 1)
  const weekdays = valuesIn(weekday, 0, 6, WEEKDAYS, 0)
  if (fields.length !== 5 || !minutes || !hours || !days || !months || !weekdays) return null
  return { minutes, hours, days, months, weekdays, isEither: !day.startsWith('*') && !weekday.startsWith('*') }
}

/** Returns the values that a field names: `*`, numbers, ranges and steps, in a list; null for another text. */
function valuesIn(
  field: string,
  least: number,
  most: number,
  names: readonly string[] = [],
  firstName = 0,
): Set<number> | null {
  const numberOf = (text: string): number => {
    const at = names.indexOf(text.toLowerCase())
    return at >= 0 ? at + firstName : /^\d+$/.test(text) ? Number(text) : Number.NaN
  }
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
    const [from = '', to = step === undefined ? from : String(most)] =
      range === '*' ? [String(least), String(most)] : range.split('-')
    const [first, last, by] = [numberOf(from), numberOf(to), Number(step ?? 1)]
    if (!(first >= least && last <= most && first <= last && by >= 1)) return null
    for (let value = first; value <= last; value += by) found.add(value)
  }
  return found
}

/** How far a time of a schedule is looked for: 29 February comes every eight years at the latest. */
const FARTHEST = 8 * 366

/** Returns the first time of a schedule after `after`, in epoch milliseconds, in UTC; null for one that never comes. */
export function nextTime(cron: Cron, after: number): number | null {
  const start = Math.floor(after / MINUTE) * MINUTE + MINUTE
  let day = Math.floor(start / DAY) * DAY
  for (let count = 0; count < FARTHEST; count++, day += DAY) {
    if (!isDay(cron, new Date(day))) continue
    for (let hour = 0; hour < 24; hour++) {
      if (!cron.hours.has(hour) || day + (hour + 1) * HOUR <= start) continue
      for (let minute = 0; minute < 60; minute++) {
        const at = day + hour * HOUR + minute * MINUTE
        if (cron.minutes.has(minute) && at >= start) return at
      }
    }
  }
  return null
}

function isDay({ days, months, weekdays, isEither }: Cron, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const [isDate, isWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
  return isEither ? isDate || isWeekday : isDate && isWeekday
}

import type { Interval, Cadence, Period } from '#payments/schema/billing/periods.ts'
import { addMonths } from '#core/duration.ts'
import { DAY_SECONDS } from '../seconds.ts'

const MONTHS: Readonly<Record<'month' | 'year', number>> = { month: 1, year: 12 }
const DAYS: Readonly<Record<'day' | 'week', number>> = { day: 1, week: 7 }
/** The average length of an interval in seconds, to guess how many intervals lie between two times. */
const LENGTH: Readonly<Record<Interval, number>> = {
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: 30.436875 * DAY_SECONDS,
  year: 365.2425 * DAY_SECONDS,
}

/** The time from which billing periods are counted, where they begin on a day that its own month may lack. */
export interface Anchor {
  /** Epoch seconds. */
  readonly at: number
  /** The day of the month on which periods begin: 1 to 31. */
  readonly day: number
}

/**
 * Returns the time `steps` billing periods after an anchor (epoch seconds); before the anchor when `steps` is negative.
 * Months and years are those of the UTC calendar: a month that lacks the anchor's day has its last day in the place of
 * that day.
 */
export function addPeriods(anchor: number | Anchor, { interval, count }: Cadence, steps: number): number {
  const at = timeOf(anchor)
  if (interval === 'day' || interval === 'week') return at + steps * count * DAYS[interval] * DAY_SECONDS
  const moved = addMonths(at * 1000, steps * count * MONTHS[interval])
  return (typeof anchor === 'number' ? moved : onDay(moved, anchor.day)) / 1000
}

function timeOf(anchor: number | Anchor): number {
  return typeof anchor === 'number' ? anchor : anchor.at
}

/** Returns the moment on a day of the same month, in epoch milliseconds; on its last day where it lacks the day. */
function onDay(at: number, day: number): number {
  const date = new Date(at)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}

/** Returns the billing period that contains `at`: both of its ends are a whole number of periods from the anchor. */
export function periodAt(anchor: number | Anchor, cadence: Cadence, at: number): Period {
  let steps = Math.floor((at - timeOf(anchor)) / (LENGTH[cadence.interval] * cadence.count))
  while (addPeriods(anchor, cadence, steps) > at) steps--
  while (addPeriods(anchor, cadence, steps + 1) <= at) steps++
  return { start: addPeriods(anchor, cadence, steps), end: addPeriods(anchor, cadence, steps + 1) }
}

/** The fields of `billing_cycle_anchor_config`. */
export interface AnchorConfig {
  /** 1 to 31. */
  readonly dayOfMonth: number
  readonly month: number | null
  readonly hour: number | null
  readonly minute: number | null
  readonly second: number | null
}

/** Returns the first time after `start` that has the day, the month and the time of day of the configuration (UTC). */
export function anchorAfter(start: number, config: AnchorConfig): number {
  const from = new Date(start * 1000)
  for (let months = 0; ; months++) {
    const month = from.getUTCMonth() + months
    if (config.month !== null && (month % 12) + 1 !== config.month) continue
    const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
    const at =
      Date.UTC(
        from.getUTCFullYear(),
        month,
        Math.min(config.dayOfMonth, lastDay),
        config.hour ?? from.getUTCHours(),
        config.minute ?? from.getUTCMinutes(),
        config.second ?? from.getUTCSeconds(),
      ) / 1000
    if (at > start) return at
  }
}

import { DAY } from '#core/duration.ts'
import { dayOf, type Period } from '#codehost/rules/accounts/contributions.ts'
import type { Fields } from '../source.ts'

/** Returns the beginning of the Sunday on or before a day. */
export function sundayOf(day: number): number {
  return day - new Date(day).getUTCDay() * DAY
}

/** Contributions by the beginnings of their days. */
export interface Calendar extends Period {
  readonly days: ReadonlyMap<number, number>
}

/** The colors of the four levels of a day with contributions. */
const COLORS = ['#9be9a8', '#40c463', '#30a14e', '#216e39'] as const
const NO_COLOR = '#ebedf0'
const LEVELS = ['FIRST_QUARTILE', 'SECOND_QUARTILE', 'THIRD_QUARTILE', 'FOURTH_QUARTILE'] as const

/** Returns the Sundays on which the weeks of a calendar begin; the first week begins with the first day. */
function weeksOf({ from, to }: Period): number[] {
  const weeks = [dayOf(from)]
  for (let week = sundayOf(dayOf(from)) + 7 * DAY; week <= to; week += 7 * DAY) weeks.push(week)
  return weeks
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}

/** The calendar of contributions. https://docs.github.com/graphql/reference/objects#contributioncalendar */
export const ContributionCalendar: Fields<Calendar> = {
  colors: () => COLORS,
  isHalloween: () => false,
  totalContributions: ({ days }) => [...days.values()].reduce((sum, count) => sum + count, 0),
  months: (calendar) => {
    const byMonth = new Map<string, number[]>()
    for (const week of weeksOf(calendar)) {
      const month = dateOf(week).slice(0, 7)
      byMonth.set(month, [...(byMonth.get(month) ?? []), week])
    }
    return [...byMonth.values()].map((weeks) => {
      const date = new Date(weeks[0] ?? 0)
      return {
        name: date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }),
        year: date.getUTCFullYear(),
        firstDay: dateOf(date.getTime()),
        totalWeeks: weeks.length,
      }
    })
  },
  weeks: (calendar) => {
    const most = Math.max(1, ...calendar.days.values())
    return weeksOf(calendar).map((week) => {
      const end = Math.min(sundayOf(week) + 6 * DAY, dayOf(calendar.to))
      const days = Array.from({ length: (end - week) / DAY + 1 }, (_, place) => week + place * DAY)
      return {
        firstDay: dateOf(week),
        contributionDays: days.map((day) => dayJson(day, calendar.days.get(day) ?? 0, most)),
      }
    })
  },
}

function dayJson(day: number, count: number, most: number) {
  const level = Math.ceil((count / most) * LEVELS.length) - 1
  return {
    date: dateOf(day),
    weekday: new Date(day).getUTCDay(),
    contributionCount: count,
    contributionLevel: LEVELS[level] ?? 'NONE',
    color: COLORS[level] ?? NO_COLOR,
  }
}

import { DAY, HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { ownMember } from '#core/objects.ts'
import type { Recurrence } from '#chat/schema/people.ts'
import { localDate, MONTHS, timeOfLocal, WEEKDAYS } from './time-zone.ts'

/** When a reminder comes first, in epoch seconds, and how it repeats. */
export interface ReminderTime {
  readonly time: number
  readonly recurrence: Recurrence | null
}

/** The moment at which words are read: epoch seconds, and the person's time zone. */
interface Moment {
  readonly now: number
  readonly tz: string
}

/** A time of day in minutes. */
type Minutes = number

/** The units of a span, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  sec: SECOND,
  second: SECOND,
  min: MINUTE,
  minute: MINUTE,
  hr: HOUR,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
}
const WORKDAYS = WEEKDAYS.slice(1, 6)
/** The time of a reminder for a day without a time. https://slack.com/help/articles/208423427 */
const MORNING: Minutes = 9 * 60

/**
 * Returns the time that words name for a person: `in 15 minutes`, `tomorrow at 5pm`, `next Monday`, `every Thursday`;
 * undefined for words that are not understood. https://docs.slack.dev/reference/methods/reminders.add
 */
export function timeInWords(words: string, moment: Moment): ReminderTime | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
  const span = spanOf(text)
  if (span !== undefined) return { time: moment.now + span, recurrence: null }
  const { day, minutes } = splitClock(text)
  const every = /^every (.+)$/.exec(day === 'daily' ? 'every day' : day)?.[1]
  return every === undefined ? onDay(moment, day, minutes) : onEvery(moment, every, minutes ?? MORNING)
}

/** Returns the seconds of `in 15 minutes`. */
function spanOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^in (\d{1,6}|an?) ([a-z]+?)s?$/.exec(text) ?? []
  const length = ownMember(UNITS, unit)
  return length === undefined ? undefined : (amount.startsWith('a') ? 1 : Number(amount)) * (length / SECOND)
}

/** Splits `tomorrow at 5pm`, or `at 5pm tomorrow`, into the day and the time. */
function splitClock(text: string): { readonly day: string; readonly minutes: Minutes | undefined } {
  const clock = String.raw`(?:at )?(?:noon|midnight|\d{1,2}:\d{2}(?: ?[ap]m)?|\d{1,2} ?[ap]m)|at \d{1,2}`
  const last = new RegExp(`^(?:(.*?) )??(${clock})$`).exec(text)
  if (last !== null) return { day: last[1] ?? '', minutes: minutesOf(last[2] ?? '') }
  const first = new RegExp(`^(${clock}) (.*)$`).exec(text)
  return first === null
    ? { day: text, minutes: undefined }
    : { day: first[2] ?? '', minutes: minutesOf(first[1] ?? '') }
}

/** Returns a time of day in minutes; `NaN` for one that no day has. */
function minutesOf(text: string): Minutes {
  if (text.endsWith('noon')) return 12 * 60
  if (text.endsWith('midnight')) return 0
  const [, hours = '', minutes = '0', half] = /(\d{1,2})(?::(\d{2}))? ?([ap])?m?$/.exec(text) ?? []
  const isWrong = Number(minutes) > 59 || Number(hours) > (half === undefined ? 23 : 12)
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  return isWrong ? Number.NaN : hour * 60 + Number(minutes)
}

/** Returns the time of a reminder that comes once. */
function onDay({ now, tz }: Moment, day: string, minutes: Minutes | undefined): ReminderTime | undefined {
  const words = day.replace(/^(?:on|this) /, '')
  const at = minutes ?? MORNING
  const inDays = (days: number): number => timeOfLocal(tz, localDate(tz, now), { days, minutes: at })
  const nextOf = (days: number, period: number): ReminderTime => {
    const time = inDays(days)
    return { time: time > now ? time : inDays(days + period), recurrence: null }
  }
  if (words === '') return minutes === undefined ? undefined : nextOf(0, 1)
  if (words === 'today' || words === 'tomorrow') return { time: inDays(words === 'today' ? 0 : 1), recurrence: null }
  if (words === 'next week') return nextOf(daysTo('monday', now, tz) || 7, 7)
  const weekday = weekdayIn(words.replace(/^next /, ''))
  if (weekday !== undefined) return nextOf(daysTo(weekday, now, tz) || (words.startsWith('next ') ? 7 : 0), 7)
  const time = dateTime({ now, tz }, words, at)
  return time === undefined ? undefined : { time, recurrence: null }
}

/** Returns the time of `december 24`, `24 december` and `2026-12-24`; without a year, the next that comes. */
function dateTime({ now, tz }: Moment, words: string, minutes: Minutes): number | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})$/.exec(words) ?? []
  if (iso !== undefined) return timeOfLocal(tz, new Date(iso), { days: 0, minutes })
  const [, before, name = '', after] =
    /^(\d{1,2})?(?:st|nd|rd|th)? ?([a-z]{3,9}) ?(\d{1,2})?(?:st|nd|rd|th)?$/.exec(words) ?? []
  const [month, day] = [MONTHS.indexOf(name.slice(0, 3)), Number(before ?? after)]
  if (month < 0 || !(day >= 1 && day <= 31)) return undefined
  const inYear = (more: number): number => {
    const year = localDate(tz, now).getUTCFullYear() + more
    return timeOfLocal(tz, new Date(Date.UTC(year, month, day)), { days: 0, minutes })
  }
  return inYear(0) > now ? inYear(0) : inYear(1)
}

/** Returns the first time of a reminder that repeats, and its repetition. */
function onEvery(moment: Moment, every: string, minutes: Minutes): ReminderTime | undefined {
  const { now, tz } = moment
  const repetition = repetitionOf(every)
  if (repetition === undefined) return undefined
  const days = [...Array.from({ length: 9 }).keys()].map((ahead) =>
    timeOfLocal(tz, localDate(tz, now), { days: ahead, minutes }),
  )
  const { weekdays } = repetition
  const isDue = (time: number): boolean =>
    weekdays.length === 0 || weekdays.includes(WEEKDAYS[localDate(tz, time).getUTCDay()] ?? '')
  const time = days.find((each) => each > now && isDue(each))
  return time === undefined ? undefined : { time, recurrence: repetition }
}

function repetitionOf(every: string): Recurrence | undefined {
  const frequencies = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const
  const frequency = ownMember(frequencies, every)
  if (frequency !== undefined) return { frequency, weekdays: [] }
  if (every === 'weekday') return { frequency: 'weekly', weekdays: WORKDAYS }
  const weekdays = every.split(/ and | /).map(weekdayIn)
  return weekdays.every((each) => each !== undefined) ? { frequency: 'weekly', weekdays } : undefined
}

/** Returns the weekday that a word names: `thu`, `thursday`, `thursdays`. */
function weekdayIn(word: string): string | undefined {
  return word.length < 3 ? undefined : WEEKDAYS.find((each) => `${each}s`.startsWith(word))
}

/** Returns how many days ahead a weekday is, 0 for today. */
function daysTo(weekday: string, now: number, tz: string): number {
  return (WEEKDAYS.indexOf(weekday) - localDate(tz, now).getUTCDay() + 7) % 7
}

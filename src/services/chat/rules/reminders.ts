import * as v from 'valibot'
import type { ChatContext } from '#chat/call.ts'
import { postAsSlackbot } from './messages/slackbot.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Recurrence, User } from '#chat/schema/people.ts'
import { timeInWords, type ReminderTime } from './reminder-words.ts'
import { DEFAULT_TIME_ZONE, localDate, timeOfLocal, WEEKDAYS } from './time-zone.ts'
import { seconds } from './timestamps.ts'

/** Sends a reminder that is due, as a direct message of Slackbot, and sets the time of the next when it recurs. */
export function remind(context: ChatContext, { id }: { readonly id: string }): void {
  const reminder = context.rows.reminders.get(id)
  if (reminder === undefined || reminder.completedAt > 0) return
  postAsSlackbot(context, reminder.userId, { text: `Reminder: ${reminder.text}` })
  if (reminder.recurrence === null) return
  const tz = context.rows.users.get(reminder.userId)?.tz ?? DEFAULT_TIME_ZONE
  const time = nextTime(reminder.time, reminder.recurrence, tz)
  context.rows.reminders.update(id, { time })
  context.schedule(time * 1000 - context.clock.now(), 'remind', { id })
}

/** Returns when a recurring reminder comes after `time`, at the same hour of a time zone. Both are epoch seconds. */
function nextTime(time: number, { frequency, weekdays }: Recurrence, tz: string): number {
  const date = localDate(tz, time)
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes()
  const inDays = (days: number): number => timeOfLocal(tz, date, { days, minutes }) + (time % 60)
  switch (frequency) {
    case 'daily':
      return inDays(1)
    case 'weekly': {
      const isDue = (day: number): boolean => weekdays.includes(WEEKDAYS[(date.getUTCDay() + day) % 7] ?? '')
      return inDays([1, 2, 3, 4, 5, 6, 7].find(isDue) ?? 7)
    }
    case 'monthly':
      date.setUTCMonth(date.getUTCMonth() + 1)
      return inDays(0)
    case 'yearly':
      date.setUTCFullYear(date.getUTCFullYear() + 1)
      return inDays(0)
  }
}

const recurrence = v.object({
  frequency: v.picklist(['daily', 'weekly', 'monthly', 'yearly']),
  weekdays: v.optional(v.array(v.picklist(WEEKDAYS)), []),
})

/**
 * Returns the checked repetition of a reminder; null when there is none.
 *
 * @throws `cannot_parse`.
 */
export function checkRecurrence(value: unknown): Recurrence | null {
  if (value === undefined || value === null || value === '') return null
  const result = v.safeParse(recurrence, value)
  if (!result.success) throw slackFailure('cannot_parse')
  return result.output
}

const FIVE_YEARS = 5 * 366 * 86_400

/**
 * Returns when a person's reminder comes. `input` is an epoch time, a number of seconds from now within 24 hours, or
 * words such as `in 15 minutes` and `every Thursday`. https://docs.slack.dev/reference/methods/reminders.add
 *
 * @throws `cannot_parse`, and `time_in_past` for a time before now.
 */
export function reminderTime({ clock }: Pick<ChatContext, 'clock'>, { tz }: User, input: string): ReminderTime {
  const now = seconds(clock.now())
  const found = /^\d{1,12}$/.test(input)
    ? { time: numberTime(Number(input), now), recurrence: null }
    : timeInWords(input, { now, tz })
  if (found === undefined || !(found.time <= now + FIVE_YEARS)) throw slackFailure('cannot_parse')
  if (found.time <= now) throw slackFailure('time_in_past')
  return found
}

function numberTime(value: number, now: number): number {
  return value <= 86_400 ? now + value : value
}

import { ownMember } from '#core/objects.ts'
import * as v from 'valibot'
import { DAY, SECOND } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import { postAsSlackbot } from './messages/slackbot.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Recurrence } from '#chat/schema/people.ts'
import { seconds } from './timestamps.ts'

/** Sends a reminder that is due, as a direct message of Slackbot, and sets the time of the next when it recurs. */
export function remind(context: ChatContext, { id }: { readonly id: string }): void {
  const reminder = context.rows.reminders.get(id)
  if (reminder === undefined || reminder.completedAt > 0) return
  postAsSlackbot(context, reminder.userId, { text: `Reminder: ${reminder.text}` })
  if (reminder.recurrence === null) return
  const time = nextTime(reminder.time, reminder.recurrence)
  context.rows.reminders.update(id, { time })
  context.schedule(time * 1000 - context.clock.now(), 'remind', { id })
}

/** The seconds of a day. */
const DAY_SECONDS = DAY / SECOND
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Returns the next time of a recurring reminder after `time`, at the same hour of UTC. Both are epoch seconds. */
function nextTime(time: number, { frequency, weekdays }: Recurrence): number {
  const date = new Date(time * 1000)
  switch (frequency) {
    case 'daily':
      return time + DAY_SECONDS
    case 'weekly': {
      const days = [1, 2, 3, 4, 5, 6, 7]
      const isDue = (day: number): boolean => weekdays.includes(WEEKDAYS[(date.getUTCDay() + day) % 7] ?? '')
      return time + DAY_SECONDS * (days.find(isDue) ?? 7)
    }
    case 'monthly':
      return date.setUTCMonth(date.getUTCMonth() + 1) / 1000
    case 'yearly':
      return date.setUTCFullYear(date.getUTCFullYear() + 1) / 1000
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

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }
const FIVE_YEARS = 5 * 366 * 86_400

/**
 * Returns the time of a reminder in epoch seconds. `input` is an epoch time, a number of seconds from now within 24
 * hours, or words such as `in 15 minutes` and `tomorrow`. https://docs.slack.dev/reference/methods/reminders.add
 *
 * @throws `cannot_parse`, and `time_in_past` for a time before now.
 */
export function reminderTime({ clock }: Pick<ChatContext, 'clock'>, input: string): number {
  const now = seconds(clock.now())
  const time = /^\d{1,12}$/.test(input) ? numberTime(Number(input), now) : wordsTime(input.toLowerCase(), now)
  if (time === undefined || time > now + FIVE_YEARS) throw slackFailure('cannot_parse')
  if (time <= now) throw slackFailure('time_in_past')
  return time
}

function numberTime(value: number, now: number): number {
  return value <= 86_400 ? now + value : value
}

function wordsTime(words: string, now: number): number | undefined {
  if (words === 'tomorrow') return now + 86_400
  const [, amount = '', unit = ''] = /^in (\d{1,6}|an?) (second|minute|hour|day|week)s?$/.exec(words.trim()) ?? []
  const length = ownMember(UNITS, unit)
  return length === undefined ? undefined : now + (amount.startsWith('a') ? 1 : Number(amount)) * length
}

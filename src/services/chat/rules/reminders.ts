import type { ChatContext } from '../call.ts'
import { openDirectMessage } from './conversations/create.ts'
import { postMessage } from './messages/post.ts'
import { refusal } from '../refusals.ts'
import { SLACKBOT } from './people.ts'
import { seconds } from './timestamps.ts'

/** Sends a reminder that is due, as a direct message of Slackbot. */
export function remind(context: ChatContext, { id }: { readonly id: string }): void {
  const reminder = context.rows.reminders.get(id)
  if (reminder === undefined || reminder.completedAt > 0) return
  const { id: channelId } = openDirectMessage(context, reminder.userId, [SLACKBOT])
  const text = `Reminder: ${reminder.text}`
  postMessage(context, { channelId, userId: SLACKBOT, botId: null, appId: null, text })
}

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }
const FIVE_YEARS = 5 * 366 * 86_400

/**
 * Returns the time of a reminder in epoch seconds. `written` is an epoch time, a number of seconds from now within 24 hours, or
 * words such as `in 15 minutes` and `tomorrow`. Throws `cannot_parse`, and `time_in_past` for a time that is over.
 * https://docs.slack.dev/reference/methods/reminders.add
 */
export function reminderTime({ clock }: Pick<ChatContext, 'clock'>, written: string): number {
  const now = seconds(clock.now())
  const time = /^\d{1,12}$/.test(written) ? numberTime(Number(written), now) : wordsTime(written.toLowerCase(), now)
  if (time === undefined || time > now + FIVE_YEARS) throw refusal('cannot_parse')
  if (time <= now) throw refusal('time_in_past')
  return time
}

function numberTime(value: number, now: number): number {
  return value <= 86_400 ? now + value : value
}

function wordsTime(words: string, now: number): number | undefined {
  if (words === 'tomorrow') return now + 86_400
  const [, amount = '', unit = ''] = /^in (\d{1,6}|an?) (second|minute|hour|day|week)s?$/.exec(words.trim()) ?? []
  const length = UNITS[unit]
  return length === undefined ? undefined : now + (amount.startsWith('a') ? 1 : Number(amount)) * length
}

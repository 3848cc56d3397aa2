import { DAY, SECOND } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { ScheduledMessage } from '#chat/schema/messages.ts'
import { newId } from '../new-id.ts'
import { postMessage } from './post.ts'
import { seconds } from '../timestamps.ts'

/** The longest time from now to a scheduled message, in seconds. */
const FURTHEST = (120 * DAY) / SECOND
/** The vendor posts at most 30 scheduled messages of a conversation in five minutes. */
const [WINDOW, MOST_IN_WINDOW] = [300, 30]
/** A message that is due within a minute can no longer be deleted. */
const LAST_MINUTE = 60

/**
 * Schedules a message for a time in epoch seconds. https://docs.slack.dev/reference/methods/chat.scheduleMessage
 *
 * @throws `time_in_past`, `time_too_far` (120 days) and `restricted_too_many`.
 */
export function scheduleMessage(
  context: ChatContext,
  input: Omit<ScheduledMessage, 'id' | 'number' | 'createdAt'>,
): ScheduledMessage {
  const { rows, clock } = context
  const now = seconds(clock.now())
  if (input.postAt <= now) throw slackFailure('time_in_past')
  if (input.postAt > now + FURTHEST) throw slackFailure('time_too_far')
  const near = rows.scheduledMessages
    .list('byTime')
    .filter(({ channelId, postAt }) => channelId === input.channelId && Math.abs(postAt - input.postAt) < WINDOW)
  if (near.length >= MOST_IN_WINDOW) throw slackFailure('restricted_too_many')
  const id = newId(context, 'Q')
  const scheduled = rows.scheduledMessages.insert({ ...input, id, number: rows.numbers.next(), createdAt: now })
  context.schedule(input.postAt * 1000 - clock.now(), 'postScheduled', { id })
  return scheduled
}

/** Returns true while a scheduled message can be deleted. */
export function canUnschedule({ clock }: Pick<ChatContext, 'clock'>, { postAt }: ScheduledMessage): boolean {
  return postAt - seconds(clock.now()) > LAST_MINUTE
}

/** Posts a scheduled message that is due, unless it was deleted or its conversation was archived. */
export function postScheduled(context: ChatContext, { id }: { readonly id: string }): void {
  const { rows } = context
  const scheduled = rows.scheduledMessages.get(id)
  if (scheduled === undefined) return
  rows.scheduledMessages.delete(id)
  const { channelId, userId, botId, appId, text, blocks, attachments, metadata, threadTs, isBroadcast } = scheduled
  if (rows.conversations.get(channelId)?.archived !== false) return
  const content = { text, blocks, attachments, metadata, threadTs, isBroadcast }
  const subtype = isBroadcast ? 'thread_broadcast' : null
  postMessage(context, { channelId, userId, botId, appId, subtype, ...content })
}

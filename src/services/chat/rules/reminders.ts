import type { ChatContext } from '../call.ts'
import { openDirectMessage } from './conversations/create.ts'
import { postMessage } from './messages/post.ts'
import { SLACKBOT } from './people.ts'

/** Sends a reminder that is due, as a direct message of Slackbot. */
export function remind(context: ChatContext, { id }: { readonly id: string }): void {
  const reminder = context.rows.reminders.get(id)
  if (reminder === undefined || reminder.completedAt > 0) return
  const { id: channelId } = openDirectMessage(context, reminder.userId, [SLACKBOT])
  const text = `Reminder: ${reminder.text}`
  postMessage(context, { channelId, userId: SLACKBOT, botId: null, appId: null, text })
}

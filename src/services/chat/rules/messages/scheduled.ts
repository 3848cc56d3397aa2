import type { ChatContext } from '../../call.ts'
import { postMessage } from './post.ts'

/** Posts a scheduled message that is due, unless it was deleted or its conversation was archived. */
export function postScheduled(context: ChatContext, { id }: { readonly id: string }): void {
  const { rows } = context
  const scheduled = rows.scheduledMessages.get(id)
  if (scheduled === undefined) return
  rows.scheduledMessages.delete(id)
  const { channelId, userId, botId, appId, text, blocks, attachments, metadata, threadTs, isBroadcast } = scheduled
  if (rows.conversations.get(channelId)?.archived !== false) return
  const content = { text, blocks, attachments, metadata, threadTs, isBroadcast }
  postMessage(context, { channelId, userId, botId, appId, ...content })
}

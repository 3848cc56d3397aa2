import type { ChatContext } from '#chat/call.ts'
import { openDirectMessage } from '../conversations/create.ts'
import { SLACKBOT } from '../people.ts'
import { postMessage, type MessageInput } from './post.ts'

/** Posts a direct message from Slackbot to a person. Does nothing for a bot. */
export function postAsSlackbot(
  context: ChatContext,
  userId: string,
  message: Pick<MessageInput, 'text' | 'subtype' | 'extra'>,
): void {
  if (userId === SLACKBOT || context.rows.users.require(userId).botId !== null) return
  const { id: channelId } = openDirectMessage(context, userId, [SLACKBOT])
  postMessage(context, { channelId, userId: SLACKBOT, botId: null, appId: null, ...message })
}

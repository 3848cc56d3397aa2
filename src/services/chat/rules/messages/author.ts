import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Message } from '#chat/schema/messages.ts'
import { canSee } from '../conversations/find.ts'
import { messageAt } from './target.ts'

type WithActor = ChatCall & { readonly principal: Actor }

/**
 * Returns the message with a timestamp in a conversation that the principal can see.
 *
 * @throws `channel_not_found`, `message_not_found`.
 */
export function findMessage(call: WithActor, channelId: string, ts: string): Message {
  const conversation = call.rows.conversations.get(channelId)
  if (conversation === undefined || !canSee(call, conversation, call.principal.user.id)) {
    throw slackFailure('channel_not_found')
  }
  const message = messageAt(call, conversation, ts)
  if (message === undefined || message.isTombstone) throw slackFailure('message_not_found')
  return message
}

/** Returns true for a message that the principal has posted, unless the vendor has made it (`channel_join`). */
export function canEdit({ principal }: WithActor, message: Message): boolean {
  return isOwn(principal, message) && EDITABLE.has(message.subtype)
}

const EDITABLE: ReadonlySet<string | null> = new Set([
  null,
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
])

/**
 * Returns true for a message that the principal has posted, and for every message when the principal is an
 * administrator.
 */
export function canDelete({ principal }: WithActor, message: Message): boolean {
  return isOwn(principal, message) || (principal.bot === null && principal.user.isAdmin)
}

function isOwn({ user, bot }: Actor, { userId, botId }: Message): boolean {
  return bot === null ? userId === user.id : botId === bot.id
}

import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { hasScope } from '../scopes.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import { canSee, membershipOf } from '../conversations/find.ts'
import { openDirectMessage } from '../conversations/create.ts'

type WithActor = ChatCall & { readonly principal: Actor }

/**
 * Returns the conversation that a message goes to: by id, by name (`#general`), or the direct message with a user by
 * the user's id.
 *
 * @throws `channel_not_found`, `is_archived`, and `not_in_channel` where the principal may not post.
 */
export function targetOf(call: WithActor, channel: string): Conversation {
  const conversation = conversationNamed(call, channel)
  if (conversation === undefined || !canSee(call, conversation, call.principal.user.id)) {
    throw slackFailure('channel_not_found')
  }
  if (conversation.archived) throw slackFailure('is_archived')
  if (!canPost(call, conversation)) throw slackFailure('not_in_channel')
  return conversation
}

/** Returns true for a member, and for a bot with `chat:write.public` in a public channel. */
function canPost(call: WithActor, conversation: Conversation): boolean {
  const { principal } = call
  if (membershipOf(call, conversation, principal.user.id) !== undefined) return true
  return principal.bot !== null && conversation.kind === 'public' && hasScope(principal.scopes, 'chat:write.public')
}

function conversationNamed(call: WithActor, channel: string): Conversation | undefined {
  const { rows, principal } = call
  const byId = rows.conversations.get(channel)
  if (byId !== undefined) return byId
  const user = rows.users.get(channel)
  if (user !== undefined) return openDirectMessage(call, principal.user.id, [user.id])
  return rows.conversations.find('name', channel.replace(/^#/, ''))
}

/** Returns the message with a timestamp, which everybody in the conversation sees; undefined when there is none. */
export function messageAt({ rows }: Pick<ChatCall, 'rows'>, { id }: Conversation, ts: string): Message | undefined {
  const message = rows.messages.find('ts', id, ts)
  return message === undefined || message.ephemeralTo !== null ? undefined : message
}

/**
 * Returns the `ts` of the thread that a reply to `ts` belongs to: threads have one level.
 *
 * @throws `thread_not_found` when no message has this timestamp.
 */
export function threadOf(call: Pick<ChatCall, 'rows'>, conversation: Conversation, ts: string): string {
  const message = messageAt(call, conversation, ts)
  if (message === undefined) throw slackFailure('thread_not_found')
  return message.threadTs ?? message.ts
}

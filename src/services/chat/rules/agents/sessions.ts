import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { AgentThread } from '#chat/schema/agents.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { canSee } from '../conversations/find.ts'
import { isAbsent } from '../messages/absent.ts'
import { messageAt } from '../messages/target.ts'
import { agentThreadAt } from './threads.ts'

type WithActor = ChatCall & { readonly principal: Actor }

/** The states of an agent's session. */
export const SESSION_STATUSES = ['active', 'processing', 'suspended', 'closed'] as const

/**
 * Returns the conversation of a thread.
 *
 * @throws `channel_not_found` unless the principal sees it.
 */
export function findThreadConversation(call: WithActor, channelId: string): Conversation {
  const conversation = call.rows.conversations.get(channelId)
  if (conversation === undefined || !canSee(call, conversation, call.principal.user.id)) {
    throw slackFailure('channel_not_found')
  }
  return conversation
}

/**
 * Returns the thread of the principal's app that begins with a message, or is one of its replies.
 *
 * @throws `channel_not_found`, and `invalid_thread_ts` when there is no such message.
 */
export function findAgentThread(call: WithActor, channelId: string, threadTs: string): AgentThread {
  const conversation = findThreadConversation(call, channelId)
  const message = messageAt(call, conversation, threadTs)
  if (message === undefined) throw slackFailure('invalid_thread_ts')
  return threadOfApp(call, conversation, message.threadTs ?? message.ts)
}

/**
 * Returns the session of the principal's app: a thread, or a code channel as a whole, which is named without a thread.
 *
 * @throws `invalid_thread_ts`.
 */
export function findSession(call: WithActor, conversation: Conversation, threadTs: string | undefined): AgentThread {
  const isCodeChannel = call.rows.codeChannels.get(conversation.id) !== undefined
  if (isAbsent(threadTs) !== isCodeChannel) throw slackFailure('invalid_thread_ts')
  if (isCodeChannel) return threadOfApp(call, conversation, '')
  return findAgentThread(call, conversation.id, threadTs ?? '')
}

/** Returns the thread of the principal's app; the whole conversation for an empty `threadTs`. */
export function threadOfApp(call: WithActor, { id: channelId }: Conversation, threadTs: string): AgentThread {
  // A bot belongs to an app.
  return agentThreadAt(call, { channelId, threadTs, appId: call.principal.app?.id ?? '' })
}

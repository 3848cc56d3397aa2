import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Conversation, Membership } from '#chat/schema/conversations.ts'
import { openDirectMessage, peopleKey } from './create.ts'

/** The largest number of people in a group direct message, without its opener. */
const MOST_PEOPLE = 8

/** The result of opening a direct message. */
interface OpenResult {
  readonly conversation: Conversation
  /** True when the conversation was open before. */
  readonly wasOpen: boolean
}

/**
 * Opens the direct message with these people, making it when there is none.
 *
 * @throws `users_list_not_supplied`, `user_not_found`, `user_disabled`, `too_many_users`, and `channel_not_found` where
 * it may not be made.
 */
export function openWith(
  context: ChatContext,
  opener: string,
  userIds: readonly string[],
  canCreate: boolean,
): OpenResult {
  const { rows } = context
  const others = [...new Set(userIds)]
  if (others.length === 0) throw slackFailure('users_list_not_supplied')
  if (others.length > MOST_PEOPLE) throw slackFailure('too_many_users')
  for (const id of others) {
    const user = rows.users.get(id)
    if (user === undefined) throw slackFailure('user_not_found')
    if (user.deleted) throw slackFailure('user_disabled')
  }
  const before = rows.conversations.find('people', peopleKey([opener, ...others]))
  if (before === undefined && !canCreate) throw slackFailure('channel_not_found')
  const conversation = before ?? openDirectMessage(context, opener, others)
  if (before === undefined) context.emit({ kind: 'conversation_created', conversation, userId: opener })
  const wasOpen = before !== undefined && !reopen(context, conversation, opener)
  return { conversation, wasOpen }
}

/** Opens a direct message again that its member has closed. Returns true when it was closed. */
export function reopen(context: ChatContext, conversation: Conversation, userId: string): boolean {
  const membership = context.rows.memberships.find('member', conversation.id, userId)
  if (membership === undefined || membership.isOpen) return false
  context.rows.memberships.update(membership.id, { isOpen: true })
  context.emit({ kind: 'conversation_opened', conversation, userId })
  return true
}

/** Closes a direct message for one of its people. */
export function closeFor(context: ChatContext, conversation: Conversation, membership: Membership): void {
  context.rows.memberships.update(membership.id, { isOpen: false })
  context.emit({ kind: 'conversation_closed', conversation, userId: membership.userId })
}

import { kindFor, teamIdOf, teamIdsOf } from '../workspaces.ts'
import type { ChatCall, ChatContext, Principal, Actor, Rows } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { requireScope, conversationScopes, type ConversationUse } from '../scopes.ts'
import type { Conversation, Membership } from '#chat/schema/conversations.ts'

type WithActor = ChatCall & { readonly principal: Actor }

/**
 * Returns a conversation that the principal can see.
 *
 * @throws `channel_not_found` for any other, and `missing_scope` when the token lacks the scope for this use of a
 * conversation of its kind.
 */
export function findConversation(call: WithActor, id: string | undefined, use: ConversationUse): Conversation {
  const conversation = id === undefined ? undefined : call.rows.conversations.get(id)
  if (conversation === undefined || !canSee(call, conversation, call.principal.user.id)) {
    throw slackFailure('channel_not_found')
  }
  const kind = kindFor(call.rows, conversation, call.principal.user.id)
  requireScope(call.principal, conversationScopes(kind, use))
  return conversation
}

/**
 * People can read public channels without being members.
 *
 * @throws `not_in_channel` for a bot that is not a member.
 */
export function requireReader(call: WithActor, conversation: Conversation): void {
  if (call.principal.bot !== null) requireMember(call, conversation)
}

/** Returns true for a public channel, and for a conversation that the user is in. */
export function canSee({ rows }: Pick<ChatContext, 'rows'>, conversation: Conversation, userId: string): boolean {
  const { id } = conversation
  return isPublicFor(rows, conversation, userId) || rows.memberships.find('member', id, userId) !== undefined
}

/** Returns true for a public channel of a workspace that the user belongs to. */
function isPublicFor(rows: Rows, conversation: Conversation, userId: string): boolean {
  if (kindFor(rows, conversation, userId) !== 'public') return false
  return rows.workspaces.size === 0 || teamIdsOf(rows, conversation).includes(teamIdOf(rows, userId))
}

/** Returns the membership of a user; undefined when the user is no member. */
export function membershipOf(
  { rows }: Pick<ChatContext, 'rows'>,
  { id }: Conversation,
  userId: string,
): Membership | undefined {
  return rows.memberships.find('member', id, userId)
}

/** @throws `not_in_channel` unless the principal is a member. */
export function requireMember(call: ChatCall & { readonly principal: Actor }, conversation: Conversation): Membership {
  const membership = membershipOf(call, conversation, call.principal.user.id)
  if (membership === undefined) throw slackFailure('not_in_channel')
  return membership
}

/** @throws `is_archived` for an archived conversation. */
export function requireActive({ archived }: Conversation): void {
  if (archived) throw slackFailure('is_archived')
}

/** @throws `method_not_supported_for_channel_type` for a direct message. */
export function requireChannel({ kind }: Conversation): void {
  if (kind === 'im' || kind === 'mpim') throw slackFailure('method_not_supported_for_channel_type')
}

/** Returns the author that a principal posts as. */
export function authorOf({ user, bot, app }: Principal): {
  readonly userId: string | null
  readonly botId: string | null
  readonly appId: string | null
} {
  return { userId: user?.id ?? null, botId: bot?.id ?? null, appId: app?.id ?? null }
}

import type { ChatContext } from '#chat/call.ts'
import { teamIdsOf, teamOf } from '../workspaces.ts'
import type { Conversation } from '#chat/schema/conversations.ts'

/** The most users that one call invites. */
export const MOST_INVITED = 1000

/** Returns the vendor's error for a user who cannot be invited; null for a user who can. */
export function inviteError(
  { rows }: Pick<ChatContext, 'rows'>,
  conversation: Conversation,
  inviterId: string,
  userId: string,
): string | null {
  const { id } = conversation
  const user = rows.users.get(userId)
  if (user === undefined || !teamIdsOf(rows, conversation).includes(teamOf(rows, user).id)) return 'user_not_found'
  if (userId === inviterId) return 'cant_invite_self'
  if (user.deleted) return 'cant_invite'
  return rows.memberships.find('member', id, userId) === undefined ? null : 'already_in_channel'
}

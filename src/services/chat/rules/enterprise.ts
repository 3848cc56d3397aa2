import type { Actor, ChatCall, ChatContext, Rows } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Enterprise, Team, User } from '#chat/schema/people.ts'
import { SLACKBOT } from './people.ts'
import { teamOf } from './workspaces.ts'

// An enterprise organization: workspaces of the seed with one administration. https://docs.slack.dev/enterprise

type ActorCall = ChatCall & { readonly principal: Actor }

/** Returns the enterprise organization that a workspace belongs to; null for one that stands alone. */
export function enterpriseOf(rows: Rows, teamId: string): Enterprise | null {
  const enterprise = rows.enterprise.get()
  if (enterprise === null) return null
  return teamId === rows.team.get().id || rows.workspaces.get(teamId)?.isInEnterprise === true ? enterprise : null
}

/** Returns the workspaces of the enterprise organization, that of the instance first. */
export function enterpriseTeams(rows: Rows): readonly Team[] {
  return [rows.team.get(), ...rows.workspaces.list('byNumber').filter(({ isInEnterprise }) => isInEnterprise === true)]
}

/**
 * Returns the person who administers the organization.
 *
 * @throws `feature_not_enabled` for a workspace of no organization, and the method's word for anybody else.
 */
export function requireAdministrator({ rows, principal }: ActorCall, refused: string): User {
  if (enterpriseOf(rows, teamOf(rows, principal.user).id) === null) throw slackFailure('feature_not_enabled')
  if (!principal.user.isAdmin) throw slackFailure(refused)
  return principal.user
}

/** @throws `team_not_found` for a workspace that is none of the organization. */
export function findEnterpriseTeam({ rows }: Pick<ChatContext, 'rows'>, id: string): Team {
  const team = enterpriseTeams(rows).find((each) => each.id === id)
  if (team === undefined) throw slackFailure('team_not_found')
  return team
}

/**
 * Returns a channel of the organization, which its administrators see without being in it.
 *
 * @throws `channel_not_found`, and `channel_type_not_supported` for a direct message.
 */
export function findEnterpriseChannel({ rows }: Pick<ChatContext, 'rows'>, id: string): Conversation {
  const channel = rows.conversations.get(id)
  if (channel === undefined || enterpriseOf(rows, teamOf(rows, channel).id) === null) {
    throw slackFailure('channel_not_found')
  }
  if (channel.people !== null) throw slackFailure('channel_type_not_supported')
  return channel
}

/** Returns the users of a workspace, with its bots, in the order in which they joined. */
export function usersOf(rows: Rows, teamId: string): readonly User[] {
  return rows.users.list('byNumber').filter((user) => user.id !== SLACKBOT && teamOf(rows, user).id === teamId)
}

/**
 * Returns the user of a workspace whose role changes.
 *
 * @throws `user_not_found`, and `cannot_modify_primary_owner`.
 */
export function findModifiable({ rows }: Pick<ChatContext, 'rows'>, team: Team, id: string): User {
  const user = rows.users.get(id)
  if (user === undefined || teamOf(rows, user).id !== team.id) throw slackFailure('user_not_found')
  if (primaryOwnerOf(rows, team)?.id === user.id) throw slackFailure('cannot_modify_primary_owner')
  return user
}

/** Returns the person who owned a workspace first; undefined for one without an owner. */
export function primaryOwnerOf(rows: Rows, { id }: Team): User | undefined {
  return usersOf(rows, id).find(({ isOwner }) => isOwner)
}

import type { Rows } from '#chat/call.ts'
import type { Conversation, ConversationKind } from '#chat/schema/conversations.ts'
import type { Team, User } from '#chat/schema/people.ts'

// The workspaces of an instance: one, and further ones that share channels with it.

/** Returns the workspace with an id; undefined when there is none. */
export function findTeam(rows: Rows, id: string): Team | undefined {
  const own = rows.team.get()
  return id === own.id ? own : rows.workspaces.get(id)
}

/** Returns the workspace of a user, a bot's user or a channel's host. */
export function teamOf(rows: Rows, { teamId }: { readonly teamId?: string }): Team {
  return teamId === undefined ? rows.team.get() : rows.workspaces.require(teamId)
}

/** Returns the id of the workspace of the user with an id; that of the instance's for an unknown one. */
export function teamIdOf(rows: Rows, userId: string | null | undefined): string {
  return teamOf(rows, rows.users.get(userId) ?? {}).id
}

/** Returns the ids of the workspaces that a conversation is in, its host first. */
export function teamIdsOf(rows: Rows, conversation: Conversation): readonly string[] {
  const host = teamOf(rows, conversation).id
  if (rows.workspaces.size === 0) return [host]
  return [host, ...rows.connections.list('byChannel', conversation.id).map(({ teamId }) => teamId)]
}

/** Returns true for a channel that several workspaces share. */
export function isExtShared(rows: Rows, channelId: string): boolean {
  return rows.connections.count('byChannel', channelId) > 0
}

/** Returns the kind of a conversation for a user: a connected workspace decides whether a channel is private there. */
export function kindFor(rows: Rows, { id, kind }: Conversation, userId: string): ConversationKind {
  if (rows.workspaces.size === 0) return kind
  const connection = rows.connections.find('connection', id, teamIdOf(rows, userId))
  if (connection === undefined) return kind
  return connection.isPrivate ? 'private' : 'public'
}

/** The relation of a workspace to a user: its own, one that shares a channel with it, one of a connected workspace. */
export type Acquaintance = 'own' | 'external' | 'stranger'

/** Returns the relation of a workspace to a user; null for one of a workspace that it shares no channel with. */
export function acquaintanceOf(rows: Rows, teamId: string, user: User): Acquaintance | null {
  const home = teamOf(rows, user).id
  if (home === teamId) return 'own'
  const isInTeam = (channelId: string): boolean => {
    const conversation = rows.conversations.get(channelId)
    return conversation !== undefined && teamIdsOf(rows, conversation).includes(teamId)
  }
  if (rows.memberships.list('byUser', user.id).some(({ channelId }) => isInTeam(channelId))) return 'external'
  return isConnected(rows, home, teamId) ? 'stranger' : null
}

/** Returns true for a workspace itself, and for two that share a channel. */
export function isConnected(rows: Rows, first: string, second: string): boolean {
  if (first === second) return true
  return [first, second].some((id) =>
    rows.connections.list('byTeam', id).some(({ channelId }) => {
      const teams = teamIdsOf(rows, rows.conversations.require(channelId))
      return teams.includes(first) && teams.includes(second)
    }),
  )
}

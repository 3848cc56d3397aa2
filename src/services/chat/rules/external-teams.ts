import type { ChatContext, Rows } from '#chat/call.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Team } from '#chat/schema/people.ts'
import { disconnect } from './connect.ts'
import { findTeam, teamIdsOf, teamOf } from './workspaces.ts'

/** Another workspace as a workspace knows it, with the channels that they share; none when the connection has ended. */
export interface ExternalTeam {
  readonly team: Team
  readonly channels: readonly Conversation[]
  /** The time of the newest message in a shared channel, in epoch seconds; 0 without one. */
  readonly lastActive: number
}

/** Returns the workspaces that a workspace shares channels with, or has shared. */
export function externalTeams(rows: Rows, ownId: string): readonly ExternalTeam[] {
  const ids = [
    ...new Set(sharedChannels(rows, ownId).flatMap((channel) => teamIdsOf(rows, channel))),
    ...rows.endedConnections.list('byFirst', ownId).map(({ second }) => second),
    ...rows.endedConnections.list('bySecond', ownId).map(({ first }) => first),
  ].filter((id) => id !== ownId)
  return ids.flatMap((id) => {
    const team = findTeam(rows, id)
    if (team === undefined) return []
    const channels = sharedChannels(rows, ownId).filter((channel) => teamIdsOf(rows, channel).includes(id))
    const times = channels.map((channel) => Number(rows.messages.list('byChannel', channel.id).at(-1)?.ts ?? 0))
    return [{ team, channels, lastActive: Math.floor(Math.max(0, ...times)) }]
  })
}

/** Ends all connections of a workspace with another one. */
export function disconnectTeam(context: ChatContext, ownId: string, { team, channels }: ExternalTeam): void {
  for (const channel of channels) {
    const isHost = teamOf(context.rows, channel).id === team.id
    disconnect(context, channel, isHost ? ownId : team.id)
  }
}

/** Returns the channels of a workspace, its own and others', that several workspaces share. */
function sharedChannels(rows: Rows, ownId: string): readonly Conversation[] {
  const teams = [rows.team.get(), ...rows.workspaces.list('byNumber')]
  const ids = teams.flatMap(({ id }) => rows.connections.list('byTeam', id).map(({ channelId }) => channelId))
  return [...new Set(ids)]
    .map((id) => rows.conversations.require(id))
    .filter((channel) => teamIdsOf(rows, channel).includes(ownId))
}

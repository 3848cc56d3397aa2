import type { Rows } from '#chat/call.ts'
import { primaryOwnerOf } from '#chat/rules/enterprise.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { isExtShared, teamIdsOf, teamOf } from '#chat/rules/workspaces.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Team, User } from '#chat/schema/people.ts'
import type { Site } from './user.ts'

/** Returns the enterprise organization of the instance's workspace as installations and interactions name it. */
export function enterpriseJson(rows: Rows): { readonly id: string; readonly name: string } | null {
  const enterprise = rows.enterprise.get()
  return enterprise === null ? null : { id: enterprise.id, name: enterprise.name }
}

/** Returns a user as administrators see it; with the workspaces where the list is of all of them. */
export function administeredUserJson(rows: Rows, user: User, withWorkspaces: boolean) {
  const team = teamOf(rows, user)
  return {
    id: user.id,
    email: user.profile.email ?? '',
    is_admin: user.isAdmin,
    is_owner: user.isOwner,
    is_primary_owner: primaryOwnerOf(rows, team)?.id === user.id,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: user.botId !== null,
    username: user.name,
    full_name: user.profile.realName,
    is_active: !user.deleted,
    date_created: seconds(user.updatedAt),
    expiration_ts: 0,
    ...(withWorkspaces ? { workspaces: [team.id] } : {}),
    has_2fa: false,
    has_sso: false,
  }
}

/** Returns a workspace of the organization. */
export function administeredTeamJson({ rows, origin }: Pick<Site, 'rows' | 'origin'>, team: Team) {
  const owner = primaryOwnerOf(rows, team)
  return {
    id: team.id,
    name: team.name,
    discoverability: 'unlisted',
    primary_owner: { user_id: owner?.id ?? '', email: owner?.profile.email ?? '' },
    team_url: `${origin}/`,
  }
}

/** Returns a channel as administrators find it. */
export function administeredChannelJson(rows: Rows, channel: Conversation) {
  const { id: teamId } = teamOf(rows, channel)
  const connected = teamIdsOf(rows, channel).filter((each) => each !== teamId)
  const latest = rows.messages.list('byChannel', channel.id).at(-1)
  return {
    id: channel.id,
    name: channel.name,
    purpose: channel.purpose.value,
    member_count: rows.memberships.count('byChannel', channel.id),
    created: seconds(channel.createdAt),
    creator_id: channel.creator,
    is_private: channel.kind === 'private',
    is_archived: channel.archived,
    is_general: channel.isGeneral,
    last_activity_ts: Number(latest?.ts.split('.', 1).join('') ?? 0),
    is_ext_shared: isExtShared(rows, channel.id),
    is_global_shared: false,
    is_org_default: false,
    is_org_mandatory: false,
    is_org_shared: false,
    is_frozen: false,
    internal_team_ids_count: 1,
    internal_team_ids_sample_team: teamId,
    internal_team_ids: [teamId],
    connected_team_ids: connected,
    pending_connected_team_ids: [],
    is_pending_ext_shared: false,
    conversation_host_id: teamId,
    channel_email_addresses: [],
    external_user_count: 0,
    channel_manager_count: 0,
    is_disconnect_in_progress: false,
  }
}

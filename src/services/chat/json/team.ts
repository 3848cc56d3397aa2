import { seconds } from '#chat/rules/timestamps.ts'
import type { ExternalTeam } from '#chat/rules/external-teams.ts'
import type { Team } from '#chat/schema/people.ts'
import type { Site } from './user.ts'

const ICON_SIZES = [34, 44, 68, 88, 102, 132, 230]

/** Returns the icons of a workspace, which nobody has changed. */
export function teamIconJson({ urls }: Pick<Site, 'urls'>, { id }: Team) {
  const icons = ICON_SIZES.map((size) => [`image_${size}`, urls.of(`/avatars/${id.toLowerCase()}-${size}.svg`)])
  return { ...Object.fromEntries(icons), image_default: true }
}

/** Returns a workspace as events and invitations of Slack Connect have it. */
export function connectTeamJson(site: Pick<Site, 'urls'>, team: Team) {
  return {
    id: team.id,
    name: team.name,
    icon: teamIconJson(site, team),
    avatar_base_url: site.urls.of('/avatars/'),
    is_verified: false,
    domain: team.domain,
    date_created: seconds(team.createdAt ?? 0),
    requires_sponsorship: false,
  }
}

/**
 * Returns another workspace with what is shared with it.
 * https://docs.slack.dev/reference/methods/team.externalTeams.list
 */
export function externalTeamJson({ team, channels, lastActive }: ExternalTeam, own: Team) {
  const none = { total_count: 0, ownership_details: [] }
  return {
    team_id: team.id,
    team_name: team.name,
    team_domain: team.domain,
    public_channel_count: channels.filter(({ kind }) => kind === 'public').length,
    private_channel_count: channels.filter(({ kind }) => kind === 'private').length,
    im_channel_count: 0,
    mpim_channel_count: 0,
    connected_workspaces: channels.length === 0 ? [] : [{ workspace_id: own.id, workspace_name: own.name }],
    slack_connect_prefs: {},
    connection_status: channels.length === 0 ? 'DISCONNECTED' : 'CONNECTED',
    last_active_timestamp: lastActive,
    is_sponsored: false,
    canvas: none,
    lists: none,
  }
}

import type { Site } from '#codehost/call.ts'
import type { OrganizationInvitation } from '#codehost/schema/invitations.ts'
import { simpleUserById } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'

/** An invitation to an organization: `organization-invitation`. */
export function organizationInvitationJson(site: Site, invitation: OrganizationInvitation) {
  const { rows, base } = site
  const { id, orgId, membershipId, email, role, createdAt, inviterId } = invitation
  const userId = rows.memberships.get(membershipId)?.userId
  const teams = userId === undefined ? [] : invitedTeams(site, invitation)
  return {
    id,
    node_id: nodeId('OI', id),
    login: rows.accounts.get(userId)?.login ?? null,
    email,
    role: role === 'admin' ? 'admin' : 'direct_member',
    created_at: time(createdAt),
    failed_at: null,
    failed_reason: null,
    inviter: simpleUserById(site, inviterId),
    team_count: teams.length,
    invitation_teams_url: `${base}/organizations/${orgId}/invitations/${id}/teams`,
  }
}

/** Returns the teams that an invited user joins by accepting. */
export function invitedTeams({ rows }: Pick<Site, 'rows'>, { orgId, membershipId }: OrganizationInvitation) {
  const userId = rows.memberships.get(membershipId)?.userId
  if (userId === undefined) return []
  return rows.teamMembers
    .referring('userId', userId)
    .filter(({ state }) => state === 'pending')
    .map(({ teamId }) => rows.teams.require(teamId))
    .filter((team) => team.orgId === orgId)
}

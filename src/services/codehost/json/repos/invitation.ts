import type { Site } from '#codehost/call.ts'
import type { OrganizationInvitation } from '#codehost/schema/invitations.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time, withMillis } from '../format.ts'
import { invitedTeams } from '#codehost/rules/accounts/members.ts'

const EXPIRED = 'Invitation expired. User did not accept this invite in time.'

/** An invitation to an organization: `organization-invitation`. `failedAt` is the time at which it expired. */
export function organizationInvitationJson(
  site: Site,
  invitation: OrganizationInvitation,
  failedAt: number | null = null,
) {
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
    created_at: withMillis(time(createdAt)),
    failed_at: failedAt === null ? null : time(failedAt),
    failed_reason: failedAt === null ? null : EXPIRED,
    inviter: simpleUserByIdJson(site, inviterId),
    team_count: teams.length,
    invitation_teams_url: `${base}/organizations/${orgId}/invitations/${id}/teams`,
  }
}

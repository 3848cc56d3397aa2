import { isPublicOnly } from '../../access.ts'
import type { CodehostCall, Rows } from '../../call.ts'
import { forbidden, unprocessable } from '../../errors.ts'
import { orgMembership, simpleUser } from '../../json/account.ts'
import { nodeId, time } from '../../json/format.ts'
import { eventTeam } from '../../json/team.ts'
import type { Account, Membership } from '../../schema/accounts.ts'
import type { Team, TeamMember } from '../../schema/teams.ts'
import { covers } from '../../scopes.ts'
import { emit } from '../../webhooks.ts'
import { roleInOrganization } from '../repos/permissions.ts'
import { READ_ORGANIZATION } from '../teams/teams.ts'

/** Returns whether the principal may see members who hide their membership. Only members of the organization may. */
export function canSeeMembers({ rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>, org: Account): boolean {
  if (principal === null || isPublicOnly({ principal }) || !covers(principal.scopes, READ_ORGANIZATION)) return false
  return roleInOrganization(rows, org, principal.user) !== null
}

/** Invites a user. The membership is pending until the user accepts. Emits `organization.member_invited`. */
export function inviteMember(
  call: CodehostCall,
  org: Account,
  invited: Account,
  role: Membership['role'],
  sender: Account,
): Membership {
  if (invited.type !== 'User') throw unprocessable('Cannot add an organization as a member.')
  const membership = call.rows.memberships.insert({
    orgId: org.id,
    userId: invited.id,
    role,
    state: 'pending',
    public: false,
  })
  emit(call, {
    event: 'organization',
    action: 'member_invited',
    org,
    sender,
    payload: () => ({
      invitation: {
        id: membership.id,
        node_id: nodeId('OI', membership.id),
        login: invited.login,
        email: null,
        role: role === 'admin' ? 'admin' : 'direct_member',
        created_at: time(call.clock.now()),
        failed_at: null,
        failed_reason: null,
        inviter: simpleUser(call, sender),
        team_count: 0,
        invitation_teams_url: `${call.base}/organizations/${org.id}/invitations/${membership.id}/teams`,
      },
      user: simpleUser(call, invited),
    }),
  })
  return membership
}

/**
 * Makes an invited user an active member, also of the teams in the invitation. Emits `organization.member_added`, and
 * `membership.added` for each team. Does nothing for a user who is already a member.
 */
export function acceptInvitation(call: CodehostCall, org: Account, membership: Membership, user: Account): Membership {
  if (membership.state === 'active') return membership
  const { rows } = call
  const active = rows.memberships.update(membership.id, { state: 'active' })
  emitMembership(call, 'member_added', org, active, user)
  for (const { member, team } of teamsOf(rows, org, user)) {
    rows.teamMembers.update(member.id, { state: 'active' })
    emitTeamMembership(call, 'added', org, team, user, user)
  }
  return active
}

/**
 * Ends a membership or an invitation, together with the user's places in the organization's teams. Emits
 * `organization.member_removed` and `membership.removed` for a member, nothing for an invitation.
 */
export function removeMember(call: CodehostCall, org: Account, membership: Membership, sender: Account): void {
  const { rows } = call
  refuseLastOwner(rows, org, membership)
  const user = rows.accounts.require(membership.userId)
  if (membership.state === 'active') emitMembership(call, 'member_removed', org, membership, sender)
  for (const { member, team } of teamsOf(rows, org, user)) {
    rows.teamMembers.delete(member.id)
    if (member.state === 'active') emitTeamMembership(call, 'removed', org, team, user, sender)
  }
  rows.memberships.delete(membership.id)
}

/** Throws 403 when the membership is that of the last owner, because an organization keeps at least one. */
export function refuseLastOwner(rows: Rows, org: Account, { role, state }: Membership): void {
  if (role !== 'admin' || state !== 'active' || rows.memberships.count('byRole', org.id, 'active', 'admin') > 1) return
  throw forbidden('An organization must have at least one owner.')
}

/** Emits that a user joined or left a team. */
export function emitTeamMembership(
  call: CodehostCall,
  action: 'added' | 'removed',
  org: Account,
  team: Team,
  member: Account,
  sender: Account,
): void {
  emit(call, {
    event: 'membership',
    action,
    org,
    sender,
    payload: () => ({ scope: 'team', member: simpleUser(call, member), team: eventTeam(call, team) }),
  })
}

function emitMembership(
  call: CodehostCall,
  action: 'member_added' | 'member_removed',
  org: Account,
  membership: Membership,
  sender: Account,
): void {
  emit(call, {
    event: 'organization',
    action,
    org,
    sender,
    payload: () => {
      const { organization: _, ...rest } = orgMembership(call, membership)
      return { membership: rest }
    },
  })
}

function teamsOf(rows: Rows, org: Account, user: Account): { member: TeamMember; team: Team }[] {
  return rows.teamMembers.referring('userId', user.id).flatMap((member) => {
    const team = rows.teams.require(member.teamId)
    return team.orgId === org.id ? [{ member, team }] : []
  })
}

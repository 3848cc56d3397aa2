import type { CodehostCall, Rows, Site } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Account, Membership } from '#codehost/schema/accounts.ts'
import type { OrganizationInvitation } from '#codehost/schema/invitations.ts'
import type { Team, TeamMember } from '#codehost/schema/teams.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { roleInOrganization } from '../repos/permissions.ts'
import { READ_ORGANIZATION } from '../teams/teams.ts'
import { isPublicOnly } from '../repos/visibility.ts'

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
  const invitation = addInvitation(call, org, membership, null, sender)
  call.emit({ event: 'organization', action: 'member_invited', org, sender, invitation, invited })
  return membership
}

/** Invites an e-mail address that belongs to no user. Emits `organization.member_invited`. */
export function inviteAddress(
  call: CodehostCall,
  org: Account,
  email: string,
  role: Membership['role'],
  sender: Account,
): OrganizationInvitation {
  const invitation = addInvitation(call, org, { id: null, role }, email, sender)
  call.emit({ event: 'organization', action: 'member_invited', org, sender, invitation })
  return invitation
}

function addInvitation(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  org: Account,
  { id, role }: { readonly id: number | null; readonly role: Membership['role'] },
  email: string | null,
  inviter: Account,
): OrganizationInvitation {
  const invitation = { orgId: org.id, membershipId: id, email, role, inviterId: inviter.id, createdAt: clock.now() }
  return rows.organizationInvitations.insert(invitation)
}

/**
 * Makes an invited user an active member, also of the teams in the invitation. Emits `organization.member_added`, and
 * `membership.added` for each team. Does nothing for a user who is already a member.
 */
export function acceptInvitation(call: CodehostCall, org: Account, membership: Membership, user: Account): Membership {
  if (membership.state === 'active') return membership
  const { rows } = call
  const active = rows.memberships.update(membership.id, { state: 'active' })
  for (const { id } of rows.organizationInvitations.referring('membershipId', membership.id)) {
    rows.organizationInvitations.delete(id)
  }
  call.emit({ event: 'organization', action: 'member_added', org, sender: user, membership: active })
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
  if (membership.state === 'active')
    call.emit({ event: 'organization', action: 'member_removed', org, sender, membership })
  for (const { member, team } of teamsOf(rows, org, user)) {
    rows.teamMembers.delete(member.id)
    if (member.state === 'active') emitTeamMembership(call, 'removed', org, team, user, sender)
  }
  rows.memberships.delete(membership.id)
}

/** @throws 403 when the membership is that of the last owner, because an organization keeps at least one. */
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
  call.emit({ event: 'membership', action, org, sender, member, team })
}

function teamsOf(rows: Rows, org: Account, user: Account): { member: TeamMember; team: Team }[] {
  return rows.teamMembers.referring('userId', user.id).flatMap((member) => {
    const team = rows.teams.require(member.teamId)
    return team.orgId === org.id ? [{ member, team }] : []
  })
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

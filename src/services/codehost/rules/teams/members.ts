import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, invalidField, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Team, TeamMember } from '#codehost/schema/teams.ts'
import { emitTeamMembership, inviteMember } from '../accounts/members.ts'
import { roleInOrganization } from '../repos/permissions.ts'

/**
 * Adds a user to a team, or changes their role. A user who is not a member of the organization is invited to it, which
 * only owners may do; the membership of the team is then pending too. Emits `membership.added` for active members.
 */
export function joinTeam(
  call: CodehostCall,
  team: Team,
  member: Account,
  role: TeamMember['role'],
  sender: Account,
): TeamMember {
  const { rows } = call
  const org = rows.accounts.require(team.orgId)
  if (member.type !== 'User') throw unprocessable('Cannot add an organization as a member.')
  // Owners of the organization are maintainers of their teams.
  const held = roleInOrganization(rows, org, member) === 'admin' ? 'maintainer' : role
  const existing = rows.teamMembers.find('member', team.id, member.id)
  if (existing !== undefined) return rows.teamMembers.update(existing.id, { role: held })
  const state = stateInOrganization(call, org, member, sender)
  const joined = rows.teamMembers.insert({ teamId: team.id, userId: member.id, role: held, state })
  if (state === 'active') emitTeamMembership(call, 'added', org, team, member, sender)
  return joined
}

/** Removes a user from a team. Emits `membership.removed` for an active member. */
export function leaveTeam(call: CodehostCall, team: Team, { id, userId, state }: TeamMember, sender: Account): void {
  const { rows } = call
  rows.teamMembers.delete(id)
  if (state === 'pending') return
  emitTeamMembership(call, 'removed', rows.accounts.require(team.orgId), team, rows.accounts.require(userId), sender)
}

/**
 * Returns the members of an organization with these logins, as maintainers of a team.
 *
 * @throws 422 for others.
 */
export function maintainersNamed(rows: Rows, org: Account, logins: readonly string[]): Account[] {
  return logins.map((login) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account?.type !== 'User' || roleInOrganization(rows, org, account) === null) {
      throw invalidField('Team', 'maintainers', login)
    }
    return account
  })
}

/** Returns the state of a user's membership in the organization. A user who is not a member is invited. */
function stateInOrganization(call: CodehostCall, org: Account, member: Account, sender: Account): TeamMember['state'] {
  const membership = call.rows.memberships.find('member', org.id, member.id)
  if (membership !== undefined) return membership.state
  if (roleInOrganization(call.rows, org, sender) !== 'admin') {
    throw forbidden('You must be an organization owner to invite somebody to it.')
  }
  return inviteMember(call, org, member, 'member', sender).state
}

import type { CodehostCall, Rows } from '../../call.ts'
import { forbidden, invalidField, unprocessable } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Team, TeamMember } from '../../schema/teams.ts'
import { emitTeamMembership, inviteMember } from '../accounts/members.ts'
import { roleInOrganization } from '../repos/permissions.ts'

/**
 * Puts a user in a team, or changes their role there. One who is not of the organization is invited to it first, which only
 * its owners may do, and is pending in both. Emits `membership.added` for who is active from here on.
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
  // The owners of the organization maintain every team that they are in.
  const held = roleInOrganization(rows, org, member) === 'admin' ? 'maintainer' : role
  const existing = rows.teamMembers.find('member', team.id, member.id)
  if (existing !== undefined) return rows.teamMembers.update(existing.id, { role: held })
  const state = stateInOrganization(call, org, member, sender)
  const joined = rows.teamMembers.insert({ teamId: team.id, userId: member.id, role: held, state })
  if (state === 'active') emitTeamMembership(call, 'added', org, team, member, sender)
  return joined
}

/** Takes a user out of a team. Emits `membership.removed` for one who was active. */
export function leaveTeam(call: CodehostCall, team: Team, { id, userId, state }: TeamMember, sender: Account): void {
  const { rows } = call
  rows.teamMembers.delete(id)
  if (state === 'pending') return
  emitTeamMembership(call, 'removed', rows.accounts.require(team.orgId), team, rows.accounts.require(userId), sender)
}

/** The members of an organization that a body names as maintainers. 422 for a name that is none. */
export function maintainersNamed(rows: Rows, org: Account, logins: readonly string[]): Account[] {
  return logins.map((login) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account?.type !== 'User' || roleInOrganization(rows, org, account) === null) {
      throw invalidField('Team', 'maintainers', login)
    }
    return account
  })
}

/** Where a user stands in the organization; who has no place there is invited. */
function stateInOrganization(call: CodehostCall, org: Account, member: Account, sender: Account): TeamMember['state'] {
  const membership = call.rows.memberships.find('member', org.id, member.id)
  if (membership !== undefined) return membership.state
  if (roleInOrganization(call.rows, org, sender) !== 'admin') {
    throw forbidden('You must be an organization owner to invite somebody to it.')
  }
  return inviteMember(call, org, member, 'member', sender).state
}

import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RoleAssignment } from '#codehost/schema/roles.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { teamMembers } from '../teams/teams.ts'
import type { OrganizationRole } from './roles.ts'

/** A user or a team that roles are assigned to. */
export interface Assignee {
  readonly kind: 'user' | 'team'
  readonly id: number
}

/** Assigns a role. Does nothing when the user or the team has it. */
export function assign(rows: Rows, org: Account, assignee: Assignee, roleId: number): void {
  if (assignmentOf(rows, org, assignee, roleId) !== undefined) return
  const { kind, id } = assignee
  rows.roleAssignments.insert({
    orgId: org.id,
    roleId,
    userId: kind === 'user' ? id : null,
    teamId: kind === 'team' ? id : null,
  })
}

/** Takes a role away. Does nothing when the user or the team does not have it. */
export function revoke(rows: Rows, org: Account, assignee: Assignee, roleId: number): void {
  const assignment = assignmentOf(rows, org, assignee, roleId)
  if (assignment !== undefined) rows.roleAssignments.delete(assignment.id)
}

function assignmentOf(rows: Rows, org: Account, { kind, id }: Assignee, roleId: number): RoleAssignment | undefined {
  return rows.roleAssignments.find(kind, org.id, id, roleId)
}

/** Returns whether a user has a role, by an assignment of their own or by a team. */
export function hasRole(rows: Rows, org: Account, user: Account, roleId: number): boolean {
  return rows.roleAssignments.list('byRole', org.id, roleId).some(({ userId, teamId }) => {
    const team = rows.teams.get(teamId)
    return userId === user.id || (team !== undefined && teamMembers(rows, team).some((each) => each.userId === user.id))
  })
}

/** A user with a role: by an assignment of their own, by teams, or both. */
interface RoleHolder {
  readonly user: Account
  readonly direct: boolean
  readonly teams: readonly Team[]
}

/** Returns the users that have a role, ordered by id. */
export function usersWithRole(rows: Rows, org: Account, role: OrganizationRole): RoleHolder[] {
  const direct = new Set<number>()
  const byTeam = new Map<number, Team[]>()
  for (const { userId, teamId } of rows.roleAssignments.list('byRole', org.id, role.id)) {
    if (userId !== null) direct.add(userId)
    const team = rows.teams.get(teamId)
    if (team === undefined) continue
    for (const member of teamMembers(rows, team)) {
      byTeam.set(member.userId, [...(byTeam.get(member.userId) ?? []), team])
    }
  }
  return [...new Set([...direct, ...byTeam.keys()])]
    .toSorted((left, right) => left - right)
    .map((id) => ({ user: rows.accounts.require(id), direct: direct.has(id), teams: byTeam.get(id) ?? [] }))
}

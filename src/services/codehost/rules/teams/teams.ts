import type { Rows } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { Team, TeamMember } from '#codehost/schema/teams.ts'
import { isInTeam, roleInOrganization, strongest } from '../repos/permissions.ts'

/** The scopes, each of which lets a token read data that an organization shows only to its members. */
export const READ_ORGANIZATION = ['admin:org', 'read:org', 'repo', 'user', 'write:org'] as const

/** The scopes, each of which lets a token change the members and teams of an organization. */
export const WRITE_ORGANIZATION = ['admin:org', 'write:org'] as const

/** A team, its organization, and the user whose request is about it. */
export interface TeamContext {
  readonly org: Account
  readonly user: Account
  readonly team: Team
}

/** Returns whether a user may change a team. Owners of its organization and its maintainers may. */
export function canMaintain(rows: Rows, { org, user, team }: TeamContext): boolean {
  if (roleInOrganization(rows, org, user) === 'admin') return true
  const membership = rows.teamMembers.find('member', team.id, user.id)
  return membership?.state === 'active' && membership.role === 'maintainer'
}

/**
 * Returns whether a user may see a team. Secret teams are visible to their members and to owners of the organization.
 */
export function canSeeTeam(rows: Rows, team: Team, user: Account | null): boolean {
  const role = roleInOrganization(rows, rows.accounts.require(team.orgId), user)
  if (user === null || role === null) return false
  return role === 'admin' || team.privacy === 'closed' || isInTeam(rows, team, user)
}

/** Returns the active members of a team: its own, then those of its child teams, without duplicates. */
export function teamMembers(rows: Rows, team: Team): TeamMember[] {
  const members = new Map<number, TeamMember>()
  for (const each of withChildren(rows, team)) {
    for (const member of rows.teamMembers.list('byState', each.id, 'active')) {
      if (!members.has(member.userId)) members.set(member.userId, member)
    }
  }
  return [...members.values()]
}

/** Returns a user's membership in a team or in one of its child teams; undefined when there is none. */
export function teamMembership(rows: Rows, team: Team, user: Account): TeamMember | undefined {
  for (const each of withChildren(rows, team)) {
    const member = rows.teamMembers.find('member', each.id, user.id)
    if (member !== undefined) return member
  }
  return undefined
}

/** Returns the repositories of a team and of its parents, with the team's permission on each. */
export function teamRepositories(rows: Rows, team: Team): { repo: Repo; permission: Permission }[] {
  const held = new Map<number, Permission>()
  for (const each of withParents(rows, team)) {
    for (const { repoId, permission } of rows.teamRepos.referring('teamId', each.id)) {
      held.set(repoId, strongest([held.get(repoId) ?? null, permission]) ?? permission)
    }
  }
  return [...held]
    .toSorted(([a], [b]) => a - b)
    .map(([repoId, permission]) => ({ repo: rows.repos.require(repoId), permission }))
}

/** Returns the permission of a team on a repository, its own or a parent's; null when there is none. */
export function teamPermission(rows: Rows, team: Team, repo: Repo): Permission | null {
  return strongest(
    withParents(rows, team).map((each) => rows.teamRepos.find('repo', each.id, repo.id)?.permission ?? null),
  )
}

/** Returns a team and all teams below it, parents first. */
export function withChildren(rows: Rows, team: Team): Team[] {
  return [team, ...rows.teams.referring('parentId', team.id).flatMap((child) => withChildren(rows, child))]
}

/** Returns the vendor's 422 about a team as a whole. */
export function wrongTeam(message: string): Error {
  return validationFailed({ resource: 'Team', code: 'unprocessable', field: 'data', message })
}

function withParents(rows: Rows, team: Team): Team[] {
  const parent = rows.teams.get(team.parentId)
  return parent === undefined ? [team] : [team, ...withParents(rows, parent)]
}

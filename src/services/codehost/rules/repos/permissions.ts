import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { basePermission } from '../accounts/roles.ts'
import { isInstalled, isInstalledOn } from '../apps/installations.ts'

const ORDER: readonly Permission[] = ['pull', 'triage', 'push', 'maintain', 'admin']

/** Returns whether a permission includes another. Null includes none. */
export function permissionIncludes(held: Permission | null, needed: Permission): boolean {
  return held !== null && ORDER.indexOf(held) >= ORDER.indexOf(needed)
}

/**
 * Returns the permission of a user on a repository; null when the repository is hidden from them. Everyone may read
 * public repositories.
 */
export function permissionOf(rows: Rows, repo: Repo, user: Account | null): Permission | null {
  const anyone: Permission | null = repo.private ? null : 'pull'
  if (user === null) return anyone
  return strongest([anyone, ...grantedPermissions(rows, repo, user)])
}

/**
 * Returns the permissions that a user has beyond public access: as owner, member, team member or collaborator. An app's
 * bot has `admin` wherever it is installed, because rules/apps/gate already refused the requests that exceed its
 * permissions.
 */
export function grantedPermissions(rows: Rows, repo: Repo, user: Account): (Permission | null)[] {
  if (user.type === 'Bot') return [isInstalledOn(rows, user, repo) ? 'admin' : null]
  if (repo.ownerId === user.id) return ['admin']
  const collaborator = rows.collaborators.find('user', repo.id, user.id)
  return [
    collaborator?.permission ?? null,
    memberPermission(rows, repo, user),
    teamPermission(rows, repo, user),
    rolePermission(rows, repo, user),
  ]
}

/** Returns the permission of a member of the organization that owns the repository. */
function memberPermission(rows: Rows, repo: Repo, user: Account): Permission | null {
  const membership = rows.memberships.find('member', repo.ownerId, user.id)
  if (membership?.state !== 'active') return null
  if (membership.role === 'admin') return 'admin'
  const basic = rows.accounts.require(repo.ownerId).defaultRepositoryPermission
  return { read: 'pull', write: 'push', admin: 'admin', none: null }[basic] as Permission | null // the map's own values
}

/** Returns the permission that a user has through teams. Child teams inherit the permissions of their parents. */
function teamPermission(rows: Rows, repo: Repo, user: Account): Permission | null {
  const held = rows.teamRepos.referring('repoId', repo.id).flatMap(({ teamId, permission }) => {
    return isInTeam(rows, rows.teams.require(teamId), user) ? [permission] : []
  })
  return strongest(held)
}

/** Returns the permission that a user has on all repositories of the organization, by a role of theirs or of a team. */
function rolePermission(rows: Rows, repo: Repo, user: Account): Permission | null {
  // Every request to a repository asks, and few organizations assign roles.
  if (rows.roleAssignments.size === 0) return null
  const held = rows.roleAssignments.referring('orgId', repo.ownerId).flatMap(({ userId, teamId, roleId }) => {
    const team = rows.teams.get(teamId)
    const has = team === undefined ? userId === user.id : isInTeam(rows, team, user)
    return has ? [basePermission(roleId)] : []
  })
  return strongest(held)
}

/** Returns whether a user is an active member of a team or of one of its child teams. */
export function isInTeam(rows: Rows, team: Team, user: Account): boolean {
  if (rows.teamMembers.find('member', team.id, user.id)?.state === 'active') return true
  return rows.teams.referring('parentId', team.id).some((child) => isInTeam(rows, child, user))
}

/** Returns the strongest of several permissions; null when there is none. */
export function strongest(permissions: readonly (Permission | null)[]): Permission | null {
  let best: Permission | null = null
  for (const each of permissions) if (each !== null && !permissionIncludes(best, each)) best = each
  return best
}

/**
 * Returns the role of an active member of an organization; null for others. A bot counts as an owner where its app is
 * installed.
 */
export function roleInOrganization(rows: Rows, org: Account, user: Account | null): 'admin' | 'member' | null {
  if (user === null) return null
  if (user.type === 'Bot') return isInstalled(rows, user, org.id) ? 'admin' : null
  const membership = rows.memberships.find('member', org.id, user.id)
  return membership?.state === 'active' ? membership.role : null
}

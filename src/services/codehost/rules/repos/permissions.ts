import type { Rows } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Permission, Repo } from '../../schema/repos.ts'
import type { Team } from '../../schema/teams.ts'
import { isInstalled, isInstalledOn } from '../apps/installations.ts'

const ORDER: readonly Permission[] = ['pull', 'triage', 'push', 'maintain', 'admin']

/** Whether a permission includes another; nobody's includes none. */
export function permissionIncludes(held: Permission | null, needed: Permission): boolean {
  return held !== null && ORDER.indexOf(held) >= ORDER.indexOf(needed)
}

/** What a person may do with a repository; null: nothing, it is hidden from them. Anyone may read a public one. */
export function permissionOf(rows: Rows, repo: Repo, user: Account | null): Permission | null {
  const anyone: Permission | null = repo.private ? null : 'pull'
  if (user === null) return anyone
  return strongest([anyone, ...grantedPermissions(rows, repo, user)])
}

/**
 * What a person may do beyond what anyone may: as owner, member, team member or collaborator. The bot of a GitHub App may do
 * everything where it is installed: what its permissions keep from it was refused before (rules/apps/gate).
 */
export function grantedPermissions(rows: Rows, repo: Repo, user: Account): (Permission | null)[] {
  if (user.type === 'Bot') return [isInstalledOn(rows, user, repo) ? 'admin' : null]
  if (repo.ownerId === user.id) return ['admin']
  const collaborator = rows.collaborators.find('user', repo.id, user.id)
  return [collaborator?.permission ?? null, memberPermission(rows, repo, user), teamPermission(rows, repo, user)]
}

/** The permission of a member of the organization that owns the repository. */
function memberPermission(rows: Rows, repo: Repo, user: Account): Permission | null {
  const membership = rows.memberships.find('member', repo.ownerId, user.id)
  if (membership?.state !== 'active') return null
  if (membership.role === 'admin') return 'admin'
  const basic = rows.accounts.require(repo.ownerId).defaultRepositoryPermission
  return { read: 'pull', write: 'push', admin: 'admin', none: null }[basic] as Permission | null // the map's own values
}

/** The permission of the user's teams; a child team has what its parents have. */
function teamPermission(rows: Rows, repo: Repo, user: Account): Permission | null {
  const held = rows.teamRepos.referring('repoId', repo.id).flatMap(({ teamId, permission }) => {
    return isInTeam(rows, rows.teams.require(teamId), user) ? [permission] : []
  })
  return strongest(held)
}

/** Whether a user is an active member of a team or of one below it. */
export function isInTeam(rows: Rows, team: Team, user: Account): boolean {
  if (rows.teamMembers.find('member', team.id, user.id)?.state === 'active') return true
  return rows.teams.referring('parentId', team.id).some((child) => isInTeam(rows, child, user))
}

/** The strongest of several permissions; null when there is none. */
export function strongest(permissions: readonly (Permission | null)[]): Permission | null {
  let best: Permission | null = null
  for (const each of permissions) if (each !== null && !permissionIncludes(best, each)) best = each
  return best
}

/** Whether a user is an active member of an organization, and with which role; null when not. A bot acts as an owner where it is installed. */
export function roleInOrganization(rows: Rows, org: Account, user: Account | null): 'admin' | 'member' | null {
  if (user === null) return null
  if (user.type === 'Bot') return isInstalled(rows, user, org.id) ? 'admin' : null
  const membership = rows.memberships.find('member', org.id, user.id)
  return membership?.state === 'active' ? membership.role : null
}

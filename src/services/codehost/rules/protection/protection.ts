import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { fnmatch } from '../git/fnmatch.ts'
import { permissionIncludes, isInTeam, permissionOf } from '../repos/permissions.ts'

/**
 * Returns the protection of a branch by its name without `refs/heads/`: the one of exactly this branch, else the oldest
 * whose pattern matches it.
 */
export function protectionOf(rows: Rows, repo: Pick<Repo, 'id'>, branch: string): Protection | undefined {
  const own = rows.protections.find('branch', repo.id, branch)
  if (own !== undefined) return own
  return rows.protections
    .referring('repoId', repo.id)
    .find((each) => /[*?[]/.test(each.branch) && fnmatch(each.branch, branch))
}

/**
 * Returns whether a protection applies to a user. It applies to administrators only with `enforceAdmins`, and always to
 * GitHub Apps.
 */
export function isBoundBy(rows: Rows, repo: Repo, protection: Protection, user: Account): boolean {
  return protection.enforceAdmins || user.type === 'Bot' || !permissionIncludes(permissionOf(rows, repo, user), 'admin')
}

/** Returns whether the protection's restrictions, if there are any, let a user push. */
export function canPush(rows: Rows, repo: Repo, { restrictions }: Protection, user: Account): boolean {
  return restrictions === null || isListed(rows, repo, restrictions, user)
}

/** Returns whether a list of users, teams and apps includes a user or an app's bot. */
export function isListed(
  rows: Rows,
  repo: Repo,
  list: NonNullable<Protection['restrictions']>,
  user: Account,
): boolean {
  if (list.users.some((login) => login.toLowerCase() === user.login.toLowerCase())) return true
  if (user.type === 'Bot') return list.apps.some((slug) => `${slug}[bot]`.toLowerCase() === user.login.toLowerCase())
  return list.teams.some((slug) => {
    const team = rows.teams.find('slug', repo.ownerId, slug.toLowerCase())
    return team !== undefined && isInTeam(rows, team, user)
  })
}

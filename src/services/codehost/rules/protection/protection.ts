import type { Rows } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Protection } from '../../schema/protection.ts'
import type { Repo } from '../../schema/repos.ts'
import { permissionIncludes, isInTeam, permissionOf } from '../repos/permissions.ts'

/** The protection of a branch, by its name without `refs/heads/`. */
export function protectionOf(rows: Rows, repo: Pick<Repo, 'id'>, branch: string): Protection | undefined {
  return rows.protections.find('branch', repo.id, branch)
}

/** Whether a protection's demands on changes bind a person: administrators only where it says so, GitHub Apps always. */
export function isBoundBy(rows: Rows, repo: Repo, protection: Protection, user: Account): boolean {
  return protection.enforceAdmins || user.type === 'Bot' || !permissionIncludes(permissionOf(rows, repo, user), 'admin')
}

/** Whether the protection lets a person push, where it names who may. */
export function canPush(rows: Rows, repo: Repo, { restrictions }: Protection, user: Account): boolean {
  return restrictions === null || isListed(rows, repo, restrictions, user)
}

/** Whether a list of people, teams and apps has a person, or the bot of an app, in it. */
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

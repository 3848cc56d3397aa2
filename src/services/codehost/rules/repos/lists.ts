import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { grantedPermissions } from './permissions.ts'

type Query = Pick<CodehostCall, 'query' | 'rows'>

/**
 * Returns the repositories that a user owns, collaborates on, or can access as a member of an organization, as
 * `affiliations` asks.
 */
export function reposOf(rows: Rows, user: Account, affiliations: readonly string[]): Repo[] {
  const found = new Map<number, Repo>()
  const add = (repo: Repo): Map<number, Repo> => found.set(repo.id, repo)
  if (affiliations.includes('owner')) for (const repo of rows.repos.referring('ownerId', user.id)) add(repo)
  if (affiliations.includes('collaborator')) {
    for (const { repoId } of rows.collaborators.referring('userId', user.id)) add(rows.repos.require(repoId))
  }
  if (affiliations.includes('organization_member')) {
    for (const { orgId, state } of rows.memberships.referring('userId', user.id)) {
      if (state !== 'active') continue
      for (const repo of rows.repos.referring('ownerId', orgId)) {
        if (!repo.private || grantedPermissions(rows, repo, user).some((held) => held !== null)) add(repo)
      }
    }
  }
  return [...found.values()]
}

/** Returns whether a repository belongs in an organization's list with this `type` filter. */
export function isOfType({ rows, principal }: CodehostCall, repo: Repo, type: string): boolean {
  if (type === 'public') return !repo.private
  if (type === 'private') return repo.private
  if (type === 'forks') return repo.fork
  if (type === 'sources') return !repo.fork
  if (type !== 'member' || principal === null) return true
  return grantedPermissions(rows, repo, principal.user).some((held) => held !== null)
}

/** Returns whether a list is in descending order. By default names ascend and times descend. */
export function isDescending({ query }: Pick<CodehostCall, 'query'>, fallback: string): boolean {
  const sort = query.get('sort') ?? fallback
  return (query.get('direction') ?? (sort === 'full_name' ? 'asc' : 'desc')) === 'desc'
}

/** Returns the repositories in the order that `sort` and `direction` ask for. */
export function sortRepos(call: Query, repos: readonly Repo[], fallback: string): Repo[] {
  const sort = call.query.get('sort') ?? fallback
  const by = (repo: Repo): string | number => {
    if (sort === 'created') return repo.createdAt
    if (sort === 'updated') return repo.updatedAt
    if (sort === 'pushed') return repo.pushedAt
    return `${call.rows.accounts.require(repo.ownerId).login}/${repo.name}`.toLowerCase()
  }
  const keyed = repos.map((repo) => ({ repo, key: by(repo) }))
  const sign = isDescending(call, fallback) ? -1 : 1
  keyed.sort((left, right) =>
    left.key === right.key ? sign * (left.repo.id - right.repo.id) : left.key < right.key ? -sign : sign,
  )
  return keyed.map(({ repo }) => repo)
}

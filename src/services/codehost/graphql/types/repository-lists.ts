import type { CodehostCall } from '#codehost/call.ts'
import { installationReaching } from '#codehost/rules/apps/installations.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { viewerOf } from '../access.ts'
import { connection, cursoredRows, type Connection, type PageArguments } from '../connection.ts'

/** The arguments of connections of repositories. */
export interface RepositoryArguments extends PageArguments {
  readonly affiliations?: readonly Affiliation[] | null
  readonly ownerAffiliations?: readonly Affiliation[] | null
  readonly isFork?: boolean | null
  readonly isArchived?: boolean | null
  readonly isLocked?: boolean | null
  readonly hasIssuesEnabled?: boolean | null
  readonly privacy?: 'PUBLIC' | 'PRIVATE' | null
  readonly visibility?: 'PUBLIC' | 'PRIVATE' | 'INTERNAL' | null
  readonly orderBy?: { readonly field: RepositoryField; readonly direction: 'ASC' | 'DESC' } | null
}

type Affiliation = 'OWNER' | 'COLLABORATOR' | 'ORGANIZATION_MEMBER'
type RepositoryField = 'CREATED_AT' | 'UPDATED_AT' | 'PUSHED_AT' | 'NAME' | 'STARGAZERS'

/** Returns a page of those of the repositories that match the arguments, in their order. */
export function repositoryConnection(
  call: CodehostCall,
  repos: readonly Repo[],
  args: RepositoryArguments,
): Connection<Repo> {
  const found = repos.filter((repo) => matches(call, repo, args))
  const { orderBy } = args
  if (orderBy != null) {
    const sign = orderBy.direction === 'DESC' ? -1 : 1
    const keyed = found.map((repo) => ({ repo, key: keyOf(call, repo, orderBy.field) }))
    keyed.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.repo.id - b.repo.id))
    found.splice(0, found.length, ...keyed.map(({ repo }) => repo))
  }
  return connection(cursoredRows(found), args, undefined, { totalDiskUsage: 0 })
}

function matches(call: CodehostCall, repo: Repo, args: RepositoryArguments): boolean {
  const { isFork, isArchived, isLocked, hasIssuesEnabled, privacy, visibility, affiliations } = args
  if (isFork != null && repo.fork !== isFork) return false
  if (isArchived != null && repo.archived !== isArchived) return false
  if (isLocked === true) return false
  if (hasIssuesEnabled != null && repo.hasIssues !== hasIssuesEnabled) return false
  if (privacy != null && repo.private !== (privacy === 'PRIVATE')) return false
  if (visibility != null && repo.visibility.toUpperCase() !== visibility) return false
  return affiliations == null || affiliations.some((each) => isAffiliated(call, repo, each))
}

/** Returns whether the viewer has this relation to a repository. */
function isAffiliated(call: CodehostCall, repo: Repo, affiliation: Affiliation): boolean {
  const { rows } = call
  const viewer = viewerOf(call)
  if (affiliation === 'OWNER') return repo.ownerId === viewer.id
  if (affiliation === 'COLLABORATOR') {
    const access = call.principal?.app
    const isInstalled = access?.kind === 'installation' && installationReaching(rows, access, repo) !== undefined
    return isInstalled || rows.collaborators.find('user', repo.id, viewer.id) !== undefined
  }
  return rows.memberships.find('member', repo.ownerId, viewer.id)?.state === 'active'
}

function keyOf({ rows }: CodehostCall, repo: Repo, field: RepositoryField): string | number {
  if (field === 'NAME') return repo.name.toLowerCase()
  if (field === 'STARGAZERS') return rows.stars.countReferring('repoId', repo.id)
  return field === 'CREATED_AT' ? repo.createdAt : field === 'UPDATED_AT' ? repo.updatedAt : repo.pushedAt
}

import type { CodehostCall } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RepositoryAdvisory } from '#codehost/schema/advisories.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { addRepository, copyRefs } from '../repos/create.ts'

/** An advisory, and the private repository in which it is mended. */
export interface PrivateFork {
  readonly advisory: RepositoryAdvisory
  readonly fork: Repo
}

/**
 * Makes the private repository in which those who work on an advisory mend it; an advisory has one at most.
 *
 * @throws 403 for a repository without commits.
 */
export function startPrivateFork(
  call: CodehostCall,
  repo: Repo,
  user: Account,
  advisory: RepositoryAdvisory,
): PrivateFork {
  const { rows } = call
  const known = rows.repos.get(advisory.forkId)
  if (known !== undefined) return { advisory, fork: known }
  if (rows.refs.count('byKind', repo.id, 'heads') === 0) {
    throw forbidden('The repository exists, but it contains no Git content. Empty repositories cannot be forked.')
  }
  const { ownerId, defaultBranch, language } = repo
  const name = `${repo.name}-${advisory.ghsaId.toLowerCase()}`
  const place = { fork: true, parentId: repo.id, sourceId: repo.sourceId ?? repo.id }
  const secret = { private: true, visibility: 'private' } as const
  const fields = { ownerId, name, description: null, defaultBranch, language, ...secret, ...place, hasIssues: false }
  const fork = addRepository(call, fields, user)
  copyRefs(rows, repo, fork, (ref) => ref === `refs/heads/${defaultBranch}`)
  return { advisory: rows.repositoryAdvisories.update(advisory.id, { forkId: fork.id }), fork }
}

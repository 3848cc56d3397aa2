import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { roleInOrganization } from '../repos/permissions.ts'
import { canRead } from '../repos/visibility.ts'

/** A sentence about a user, with the name of its icon. */
export interface UserContext {
  readonly message: string
  readonly octicon: string
}

/**
 * Returns the sentences about a user and a subject: an organization, a repository, an issue or a pull request.
 *
 * @throws 404 for a subject that the principal may not see, 422 for another kind.
 */
export function contextsOf(call: CodehostCall, user: Account, kind: string, id: number): UserContext[] {
  const { rows } = call
  if (kind === 'organization') return membership(rows, user, rows.accounts.get(id))
  if (kind === 'repository') return ofRepository(rows, user, visible(call, rows.repos.get(id)))
  if (kind !== 'issue' && kind !== 'pull_request') throw unprocessable(`${kind} is not a valid subject_type.`)
  const issue = rows.issues.get(id)
  const repo = visible(call, rows.repos.get(issue?.repoId))
  const opened = kind === 'issue' ? 'Opened this issue' : 'Opened this pull request'
  const icon = kind === 'issue' ? 'issue-opened' : 'git-pull-request'
  return [...(issue?.userId === user.id ? [{ message: opened, octicon: icon }] : []), ...ofRepository(rows, user, repo)]
}

function visible(call: CodehostCall, repo: Repo | undefined): Repo {
  if (repo === undefined || !canRead(call, repo)) throw notFound()
  return repo
}

function ofRepository(rows: Rows, user: Account, repo: Repo): UserContext[] {
  if (repo.ownerId === user.id) return [{ message: 'Owns this repository', octicon: 'repo' }]
  return membership(rows, user, rows.accounts.get(repo.ownerId))
}

function membership(rows: Rows, user: Account, org: Account | undefined): UserContext[] {
  if (org === undefined) throw notFound()
  const isMember = org.type === 'Organization' && roleInOrganization(rows, org, user) !== null
  return isMember ? [{ message: `Member of ${org.login}`, octicon: 'organization' }] : []
}

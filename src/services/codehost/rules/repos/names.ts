import { repositoryCreationFailed, validationFailed } from '#codehost/errors.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Returns the name that the vendor gives a repository: characters that names cannot contain become dashes. */
export function toRepositoryName(requested: string): string {
  return requested.trim().replaceAll(/[^\w.-]+/g, '-')
}

/** Returns the vendor's reason why an owner cannot have a repository with this name; null for a valid name. */
export function nameProblem(rows: Rows, owner: Account, name: string): string | null {
  if (name === '') return 'name is too short (minimum is 1 character)'
  if (name.length > 100) return 'name is too long (maximum is 100 characters)'
  if (name === '.' || name === '..') return 'name is reserved'
  if (/\.(?:git|wiki)$/i.test(name)) return `name cannot end with ${name.slice(name.lastIndexOf('.'))}`
  const taken = rows.repos.find('name', owner.id, name.toLowerCase())
  return taken === undefined ? null : 'name already exists on this account'
}

/**
 * Returns the name of a new repository.
 *
 * @throws 422.
 */
export function freeName(rows: Rows, owner: Account, requested: string): string {
  const name = toRepositoryName(requested)
  const problem = nameProblem(rows, owner, name)
  if (problem !== null) throw repositoryCreationFailed(problem)
  return name
}

/**
 * Returns the new name of a repository. A change of case is always allowed.
 *
 * @throws 422.
 */
export function changedName(rows: Rows, repo: Repo, requested: string): string {
  const name = toRepositoryName(requested)
  if (name.toLowerCase() === repo.name.toLowerCase()) return name
  const problem = nameProblem(rows, rows.accounts.require(repo.ownerId), name)
  if (problem !== null)
    throw validationFailed({ resource: 'Repository', code: 'custom', field: 'name', message: problem })
  return name
}

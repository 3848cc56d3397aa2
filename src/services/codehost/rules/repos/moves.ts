import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Account } from '#codehost/schema/accounts.ts'

/** Records the owner and the name that a repository had, so that paths with them redirect to it. */
export function recordRepositoryMove(rows: Rows, { id, ownerId, name }: Pick<Repo, 'id' | 'ownerId' | 'name'>): void {
  const earlier = rows.formerRepositories.find('name', ownerId, name.toLowerCase())
  if (earlier === undefined) rows.formerRepositories.insert({ ownerId, name, repoId: id })
  else rows.formerRepositories.update(earlier.id, { repoId: id })
}

/** Records the name that a branch had, so that paths with it redirect to the branch. */
export function recordBranchMove(rows: Rows, repo: Repo, name: string, newName: string): void {
  const earlier = rows.formerBranches.find('name', repo.id, name)
  if (earlier === undefined) rows.formerBranches.insert({ repoId: repo.id, name, newName })
  else rows.formerBranches.update(earlier.id, { newName })
}

/** Records the login that an account had, so that paths with it redirect to the account. */
export function recordLoginMove(rows: Rows, { id, login }: Account): void {
  const earlier = rows.formerLogins.find('login', login.toLowerCase())
  if (earlier === undefined) rows.formerLogins.insert({ login, accountId: id })
  else rows.formerLogins.update(earlier.id, { accountId: id })
}

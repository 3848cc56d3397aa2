import { ancestors } from '#codehost/git/history.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import { accountOf } from '#codehost/rules/commits/authors.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/**
 * The relation of an author to a repository. https://docs.github.com/graphql/reference/enums#commentauthorassociation
 */
export type AuthorAssociation = 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'NONE'

/** Returns the strongest relation that a user has to a repository, from `OWNER` down to `NONE`. */
export function authorAssociation(rows: Rows, repo: Repo, userId: number): AuthorAssociation {
  if (repo.ownerId === userId) return 'OWNER'
  if (rows.memberships.find('member', repo.ownerId, userId)?.state === 'active') return 'MEMBER'
  if (rows.collaborators.find('user', repo.id, userId) !== undefined) return 'COLLABORATOR'
  return isContributor(rows, repo, userId) ? 'CONTRIBUTOR' : 'NONE'
}

function isContributor(rows: Rows, repo: Repo, userId: number): boolean {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return false
  for (const email of addressesOf(rows, repo, tip)) if (accountOf(rows, { email })?.id === userId) return true
  return false
}

// Commits are immutable, so the authors of a commit's history never change. All instances share this cache.
const known = new WeakMap<Commit, ReadonlySet<string>>()

/** Returns the e-mail addresses, in lower case, of the authors of a commit and of all its ancestors. */
function addressesOf(rows: Rows, repo: Repo, tip: Commit): ReadonlySet<string> {
  const before = known.get(tip)
  if (before !== undefined) return before
  const authors = new Set<string>()
  for (const { author } of ancestors(objectsOf(rows, repo), tip.sha)) authors.add(author.email.toLowerCase())
  known.set(tip, authors)
  return authors
}

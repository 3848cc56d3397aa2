import type { Rows } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { grantedPermissions, permissionIncludes, strongest } from '../repos/permissions.ts'

/** The most users that a limit does not hold, in a repository and in one request. */
const MOST_BYPASSES = 100

/**
 * Refuses the pull request of a user who has as many open ones as a limit of the repository or of its owner allows.
 * Users with write access, and those of the list, are not held.
 *
 * @throws 403.
 */
export function refuseBeyondCap(rows: Rows, repo: Repo, author: Account): void {
  const [ofRepo, ofOwner] = [rows.pullCaps.get('repo', repo.id), rows.pullCaps.get('org', repo.ownerId)]
  if (repo.private || !(ofRepo.enabled || ofOwner.enabled) || isExempt(rows, repo, author)) return
  const open = (each: Repo): number =>
    rows.issues.list('pullsByState', each.id, 'open').filter(({ userId }) => userId === author.id).length
  const all = (): number =>
    rows.repos
      .referring('ownerId', repo.ownerId)
      .filter((each) => !each.private)
      .reduce((sum, each) => sum + open(each), 0)
  if ((ofRepo.enabled && open(repo) >= ofRepo.most) || (ofOwner.enabled && all() >= ofOwner.most)) {
    throw forbidden('You have reached the maximum number of open pull requests for this repository.')
  }
}

function isExempt(rows: Rows, repo: Repo, author: Account): boolean {
  if (rows.pullCapBypasses.find('user', repo.id, author.id) !== undefined) return true
  return permissionIncludes(strongest(grantedPermissions(rows, repo, author)), 'push')
}

/**
 * Adds users to those whom the limit of a repository does not hold.
 *
 * @throws 422 for an unknown user, and for too many.
 */
export function addBypasses(rows: Rows, repo: Repo, logins: readonly string[]): void {
  for (const { id: userId } of usersNamed(rows, logins)) {
    if (rows.pullCapBypasses.find('user', repo.id, userId) === undefined) {
      rows.pullCapBypasses.insert({ repoId: repo.id, userId })
    }
  }
  if (rows.pullCapBypasses.countReferring('repoId', repo.id) > MOST_BYPASSES) {
    throw unprocessable(`The bypass list can only hold ${MOST_BYPASSES} users.`)
  }
}

/**
 * Removes users from those whom the limit of a repository does not hold.
 *
 * @throws 422 for an unknown user, and for too many.
 */
export function removeBypasses(rows: Rows, repo: Repo, logins: readonly string[]): void {
  for (const { id: userId } of usersNamed(rows, logins)) {
    const held = rows.pullCapBypasses.find('user', repo.id, userId)
    if (held !== undefined) rows.pullCapBypasses.delete(held.id)
  }
}

function usersNamed(rows: Rows, logins: readonly string[]): Account[] {
  if (logins.length > MOST_BYPASSES) throw unprocessable(`No more than ${MOST_BYPASSES} users are allowed.`)
  return logins.map((login) => {
    const user = rows.accounts.find('login', login.toLowerCase())
    if (user?.type !== 'User') throw unprocessable(`The user ${login} does not exist.`)
    return user
  })
}

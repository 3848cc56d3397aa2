import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { diffKey } from './changes.ts'
import { codeOwnersOf, isCodeOwner } from './code-owners.ts'
import { verdicts } from './verdicts.ts'

/**
 * Returns the vendor's texts about the reviews that a protection requires and a pull request lacks. Only reviews of
 * users with push permission count, and never those of the author.
 */
export function missingReviews(rows: Rows, repo: Repo, pull: Pull, { requiredReviews }: Protection): string[] {
  if (requiredReviews === null) return []
  const author = rows.issues.require(pull.issueId).userId
  const counted = [...verdicts(rows, pull)].flatMap(([userId, verdict]) => {
    const reviewer = rows.accounts.require(userId)
    const counts = userId !== author && permissionIncludes(permissionOf(rows, repo, reviewer), 'push')
    return counts ? [{ reviewer, verdict }] : []
  })
  const approvers = counted.filter(({ verdict }) => verdict === 'APPROVED').map(({ reviewer }) => reviewer)
  const missing =
    (requiredReviews.requireCodeOwnerReviews ? missingOwners(rows, repo, pull, approvers) : null) ??
    missingApprovals(approvers, requiredReviews.requiredApprovingReviewCount) ??
    (requiredReviews.requireLastPushApproval ? missingLastPushApproval(rows, pull, approvers) : null)
  return [
    ...(counted.some(({ verdict }) => verdict === 'CHANGES_REQUESTED')
      ? ['Changes have been requested by reviewers with write access.']
      : []),
    ...(missing === null ? [] : [missing]),
  ]
}

function missingApprovals(approvers: readonly Account[], count: number): string | null {
  if (approvers.length >= count) return null
  return `At least ${count} approving review${count === 1 ? ' is' : 's are'} required by reviewers with write access.`
}

/** Names the code owners of files that none of their owners has approved; null when there are none. */
function missingOwners(rows: Rows, repo: Repo, pull: Pull, approvers: readonly Account[]): string | null {
  const waiting = codeOwnersOf(rows, repo, pull).filter((owners) => {
    return !approvers.some((approver) => isCodeOwner(rows, owners, approver))
  })
  const org = rows.accounts.require(repo.ownerId).login
  const names = waiting.flatMap(({ users, teams }) => [
    ...users.map(({ login }) => login),
    ...teams.map(({ slug }) => `${org}/${slug}`),
  ])
  return names.length === 0 ? null : `Waiting on code owner review from ${alternatives([...new Set(names)])}.`
}

/** Asks for an approval of the latest changes by a user other than the one who pushed them; null when there is one. */
function missingLastPushApproval(rows: Rows, pull: Pull, approvers: readonly Account[]): string | null {
  const pusherId = pull.lastPusherId ?? rows.issues.require(pull.issueId).userId
  const latest = diffKey(rows, pull, pull.headSha)
  const reviews = rows.reviews.referring('pullId', pull.id)
  const isApproved = approvers.some(({ id }) => {
    if (id === pusherId) return false
    const review = reviews.findLast(({ userId, state }) => userId === id && state === 'APPROVED')
    return review !== undefined && diffKey(rows, pull, review.commitId) === latest
  })
  if (isApproved) return null
  const pusher = rows.accounts.get(pusherId)
  const other = 'New changes require approval from someone other than'
  return pusher === undefined
    ? `${other} the last pusher.`
    : `${other} ${pusher.login} because they were the last pusher.`
}

/** Joins names as the vendor does: `a and/or b`, `a, b, and/or c`. */
function alternatives(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and/or ')
  return `${names.slice(0, -1).join(', ')}, and/or ${names.at(-1)}`
}

import { aheadBehind, isAncestor } from '#codehost/git/history.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requiredStates } from '../pulls/merge-requirements.ts'
import { objectsOf } from '../git/objects.ts'
import { isBoundBy, canPush, isListed, protectionOf } from './protection.ts'

/** A change of a branch without a pull request. */
export interface DirectMove {
  readonly branch: string
  /** The branch's present SHA; null for a new branch. */
  readonly before: string | null
  /** The branch's new SHA; null for a deletion. */
  readonly after: string | null
  readonly user: Account
}

/**
 * Returns why a protected branch cannot be changed directly, in the vendor's sentence; null when the change is allowed.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches
 */
export function directMoveObstacle(rows: Rows, repo: Repo, move: DirectMove): string | null {
  const protection = protectionOf(rows, repo, move.branch)
  if (protection === undefined) return null
  if (move.after === null) return protection.allowDeletions ? null : 'Cannot delete this branch'
  if (protection.lockBranch && isBoundBy(rows, repo, protection, move.user)) return 'Cannot change this locked branch'
  const objects = objectsOf(rows, repo)
  const forced = move.before !== null && !isAncestor(objects, move.before, move.after)
  if (forced && !protection.allowForcePushes) return 'Cannot force-push to this branch'
  if (!isBoundBy(rows, repo, protection, move.user)) return null
  if (!canPush(rows, repo, protection, move.user)) return "You're not authorized to push to this branch."
  if (protection.requiredReviews !== null && !bypassesReviews(rows, repo, protection, move.user)) {
    return 'Changes must be made through a pull request.'
  }
  return unmetStatuses(rows, repo, protection, move.after) ?? mergeCommits(rows, repo, protection, move)
}

function unmetStatuses(rows: Rows, repo: Repo, protection: Protection, sha: string): string | null {
  const missing = missingStatuses(rows, repo, protection, sha)
  const total = protection.requiredStatusChecks?.checks.length ?? 0
  if (missing.length === 0) return null
  return missing.length === 1
    ? `Required status check ${JSON.stringify(missing[0])} is expected.`
    : `${missing.length} of ${total} required status checks are expected.`
}

function mergeCommits(rows: Rows, repo: Repo, protection: Protection, { before, after }: DirectMove): string | null {
  if (!protection.requiredLinearHistory || before === null || after === null) return null
  const { ahead } = aheadBehind(objectsOf(rows, repo), before, after)
  return ahead.some(({ parents }) => parents.length > 1) ? 'This branch must not contain merge commits.' : null
}

/** Returns the required contexts that have not succeeded on a commit. */
function missingStatuses(rows: Rows, repo: Repo, protection: Protection, sha: string): string[] {
  const unmet = requiredStates(rows, repo, protection, sha).filter(({ state }) => state !== 'success')
  return unmet.map(({ context }) => context)
}

function bypassesReviews(rows: Rows, repo: Repo, { requiredReviews }: Protection, user: Account): boolean {
  const exempt = requiredReviews?.bypassAllowances ?? null
  return exempt !== null && isListed(rows, repo, exempt, user)
}

import { isAncestor } from '#codehost/git/history.ts'
import { commitAt, type Commit } from '#codehost/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { closeMentioned } from '../issues/closing-keywords.ts'
import { closeIssue } from '../issues/issues.ts'
import { updateTestMerge } from './mergeable.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { protectionOf } from '../protection/protection.ts'
import { changesUpTo, diffKey } from './changes.ts'
import { emitPull } from './events.ts'
import { requestCodeOwners } from './requested-reviewers.ts'
import { fetchCommit, setPullRef } from './refs.ts'
import { moveComments } from './outdated-comments.ts'
import { dismissStale } from './dismissals.ts'

/**
 * Updates pull requests after a branch moved: open pull requests from the branch get the new head (`synchronize`), and
 * open pull requests into it whose head it now contains count as merged. `before` is the previous SHA of the branch;
 * absent for a new branch.
 */
export function onHeadMoved(
  call: CodehostCall,
  repo: Repo,
  branch: string,
  sha: string,
  sender: Account,
  before?: string,
): void {
  for (const { pull } of openPulls(call, call.rows.pulls.list('head', repo.id, branch)))
    followHead(call, pull, sha, sender)
  mergeLanded(call, repo, branch, sha, sender, before)
}

/**
 * Updates pull requests after a branch was deleted: open pull requests from or into it are closed, or retargeted to the
 * branch that the deleted one was merged into.
 */
export function onBranchDeleted(call: CodehostCall, repo: Repo, branch: string, sender: Account): void {
  const { rows } = call
  const from = rows.pulls.list('head', repo.id, branch)
  const mergedInto = from.findLast(({ merged, repoId }) => merged && repoId === repo.id)?.baseRef
  for (const pull of from) {
    const issue = rows.issues.require(pull.issueId)
    recordIssueEvent(call, issue, sender, 'head_ref_deleted')
    if (issue.state === 'open') closeIssue(call, issue, sender)
  }
  for (const { pull, issue } of openPulls(call, rows.pulls.list('base', repo.id, branch))) {
    if (mergedInto === undefined) closeIssue(call, issue, sender)
    else retarget(call, pull, mergedInto, sender)
  }
}

/** Changes the base branch of a pull request to an existing branch. Emits `edited`, and requests reviews from
 * code owners of that branch. Returns the pull request. */
export function retarget(call: CodehostCall, pull: Pull, baseRef: string, sender: Account): Pull {
  const { rows, clock } = call
  const baseSha = branchTip(rows, { id: pull.repoId }, baseRef)?.sha ?? pull.baseSha
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  const changed = updateTestMerge(call, rows.pulls.update(pull.id, { baseRef, baseSha }))
  recordIssueEvent(call, issue, sender, 'base_ref_changed', { $from: pull.baseRef, $to: baseRef })
  emitPull(call, changed, 'edited', sender, { beforeRetarget: pull })
  requestCodeOwners(call, changed, sender)
  return changed
}

/**
 * Points a pull request at the new tip of its head branch. Emits `synchronize`, and requests reviews from the owners of
 * files that it changes now.
 */
function followHead(call: CodehostCall, pull: Pull, sha: string, sender: Account): void {
  if (pull.headSha === sha) return
  const { rows, clock } = call
  const base = rows.repos.require(pull.repoId)
  if (pull.headRepoId !== null) fetchCommit(rows, { id: pull.headRepoId }, base, sha)
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  const baseSha = branchTip(rows, base, pull.baseRef)?.sha ?? pull.baseSha
  const isForced = !isAncestor(objectsOf(rows, base), pull.headSha, sha)
  const updated = rows.pulls.update(pull.id, { headSha: sha, baseSha })
  // A push without changes of its own, such as an update from the base branch, needs no new review.
  const isReviewable = diffKey(rows, updated, pull.headSha) !== diffKey(rows, updated, sha)
  if (isReviewable) rows.pulls.update(pull.id, { lastPusherId: sender.id })
  const moved = updateTestMerge(call, rows.pulls.require(pull.id))
  setPullRef(rows, issue, 'head', sha)
  moveComments(rows, pull, moved)
  if (isForced) recordIssueEvent(call, issue, sender, 'head_ref_force_pushed', {}, { repoId: base.id, sha })
  emitPull(call, moved, 'synchronize', sender, { beforePush: pull })
  const dismisses = protectionOf(rows, base, pull.baseRef)?.requiredReviews?.dismissStaleReviews === true
  if (dismisses && isReviewable) dismissStale(call, moved, sender)
  requestCodeOwners(call, moved, sender)
  // A pull request without commits of its own is closed.
  if (changesUpTo(rows, moved, sha).commits.length === 0) closeIssue(call, rows.issues.require(issue.id), sender)
}

/** Marks open pull requests as merged whose head a push brought into their base branch. */
function mergeLanded(
  call: CodehostCall,
  repo: Repo,
  branch: string,
  sha: string,
  sender: Account,
  before?: string,
): void {
  const { rows, clock } = call
  if (before === undefined || rows.pulls.count('base', repo.id, branch) === 0) return
  const brought = commitsSince(call, repo, sha, before)
  for (const commit of brought.values()) {
    const landed = rows.pulls.list('headSha', repo.id, commit.sha).filter((pull) => pull.baseRef === branch)
    for (const { pull, issue } of openPulls(call, landed)) {
      const merge = [...brought.values()].find(({ parents }) => parents.slice(1).includes(commit.sha))
      const at = clock.now()
      rows.pulls.update(pull.id, {
        merged: true,
        mergedAt: at,
        mergedById: sender.id,
        mergeCommitSha: merge?.sha ?? commit.sha,
        baseSha: before,
      })
      recordIssueEvent(call, issue, sender, 'merged', {}, { repoId: repo.id, sha: merge?.sha ?? commit.sha })
      closeIssue(call, issue, sender)
      if (branch === repo.defaultBranch) closeMentioned(call, repo, issue.body, sender)
    }
  }
}

/** Returns the ancestors of `sha` that are not reached through `before`. */
function commitsSince({ rows }: CodehostCall, repo: Repo, sha: string, before: string): Map<string, Commit> {
  const objects = objectsOf(rows, repo)
  const found = new Map<string, Commit>()
  const pending = [sha]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === before || found.has(next)) continue
    const commit = commitAt(objects, next)
    found.set(next, commit)
    for (const parent of commit.parents) pending.push(parent)
  }
  return found
}

function openPulls({ rows }: CodehostCall, pulls: readonly Pull[]): { pull: Pull; issue: Issue }[] {
  return pulls
    .map((pull) => ({ pull, issue: rows.issues.require(pull.issueId) }))
    .filter(({ pull, issue }) => issue.state === 'open' && !pull.merged)
}

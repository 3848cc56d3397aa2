import { Failure } from '#core/errors.ts'
import { aheadBehind } from '#codehost/git/history.ts'
import { mergeCommits, rebaseCommits } from '#codehost/git/merge.ts'
import { commit } from '#codehost/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { closeMentioned } from '../issues/closing-keywords.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { closeIssue } from '../issues/issues.ts'
import { mergeMessage, squashMessage, type MergeMessageInput } from './merge-messages.ts'
import { mergeabilityOf, webFlow } from './mergeable.ts'
import { unmetOf, unmetOfRuleset } from './merge-requirements.ts'
import { branchRef, objectsOf } from '../git/objects.ts'
import { isBoundBy, canPush, isListed, protectionOf } from '../protection/protection.ts'
import { comparedBase, pullChanges } from './changes.ts'
import { commitViolations, hasCommitRules, UNSIGNED, unsignedCommits } from '../protection/commit-rules.ts'
import { violation, violationsMessage, type Violation } from '../protection/violations.ts'
import { asProtection, bypassOf, ruleOf, rulesetsFor } from '../protection/rulesets.ts'
import { deleteRef, setRef } from '../git/refs.ts'
import { signatureOf } from '../repos/repositories.ts'

/** The method of a merge. */
type MergeMethod = 'merge' | 'squash' | 'rebase'

/** The request body of a merge. */
export interface MergeInput extends MergeMessageInput {
  readonly sha?: string | null | undefined
  readonly merge_method: MergeMethod
}

/**
 * Merges a pull request: moves the base branch, closes the pull request and the issues that closing keywords name, and
 * deletes the head branch if the repository asks for it. Emits `push` and `closed`. Returns the new SHA of the base
 * branch.
 *
 * @throws 405 when the pull request cannot or must not be merged, 409 when the head is not the expected one.
 */
export function mergePull(call: CodehostCall, pull: Pull, user: Account, input: MergeInput): string {
  const { rows, clock } = call
  const repo = rows.repos.require(pull.repoId)
  const issue = rows.issues.require(pull.issueId)
  refuseMerge(call, repo, pull, issue, user, input)
  const base = comparedBase(rows, pull)
  const sha = { merge: mergeCommit, squash: squashCommit, rebase: rebasedTip }[input.merge_method](
    call,
    pull,
    user,
    input,
  )
  refuseCommits(rows, repo, pull, user, sha)
  rows.pulls.update(pull.id, {
    merged: true,
    mergedAt: clock.now(),
    mergedById: user.id,
    mergeCommitSha: sha,
    baseSha: base,
  })
  setRef(call, repo, `refs/heads/${pull.baseRef}`, sha, user, { silent: false, merge: true })
  recordIssueEvent(call, issue, user, 'merged', {}, { repoId: repo.id, sha })
  closeIssue(call, rows.issues.require(issue.id), user)
  // The push above closed the issues that the messages of the commits name.
  if (pull.baseRef === repo.defaultBranch) closeMentioned(call, repo, issue.body, user)
  if (repo.deleteBranchOnMerge) deleteHead(call, repo, pull)
  return sha
}

function refuseMerge(
  { rows }: CodehostCall,
  repo: Repo,
  pull: Pull,
  issue: Issue,
  user: Account,
  { merge_method: method, sha }: MergeInput,
): void {
  if (issue.state === 'closed') throw notMergeable()
  if (pull.draft) throw notAllowed('Pull Request is still a draft')
  refuseMethod(repo, method)
  if (sha != null && sha !== pull.headSha) throw conflict('Head branch was modified. Review and try the merge again.')
  if (branchRef(rows, repo, pull.baseRef) === undefined) throw notMergeable()
  const { mergeable, rebaseable } = mergeabilityOf(rows, pull)
  if (mergeable !== true) throw notMergeable()
  if (method === 'rebase' && rebaseable !== true) throw notAllowed("This branch can't be rebased")
  refuseUnmet(rows, repo, pull, user, method)
  refuseViolations(rows, repo, pull, user, method)
}

function refuseMethod(repo: Repo, method: MergeMethod): void {
  const [allowed, name] = {
    merge: [repo.allowMergeCommit, 'Merge commits'] as const,
    squash: [repo.allowSquashMerge, 'Squash merges'] as const,
    rebase: [repo.allowRebaseMerge, 'Rebase merges'] as const,
  }[method]
  if (!allowed) throw notAllowed(`${name} are not allowed on this repository.`)
}

const METHOD_NAMES = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' } as const

/** Refuses a merge that a ruleset does not allow, unless the user may bypass it. */
function refuseViolations(
  rows: CodehostCall['rows'],
  repo: Repo,
  pull: Pull,
  user: Account,
  method: MergeMethod,
): void {
  const violations = rulesetsFor(rows, repo, `refs/heads/${pull.baseRef}`).flatMap((ruleset) => {
    if (bypassOf(rows, repo, ruleset, user) !== 'never') return []
    const protection = asProtection(ruleset, repo, pull.baseRef)
    const methods = ruleOf(ruleset, 'pull_request')?.parameters?.['allowed_merge_methods']
    return [
      ...(ruleOf(ruleset, 'update') === undefined ? [] : ['Cannot update this protected ref.']),
      ...unmetOfRuleset(rows, repo, pull, ruleset).map(({ message }) => message),
      ...(Array.isArray(methods) && !methods.includes(method)
        ? [`${METHOD_NAMES[method]} are not allowed on this branch.`]
        : []),
      ...(protection.requiredLinearHistory && method === 'merge'
        ? ['This branch must not contain merge commits.']
        : []),
    ]
  })
  refuseAll(violations.map((message) => violation(message)))
}

function refuseAll(violations: readonly Violation[]): void {
  if (violations.length > 0) throw notAllowed(violationsMessage(violations))
}

/** Refuses a merge whose commits the base branch does not take: those without a signature, or with other messages. */
function refuseCommits(rows: CodehostCall['rows'], repo: Repo, pull: Pull, user: Account, sha: string): void {
  const protection = protectionOf(rows, repo, pull.baseRef)
  const rulesets = rulesetsFor(rows, repo, `refs/heads/${pull.baseRef}`).filter(
    (ruleset) => bypassOf(rows, repo, ruleset, user) === 'never',
  )
  const isSigned = protection?.requiredSignatures === true && isBoundBy(rows, repo, protection, user)
  if (!isSigned && !rulesets.some(hasCommitRules)) return
  const commits = aheadBehind(objectsOf(rows, repo), comparedBase(rows, pull), sha).ahead
  if (isSigned && unsignedCommits(rows, commits).length > 0) throw notAllowed(UNSIGNED)
  refuseAll(rulesets.flatMap((ruleset) => commitViolations(rows, ruleset, commits)))
}

/** Refuses a merge that the protection of the base branch does not allow. */
function refuseUnmet(rows: CodehostCall['rows'], repo: Repo, pull: Pull, user: Account, method: MergeMethod): void {
  const protection = protectionOf(rows, repo, pull.baseRef)
  if (protection === undefined || !isBoundBy(rows, repo, protection, user)) return
  if (!canPush(rows, repo, protection, user)) throw notAllowed("You're not authorized to push to this branch.")
  const exempt = protection.requiredReviews?.bypassAllowances ?? null
  const bypasses = exempt !== null && isListed(rows, repo, exempt, user)
  const unmet = unmetOf(rows, repo, pull, protection).filter(({ kind }) => kind !== 'review' || !bypasses)
  const blocking = unmet.filter(({ kind }) => kind !== 'behind').map(({ message }) => message)
  if (blocking.length > 0) throw notAllowed(blocking.join(' '))
  if (unmet[0] !== undefined) throw conflict(unmet[0].message)
  if (protection.requiredLinearHistory && method === 'merge') {
    throw notAllowed('This branch must not contain merge commits.')
  }
}

function mergeCommit({ rows, clock }: CodehostCall, pull: Pull, user: Account, input: MergeInput): string {
  const repo = rows.repos.require(pull.repoId)
  const base = comparedBase(rows, pull)
  const message = mergeMessage(repo, pull, rows.issues.require(pull.issueId), input)
  const objects = objectsOf(rows, repo)
  const at = clock.now()
  const made = commit({
    tree: mergedTree({ rows }, pull),
    parents: [base, pull.headSha],
    author: signatureOf(user, at),
    committer: webFlow(at),
    message,
  })
  objects.put(made)
  return made.sha
}

function squashCommit({ rows, clock }: CodehostCall, pull: Pull, _user: Account, input: MergeInput): string {
  const repo = rows.repos.require(pull.repoId)
  const issue = rows.issues.require(pull.issueId)
  const at = clock.now()
  const made = commit({
    tree: mergedTree({ rows }, pull),
    parents: [comparedBase(rows, pull)],
    author: signatureOf(rows.accounts.require(issue.userId), at),
    committer: webFlow(at),
    message: squashMessage(rows, repo, issue, pullChanges(rows, pull).commits, input),
  })
  objectsOf(rows, repo).put(made)
  return made.sha
}

function rebasedTip({ rows, clock }: CodehostCall, pull: Pull, user: Account): string {
  const objects = objectsOf(rows, { id: pull.repoId })
  const base = comparedBase(rows, pull)
  const result = rebaseCommits(objects, base, pullChanges(rows, pull).commits, signatureOf(user, clock.now()))
  if ('conflicts' in result) throw notMergeable()
  return result.commits.at(-1)?.sha ?? base
}

function mergedTree({ rows }: Pick<CodehostCall, 'rows'>, pull: Pull): string {
  const result = mergeCommits(objectsOf(rows, { id: pull.repoId }), comparedBase(rows, pull), pull.headSha)
  if ('conflicts' in result) throw notMergeable()
  return result.tree
}

/** Deletes the head branch, unless it belongs to a fork, is the default branch or is protected. */
function deleteHead(call: CodehostCall, repo: Repo, pull: Pull): void {
  const ref = branchRef(call.rows, repo, pull.headRef)
  const keep = pull.headRepoId !== repo.id || pull.headRef === repo.defaultBranch
  if (ref !== undefined && !keep && protectionOf(call.rows, repo, pull.headRef) === undefined) deleteRef(call, ref)
}

function notMergeable(): Failure {
  return notAllowed('Pull Request is not mergeable')
}

function notAllowed(message: string): Failure {
  return new Failure(405, message)
}

function conflict(message: string): Failure {
  return new Failure(409, message)
}

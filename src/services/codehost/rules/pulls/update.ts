import { isAncestor } from '#codehost/git/history.ts'
import { defined } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidField, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { closeIssue, editIssue, reopenIssue } from '../issues/issues.ts'
import { checkedBody, checkedTitle } from '../issues/input.ts'
import { updateTestMerge } from './mergeable.ts'
import { openPullFrom } from './create.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { toBranchName } from '../git/ref-names.ts'
import { retarget } from './heads.ts'
import { fetchCommit, setPullRef } from './refs.ts'

/** The request body that changes a pull request. */
export interface PullFields {
  readonly title?: string | null | undefined
  readonly body?: string | null | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly base?: string | null | undefined
  readonly maintainer_can_modify?: boolean | undefined
}

/**
 * Changes the fields of a pull request that a body names. Each change emits its own event. Returns the pull request.
 *
 * @throws 422.
 */
export function updatePull(call: CodehostCall, before: Pull, input: PullFields, user: Account): Pull {
  const { rows } = call
  const issue = rows.issues.require(before.issueId)
  const title = input.title == null ? undefined : checkedTitle(input.title)
  const body = input.body === undefined ? undefined : checkedBody(input.body)
  const base = input.base == null ? before.baseRef : toBranchName(input.base)
  const rebased = base !== before.baseRef
  if (rebased) refuseBase(call, before, base)
  let pull = rows.pulls.update(before.id, defined({ maintainerCanModify: input.maintainer_can_modify }))
  const edited = editIssue(call, issue, { title, body }, user)
  if (rebased) pull = retarget(call, pull, base, user)
  if (input.state === 'closed') closeIssue(call, edited, user)
  else if (input.state === 'open' && edited.state === 'closed') pull = reopen(call, pull, user)
  return rows.pulls.require(pull.id)
}

function refuseBase({ rows }: CodehostCall, pull: Pull, base: string): void {
  const repo = rows.repos.require(pull.repoId)
  if (rows.issues.require(pull.issueId).state === 'closed') {
    throw custom('base', 'Cannot change the base branch of a closed pull request.')
  }
  const tip = branchTip(rows, repo, base)
  if (tip === null) throw custom('base', `Proposed base branch '${base}' was not found`, 'invalid')
  if (pull.headRepoId === repo.id && pull.headRef === base) throw invalidField('PullRequest', 'base')
  if (isAncestor(objectsOf(rows, repo), pull.headSha, tip.sha)) {
    throw custom('base', `There are no new commits between base branch '${base}' and head branch '${pull.headRef}'`)
  }
  if (openPullFrom(rows, repo, { ...pull, baseRef: base }) !== undefined) {
    throw custom('base', `A pull request already exists for base branch '${base}' and head branch '${pull.headRef}'`)
  }
}

/** Reopens a closed pull request with the present tip of its head branch. */
function reopen(call: CodehostCall, pull: Pull, user: Account): Pull {
  const { rows } = call
  const repo = rows.repos.require(pull.repoId)
  const issue = rows.issues.require(pull.issueId)
  if (pull.merged) throw unchangeable('The pull request cannot be reopened.')
  const head = rows.repos.get(pull.headRepoId)
  const headTip = head === undefined ? null : branchTip(rows, head, pull.headRef)
  const baseTip = branchTip(rows, repo, pull.baseRef)
  if (headTip === null || head === undefined) throw unchangeable(`The ${pull.headRef} branch has been deleted.`)
  if (baseTip === null) throw unchangeable(`The ${pull.baseRef} branch has been deleted.`)
  if (openPullFrom(rows, repo, pull) !== undefined) {
    throw unchangeable(
      `There is already an open pull request from ${pull.headOwner}:${pull.headRef} to ${pull.baseRef}.`,
    )
  }
  fetchCommit(rows, head, repo, headTip.sha)
  if (isAncestor(objectsOf(rows, repo), headTip.sha, baseTip.sha)) {
    throw unchangeable(`There are no new commits on the ${pull.headRef} branch.`)
  }
  const current = rows.pulls.update(pull.id, { headSha: headTip.sha, baseSha: baseTip.sha })
  setPullRef(rows, issue, 'head', headTip.sha)
  reopenIssue(call, issue, user)
  return updateTestMerge(call, current)
}

function unchangeable(reason: string) {
  return custom('state', `state cannot be changed. ${reason}`)
}

function custom(field: string, message: string, code: 'custom' | 'invalid' = 'custom') {
  return validationFailed({ resource: 'PullRequest', code, field, message })
}

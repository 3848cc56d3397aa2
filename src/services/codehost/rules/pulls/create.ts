import { refuseInteraction } from '../accounts/interactions.ts'
import { defined } from '#core/objects.ts'
import { isAncestor, mergeBase } from '#codehost/git/history.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { invalidField, missingField, notFound, validationFailed, type FieldError } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { insertIssue } from '../issues/issues.ts'
import { checkedBody, checkedTitle } from '../issues/input.ts'
import { updateTestMerge } from './mergeable.ts'
import { branchRef, branchTip, objectsOf } from '../git/objects.ts'
import { toBranchName } from '../git/ref-names.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { emitPull } from './events.ts'
import { refuseBeyondCap } from './caps.ts'
import { requestCodeOwners } from './requested-reviewers.ts'
import { fetchCommit, setPullRef } from './refs.ts'
import { canChange } from '../issues/update.ts'
import { canRead } from '../repos/visibility.ts'

/** The request body of a new pull request. */
export interface PullInput {
  readonly title?: string | null | undefined
  readonly head: string
  readonly head_repo?: string | null | undefined
  readonly base: string
  readonly body?: string | null | undefined
  readonly maintainer_can_modify?: boolean | undefined
  readonly draft?: boolean | undefined
  readonly issue?: number | null | undefined
}

interface Branch {
  readonly repo: Repo
  readonly owner: Account
  readonly ref: string
  readonly sha: string
  readonly pusherId: number | undefined
}

/**
 * Opens a pull request, from an existing issue if the body names one. Emits `opened`, and requests reviews from code
 * owners.
 *
 * @throws 422, 404 for an unknown issue, and 403 where a limit keeps the author out.
 */
export function openPull(call: CodehostCall, repo: Repo, author: Account, input: PullInput): Pull {
  const { rows } = call
  const { head, base } = branchesOf(call, repo, input)
  refuseInteraction(call, repo, author, 'PullRequest')
  refuseBeyondCap(rows, repo, author)
  refuseStranger(rows, repo, head.repo, author)
  fetchCommit(rows, head.repo, repo, head.sha)
  refuseWithoutCommits(rows, repo, base, head)
  refuseDuplicate(rows, repo, base, head)
  const issue = issueFor(call, repo, author, input)
  const pull = rows.pulls.insert({
    issueId: issue.id,
    repoId: repo.id,
    headRepoId: head.repo.id,
    headOwner: head.owner.login,
    headRef: head.ref,
    headSha: head.sha,
    ...defined({ lastPusherId: head.pusherId }),
    baseRef: base.ref,
    baseSha: base.sha,
    draft: input.draft ?? false,
    merged: false,
    mergedAt: null,
    mergedById: null,
    mergeCommitSha: null,
    maintainerCanModify: head.repo.id !== repo.id && (input.maintainer_can_modify ?? true),
  })
  setPullRef(rows, issue, 'head', head.sha)
  const opened = updateTestMerge(call, pull)
  emitPull(call, opened, 'opened', author)
  requestCodeOwners(call, opened, author)
  return opened
}

/** Returns whether the branch with the changes exists, where the author may read it. */
export function hasHead(call: CodehostCall, repo: Repo, input: PullInput): boolean {
  return headBranch(call, repo, input) !== null
}

function branchesOf(call: CodehostCall, repo: Repo, input: PullInput): { head: Branch; base: Branch } {
  const base = branch(call.rows, repo, input.base)
  const head = headBranch(call, repo, input)
  const wrong: FieldError[] = []
  if (head === null) wrong.push({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (base === null) wrong.push({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  if (head === null || base === null) throw validationFailed(...wrong)
  return { head, base }
}

function branch(rows: Rows, repo: Repo, name: string): Branch | null {
  const ref = toBranchName(name)
  const tip = branchTip(rows, repo, ref)
  if (tip === null) return null
  const pusherId = branchRef(rows, repo, ref)?.pusherId
  return { repo, owner: rows.accounts.require(repo.ownerId), ref, sha: tip.sha, pusherId }
}

/**
 * Returns the branch that `branch` or `owner:branch` names, in a repository of the same network that the principal can
 * see; null otherwise.
 */
function headBranch(call: CodehostCall, repo: Repo, { head, head_repo }: PullInput): Branch | null {
  const { rows } = call
  const [, label, ref = head] = /^([^:]+):(.+)$/.exec(head) ?? []
  const [repoOwner, repoName] =
    head_repo == null ? [] : head_repo.includes('/') ? head_repo.split('/') : [label, head_repo]
  const login = (label ?? repoOwner)?.toLowerCase()
  const owner = login === undefined ? rows.accounts.require(repo.ownerId) : rows.accounts.find('login', login)
  if (owner === undefined) return null
  if (repoName === undefined && owner.id === repo.ownerId) return branch(rows, repo, ref)
  const network = (each: Repo): number => each.sourceId ?? each.id
  const fork = rows.repos.referring('ownerId', owner.id).find((each) => {
    const named = repoName === undefined || each.name.toLowerCase() === repoName.toLowerCase()
    return named && network(each) === network(repo) && canRead(call, each)
  })
  return fork === undefined ? null : branch(rows, fork, ref)
}

/** Refuses authors who can push neither to the head repository nor to the base repository. */
function refuseStranger(rows: Rows, repo: Repo, head: Repo, author: Account): void {
  if ([repo, head].some((each) => permissionIncludes(permissionOf(rows, each, author), 'push'))) return
  throw custom('must be a collaborator', 'user')
}

function refuseWithoutCommits(rows: Rows, repo: Repo, base: Branch, head: Branch): void {
  const objects = objectsOf(rows, repo)
  const names = head.repo.id === repo.id ? [base.ref, head.ref] : [label(base), label(head)]
  if (isAncestor(objects, head.sha, base.sha)) throw custom(`No commits between ${names[0]} and ${names[1]}`)
  if (mergeBase(objects, base.sha, head.sha) === null) {
    throw custom(`The ${names[1]} branch has no history in common with ${names[0]}`)
  }
}

function refuseDuplicate(rows: Rows, repo: Repo, base: Branch, head: Branch): void {
  const taken = openPullFrom(rows, repo, { headOwner: head.owner.login, headRef: head.ref, baseRef: base.ref })
  if (taken !== undefined) throw custom(`A pull request already exists for ${label(head)}.`)
}

/** Returns the open pull request between two branches. */
export function openPullFrom(
  rows: Rows,
  repo: Repo,
  { headOwner, headRef, baseRef }: Pick<Pull, 'headOwner' | 'headRef' | 'baseRef'>,
): Pull | undefined {
  return rows.pulls
    .list('label', repo.id, headOwner.toLowerCase(), headRef)
    .find((each) => each.baseRef === baseRef && rows.issues.require(each.issueId).state === 'open')
}

function label({ owner, ref }: Branch): string {
  return `${owner.login}:${ref}`
}

function issueFor(call: CodehostCall, repo: Repo, author: Account, input: PullInput): Issue {
  if (input.issue != null) return convert(call.rows, repo, author, input.issue)
  if (input.title == null) throw missingField('PullRequest', 'title')
  const title = checkedTitle(input.title)
  return insertIssue(call, repo, author, {
    title,
    body: checkedBody(input.body ?? null),
    isPull: true,
    milestoneId: null,
  })
}

/** Turns an issue into the issue side of a pull request. */
function convert(rows: Rows, repo: Repo, author: Account, number: number): Issue {
  const issue = rows.issues.find('number', repo.id, number)
  if (issue === undefined) throw notFound()
  if (issue.isPull || issue.state === 'closed' || !canChange(rows, repo, issue, author)) {
    throw invalidField('PullRequest', 'issue')
  }
  return rows.issues.update(issue.id, { isPull: true })
}

function custom(message: string, field?: string) {
  return validationFailed({
    resource: 'PullRequest',
    code: 'custom',
    ...(field === undefined ? {} : { field }),
    message,
  })
}

import { NO_SHA } from '#codehost/git/objects.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { buildOnPush } from '../pages/builds.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RefMove } from '#codehost/schema/events.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requestChecks } from '../checks/requests.ts'
import { applyCommitMessages } from '../issues/commit-messages.ts'
import { peel } from './objects.ts'
import { logRuleSuite } from '../protection/rule-suites.ts'
import { logRefChange } from './ref-log.ts'
import { pushedCommits } from './pushed-commits.ts'
import { onBranchDeleted, onHeadMoved } from '../pulls/heads.ts'
import { recordActivity } from '../activities/record.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { armSchedules } from '../actions/schedules.ts'
import { unpublishUntagged } from '../releases/untagged.ts'
import { runOnPush } from '../actions/workflow-triggers.ts'

/** How a ref is changed. */
interface ChangeOptions {
  /** True for a change without events and workflow runs, as of many tags at once. */
  readonly silent: boolean
  /** True for the merge of a pull request. Default: false */
  readonly merge?: boolean
}

const WITH_EVENTS: ChangeOptions = { silent: false }

/**
 * Points a ref at an object and adds the ref when it is new. Emits `push` (and `create`), asks apps to check the
 * commit, starts workflows, updates the pull requests of the branch, and applies the messages of its commits to issues.
 * `name` is the full name: `refs/heads/main`. Does nothing when the ref already points at the object.
 */
export function setRef(
  call: CodehostCall,
  repo: Repo,
  name: string,
  sha: string,
  sender: Account,
  { silent, merge = false } = WITH_EVENTS,
): Ref {
  const before = call.rows.refs.find('name', repo.id, name)
  if (before?.sha === sha) return before
  const ref =
    before === undefined
      ? call.rows.refs.insert({ repoId: repo.id, name, sha, pusherId: sender.id })
      : call.rows.refs.update(before.id, { sha, pusherId: sender.id })
  const pushed = markPushed(call, repo, name)
  logRefChange(call, repo, { ref: name, before: before?.sha ?? NO_SHA, after: sha }, sender, merge)
  logRuleSuite(call, repo, { ref: name, before: before?.sha ?? null, after: sha, user: sender, isMerge: merge })
  if (silent) return ref
  if (before === undefined) emitRefEvent(call, pushed, 'create', ref, sender)
  emitPush(call, pushed, { ref: name, before: before?.sha ?? NO_SHA, after: sha }, sender)
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null
  if (branch !== null) requestChecks(call, pushed, branch, sha, sender)
  runOnPush(call, pushed, { ref: name, before: before?.sha ?? null, after: sha }, sender)
  if (name === `refs/heads/${pushed.defaultBranch}`) armSchedules(call, pushed)
  if (branch !== null) {
    onHeadMoved(call, pushed, branch, sha, sender, before?.sha)
    applyMessages(call, pushed, ref, before, sender)
  }
  return ref
}

/**
 * `leaving` is the name of a ref that is about to be deleted.
 *
 * @throws 422 when a new ref would be below an existing one or above it, because git would need one name for a file and
 * a directory.
 */
export function refuseCollision(rows: Rows, repo: Pick<Repo, 'id'>, newName: string, leaving?: string): void {
  const found = collidingRef(rows, repo, newName, leaving === undefined ? [] : [leaving])
  if (found !== undefined) throw unprocessable('Reference update failed')
}

/**
 * Returns the name of a ref that is above or below the name of a new one; undefined when there is none. `leaving` are
 * the names of refs that are about to be deleted.
 */
export function collidingRef(
  { refs }: Pick<Rows, 'refs'>,
  repo: Pick<Repo, 'id'>,
  newName: string,
  leaving: readonly string[],
): string | undefined {
  const parts = newName.split('/')
  const above = parts.map((_, at) => parts.slice(0, at).join('/')).filter((name) => !leaving.includes(name))
  const parent = above.find((name) => refs.find('name', repo.id, name) !== undefined)
  if (parent !== undefined) return parent
  // Names below `newName` sort from `newName/` up to, not including, `newName0`: `0` follows `/` in ASCII.
  const upTo = (end: string): number => refs.countBefore('byName', [repo.id], newName + end)
  if (upTo('0') === upTo('/')) return undefined
  return refs
    .list('byName', repo.id)
    .map(({ name }) => name)
    .find((name) => name.startsWith(`${newName}/`) && !leaving.includes(name))
}

/** Deletes a ref. Emits `delete` and `push`. */
export function deleteRef(call: CodehostCall, ref: Ref, { silent } = WITH_EVENTS): void {
  call.rows.refs.delete(ref.id)
  unpublishUntagged(call, { id: ref.repoId }, ref.name)
  const repo = call.rows.repos.require(ref.repoId)
  const sender = call.principal?.user ?? call.rows.accounts.require(repo.ownerId)
  const pushed = markPushed(call, repo, ref.name)
  logRefChange(call, repo, { ref: ref.name, before: ref.sha, after: NO_SHA }, sender, false)
  logRuleSuite(call, repo, { ref: ref.name, before: ref.sha, after: null, user: sender, isMerge: false })
  if (silent) return
  emitRefEvent(call, pushed, 'delete', ref, sender)
  emitPush(call, pushed, { ref: ref.name, before: ref.sha, after: NO_SHA }, sender)
  if (ref.name.startsWith('refs/heads/')) onBranchDeleted(call, pushed, ref.name.slice('refs/heads/'.length), sender)
}

/** Sets the time of the repository's last push to now. */
function markPushed({ rows, clock }: CodehostCall, { id }: Repo, name: string): Repo {
  const now = clock.now()
  const repo = rows.repos.require(id)
  const isDefault = name === `refs/heads/${repo.defaultBranch}`
  return rows.repos.update(id, { pushedAt: now, ...(isDefault ? { updatedAt: now } : {}) })
}

/** Emits that a branch or tag was created or deleted. Other refs have no events. */
function emitRefEvent(call: CodehostCall, repo: Repo, event: 'create' | 'delete', ref: Ref, sender: Account): void {
  const [, name] = BRANCH_OR_TAG.exec(ref.name) ?? []
  if (name === undefined) return
  const head = event === 'create' ? peel(call.rows, repo, ref.sha) : null
  emitAndRun(call, { event, repo, sender, ref }, head === null ? {} : { head, ref: name })
}

function emitPush(call: CodehostCall, repo: Repo, move: RefMove, pusher: Account): void {
  if (!BRANCH_OR_TAG.test(move.ref)) return
  const event = { event: 'push', repo, sender: pusher, move } as const
  call.emit(event)
  recordActivity(call, event)
  buildOnPush(call, repo, move, pusher)
}

/** The full name of a branch or a tag, with its short name. */
const BRANCH_OR_TAG = /^refs\/(?:heads|tags)\/(.+)$/

function applyMessages(call: CodehostCall, repo: Repo, ref: Ref, before: Ref | undefined, pusher: Account): void {
  const { rows } = call
  const head = peel(rows, repo, ref.sha)
  if (head === null) return
  const tip = before === undefined ? null : peel(rows, repo, before.sha)
  const commits = pushedCommits(rows, repo, ref.name, tip, head)
  applyCommitMessages(call, repo, ref.name.slice('refs/heads/'.length), commits, pusher)
}

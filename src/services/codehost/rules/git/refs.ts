import { isAncestor } from '#codehost/git/history.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { unprocessable } from '#codehost/errors.ts'
import { NO_SHA, pushJson } from '#codehost/json/git/push.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emit } from '#codehost/webhooks.ts'
import { requestChecks } from '../checks/requests.ts'
import { applyCommitMessages } from '../issues/commit-messages.ts'
import { objectsOf, peel } from './objects.ts'
import { commitsOfOtherBranches, pushedCommits } from './pushed-commits.ts'
import { onBranchDeleted, onHeadMoved } from '../pulls/heads.ts'
import { emitAndRun } from '../actions/workflow-events.ts'
import { runOnPush } from '../actions/workflow-triggers.ts'

/**
 * The largest number of commits in a push payload. https://docs.github.com/webhooks/webhook-events-and-payloads#push
 */
const MOST_COMMITS = 2048

/**
 * Points a ref at an object and adds the ref when it is new. Emits `push` (and `create`), asks apps to check the
 * commit, starts workflows, updates the pull requests of the branch, and applies the messages of its commits to issues.
 * `name` is the full name: `refs/heads/main`. Does nothing when the ref already points at the object.
 */
export function setRef(call: CodehostCall, repo: Repo, name: string, sha: string, sender: Account): Ref {
  const before = call.rows.refs.find('name', repo.id, name)
  if (before?.sha === sha) return before
  const ref =
    before === undefined
      ? call.rows.refs.insert({ repoId: repo.id, name, sha, pusherId: sender.id })
      : call.rows.refs.update(before.id, { sha, pusherId: sender.id })
  const pushed = markPushed(call, repo, name)
  if (before === undefined) emitRefEvent(call, pushed, 'create', ref, sender)
  emitPush(call, pushed, { ref: name, before: before?.sha ?? NO_SHA, after: sha }, sender)
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null
  if (branch !== null) requestChecks(call, pushed, branch, sha, sender)
  runOnPush(call, pushed, { ref: name, before: before?.sha ?? null, after: sha }, sender)
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
export function refuseCollision({ refs }: Rows, repo: Pick<Repo, 'id'>, newName: string, leaving?: string): void {
  const parts = newName.split('/')
  const above = parts.map((_, at) => parts.slice(0, at).join('/')).filter((name) => name !== leaving)
  // Names below `newName` sort from `newName/` up to, not including, `newName0`: `0` follows `/` in ASCII.
  const upTo = (end: string): number => refs.countBefore('byName', [repo.id], newName + end)
  const below = upTo('0') - upTo('/') - (leaving?.startsWith(`${newName}/`) === true ? 1 : 0)
  if (below > 0 || above.some((name) => refs.find('name', repo.id, name) !== undefined)) {
    throw unprocessable('Reference update failed')
  }
}

/** Deletes a ref. Emits `delete` and `push`. */
export function deleteRef(call: CodehostCall, ref: Ref): void {
  call.rows.refs.delete(ref.id)
  const repo = call.rows.repos.require(ref.repoId)
  const sender = call.principal?.user ?? call.rows.accounts.require(repo.ownerId)
  const pushed = markPushed(call, repo, ref.name)
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
function emitRefEvent(
  call: CodehostCall,
  repo: Repo,
  event: 'create' | 'delete',
  { name, sha }: Ref,
  sender: Account,
): void {
  const [, kind, ref = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? []
  if (kind === undefined) return
  const details = event === 'create' ? { master_branch: repo.defaultBranch, description: repo.description } : {}
  const payload = () => ({ ref, ref_type: kind === 'heads' ? 'branch' : 'tag', ...details, pusher_type: 'user' })
  const head = event === 'create' ? peel(call.rows, repo, sha) : null
  emitAndRun(call, { event, repo, sender, payload }, head === null ? {} : { head, ref })
}

interface PushedMove {
  readonly ref: string
  readonly before: string
  readonly after: string
}

function emitPush(call: CodehostCall, repo: Repo, move: PushedMove, pusher: Account): void {
  if (!/^refs\/(?:heads|tags)\//.test(move.ref)) return
  const { rows } = call
  emit(call, {
    event: 'push',
    repo,
    sender: pusher,
    payload: (site) => {
      const before = move.before === NO_SHA ? null : peel(rows, repo, move.before)
      const head = move.after === NO_SHA ? null : peel(rows, repo, move.after)
      const forced = before !== null && head !== null && !isAncestor(objectsOf(rows, repo), before.sha, head.sha)
      const named = [...rows.refs.list('byKind', repo.id, 'heads'), ...rows.refs.list('byKind', repo.id, 'tags')]
      const sameTip = named.find(({ name, sha }) => name !== move.ref && sha === move.after)
      const baseRef = before === null ? (sameTip?.name ?? null) : null
      const commits = head === null ? [] : listedCommits(rows, repo, move.ref, before, head)
      return pushJson(site, repo, { ...move, forced, baseRef, commits, head, pusher })
    },
  })
}

function applyMessages(call: CodehostCall, repo: Repo, ref: Ref, before: Ref | undefined, pusher: Account): void {
  const { rows } = call
  const head = peel(rows, repo, ref.sha)
  if (head === null) return
  const tip = before === undefined ? null : peel(rows, repo, before.sha)
  const commits = pushedCommits(rows, repo, ref.name, tip, head)
  applyCommitMessages(call, repo, ref.name.slice('refs/heads/'.length), commits, pusher)
}

function listedCommits(rows: Rows, repo: Repo, ref: string, before: Commit | null, head: Commit) {
  if (!ref.startsWith('refs/heads/')) return []
  const known = commitsOfOtherBranches(rows, repo, ref)
  const commits = pushedCommits(rows, repo, ref, before, head).slice(-MOST_COMMITS)
  return commits.map((commit) => ({ commit, distinct: !known.has(commit.sha) }))
}

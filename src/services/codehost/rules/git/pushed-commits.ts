import type { Rows } from '#codehost/call.ts'
import { aheadBehind, ancestors, isAncestor } from '#codehost/git/history.ts'
import { NO_SHA, type Commit } from '#codehost/git/objects.ts'
import type { RefMove } from '#codehost/schema/events.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { objectsOf, peel } from './objects.ts'

/**
 * The largest number of commits in a push payload. https://docs.github.com/webhooks/webhook-events-and-payloads#push
 */
const MOST_COMMITS = 2048

/** The change of a ref by a push. */
export interface Push extends RefMove {
  readonly forced: boolean
  /** For a new ref, the existing ref that points to the same commit; else null. */
  readonly baseRef: string | null
  /** The pushed commits, oldest first. `distinct` is true for a commit that no other branch has. */
  readonly commits: readonly { readonly commit: Commit; readonly distinct: boolean }[]
  /** The commit that the ref points to now. */
  readonly head: Commit | null
}

/** Returns what a push changed. The test of a hook has the commit of its branch only. */
export function commitsOfPush(
  rows: Rows,
  { repo, move, onlyHook }: { readonly repo: Repo; readonly move: RefMove; readonly onlyHook?: Hook },
): Push {
  const head = move.after === NO_SHA ? null : peel(rows, repo, move.after)
  if (onlyHook !== undefined) {
    return {
      ...move,
      forced: false,
      baseRef: null,
      commits: head === null ? [] : [{ commit: head, distinct: true }],
      head,
    }
  }
  const before = move.before === NO_SHA ? null : peel(rows, repo, move.before)
  const forced = before !== null && head !== null && !isAncestor(objectsOf(rows, repo), before.sha, head.sha)
  const named = [...rows.refs.list('byKind', repo.id, 'heads'), ...rows.refs.list('byKind', repo.id, 'tags')]
  const sameTip = named.find(({ name, sha }) => name !== move.ref && sha === move.after)
  const baseRef = before === null ? (sameTip?.name ?? null) : null
  const commits = head === null ? [] : listedCommits(rows, repo, move.ref, before, head)
  return { ...move, forced, baseRef, commits, head }
}

/**
 * Returns the commits that a push adds to a branch, oldest first: those that the branch did not have before, or for a
 * new branch (`before` is null) those that no other branch has. `ref` is the full name of the branch.
 */
export function pushedCommits(rows: Rows, repo: Repo, ref: string, before: Commit | null, head: Commit): Commit[] {
  const objects = objectsOf(rows, repo)
  if (before !== null) return aheadBehind(objects, before.sha, head.sha).ahead
  if (branchesBeside(rows, repo, ref).some(({ sha }) => sha === head.sha)) return []
  const known = commitsOfOtherBranches(rows, repo, ref)
  return [...ancestors(objects, head.sha)].filter(({ sha }) => !known.has(sha)).toReversed()
}

/** Returns the SHAs of the commits that branches other than `ref` contain. */
function commitsOfOtherBranches(rows: Rows, repo: Repo, ref: string): ReadonlySet<string> {
  const objects = objectsOf(rows, repo)
  const known = new Set<string>()
  for (const { sha } of branchesBeside(rows, repo, ref)) {
    const tip = known.has(sha) ? null : peel(rows, repo, sha)
    if (tip !== null) for (const commit of ancestors(objects, tip.sha)) known.add(commit.sha)
  }
  return known
}

function listedCommits(rows: Rows, repo: Repo, ref: string, before: Commit | null, head: Commit) {
  if (!ref.startsWith('refs/heads/')) return []
  const known = commitsOfOtherBranches(rows, repo, ref)
  const commits = pushedCommits(rows, repo, ref, before, head).slice(-MOST_COMMITS)
  return commits.map((commit) => ({ commit, distinct: !known.has(commit.sha) }))
}

function branchesBeside(rows: Rows, repo: Repo, ref: string) {
  return rows.refs.list('byKind', repo.id, 'heads').filter(({ name }) => name !== ref)
}

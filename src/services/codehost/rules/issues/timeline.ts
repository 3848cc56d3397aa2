import { aheadBehind } from '#codehost/git/history.ts'
import type { Commit, Objects } from '#codehost/git/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Comment, Issue, IssueEvent } from '#codehost/schema/issues.ts'
import type { Pull, Review } from '#codehost/schema/pulls.ts'
import { objectsOf } from '../git/objects.ts'
import { sourceOf } from './cross-references.ts'
import { canRead } from '../repos/visibility.ts'

/** One entry of a timeline. */
export type TimelineEntry =
  | { readonly kind: 'event'; readonly event: IssueEvent }
  | { readonly kind: 'comment'; readonly comment: Comment }
  | { readonly kind: 'review'; readonly review: Review; readonly issue: Issue }
  | { readonly kind: 'commit'; readonly commit: Commit }

/**
 * Returns the events, comments, commits and reviews of an issue or pull request in order, without the kinds that
 * `exclude` names, and without references from repositories that the principal cannot read.
 */
export function timelineOf(call: Pick<CodehostCall, 'rows' | 'query' | 'principal'>, issue: Issue): TimelineEntry[] {
  const { rows, query } = call
  const excluded = (query.get('exclude') ?? '').split(',').map((name) => name.trim())
  const placed = [...eventEntries(rows, issue), ...pullEntries(rows, issue)]
  return placed
    .filter(({ name, entry }) => !excluded.includes(name) && isVisible(call, entry))
    .sort((left, right) => left.at - right.at || left.order - right.order)
    .map(({ entry }) => entry)
}

function isVisible(call: Pick<CodehostCall, 'rows' | 'principal'>, entry: TimelineEntry): boolean {
  const { rows } = call
  const source = entry.kind === 'event' ? rows.issues.get(sourceOf(entry.event)) : undefined
  return source === undefined || canRead(call, rows.repos.require(source.repoId))
}

interface PlacedEntry {
  readonly at: number
  /** Orders entries of the same moment. */
  readonly order: number
  /** The vendor's name of the entry, as `exclude` uses it. */
  readonly name: string
  readonly entry: TimelineEntry
}

function eventEntries(rows: Rows, issue: Issue): PlacedEntry[] {
  const events = rows.issueEvents.list('byIssue', issue.id).map((event): PlacedEntry => ({
    at: event.createdAt,
    order: event.id,
    name: event.event,
    entry: { kind: 'event', event },
  }))
  const comments = rows.comments.list('byIssue', issue.id).map((comment): PlacedEntry => ({
    at: comment.createdAt,
    order: comment.id,
    name: 'commented',
    entry: { kind: 'comment', comment },
  }))
  return [...events, ...comments]
}

/**
 * Returns the entries that only pull requests have. At the same moment, commits come before all other entries and
 * reviews after them.
 */
function pullEntries(rows: Rows, issue: Issue): PlacedEntry[] {
  const pull = issue.isPull ? rows.pulls.find('issue', issue.id) : undefined
  if (pull === undefined) return []
  const commits = commitsOf(rows, pull).map((commit, index): PlacedEntry => ({
    at: commit.committer.at,
    order: index - Number.MAX_SAFE_INTEGER,
    name: 'committed',
    entry: { kind: 'commit', commit },
  }))
  const reviews = rows.reviews.list('byPull', pull.id).flatMap((review): PlacedEntry[] => {
    if (review.submittedAt === null) return []
    const entry = { kind: 'review', review, issue } as const
    return [{ at: review.submittedAt, order: Number.MAX_SAFE_INTEGER, name: 'reviewed', entry }]
  })
  return [...commits, ...reviews]
}

function commitsOf(rows: Rows, pull: Pull): Commit[] {
  const base = objectsOf(rows, { id: pull.repoId })
  if (pull.headRepoId === null || pull.headRepoId === pull.repoId) return aheadOf(base, pull)
  const head = objectsOf(rows, { id: pull.headRepoId })
  // Commits that were pushed only to the fork are not in the base repository.
  return aheadOf(
    {
      ...head,
      get: (sha) => (base.has(sha) ? base.get(sha) : head.get(sha)),
      has: (sha) => base.has(sha) || head.has(sha),
    },
    pull,
  )
}

function aheadOf(objects: Objects, { baseSha, headSha }: Pull): Commit[] {
  return objects.has(baseSha) && objects.has(headSha) ? aheadBehind(objects, baseSha, headSha).ahead : []
}

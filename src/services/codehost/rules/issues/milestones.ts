import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import type { IssueCounts } from '#codehost/schema/events.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { alreadyExists } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Label, Milestone } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { labelsOf } from './issue-labels.ts'
import { setMilestone } from './issues.ts'
import { stateOf } from './orders.ts'
import { emitAndRun } from '../actions/run-transitions.ts'

/** The changes to a milestone. Undefined fields stay. */
export interface MilestoneFields {
  readonly title?: string | undefined
  readonly state?: Milestone['state'] | undefined
  readonly description?: string | null | undefined
  /** Epoch milliseconds. */
  readonly dueOn?: number | null | undefined
}

/**
 * Adds a milestone. Emits `created`, and `closed` for a milestone that starts closed.
 *
 * @throws 422 when the title is taken.
 */
export function createMilestone(
  call: CodehostCall,
  repo: Repo,
  { state, ...fields }: MilestoneFields & { readonly title: string },
  creator: Account,
): Milestone {
  const { rows, clock } = call
  refuseTaken(rows, repo.id, fields.title)
  const at = clock.now()
  const milestone = rows.milestones.insert({
    repoId: repo.id,
    number: rows.milestoneNumbers.next(repo.id),
    title: fields.title,
    description: fields.description ?? null,
    state: 'open',
    creatorId: creator.id,
    dueOn: fields.dueOn ?? null,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
  })
  emitMilestone(call, milestone, 'created', creator)
  return state === 'closed' ? moveTo(call, milestone, 'closed', creator) : milestone
}

/**
 * Changes a milestone. Emits `edited` with the previous values, and `closed` or `opened`.
 *
 * @throws 422 when the title is taken.
 */
export function updateMilestone(
  call: CodehostCall,
  before: Milestone,
  { state = before.state, ...fields }: MilestoneFields,
  sender: Account,
): Milestone {
  const { rows, clock } = call
  const after = { ...before, ...defined(fields) }
  if (after.title !== before.title) refuseTaken(rows, before.repoId, after.title)
  const { title, description, dueOn } = after
  let milestone = before
  if (title !== before.title || description !== before.description || dueOn !== before.dueOn) {
    milestone = rows.milestones.update(before.id, { title, description, dueOn, updatedAt: clock.now() })
    emitMilestone(call, milestone, 'edited', sender, { before })
  }
  return moveTo(call, milestone, state, sender)
}

/** Deletes a milestone. Emits `demilestoned` for each of its issues, and `deleted`. */
export function deleteMilestone(call: CodehostCall, milestone: Milestone, sender: Account): void {
  const { rows } = call
  const counts = issueCounts(rows, milestone)
  const issues = rows.issues.list('milestone', milestone.id).toSorted((left, right) => left.id - right.id)
  for (const issue of issues) setMilestone(call, issue, null, sender)
  rows.milestones.delete(milestone.id)
  emitMilestone(call, milestone, 'deleted', sender, { counts })
}

/**
 * Returns a repository's milestones: by default the open ones, earliest due date first. Milestones without a
 * due date come before all others.
 */
export function milestonesOfRepo({ rows, query }: CodehostCall, repo: Repo): ListView<Milestone> {
  const state = stateOf(query)
  const descending = query.get('direction') === 'desc'
  const completeness = query.get('sort') === 'completeness'
  if (state !== undefined && !completeness) {
    return viewOfIndex(rows.milestones, 'byState', [repo.id, state], { descending })
  }
  const all = rows.milestones.referring('repoId', repo.id).filter((each) => state === undefined || each.state === state)
  const key = completeness ? (each: Milestone) => share(rows, each) : (each: Milestone) => each.dueOn ?? -Infinity
  const sign = descending ? -1 : 1
  all.sort((left, right) => sign * (compare(key(left), key(right)) || left.id - right.id))
  return viewOfRows(all)
}

/** Returns the labels on the issues of a milestone, ordered by name. */
export function labelsInMilestone(rows: Rows, milestone: Milestone): Label[] {
  const issues = rows.issues.list('milestone', milestone.id)
  const labels = new Map(issues.flatMap((issue) => labelsOf({ rows }, issue)).map((label) => [label.id, label]))
  return [...labels.values()].sort((left, right) => compare(left.name.toLowerCase(), right.name.toLowerCase()))
}

/** Returns the closed share of a milestone's issues, from 0 to 1. */
function share(rows: Rows, { id }: Milestone): number {
  const all = rows.issues.count('milestone', id)
  return all === 0 ? 0 : rows.issues.count('milestone', id, 'closed') / all
}

/** Returns the numbers of open and closed issues and pull requests of a milestone. */
export function issueCounts(rows: Rows, { id }: Pick<Milestone, 'id'>): IssueCounts {
  return { open: rows.issues.count('milestone', id, 'open'), closed: rows.issues.count('milestone', id, 'closed') }
}

function compare<T extends number | string>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function moveTo(call: CodehostCall, milestone: Milestone, state: Milestone['state'], sender: Account): Milestone {
  if (state === milestone.state) return milestone
  const at = call.clock.now()
  const closedAt = state === 'closed' ? at : null
  const moved = call.rows.milestones.update(milestone.id, { state, closedAt, updatedAt: at })
  emitMilestone(call, moved, state === 'closed' ? 'closed' : 'opened', sender)
  return moved
}

function emitMilestone(
  call: CodehostCall,
  milestone: Milestone,
  action: 'created' | 'edited' | 'opened' | 'closed' | 'deleted',
  sender: Account,
  subject: { readonly before?: Milestone; readonly counts?: IssueCounts } = {},
): void {
  const repo = call.rows.repos.require(milestone.repoId)
  emitAndRun(call, { event: 'milestone', action, repo, sender, milestone, ...subject })
}

function refuseTaken(rows: Rows, repoId: number, title: string): void {
  if (rows.milestones.find('title', repoId, title) !== undefined) throw alreadyExists('Milestone', 'title')
}

import type { DocdbContext } from '#docdb/call.ts'
import { delayOf, type Duration } from '#core/duration.ts'

/** The name of the replica set. */
export const SET_NAME = 'rs0'

/** The number of the members of the replica set, as Atlas has them. */
export const MEMBERS = 3

/** Makes a member the primary of a new term. */
export function elect({ rows }: Pick<DocdbContext, 'rows'>, member: number): void {
  const { term } = rows.replicaSet.get()
  rows.replicaSet.set({ primary: member, candidate: member, term: term + 1 })
}

/**
 * Has the primary step down, for the next member to be elected: at once, or after a time of the clock in which the set
 * has no primary. Does nothing while an election is under way.
 */
export function stepDown(context: Pick<DocdbContext, 'rows' | 'schedule'>, electionTime: Duration = 0): void {
  const { rows, schedule } = context
  const { primary, term } = rows.replicaSet.get()
  if (primary === null) return
  const candidate = (primary + 1) % MEMBERS
  const delay = delayOf(electionTime)
  if (delay === 0) return elect(context, candidate)
  rows.replicaSet.set({ primary: null, candidate, term })
  schedule(delay, 'finishElection', null)
}

/** Ends an election that has taken its time. */
export function finishElection(context: Pick<DocdbContext, 'rows'>): void {
  const { primary, candidate } = context.rows.replicaSet.get()
  if (primary === null) elect(context, candidate)
}

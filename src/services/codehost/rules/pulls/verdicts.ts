import type { Rows } from '../../call.ts'
import type { Pull } from '../../schema/pulls.ts'

/** What a reviewer's opinion of a pull request comes to. */
export type Verdict = 'APPROVED' | 'CHANGES_REQUESTED'

/** The opinion of each reviewer, by user id: the last one that approved or asked for changes and was not dismissed. */
export function verdicts(rows: Rows, pull: Pick<Pull, 'id'>): Map<number, Verdict> {
  const found = new Map<number, Verdict>()
  const reviews = rows.reviews.referring('pullId', pull.id)
  for (const { userId, state } of reviews.sort((a, b) => (a.submittedAt ?? 0) - (b.submittedAt ?? 0) || a.id - b.id)) {
    if (state === 'APPROVED' || state === 'CHANGES_REQUESTED') found.set(userId, state)
    else if (state === 'DISMISSED') found.delete(userId)
  }
  return found
}

import type { Rows } from '#codehost/call.ts'
import type { Pull } from '#codehost/schema/pulls.ts'

/** A reviewer's verdict on a pull request. */
export type Verdict = 'APPROVED' | 'CHANGES_REQUESTED'

/**
 * Returns the verdict of each reviewer by user id: the latest approval or request for changes that was not dismissed.
 */
export function verdicts(rows: Rows, pull: Pick<Pull, 'id'>): Map<number, Verdict> {
  const found = new Map<number, Verdict>()
  const reviews = rows.reviews.referring('pullId', pull.id)
  for (const { userId, state } of reviews.sort((a, b) => (a.submittedAt ?? 0) - (b.submittedAt ?? 0) || a.id - b.id)) {
    if (state === 'APPROVED' || state === 'CHANGES_REQUESTED') found.set(userId, state)
    else if (state === 'DISMISSED') found.delete(userId)
  }
  return found
}

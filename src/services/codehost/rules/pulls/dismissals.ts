import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull, Review } from '#codehost/schema/pulls.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { emitReview } from './events.ts'

/** Dismisses an approval or a request for changes. Records and emits `dismissed`. */
export function dismissReview(
  call: CodehostCall,
  review: Review,
  sender: Account,
  message: string | null,
  dismissalCommit?: string,
): Review {
  const { rows, clock } = call
  const at = clock.now()
  const dismissed = rows.reviews.update(review.id, { state: 'DISMISSED', updatedAt: at })
  const { issueId } = rows.pulls.require(review.pullId)
  const issue = rows.issues.update(issueId, { updatedAt: at })
  recordIssueEvent(call, issue, sender, 'review_dismissed', {
    dismissed_review: {
      state: review.state.toLowerCase(),
      review_id: review.id,
      dismissal_message: message,
      ...(dismissalCommit === undefined ? {} : { dismissal_commit_id: dismissalCommit }),
    },
  })
  emitReview(call, dismissed, 'dismissed', sender)
  return dismissed
}

/**
 * Dismisses the approvals of commits that are no longer the head. The caller checks that the protection asks for this.
 */
export function dismissStale(call: CodehostCall, pull: Pull, sender: Account): void {
  for (const review of call.rows.reviews.referring('pullId', pull.id)) {
    if (review.state !== 'APPROVED' || review.commitId === pull.headSha) continue
    dismissReview(call, review, sender, null, pull.headSha)
  }
}

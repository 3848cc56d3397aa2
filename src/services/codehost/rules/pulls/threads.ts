import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull, ReviewComment } from '#codehost/schema/pulls.ts'

/**
 * Resolves the thread that a comment begins, or opens it again (`resolved` false). Emits `pull_request_review_thread`
 * unless nothing changes. Returns the comment.
 */
export function resolveThread(
  call: CodehostCall,
  root: ReviewComment,
  resolved: boolean,
  sender: Account,
): ReviewComment {
  if ((root.resolvedById != null) === resolved) return root
  const changed = call.rows.reviewComments.update(root.id, { resolvedById: resolved ? sender.id : null })
  call.emit({
    event: 'pull_request_review_thread',
    action: resolved ? 'resolved' : 'unresolved',
    repo: call.rows.repos.require(root.repoId),
    sender,
    root: changed,
  })
  return changed
}

/** Returns whether a pull request has a thread of comments on its diff that nobody has resolved. */
export function hasOpenConversation({ reviewComments }: Rows, pull: Pull): boolean {
  return reviewComments
    .referring('pullId', pull.id)
    .some(({ inReplyToId, pending, resolvedById }) => inReplyToId === null && !pending && resolvedById == null)
}

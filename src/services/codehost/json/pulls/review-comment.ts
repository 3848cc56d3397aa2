import type { Site } from '#codehost/call.ts'
import type { ReviewComment } from '#codehost/schema/pulls.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time } from '../format.ts'
import { reactionRollupJson } from '../issues/reaction.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A comment on the diff of a pull request: `pull-request-review-comment`. An outdated one has no position. */
export function reviewCommentJson(site: Site, comment: ReviewComment) {
  const { rows } = site
  const repo = rows.repos.require(comment.repoId)
  const { number } = rows.issues.require(rows.pulls.require(comment.pullId).issueId)
  const { url: repositoryUrl, page } = repoUrls(site, repo)
  const url = `${repositoryUrl}/pulls/comments/${comment.id}`
  const html = `${page}/pull/${number}#discussion_r${comment.id}`
  const pull = `${repositoryUrl}/pulls/${number}`
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId('PRRC', comment.id),
    diff_hunk: comment.diffHunk,
    path: comment.path,
    commit_id: comment.commitId,
    original_commit_id: comment.originalCommitId,
    user: simpleUserByIdJson(site, comment.userId),
    body: comment.body,
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    html_url: html,
    pull_request_url: pull,
    author_association: authorAssociation(rows, repo, comment.userId),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pull } },
    reactions: reactionRollupJson(rows, repo.id, `review comment ${comment.id}`, url),
    start_line: comment.startLine,
    original_start_line: comment.originalStartLine,
    start_side: comment.startSide,
    line: comment.line,
    original_line: comment.originalLine,
    side: comment.side,
    ...(comment.inReplyToId === null ? {} : { in_reply_to_id: comment.inReplyToId }),
    original_position: comment.originalPosition,
    position: comment.position,
    subject_type: comment.subjectType,
  }
}

/**
 * A comment in the list of a review: `review-comment`. The vendor shows its position there, and neither line nor side,
 * although its description has them.
 */
export function commentOfReviewJson(site: Site, comment: ReviewComment) {
  return { ...reviewCommentJson(site, comment), ...WITHOUT_LINES }
}

// Undefined members are absent from the JSON.
const WITHOUT_LINES = {
  start_line: undefined,
  original_start_line: undefined,
  start_side: undefined,
  line: undefined,
  original_line: undefined,
  side: undefined,
  subject_type: undefined,
}

/** A thread of comments in a webhook payload. `root` is the comment that begins it. */
export function threadJson(site: Site, root: ReviewComment) {
  const comments = site.rows.reviewComments
    .list('byPull', root.pullId, false)
    .filter(({ id, inReplyToId }) => id === root.id || inReplyToId === root.id)
  return { node_id: nodeId('PRRT', root.id), comments: comments.map((comment) => reviewCommentJson(site, comment)) }
}

import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { atMost } from '#codehost/rules/characters.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { reviewCommentJson } from '#codehost/json/pulls/review-comment.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { sinceOf } from '#codehost/rules/issues/orders.ts'
import { LONGEST_BODY } from '#codehost/rules/issues/input.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import {
  commentOnDiff,
  deleteReviewComment,
  editReviewComment,
  replyTo,
} from '#codehost/rules/pulls/review-comments.ts'
import type { ReviewComment } from '#codehost/schema/pulls.ts'
import { SideInput } from '#codehost/rules/pulls/place-comment.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadPull, loadReviewComment } from '#codehost/steps/pulls.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const text = v.pipe(v.string(), v.minLength(1), atMost(LONGEST_BODY))
const side = v.nullish(SideInput)
const lineNumber = v.nullish(v.pipe(v.number(), v.integer()))

const ReplyInput = v.object({ body: text, in_reply_to: v.pipe(v.number(), v.integer()) })

const DiffCommentInput = v.object({
  body: text,
  commit_id: v.string(),
  path: v.string(),
  position: lineNumber,
  line: lineNumber,
  side,
  start_line: lineNumber,
  start_side: side,
  subject_type: v.nullish(v.picklist(['line', 'file'])),
})

// A reply has the place of its parent, so the other members of its body are ignored. A body that is neither a reply nor
// a comment on the diff is refused for the members that a comment on the diff needs.
const ReviewCommentInput = v.lazy((input) => (isAnswer(input) ? ReplyInput : DiffCommentInput))

const ReviewCommentChanges = v.object({ body: text })

const ON_PULL = '/repos/:owner/:repo/pulls/:pull_number/comments'
const COMMENT = '/repos/:owner/:repo/pulls/comments/:comment_id'

/** Comments on the diffs of pull requests. https://docs.github.com/rest/pulls/comments */
export const reviewCommentsRoutes = [
  get('pulls/list-review-comments', ON_PULL, loadRepo, loadPull, (call) =>
    answerPage(call, commentsIn(call, 'Pull', call.pull.id), (comment) => reviewCommentJson(call, comment)),
  ),
  get('pulls/list-review-comments-for-repo', '/repos/:owner/:repo/pulls/comments', loadRepo, (call) =>
    answerPage(call, commentsIn(call, 'Repo', call.repo.id), (comment) => reviewCommentJson(call, comment)),
  ),
  post('pulls/create-review-comment', ON_PULL, requireWrite('pull'), loadPull, body(ReviewCommentInput), (call) => {
    const { pull, user, body } = call
    const comment =
      'in_reply_to' in body
        ? replyTo(call, pull, user, body.in_reply_to, body.body)
        : commentOnDiff(call, pull, user, body)
    const wire = reviewCommentJson(call, comment)
    return json(wire, 201, { location: wire.url })
  }),
  post(
    'pulls/create-reply-for-review-comment',
    `${ON_PULL}/:comment_id/replies`,
    requireWrite('pull'),
    loadPull,
    body(ReviewCommentChanges),
    (call) => {
      const { pull, user, params, body } = call
      const wire = reviewCommentJson(call, replyTo(call, pull, user, wholeNumber(params.comment_id), body.body))
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('pulls/get-review-comment', COMMENT, loadRepo, loadReviewComment, (call) =>
    json(reviewCommentJson(call, call.comment)),
  ),
  patch(
    'pulls/update-review-comment',
    COMMENT,
    requireWrite('pull'),
    loadReviewComment,
    body(ReviewCommentChanges),
    (call) => {
      refuseOthers(call)
      return json(reviewCommentJson(call, editReviewComment(call, call.comment, call.body.body, call.user)))
    },
  ),
  del('pulls/delete-review-comment', COMMENT, requireWrite('pull'), loadReviewComment, (call) => {
    refuseOthers(call)
    deleteReviewComment(call, call.comment, call.user)
    return empty()
  }),
]

function isAnswer(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'in_reply_to' in input && input.in_reply_to !== null
}

/** @throws 403 for a user who is neither the comment's author nor has push access. */
function refuseOthers({
  rows,
  repo,
  user,
  comment,
}: Parameters<typeof loadReviewComment>[0] &
  ReturnType<typeof loadReviewComment> &
  ReturnType<ReturnType<typeof requireWrite>>): void {
  if (comment.userId !== user.id && !permissionIncludes(permissionOf(rows, repo, user), 'push'))
    throw mustHaveAdminRights()
}

/**
 * Returns the submitted comments of a pull request or repository, by creation, oldest first unless the query
 * orders otherwise.
 */
function commentsIn({ rows, query }: CodehostCall, of: 'Pull' | 'Repo', id: number): ListView<ReviewComment> {
  const sort = query.get('sort')
  // The direction only applies together with a sort.
  const descending = sort !== null && sort !== '' && query.get('direction') === 'desc'
  const index = sort === 'updated' ? (`updatedBy${of}` as const) : (`by${of}` as const)
  const since = sinceOf(query)
  if (since === undefined) return viewOfIndex(rows.reviewComments, index, [id, false], { descending })
  const found = [...rows.reviewComments.scan(index, [id, false], { descending })].filter(
    (each) => each.updatedAt >= since,
  )
  return viewOfRows(found)
}

import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { issueCommentJson } from '#codehost/json/issues/issue-comment.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  addComment,
  canEdit,
  commentsOfRepo,
  deleteComment,
  editComment,
  pinComment,
  unpinComment,
} from '#codehost/rules/issues/comments.ts'
import { checkedComment } from '#codehost/rules/issues/input.ts'
import { sinceOf } from '#codehost/rules/issues/orders.ts'
import { loadIssue, loadComment } from '#codehost/steps/issues.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const CommentInput = v.object({ body: v.string() })

/** Comments on issues and pull requests. https://docs.github.com/rest/issues/comments */
export const issueCommentsRoutes = [
  get('issues/list-comments-for-repo', '/repos/:owner/:repo/issues/comments', loadRepo, (call) =>
    answerPage(call, commentsOfRepo(call, call.repo), (comment) => issueCommentJson(call, comment)),
  ),
  get('issues/get-comment', '/repos/:owner/:repo/issues/comments/:comment_id', loadRepo, loadComment, (call) =>
    json(issueCommentJson(call, call.comment)),
  ),
  patch(
    'issues/update-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id',
    requireWrite('pull'),
    loadComment,
    body(CommentInput),
    (call) => {
      const { rows, comment, user, body } = call
      if (!canEdit(rows, comment, user)) throw mustHaveAdminRights()
      return json(issueCommentJson(call, editComment(call, comment, checkedComment(body.body), user)))
    },
  ),
  del(
    'issues/delete-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id',
    requireWrite('pull'),
    loadComment,
    (call) => {
      const { rows, comment, user } = call
      if (!canEdit(rows, comment, user)) throw mustHaveAdminRights()
      deleteComment(call, comment, user)
      return empty()
    },
  ),
  put(
    'issues/pin-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id/pin',
    requireWrite('triage'),
    loadComment,
    (call) => json(issueCommentJson(call, pinComment(call, call.comment, call.user))),
  ),
  del(
    'issues/unpin-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id/pin',
    requireWrite('triage'),
    loadComment,
    (call) => {
      unpinComment(call, call.comment, call.user)
      return empty()
    },
  ),
  get('issues/list-comments', '/repos/:owner/:repo/issues/:issue_number/comments', loadRepo, loadIssue, (call) => {
    const { rows, issue, query } = call
    const since = sinceOf(query)
    const write = (comment: Parameters<typeof issueCommentJson>[1]) => issueCommentJson(call, comment)
    if (since === undefined) {
      return answerPage(call, viewOfIndex(rows.comments, 'byIssue', [issue.id]), write)
    }
    const recent = rows.comments.list('byIssue', issue.id).filter(({ updatedAt }) => updatedAt >= since)
    return answerPage(call, recent, write)
  }),
  post(
    'issues/create-comment',
    '/repos/:owner/:repo/issues/:issue_number/comments',
    requireWrite('pull'),
    loadIssue,
    body(CommentInput),
    (call) => {
      const wire = issueCommentJson(call, addComment(call, call.issue, call.user, checkedComment(call.body.body)))
      return json(wire, 201, { location: wire.url })
    },
  ),
]

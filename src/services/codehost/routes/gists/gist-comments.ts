import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { gistCommentJson } from '#codehost/json/gists/gist-comment.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { checkedComment } from '#codehost/rules/issues/input.ts'
import { requireUser } from '#codehost/steps/access.ts'
import { loadGist, loadGistComment } from '#codehost/steps/gists.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const CommentInput = v.object({ body: v.string() })

const all = '/gists/:gist_id/comments'
const one = `${all}/:comment_id` as const

/** Comments on gists. https://docs.github.com/rest/gists/comments */
export const gistCommentsRoutes = [
  get('gists/list-comments', all, loadGist, (call) =>
    answerPage(call, viewOfReference(call.rows.gistComments, 'gistId', call.gist.id), (comment) =>
      gistCommentJson(call, comment),
    ),
  ),
  post('gists/create-comment', all, requireUser('gist'), loadGist, body(CommentInput), (call) => {
    const { rows, gist, user, clock } = call
    const at = clock.now()
    const text = checkedComment(call.body.body)
    const fields = { gistId: gist.id, userId: user.id, body: text, createdAt: at, updatedAt: at }
    const wire = gistCommentJson(call, rows.gistComments.insert(fields))
    return json(wire, 201, { location: wire.url })
  }),
  get('gists/get-comment', one, loadGist, loadGistComment, (call) => json(gistCommentJson(call, call.comment))),
  patch('gists/update-comment', one, requireUser('gist'), loadGist, loadGistComment, body(CommentInput), (call) => {
    const { rows, comment, user, clock } = call
    if (comment.userId !== user.id) throw notFound()
    const text = checkedComment(call.body.body)
    const edited = rows.gistComments.update(comment.id, { body: text, updatedAt: clock.now() })
    return json(gistCommentJson(call, edited))
  }),
  del('gists/delete-comment', one, requireUser('gist'), loadGist, loadGistComment, (call) => {
    const { rows, comment, gist, user } = call
    if (comment.userId !== user.id && gist.ownerId !== user.id) throw notFound()
    rows.gistComments.delete(comment.id)
    return empty()
  }),
]

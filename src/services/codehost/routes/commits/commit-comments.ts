import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { atMost } from '#codehost/rules/characters.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { commitCommentJson } from '#codehost/json/commits/commit-comment.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { canEdit } from '#codehost/rules/issues/comments.ts'
import { findCommit } from '#codehost/rules/commits/find.ts'
import { LONGEST_BODY } from '#codehost/rules/issues/input.ts'
import { resolveCommit } from '#codehost/rules/git/objects.ts'
import { forgetReactions } from '#codehost/rules/issues/reactions.ts'
import { loadCommitComment } from '#codehost/steps/commit-comments.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const text = v.pipe(v.string(), v.minLength(1), atMost(LONGEST_BODY))
const place = v.optional(v.nullable(v.pipe(v.number(), v.integer())), null)

const CommitCommentInput = v.object({
  body: text,
  path: v.optional(v.nullable(v.string()), null),
  position: place,
  line: place,
})

const one = '/repos/:owner/:repo/comments/:comment_id'

/** Comments on commits. https://docs.github.com/rest/commits/comments */
export const commitCommentsRoutes = [
  get('repos/list-comments-for-commit', '/repos/:owner/:repo/commits/*/comments', loadRepo, (call) => {
    const { rows, repo } = call
    const sha = resolveCommit(rows, repo, call.params['*'])?.sha ?? call.params['*']
    return answerPage(call, viewOfIndex(rows.commitComments, 'byCommit', [repo.id, sha]), (comment) =>
      commitCommentJson(call, comment),
    )
  }),
  post(
    'repos/create-commit-comment',
    '/repos/:owner/:repo/commits/*/comments',
    requireWrite('pull'),
    body(CommitCommentInput),
    (call) => {
      const { rows, repo, user, body, clock } = call
      const { sha } = findCommit(rows, repo, call.params['*'])
      const at = clock.now()
      const made = rows.commitComments.insert({
        repoId: repo.id,
        sha,
        userId: user.id,
        ...body,
        createdAt: at,
        updatedAt: at,
      })
      call.emit({ event: 'commit_comment', action: 'created', repo, sender: user, comment: made })
      const wire = commitCommentJson(call, made)
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('repos/list-commit-comments-for-repo', '/repos/:owner/:repo/comments', loadRepo, (call) =>
    answerPage(call, viewOfIndex(call.rows.commitComments, 'byRepo', [call.repo.id]), (comment) =>
      commitCommentJson(call, comment),
    ),
  ),
  get('repos/get-commit-comment', one, loadRepo, loadCommitComment, (call) =>
    json(commitCommentJson(call, call.comment)),
  ),
  patch(
    'repos/update-commit-comment',
    one,
    requireWrite('pull'),
    loadCommitComment,
    body(v.object({ body: text })),
    (call) => {
      const { rows, user, comment, body, clock } = call
      if (!canEdit(rows, comment, user)) throw mustHaveAdminRights()
      const updated = rows.commitComments.update(comment.id, { body: body.body, updatedAt: clock.now() })
      return json(commitCommentJson(call, updated))
    },
  ),
  del('repos/delete-commit-comment', one, requireWrite('pull'), loadCommitComment, (call) => {
    const { rows, repo, user, comment } = call
    if (!canEdit(rows, comment, user)) throw mustHaveAdminRights()
    forgetReactions(rows, repo.id, `commit comment ${comment.id}`)
    rows.commitComments.delete(comment.id)
    return empty()
  }),
]

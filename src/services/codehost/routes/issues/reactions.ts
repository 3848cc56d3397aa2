import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { REACTIONS, reactionJson } from '#codehost/json/issues/reaction.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { react, refuseLocked } from '#codehost/rules/issues/reactions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Reaction } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadIssue, loadComment } from '#codehost/steps/issues.ts'
import { loadReviewComment } from '#codehost/steps/pulls.ts'
import { loadRelease } from '#codehost/steps/releases.ts'
import { loadCommitComment } from '#codehost/steps/commit-comments.ts'

const { get, post, del } = routesFor<CodehostCall>()

const ReactionInput = v.object({ content: v.picklist(REACTIONS) })

const ON_COMMIT_COMMENT = '/repos/:owner/:repo/comments/:comment_id/reactions'
/** The reactions that releases accept. */
const ReleaseReactionInput = v.object({ content: v.picklist(['+1', 'laugh', 'hooray', 'heart', 'rocket', 'eyes']) })

const ON_RELEASE = '/repos/:owner/:repo/releases/:release_id/reactions'
const ON_REVIEW_COMMENT = '/repos/:owner/:repo/pulls/comments/:comment_id/reactions'

/**
 * Reactions to issues, pull requests, their comments, comments on commits, and releases.
 * https://docs.github.com/rest/reactions/reactions
 */
export const reactionsRoutes = [
  get('reactions/list-for-issue', '/repos/:owner/:repo/issues/:issue_number/reactions', loadRepo, loadIssue, (call) =>
    reactionsTo(call, call.repo, `issue ${call.issue.id}`),
  ),
  post(
    'reactions/create-for-issue',
    '/repos/:owner/:repo/issues/:issue_number/reactions',
    requireWrite('pull'),
    loadIssue,
    body(ReactionInput),
    (call) => {
      refuseLocked(call, call.issue, call.user)
      return reacted(call, call.repo, `issue ${call.issue.id}`, call.user, call.body.content)
    },
  ),
  del(
    'reactions/delete-for-issue',
    '/repos/:owner/:repo/issues/:issue_number/reactions/:reaction_id',
    requireWrite('pull'),
    loadIssue,
    (call) => withdrawn(call, `issue ${call.issue.id}`, call.user, call.params.reaction_id),
  ),
  get(
    'reactions/list-for-issue-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id/reactions',
    loadRepo,
    loadComment,
    (call) => reactionsTo(call, call.repo, `comment ${call.comment.id}`),
  ),
  post(
    'reactions/create-for-issue-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id/reactions',
    requireWrite('pull'),
    loadComment,
    body(ReactionInput),
    (call) => {
      refuseLocked(call, call.rows.issues.require(call.comment.issueId), call.user)
      return reacted(call, call.repo, `comment ${call.comment.id}`, call.user, call.body.content)
    },
  ),
  del(
    'reactions/delete-for-issue-comment',
    '/repos/:owner/:repo/issues/comments/:comment_id/reactions/:reaction_id',
    requireWrite('pull'),
    loadComment,
    (call) => withdrawn(call, `comment ${call.comment.id}`, call.user, call.params.reaction_id),
  ),
  get('reactions/list-for-commit-comment', ON_COMMIT_COMMENT, loadRepo, loadCommitComment, (call) =>
    reactionsTo(call, call.repo, `commit comment ${call.comment.id}`),
  ),
  post(
    'reactions/create-for-commit-comment',
    ON_COMMIT_COMMENT,
    requireWrite('pull'),
    loadCommitComment,
    body(ReactionInput),
    (call) => reacted(call, call.repo, `commit comment ${call.comment.id}`, call.user, call.body.content),
  ),
  del(
    'reactions/delete-for-commit-comment',
    `${ON_COMMIT_COMMENT}/:reaction_id`,
    requireWrite('pull'),
    loadCommitComment,
    (call) => withdrawn(call, `commit comment ${call.comment.id}`, call.user, call.params.reaction_id),
  ),
  get('reactions/list-for-pull-request-review-comment', ON_REVIEW_COMMENT, loadRepo, loadReviewComment, (call) =>
    reactionsTo(call, call.repo, `review comment ${call.comment.id}`),
  ),
  post(
    'reactions/create-for-pull-request-review-comment',
    ON_REVIEW_COMMENT,
    requireWrite('pull'),
    loadReviewComment,
    body(ReactionInput),
    (call) => {
      const { issueId } = call.rows.pulls.require(call.comment.pullId)
      refuseLocked(call, call.rows.issues.require(issueId), call.user)
      return reacted(call, call.repo, `review comment ${call.comment.id}`, call.user, call.body.content)
    },
  ),
  del(
    'reactions/delete-for-pull-request-comment',
    `${ON_REVIEW_COMMENT}/:reaction_id`,
    requireWrite('pull'),
    loadReviewComment,
    (call) => withdrawn(call, `review comment ${call.comment.id}`, call.user, call.params.reaction_id),
  ),
  get('reactions/list-for-release', ON_RELEASE, loadRepo, loadRelease, (call) =>
    reactionsTo(call, call.repo, `release ${call.release.id}`),
  ),
  post(
    'reactions/create-for-release',
    ON_RELEASE,
    requireWrite('pull'),
    loadRelease,
    body(ReleaseReactionInput),
    (call) => reacted(call, call.repo, `release ${call.release.id}`, call.user, call.body.content),
  ),
  del('reactions/delete-for-release', `${ON_RELEASE}/:reaction_id`, requireWrite('pull'), loadRelease, (call) =>
    withdrawn(call, `release ${call.release.id}`, call.user, call.params.reaction_id),
  ),
]

function reactionsTo(call: CodehostCall, repo: Repo, subject: string) {
  const { rows, query } = call
  const content = query.get('content')
  const write = (reaction: Reaction) => reactionJson(call, reaction)
  if (content === null) {
    return answerPage(call, viewOfIndex(rows.reactions, 'bySubject', [repo.id, subject]), write)
  }
  const all = rows.reactions.list('bySubject', repo.id, subject)
  return answerPage(
    call,
    all.filter((reaction) => reaction.content === content),
    write,
  )
}

/** Answers 201 for a new reaction, 200 for an existing one. */
function reacted(call: CodehostCall, repo: Repo, subject: string, user: Account, content: Reaction['content']) {
  const fields = { repoId: repo.id, subject, userId: user.id, content, createdAt: call.clock.now() }
  const { reaction, added } = react(call.rows, fields)
  return json(reactionJson(call, reaction), added ? 201 : 200)
}

/** Deletes the user's own reaction. Reactions of other users are not found. */
function withdrawn({ rows }: CodehostCall, subject: string, user: Account, id: string) {
  const reaction = rows.reactions.get(wholeNumber(id))
  if (reaction?.subject !== subject || reaction.userId !== user.id) throw notFound()
  rows.reactions.delete(reaction.id)
  return empty()
}

import { defined } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Discussion, DiscussionComment } from '#codehost/schema/discussions.ts'
import { refuseInteraction } from '../accounts/interactions.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { forgetReactions } from '../issues/reactions.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { emitDiscussion } from './discussions.ts'

/**
 * Adds a comment to a discussion, or a reply to a comment. Emits `discussion_comment` created.
 *
 * @throws 403 for a locked discussion without push permission, 422 for an empty text and a reply to a reply.
 */
export function addDiscussionComment(
  call: CodehostCall,
  discussion: Discussion,
  author: Account,
  { body, parent }: { readonly body: string; readonly parent: DiscussionComment | null },
): DiscussionComment {
  const { rows, clock } = call
  const repo = rows.repos.require(discussion.repoId)
  if (discussion.locked && !permissionIncludes(permissionOf(rows, repo, author), 'push')) {
    throw forbidden('Discussion is locked.')
  }
  if (body.trim() === '') throw unprocessable("Body can't be blank")
  if (parent !== null && parent.discussionId !== discussion.id) {
    throw unprocessable('The comment to reply to is in another discussion.')
  }
  if (parent !== null && parent.parentId !== null) {
    throw unprocessable('Parent comment is already in a thread, cannot reply to it')
  }
  refuseInteraction(call, repo, author, 'DiscussionComment', discussion.userId)
  const at = clock.now()
  const comment = rows.discussionComments.insert({
    repoId: repo.id,
    discussionId: discussion.id,
    parentId: parent?.id ?? null,
    userId: author.id,
    body,
    minimizedReason: null,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  })
  rows.discussions.update(discussion.id, { updatedAt: at })
  emitComment(call, comment, 'created', author)
  return comment
}

/** Changes the text of a comment. Emits `edited`, unless the text is the same. @throws 422 for an empty text. */
export function editDiscussionComment(
  call: CodehostCall,
  before: DiscussionComment,
  body: string,
  sender: Account,
): DiscussionComment {
  if (body.trim() === '') throw unprocessable("Body can't be blank")
  if (body === before.body) return before
  const comment = call.rows.discussionComments.update(before.id, { body, updatedAt: call.clock.now() })
  emitComment(call, comment, 'edited', sender, before)
  return comment
}

/** Deletes a comment; one with replies stays without its text. Emits `deleted`. Returns the comment as it was. */
export function deleteDiscussionComment(call: CodehostCall, comment: DiscussionComment, sender: Account): void {
  const { rows, clock } = call
  emitComment(call, comment, 'deleted', sender)
  forgetReactions(rows, comment.repoId, `discussion comment ${comment.id}`)
  if (rows.discussionComments.count('replies', comment.id) > 0) {
    rows.discussionComments.update(comment.id, { body: '', deletedAt: clock.now() })
  } else rows.discussionComments.delete(comment.id)
}

/**
 * Marks a comment as the answer. Emits `answered`, and `unanswered` for the answer before it. Returns the discussion.
 *
 * @throws 422 in a category without answers.
 */
export function markAnswer(call: CodehostCall, comment: DiscussionComment, sender: Account): Discussion {
  const { rows, clock } = call
  const before = rows.discussions.require(comment.discussionId)
  if (!rows.discussionCategories.require(before.categoryId).answerable) {
    throw unprocessable('Discussion category does not support answers')
  }
  if (before.answerId === comment.id) return before
  if (before.answerId !== null) unmarkAnswer(call, rows.discussionComments.require(before.answerId), sender)
  const at = clock.now()
  const discussion = rows.discussions.update(before.id, {
    answerId: comment.id,
    answerChosenById: sender.id,
    answerChosenAt: at,
    updatedAt: at,
  })
  emitDiscussion(call, discussion, 'answered', sender, { answer: comment })
  return discussion
}

/**
 * Takes the mark of an answer back. Emits `unanswered`. Returns the discussion.
 *
 * @throws 422 for a comment that is not the answer.
 */
export function unmarkAnswer(call: CodehostCall, comment: DiscussionComment, sender: Account): Discussion {
  const { rows, clock } = call
  const before = rows.discussions.require(comment.discussionId)
  if (before.answerId !== comment.id) throw unprocessable('Comment is not marked as the answer')
  const none = { answerId: null, answerChosenById: null, answerChosenAt: null, updatedAt: clock.now() }
  const discussion = rows.discussions.update(before.id, none)
  emitDiscussion(call, discussion, 'unanswered', sender, { answer: comment })
  return discussion
}

function emitComment(
  call: CodehostCall,
  comment: DiscussionComment,
  action: 'created' | 'edited' | 'deleted',
  sender: Account,
  before?: DiscussionComment,
): void {
  const { rows } = call
  const { title } = rows.discussions.require(comment.discussionId)
  const repo = rows.repos.require(comment.repoId)
  emitAndRun(call, { event: 'discussion_comment', action, repo, sender, comment, ...defined({ before }) }, { title })
}

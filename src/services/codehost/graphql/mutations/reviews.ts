import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { checkedComment } from '#codehost/rules/issues/input.ts'
import { canEdit } from '#codehost/rules/issues/comments.ts'
import {
  addToPending,
  commentOnDiff,
  deleteReviewComment,
  editReviewComment,
  insertComment,
  replyTo,
} from '#codehost/rules/pulls/review-comments.ts'
import {
  createReview,
  deletePending,
  dismiss,
  editReview,
  reviewsOf,
  submitReview,
  type ReviewInput,
} from '#codehost/rules/pulls/reviews.ts'
import { resolveThread } from '#codehost/rules/pulls/threads.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import { viewerOf } from '../access.ts'
import { fieldUnprocessable } from '../failures.ts'
import type { Fields } from '../source.ts'
import { canResolve, threadOf, type Thread } from '../types/reviews.ts'
import { findPull, notPermitted, payload, requireChange, rowOrNull, type Input } from './input.ts'

type Info = Parameters<typeof requireChange>[2]
type Side = 'LEFT' | 'RIGHT'

interface NewReviewInput {
  readonly pullRequestId: string
  readonly body?: string | null
  readonly event?: ReviewEvent | null
  readonly commitOID?: string | null
  readonly comments?: readonly { readonly path: string; readonly position: number; readonly body: string }[] | null
  readonly threads?: readonly ThreadPlace[] | null
}

type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT' | 'DISMISS'

interface ThreadPlace {
  readonly path: string
  readonly body: string
  readonly line?: number | null
  readonly side?: Side | null
  readonly startLine?: number | null
  readonly startSide?: Side | null
}

/** The mutations of reviews. https://docs.github.com/graphql/reference/mutations#addpullrequestreview */
export const reviewMutations: Fields<undefined> = {
  addPullRequestReview: (_root, args: Input<NewReviewInput>, call, info) => {
    const { input } = args
    const pull = findPull(call, input.pullRequestId)
    const user = requireReview(call, pull, info, 'pulls/create-review')
    const made = createReview(call, pull, user, {
      body: input.body,
      commit_id: input.commitOID,
      event: actionOf(input.event),
      comments: [...(input.comments ?? []), ...(input.threads ?? []).map(placeOf)],
    })
    return payload(args, { pullRequestReview: made, reviewEdge: { node: made, cursor: '' } })
  },
  submitPullRequestReview: (_root, args: Input<SubmissionInput>, call, info) => {
    const { pullRequestReviewId, pullRequestId, event, body } = args.input
    const review = rowOrNull<Review>(call, pullRequestReviewId, 'PullRequestReview') ?? pendingOf(call, pullRequestId)
    requireReview(call, call.rows.pulls.require(review.pullId), info, 'pulls/submit-review')
    const action = actionOf(event)
    if (action == null) throw fieldUnprocessable('A pending review cannot be dismissed.')
    return payload(args, { pullRequestReview: submitReview(call, review, action, body ?? null) })
  },
  updatePullRequestReview: (_root, args: Input<{ pullRequestReviewId: string; body: string }>, call, info) => {
    const review = findReview(call, args.input.pullRequestReviewId)
    const user = requireReview(call, call.rows.pulls.require(review.pullId), info, 'pulls/update-review')
    if (review.userId !== user.id) throw notPermitted(user, info.fieldName)
    return payload(args, { pullRequestReview: editReview(call, review, args.input.body, user) })
  },
  deletePullRequestReview: (_root, args: Input<{ pullRequestReviewId: string }>, call, info) => {
    const review = findReview(call, args.input.pullRequestReviewId)
    const user = requireReview(call, call.rows.pulls.require(review.pullId), info, 'pulls/delete-pending-review')
    deletePending(call, review, user)
    return payload(args, { pullRequestReview: review })
  },
  dismissPullRequestReview: (_root, args: Input<{ pullRequestReviewId: string; message: string }>, call, info) => {
    const review = findReview(call, args.input.pullRequestReviewId)
    const pull = call.rows.pulls.require(review.pullId)
    const user = requireReview(call, pull, info, 'pulls/dismiss-review')
    const repo = call.rows.repos.require(pull.repoId)
    return payload(args, { pullRequestReview: dismiss(call, repo, review, user, args.input.message) })
  },
  addPullRequestReviewThread: (_root, args: Input<ThreadInput>, call, info) => {
    const { input } = args
    const review = rowOrNull<Review>(call, input.pullRequestReviewId, 'PullRequestReview')
    const pull = review === null ? findPull(call, input.pullRequestId ?? '') : call.rows.pulls.require(review.pullId)
    const user = requireReview(call, pull, info, 'pulls/create-review-comment')
    const place = { ...placeOf(input), commit_id: pull.headSha, subject_type: subjectOf(input) }
    const pending = pendingOne(call, pull, review, user, info)
    const comment = pending === null ? commentOnDiff(call, pull, user, place) : addToPending(call, pending, user, place)
    return payload(args, { thread: threadOf(call, comment.id) })
  },
  addPullRequestReviewComment: (_root, args: Input<NewCommentInput>, call, info) => {
    const { pullRequestId, pullRequestReviewId, body, path, position, commitOID, inReplyTo } = args.input
    const review = rowOrNull<Review>(call, pullRequestReviewId, 'PullRequestReview')
    const pull = review === null ? findPull(call, pullRequestId ?? '') : call.rows.pulls.require(review.pullId)
    const user = requireReview(call, pull, info, 'pulls/create-review-comment')
    const pending = pendingOne(call, pull, review, user, info)
    const answered = rowOrNull<ReviewComment>(call, inReplyTo, 'PullRequestReviewComment')
    const text = checkedComment(body ?? '')
    const place = { path: path ?? '', position: position ?? null, body: text, commit_id: commitOID ?? pull.headSha }
    const comment =
      answered !== null
        ? pending === null
          ? replyTo(call, pull, user, answered.id, text)
          : insertComment(call, pending, answered, text, answered)
        : pending === null
          ? commentOnDiff(call, pull, user, place)
          : addToPending(call, pending, user, place)
    return payload(args, { comment, commentEdge: { node: comment, cursor: '' } })
  },
  addPullRequestReviewThreadReply: (_root, args: Input<ReplyInput>, call, info) => {
    const { root } = findThread(call, args.input.pullRequestReviewThreadId)
    const pull = call.rows.pulls.require(root.pullId)
    const user = requireReview(call, pull, info, 'pulls/create-reply-for-review-comment')
    return payload(args, { comment: replyTo(call, pull, user, root.id, checkedComment(args.input.body)) })
  },
  updatePullRequestReviewComment: (
    _root,
    args: Input<{ pullRequestReviewCommentId: string; body: string }>,
    call,
    info,
  ) => {
    const { comment, user } = requireEdit(
      call,
      args.input.pullRequestReviewCommentId,
      info,
      'pulls/update-review-comment',
    )
    return payload(args, { pullRequestReviewComment: editReviewComment(call, comment, args.input.body, user) })
  },
  deletePullRequestReviewComment: (_root, args: Input<{ id: string }>, call, info) => {
    const { comment, user } = requireEdit(call, args.input.id, info, 'pulls/delete-review-comment')
    deleteReviewComment(call, comment, user)
    return payload(args, { pullRequestReviewComment: comment })
  },
  resolveReviewThread: (_root, args: Input<{ threadId: string }>, call, info) =>
    payload(args, { thread: changeThread(call, args.input.threadId, info, true) }),
  unresolveReviewThread: (_root, args: Input<{ threadId: string }>, call, info) =>
    payload(args, { thread: changeThread(call, args.input.threadId, info, false) }),
}

interface SubmissionInput {
  readonly pullRequestReviewId?: string | null
  readonly pullRequestId?: string | null
  readonly event: ReviewEvent
  readonly body?: string | null
}

interface ThreadInput extends ThreadPlace {
  readonly pullRequestId?: string | null
  readonly pullRequestReviewId?: string | null
  readonly subjectType?: 'LINE' | 'FILE' | null
}

interface NewCommentInput {
  readonly pullRequestId?: string | null
  readonly pullRequestReviewId?: string | null
  readonly body?: string | null
  readonly path?: string | null
  readonly position?: number | null
  readonly commitOID?: string | null
  readonly inReplyTo?: string | null
}

interface ReplyInput {
  readonly pullRequestReviewThreadId: string
  readonly body: string
}

function actionOf(event: ReviewEvent | null | undefined): NonNullable<ReviewInput['event']> | null {
  return event == null || event === 'DISMISS' ? null : event
}

function subjectOf({ subjectType }: ThreadInput): 'line' | 'file' {
  return subjectType === 'FILE' ? 'file' : 'line'
}

function placeOf({ path, body, line, side, startLine, startSide }: ThreadPlace) {
  const start = startLine == null ? {} : { start_line: startLine, start_side: startSide }
  return { path, body, line, side, ...start }
}

/** Returns the pending review to which a user adds comments; null for none, and where the one named is submitted. */
function pendingOne(call: CodehostCall, pull: Pull, review: Review | null, user: Account, info: Info): Review | null {
  // Without the id of a review, a comment joins the one that its author has begun: there can be only one.
  if (review === null) return reviewsOf(call.rows, pull, user).find(({ state }) => state === 'PENDING') ?? null
  if (review.userId !== user.id) throw notPermitted(user, info.fieldName)
  return review.state === 'PENDING' ? review : null
}

function findReview(call: CodehostCall, id: string): Review {
  const review = rowOrNull<Review>(call, id, 'PullRequestReview')
  if (review === null) throw notFound()
  return review
}

function pendingOf(call: CodehostCall, pullId: string | null | undefined): Review {
  const viewer = viewerOf(call)
  const pull = findPull(call, pullId ?? '')
  const pending = reviewsOf(call.rows, pull, viewer).find(({ state }) => state === 'PENDING')
  if (pending === undefined) throw fieldUnprocessable('Could not find a pending review for this pull request.')
  return pending
}

function findThread(call: CodehostCall, id: string): Thread {
  const thread = rowOrNull<Thread>(call, id, 'PullRequestReviewThread')
  if (thread === null) throw notFound()
  return thread
}

function changeThread(call: CodehostCall, id: string, info: Info, resolved: boolean): Thread | undefined {
  const thread = findThread(call, id)
  const user = requireReview(call, call.rows.pulls.require(thread.root.pullId), info, 'pulls/update-review-comment')
  if (!canResolve(call, thread)) throw notPermitted(user, info.fieldName)
  resolveThread(call, thread.root, resolved, user)
  return threadOf(call, thread.id)
}

function requireReview(call: CodehostCall, pull: Pull, info: Info, operation: string): Account {
  return requireChange(call, call.rows.repos.require(pull.repoId), info, { operation })
}

function requireEdit(call: CodehostCall, id: string, info: Info, operation: string) {
  const comment = rowOrNull<ReviewComment>(call, id, 'PullRequestReviewComment')
  if (comment === null) throw notFound()
  const user = requireReview(call, call.rows.pulls.require(comment.pullId), info, operation)
  if (!canEdit(call.rows, comment, user)) throw notPermitted(user, info.fieldName)
  return { comment, user }
}

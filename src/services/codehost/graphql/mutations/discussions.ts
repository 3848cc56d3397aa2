import type { CodehostCall } from '#codehost/call.ts'
import {
  addDiscussionComment,
  deleteDiscussionComment,
  editDiscussionComment,
  markAnswer,
  unmarkAnswer,
} from '#codehost/rules/discussions/comments.ts'
import {
  canModerate,
  closeDiscussion,
  createDiscussion,
  deleteDiscussion,
  reopenDiscussion,
  updateDiscussion,
  upvote,
  withdrawUpvote,
  type UpvoteSubject,
} from '#codehost/rules/discussions/discussions.ts'
import { votePoll } from '#codehost/rules/discussions/polls.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Discussion, DiscussionCategory, DiscussionComment, PollOption } from '#codehost/schema/discussions.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { findRepo, findRow, nodeOfType, notPermitted, payload, requireChange, rowOrNull, type Input } from './input.ts'

interface NewDiscussionInput {
  readonly repositoryId: string
  readonly categoryId: string
  readonly title: string
  readonly body: string
}

interface DiscussionChangesInput {
  readonly discussionId: string
  readonly categoryId?: string | null
  readonly title?: string | null
  readonly body?: string | null
}

interface NewCommentInput {
  readonly discussionId: string
  readonly body: string
  readonly replyToId?: string | null
}

interface CloseInput {
  readonly discussionId: string
  readonly reason?: 'RESOLVED' | 'OUTDATED' | 'DUPLICATE' | null
}

type Info = Parameters<typeof requireChange>[2]

/** The permission that apps need for changes of discussions. */
export const WRITE_DISCUSSIONS = { permissions: 'discussions=write' } as const

/** The mutations of discussions. https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions#mutations */
export const discussionMutations: Fields<undefined> = {
  createDiscussion: (_root, args: Input<NewDiscussionInput>, call, info) => {
    const { repositoryId, categoryId, title, body } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, WRITE_DISCUSSIONS)
    const category = findRow<DiscussionCategory>(call, categoryId, 'DiscussionCategory')
    return payload(args, { discussion: createDiscussion(call, repo, user, { category, title, body }) })
  },
  updateDiscussion: (_root, args: Input<DiscussionChangesInput>, call, info) => {
    const { discussionId, categoryId, title, body } = args.input
    const { discussion, user } = requireDiscussion(call, discussionId, info)
    const category = rowOrNull<DiscussionCategory>(call, categoryId, 'DiscussionCategory') ?? undefined
    const changes = { title: title ?? undefined, body: body ?? undefined, category }
    return payload(args, { discussion: updateDiscussion(call, discussion, changes, user) })
  },
  deleteDiscussion: (_root, args: Input<{ id: string }>, call, info) => {
    const discussion = findRow<Discussion>(call, args.input.id, 'Discussion')
    const user = requireTriage(call, discussion, info)
    deleteDiscussion(call, discussion, user)
    return payload(args, { discussion: null })
  },
  closeDiscussion: (_root, args: Input<CloseInput>, call, info) => {
    const { discussion, user } = requireDiscussion(call, args.input.discussionId, info)
    const reason = ({ OUTDATED: 'outdated', DUPLICATE: 'duplicate', RESOLVED: 'resolved' } as const)[
      args.input.reason ?? 'RESOLVED'
    ]
    return payload(args, { discussion: closeDiscussion(call, discussion, reason, user) })
  },
  reopenDiscussion: (_root, args: Input<{ discussionId: string }>, call, info) => {
    const { discussion, user } = requireDiscussion(call, args.input.discussionId, info)
    return payload(args, { discussion: reopenDiscussion(call, discussion, user) })
  },
  addDiscussionComment: (_root, args: Input<NewCommentInput>, call, info) => {
    const { discussionId, body, replyToId } = args.input
    const discussion = findRow<Discussion>(call, discussionId, 'Discussion')
    const user = requireChange(call, call.rows.repos.require(discussion.repoId), info, WRITE_DISCUSSIONS)
    const parent = rowOrNull<DiscussionComment>(call, replyToId, 'DiscussionComment')
    return payload(args, { comment: addDiscussionComment(call, discussion, user, { body, parent }) })
  },
  updateDiscussionComment: (_root, args: Input<{ commentId: string; body: string }>, call, info) => {
    const { comment, user } = requireComment(call, args.input.commentId, info)
    return payload(args, { comment: editDiscussionComment(call, comment, args.input.body, user) })
  },
  deleteDiscussionComment: (_root, args: Input<{ id: string }>, call, info) => {
    const { comment, user } = requireComment(call, args.input.id, info)
    deleteDiscussionComment(call, comment, user)
    return payload(args, { comment: call.rows.discussionComments.get(comment.id) ?? null })
  },
  markDiscussionCommentAsAnswer: (_root, args: Input<{ id: string }>, call, info) => {
    const { comment, user } = requireAnswer(call, args.input.id, info)
    return payload(args, { discussion: markAnswer(call, comment, user) })
  },
  unmarkDiscussionCommentAsAnswer: (_root, args: Input<{ id: string }>, call, info) => {
    const { comment, user } = requireAnswer(call, args.input.id, info)
    return payload(args, { discussion: unmarkAnswer(call, comment, user) })
  },
  addDiscussionPollVote: (_root, args: Input<{ pollOptionId: string }>, call, info) => {
    const option = findRow<PollOption>(call, args.input.pollOptionId, 'DiscussionPollOption')
    const user = requireChange(call, call.rows.repos.require(option.repoId), info, WRITE_DISCUSSIONS)
    votePoll(call.rows, option, user)
    return payload(args, { pollOption: option })
  },
  addUpvote: (_root, args: Input<{ subjectId: string }>, call, info) => {
    const { node, subject, user } = requireVotable(call, args.input.subjectId, info)
    upvote(call.rows, subject, user)
    return payload(args, { subject: node })
  },
  removeUpvote: (_root, args: Input<{ subjectId: string }>, call, info) => {
    const { node, subject, user } = requireVotable(call, args.input.subjectId, info)
    withdrawUpvote(call.rows, subject, user)
    return payload(args, { subject: node })
  },
}

function requireDiscussion(call: CodehostCall, id: string, info: Info): { discussion: Discussion; user: Account } {
  const discussion = findRow<Discussion>(call, id, 'Discussion')
  const user = requireChange(call, call.rows.repos.require(discussion.repoId), info, WRITE_DISCUSSIONS)
  if (!canModerate(call.rows, discussion, user)) throw notPermitted(user, info.fieldName)
  return { discussion, user }
}

function requireComment(call: CodehostCall, id: string, info: Info): { comment: DiscussionComment; user: Account } {
  const comment = findRow<DiscussionComment>(call, id, 'DiscussionComment')
  const user = requireChange(call, call.rows.repos.require(comment.repoId), info, WRITE_DISCUSSIONS)
  if (!canModerate(call.rows, comment, user)) throw notPermitted(user, info.fieldName)
  return { comment, user }
}

/** Requires that the viewer may choose the answer: the author of the discussion may, and whoever may triage. */
function requireAnswer(call: CodehostCall, id: string, info: Info): { comment: DiscussionComment; user: Account } {
  const comment = findRow<DiscussionComment>(call, id, 'DiscussionComment')
  const user = requireChange(call, call.rows.repos.require(comment.repoId), info, WRITE_DISCUSSIONS)
  const discussion = call.rows.discussions.require(comment.discussionId)
  if (!canModerate(call.rows, discussion, user)) throw notPermitted(user, info.fieldName)
  return { comment, user }
}

function requireVotable(
  call: CodehostCall,
  id: string,
  info: Info,
): { node: Typed; subject: UpvoteSubject; user: Account } {
  const node = nodeOfType(call, id, ['Discussion', 'DiscussionComment'], 'subject of votes')
  const row = node.row as Discussion | DiscussionComment // the rows of those types
  const user = requireChange(call, call.rows.repos.require(row.repoId), info, WRITE_DISCUSSIONS)
  const kind = node.typename === 'Discussion' ? 'discussion' : 'comment'
  return { node: typed(node.typename, row), subject: { id: row.id, userId: row.userId, kind }, user }
}

/** Requires that the viewer may triage the repository of a discussion: to label, lock and delete it. */
export function requireTriage(call: CodehostCall, discussion: Discussion, info: Info): Account {
  const repo = call.rows.repos.require(discussion.repoId)
  return requireChange(call, repo, info, { ...WRITE_DISCUSSIONS, permission: 'triage' })
}

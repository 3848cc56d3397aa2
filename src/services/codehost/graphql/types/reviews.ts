import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import { viewerHas, viewerOf } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields } from '../source.ts'
import { pathOfPage } from '../urls.ts'
import { minimizableFields, reactionFields, writtenFields } from './comment-fields.ts'
import { pageOf } from './conversations.ts'

/** A thread of comments on a diff: the comment that begins it has its place and its resolution. */
export interface Thread {
  readonly root: ReviewComment
  readonly comments: readonly ReviewComment[]
  readonly id: number
}

/** Returns the threads of a pull request in the order in which they began. */
export function threadsOf(call: CodehostCall, pull: Pick<Pull, 'id'>): Thread[] {
  const viewer = viewerOf(call)
  const seen = call.rows.reviewComments
    .referring('pullId', pull.id)
    .filter(({ pending, userId }) => !pending || userId === viewer.id)
  const threads = new Map<number, ReviewComment[]>()
  for (const comment of seen) {
    const root = comment.inReplyToId ?? comment.id
    threads.set(root, [...(threads.get(root) ?? []), comment])
  }
  return [...threads.values()].flatMap((comments) => {
    const [root] = comments
    return root === undefined ? [] : [{ root, comments, id: root.id }]
  })
}

/** Returns the thread that a comment begins; undefined for an unknown comment and for a reply. */
export function threadOf(call: CodehostCall, id: number): Thread | undefined {
  const root = call.rows.reviewComments.get(id)
  return root === undefined ? undefined : threadsOf(call, { id: root.pullId }).find((thread) => thread.id === id)
}

const pullPage = (call: CodehostCall, pullId: number): string =>
  pageOf(call, call.rows.issues.require(call.rows.pulls.require(pullId).issueId))

function commitIn({ rows }: CodehostCall, repoId: number, sha: string) {
  const repo = rows.repos.require(repoId)
  const object = commitAt(rows, repo, sha)
  return object === null ? null : { repo, object }
}

/** A review of a pull request. https://docs.github.com/graphql/reference/objects#pullrequestreview */
export const PullRequestReview: Fields<Review> = {
  ...writtenFields((review: Review) => review),
  ...minimizableFields,
  id: ({ id }) => nodeId('PRR', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  state: ({ state }) => state,
  submittedAt: ({ submittedAt }) => timeOrNull(submittedAt),
  publishedAt: ({ submittedAt }) => timeOrNull(submittedAt),
  commit: ({ repoId, commitId }, _args, call) => commitIn(call, repoId, commitId),
  pullRequest: ({ pullId }, _args, { rows }) => rows.pulls.require(pullId),
  url: ({ id, pullId }, _args, call) => `${pullPage(call, pullId)}#pullrequestreview-${id}`,
  resourcePath: ({ id, pullId }, _args, call) => pathOfPage(call, `${pullPage(call, pullId)}#pullrequestreview-${id}`),
  authorCanPushToRepository: ({ repoId, userId }, _args, { rows }) =>
    permissionIncludes(permissionOf(rows, rows.repos.require(repoId), rows.accounts.require(userId)), 'push'),
  onBehalfOf: (_review, args: PageArguments) => connection(cursoredRows([]), args),
  reactionGroups: () => [],
  comments: ({ id }, args: PageArguments, { rows }) =>
    connection(cursoredRows(rows.reviewComments.referring('reviewId', id)), args),
}

/** A comment on a diff. https://docs.github.com/graphql/reference/objects#pullrequestreviewcomment */
export const PullRequestReviewComment: Fields<ReviewComment> = {
  ...writtenFields((comment: ReviewComment) => comment),
  ...minimizableFields,
  ...reactionFields((comment: ReviewComment) => ({
    repoId: comment.repoId,
    subject: `review comment ${comment.id}`,
    object: typed('PullRequestReviewComment', comment),
  })),
  id: ({ id }) => nodeId('PRRC', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  path: ({ path }) => path,
  diffHunk: ({ diffHunk }) => diffHunk,
  line: ({ line }) => line,
  originalLine: ({ originalLine }) => originalLine,
  startLine: ({ startLine }) => startLine,
  originalStartLine: ({ originalStartLine }) => originalStartLine,
  position: ({ position }) => position,
  originalPosition: ({ originalPosition }) => originalPosition ?? 0,
  subjectType: ({ subjectType }) => subjectType.toUpperCase(),
  outdated: (comment) => isOutdated(comment),
  state: ({ pending }) => (pending ? 'PENDING' : 'SUBMITTED'),
  draftedAt: ({ createdAt }) => time(createdAt),
  commit: ({ repoId, commitId }, _args, call) => commitIn(call, repoId, commitId),
  originalCommit: ({ repoId, originalCommitId }, _args, call) => commitIn(call, repoId, originalCommitId),
  pullRequest: ({ pullId }, _args, { rows }) => rows.pulls.require(pullId),
  pullRequestReview: ({ reviewId }, _args, { rows }) => rows.reviews.get(reviewId) ?? null,
  replyTo: ({ inReplyToId }, _args, { rows }) => rows.reviewComments.get(inReplyToId) ?? null,
  url: ({ id, pullId }, _args, call) => `${pullPage(call, pullId)}#discussion_r${id}`,
  resourcePath: ({ id, pullId }, _args, call) => pathOfPage(call, `${pullPage(call, pullId)}#discussion_r${id}`),
}

/** Returns whether the lines of a comment are no longer part of the diff. */
function isOutdated({ subjectType, position }: ReviewComment): boolean {
  return subjectType === 'line' && position === null
}

/** A thread of comments. https://docs.github.com/graphql/reference/objects#pullrequestreviewthread */
export const PullRequestReviewThread: Fields<Thread> = {
  id: ({ id }) => nodeId('PRRT', id),
  path: ({ root }) => root.path,
  line: ({ root }) => root.line,
  originalLine: ({ root }) => root.originalLine,
  startLine: ({ root }) => root.startLine,
  originalStartLine: ({ root }) => root.originalStartLine,
  diffSide: ({ root }) => root.side,
  startDiffSide: ({ root }) => root.startSide,
  subjectType: ({ root }) => root.subjectType.toUpperCase(),
  isOutdated: ({ root }) => isOutdated(root),
  isResolved: ({ root }) => root.resolvedById != null,
  isCollapsed: ({ root }) => root.resolvedById != null,
  resolvedBy: ({ root }, _args, { rows }) => rows.accounts.get(root.resolvedById) ?? null,
  pullRequest: ({ root }, _args, { rows }) => rows.pulls.require(root.pullId),
  repository: ({ root }, _args, { rows }) => rows.repos.require(root.repoId),
  comments: ({ comments }, args: PageArguments) => connection(cursoredRows(comments), args),
  viewerCanReply: () => true,
  viewerCanResolve: (thread, _args, call) => thread.root.resolvedById == null && canResolve(call, thread),
  viewerCanUnresolve: (thread, _args, call) => thread.root.resolvedById != null && canResolve(call, thread),
}

/** Returns whether the viewer may resolve a thread: the author of the pull request may, and whoever may push. */
export function canResolve(call: CodehostCall, { root }: Thread): boolean {
  const { rows } = call
  const author = rows.issues.require(rows.pulls.require(root.pullId).issueId).userId
  return author === viewerOf(call).id || viewerHas(call, rows.repos.require(root.repoId), 'push')
}

import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import { discussionCommentPage, discussionPage } from '#codehost/json/discussions/discussion.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import {
  canModerate,
  discussionLabels,
  ownUpvote,
  upvoteCount,
  type UpvoteSubject,
} from '#codehost/rules/discussions/discussions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type {
  Discussion as DiscussionRow,
  DiscussionCategory as CategoryRow,
  DiscussionComment as CommentRow,
  PollOption,
} from '#codehost/schema/discussions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireGranted, viewerHas, viewerOf } from '../access.ts'
import { actorById } from '../actors.ts'
import {
  connection,
  cursored,
  cursoredRows,
  emptyConnection,
  type Cursored,
  type PageArguments,
} from '../connection.ts'
import { unresolved } from '../failures.ts'
import { typed, typedOrNull, type Fields, type Typed } from '../source.ts'
import { pathOfPage } from '../urls.ts'
import { LOCK_REASONS, minimizableFields, reactionFields, writtenFields } from './comment-fields.ts'

const READ = 'discussions=read'

interface DiscussionOrder {
  readonly field: 'CREATED_AT' | 'UPDATED_AT'
  readonly direction: 'ASC' | 'DESC'
}

interface DiscussionArguments extends PageArguments {
  readonly answered?: boolean | null | undefined
  readonly states?: readonly ('OPEN' | 'CLOSED')[] | null | undefined
  readonly orderBy?: DiscussionOrder | null
}

/** The fields of repositories about discussions. https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions */
export const repositoryDiscussionFields: Fields<Repo> = {
  discussion: (repo, { number }: { number: number }, call) => {
    requireGranted(call, repo, READ)
    const discussion = call.rows.discussions.find('number', repo.id, number)
    if (discussion === undefined) throw unresolved('Discussion', `number of ${number}`)
    return discussion
  },
  discussions: (repo, args: DiscussionArguments & { categoryId?: string | null }, call) => {
    requireGranted(call, repo, READ)
    const category = args.categoryId == null ? null : categoryWithId(call, repo, args.categoryId)
    return connection(discussionsOf(call, repo, category, args), args)
  },
  discussionCategory: (repo, { slug }: { slug: string }, call) => {
    requireGranted(call, repo, READ)
    return call.rows.discussionCategories.find('slug', repo.id, slug) ?? null
  },
  discussionCategories: (repo, args: PageArguments & { filterByAssignable?: boolean | null }, call) => {
    requireGranted(call, repo, READ)
    const all = repo.hasDiscussions ? call.rows.discussionCategories.referring('repoId', repo.id) : []
    const mayPush = viewerHas(call, repo, 'push')
    const shown = all.filter(({ format }) => args.filterByAssignable !== true || format !== 'announcement' || mayPush)
    return connection(cursoredRows(shown), args)
  },
  pinnedDiscussions: emptyConnection,
}

function categoryWithId({ rows }: CodehostCall, repo: Repo, id: string): CategoryRow {
  const found = rows.discussionCategories.referring('repoId', repo.id).find((each) => nodeId('DIC', each.id) === id)
  if (found === undefined) throw unresolved('DiscussionCategory', `id of '${id}'`)
  return found
}

function discussionsOf(
  { rows }: CodehostCall,
  repo: Repo,
  category: CategoryRow | null,
  { answered, states, orderBy }: DiscussionArguments,
): Cursored<DiscussionRow> {
  const { field, direction } = orderBy ?? { field: 'UPDATED_AT', direction: 'DESC' }
  const descending = direction === 'DESC'
  const isUpdated = field === 'UPDATED_AT'
  const keyOf = (row: DiscussionRow): number => (isUpdated ? row.updatedAt : row.createdAt)
  const all =
    category === null
      ? cursored(rows.discussions, isUpdated ? 'updated' : 'created', [repo.id], keyOf, { descending })
      : cursored(rows.discussions, isUpdated ? 'updatedInCategory' : 'createdInCategory', [category.id], keyOf, {
          descending,
        })
  const isPlain = answered == null && (states ?? []).length === 0
  return isPlain ? all : cursoredRows(all.slice(0, all.total).filter((row) => isMatch(row, { answered, states })))
}

function isMatch(
  { answerId, state }: DiscussionRow,
  { answered, states }: Pick<DiscussionArguments, 'answered' | 'states'>,
): boolean {
  if (answered != null && answered !== (answerId !== null)) return false
  return states == null || states.length === 0 || states.includes(state === 'open' ? 'OPEN' : 'CLOSED')
}

/** The fields of users and organizations about the discussions that they started and commented on. */
export const authorDiscussionFields: Fields<Account> = {
  repositoryDiscussions: (account, args: DiscussionArguments & { repositoryId?: string | null }, call) => {
    const { field, direction } = args.orderBy ?? { field: 'CREATED_AT', direction: 'DESC' }
    const key = field === 'CREATED_AT' ? 'createdAt' : 'updatedAt'
    const found = call.rows.discussions
      .referring('userId', account.id)
      .filter((row) => isMatch(row, args) && isIn(call, row, args.repositoryId))
      .sort((a, b) => a[key] - b[key] || a.id - b.id)
    return connection(cursoredRows(direction === 'DESC' ? found.toReversed() : found), args)
  },
  repositoryDiscussionComments: (
    account,
    args: PageArguments & { onlyAnswers?: boolean | null; repositoryId?: string | null },
    call,
  ) => {
    const { rows } = call
    const found = rows.discussionComments
      .referring('userId', account.id)
      .filter((row) => isIn(call, row, args.repositoryId) && (args.onlyAnswers !== true || isAnswer(call, row)))
    return connection(cursoredRows(found), args)
  },
}

function isIn(call: CodehostCall, { repoId }: { readonly repoId: number }, id: string | null | undefined): boolean {
  const repo = call.rows.repos.require(repoId)
  return (id == null || nodeId('R', repoId) === id) && canRead(call, repo) && isGranted(call, repo, READ)
}

function isAnswer({ rows }: Pick<CodehostCall, 'rows'>, { id, discussionId }: CommentRow): boolean {
  return rows.discussions.require(discussionId).answerId === id
}

/** Returns the fields of what has votes. */
function votableFields<S extends { readonly id: number; readonly userId: number; readonly repoId: number }>(
  kind: UpvoteSubject['kind'],
): Fields<S> {
  return {
    upvoteCount: ({ id, userId }, _args, { rows }) => upvoteCount(rows, { id, userId, kind }),
    viewerCanUpvote: ({ repoId }, _args, call) => !call.rows.repos.require(repoId).archived,
    viewerHasUpvoted: ({ id, userId }, _args, call) => {
      const viewer = viewerOf(call)
      return viewer.id === userId || ownUpvote(call.rows, { id, userId, kind }, viewer) !== undefined
    },
  }
}

function mayModerate(call: CodehostCall, row: DiscussionRow | CommentRow): boolean {
  return canModerate(call.rows, row, viewerOf(call))
}

/** The vendor's discussions do not say why a viewer may not update them. */
const { viewerCannotUpdateReasons: _reasons, ...writtenOfDiscussion } = writtenFields((row: DiscussionRow) => row)

/** A discussion. https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions#discussion */
export const Discussion: Fields<DiscussionRow> = {
  ...writtenOfDiscussion,
  ...votableFields('discussion'),
  ...reactionFields((discussion: DiscussionRow) => ({
    repoId: discussion.repoId,
    subject: `discussion ${discussion.id}`,
    object: typed('Discussion', discussion),
  })),
  id: ({ id }) => nodeId('D', id),
  databaseId: ({ id }) => id,
  number: ({ number }) => number,
  title: ({ title }) => title,
  url: (discussion, _args, call) => discussionPage(call, discussion),
  resourcePath: (discussion, _args, call) => pathOfPage(call, discussionPage(call, discussion)),
  category: ({ categoryId }, _args, { rows }) => rows.discussionCategories.require(categoryId),
  closed: ({ state }) => state === 'closed',
  closedAt: ({ closedAt }) => timeOrNull(closedAt),
  stateReason: ({ stateReason }) => stateReason?.toUpperCase() ?? null,
  locked: ({ locked }) => locked,
  activeLockReason: ({ activeLockReason }) => (activeLockReason === null ? null : LOCK_REASONS[activeLockReason]),
  answer: ({ answerId }, _args, { rows }) => rows.discussionComments.get(answerId) ?? null,
  answerChosenAt: ({ answerChosenAt }) => timeOrNull(answerChosenAt),
  answerChosenBy: ({ answerChosenById }, _args, { rows }) => actorById(rows, answerChosenById),
  isAnswered: ({ categoryId, answerId }, _args, { rows }) =>
    rows.discussionCategories.require(categoryId).answerable ? answerId !== null : null,
  comments: ({ id }, args: PageArguments, { rows }) =>
    connection(
      cursored(rows.discussionComments, 'comments', [id], ({ createdAt }) => createdAt),
      args,
    ),
  labels: (discussion, args: PageArguments & LabelOrder, { rows }) => {
    const labels = discussionLabels(rows, discussion)
    if (args.orderBy?.field === 'NAME') labels.sort((a, b) => (a.name < b.name ? -1 : 1))
    return connection(cursoredRows(args.orderBy?.direction === 'DESC' ? labels.toReversed() : labels), args)
  },
  poll: (discussion) => (discussion.pollQuestion === null ? null : discussion),
  viewerCanClose: (discussion, _args, call) => mayModerate(call, discussion),
  viewerCanReopen: (discussion, _args, call) => mayModerate(call, discussion),
  viewerCanUpdate: (discussion, _args, call) => mayModerate(call, discussion),
  viewerCanDelete: ({ repoId }, _args, call) => viewerHas(call, call.rows.repos.require(repoId), 'triage'),
  viewerCanLabel: ({ repoId }, _args, call) => viewerHas(call, call.rows.repos.require(repoId), 'triage'),
  viewerCanSubscribe: () => true,
  viewerSubscription: ({ userId }, _args, call) => (userId === viewerOf(call).id ? 'SUBSCRIBED' : 'UNSUBSCRIBED'),
}

interface LabelOrder {
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null
}

/** The vendor's comments of discussions name their repository by the discussion only. */
const { repository: _repository, ...writtenOfComment } = writtenFields((comment: CommentRow) => comment)

/** A comment of a discussion. https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions#discussioncomment */
export const DiscussionComment: Fields<CommentRow> = {
  ...writtenOfComment,
  ...minimizableFields,
  ...votableFields('comment'),
  ...reactionFields((comment: CommentRow) => ({
    repoId: comment.repoId,
    subject: `discussion comment ${comment.id}`,
    object: typed('DiscussionComment', comment),
  })),
  id: ({ id }) => nodeId('DC', id),
  databaseId: ({ id }) => id,
  author: ({ deletedAt, userId }, _args, { rows }) => (deletedAt === null ? actorById(rows, userId) : null),
  url: (comment, _args, call) => discussionCommentPage(call, comment),
  resourcePath: (comment, _args, call) => pathOfPage(call, discussionCommentPage(call, comment)),
  deletedAt: ({ deletedAt }) => timeOrNull(deletedAt),
  discussion: ({ discussionId }, _args, { rows }) => rows.discussions.require(discussionId),
  isAnswer: (comment, _args, call) => isAnswer(call, comment),
  replyTo: ({ parentId }, _args, { rows }) => rows.discussionComments.get(parentId) ?? null,
  replies: ({ id }, args: PageArguments, { rows }) =>
    connection(
      cursored(rows.discussionComments, 'replies', [id], ({ createdAt }) => createdAt),
      args,
    ),
  viewerCanUpdate: (comment, _args, call) => mayModerate(call, comment),
  viewerCanDelete: (comment, _args, call) => mayModerate(call, comment),
  viewerCanMarkAsAnswer: (comment, _args, call) => !isAnswer(call, comment) && mayChooseAnswer(call, comment),
  viewerCanUnmarkAsAnswer: (comment, _args, call) => isAnswer(call, comment) && mayChooseAnswer(call, comment),
}

function mayChooseAnswer(call: CodehostCall, { discussionId }: CommentRow): boolean {
  const discussion = call.rows.discussions.require(discussionId)
  const { answerable } = call.rows.discussionCategories.require(discussion.categoryId)
  return answerable && mayModerate(call, discussion)
}

/** A category. https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions#discussioncategory */
export const DiscussionCategory: Fields<CategoryRow> = {
  id: ({ id }) => nodeId('DIC', id),
  name: ({ name }) => name,
  slug: ({ slug }) => slug,
  description: ({ description }) => description,
  emoji: ({ emoji }) => emoji,
  isAnswerable: ({ answerable }) => answerable,
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
}

/** The poll of a discussion. */
export const DiscussionPoll: Fields<DiscussionRow> = {
  id: ({ id }) => nodeId('DP', id),
  question: ({ pollQuestion }) => pollQuestion ?? '',
  discussion: (discussion) => discussion,
  totalVoteCount: ({ id }, _args, { rows }) => rows.pollVotes.countReferring('discussionId', id),
  viewerCanVote: ({ state, locked }) => state === 'open' && !locked,
  viewerHasVoted: ({ id }, _args, call) => call.rows.pollVotes.find('once', id, viewerOf(call).id) !== undefined,
  options: (
    { id },
    args: PageArguments & { orderBy?: { field: string; direction: 'ASC' | 'DESC' } | null },
    { rows },
  ) => {
    const options = rows.pollOptions.referring('discussionId', id)
    if (args.orderBy?.field === 'VOTE_COUNT') options.sort((a, b) => votesOf(rows, a) - votesOf(rows, b))
    return connection(cursoredRows(args.orderBy?.direction === 'DESC' ? options.toReversed() : options), args)
  },
}

/** A choice of a poll. */
export const DiscussionPollOption: Fields<PollOption> = {
  id: ({ id }) => nodeId('DPO', id),
  option: ({ option }) => option,
  poll: ({ discussionId }, _args, { rows }) => rows.discussions.require(discussionId),
  totalVoteCount: (option, _args, { rows }) => votesOf(rows, option),
  viewerHasVoted: ({ id, discussionId }, _args, call) =>
    call.rows.pollVotes.find('once', discussionId, viewerOf(call).id)?.optionId === id,
}

function votesOf(rows: CodehostCall['rows'], { id }: PollOption): number {
  return rows.pollVotes.countReferring('optionId', id)
}

/** The nodes of discussions, by the prefixes of their ids. All of them are in a repository. */
export const discussionNodes: Readonly<Record<string, (call: CodehostCall, id: string) => Typed | null>> = {
  D: ({ rows }, id) => typedOrNull('Discussion', rows.discussions.get(Number(id))),
  DC: ({ rows }, id) => typedOrNull('DiscussionComment', rows.discussionComments.get(Number(id))),
  DIC: ({ rows }, id) => typedOrNull('DiscussionCategory', rows.discussionCategories.get(Number(id))),
  DP: ({ rows }, id) => {
    const discussion = rows.discussions.get(Number(id))
    return discussion?.pollQuestion == null ? null : typed('DiscussionPoll', discussion)
  },
  DPO: ({ rows }, id) => typedOrNull('DiscussionPollOption', rows.pollOptions.get(Number(id))),
}

import { acceptArguments } from '../arguments.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import { subIssuesSummaryJson } from '#codehost/json/issues/relations.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { canChange } from '#codehost/rules/issues/update.ts'
import { parentOf, subIssuesOf } from '#codehost/rules/issues/sub-issues.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { assigneesOf, assignablePeople } from '#codehost/rules/issues/assignees.ts'
import { closersOf } from '#codehost/rules/issues/cross-references.ts'
import { labelsOf } from '#codehost/rules/issues/issue-labels.ts'
import { subscriptionState } from '#codehost/rules/notifications/notifications.ts'
import { titleHtml } from '#codehost/markdown/line.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CommitComment as CommitCommentRow } from '#codehost/schema/commits.ts'
import type {
  Comment,
  Issue as IssueRow,
  Label as LabelRow,
  LinkedBranch as LinkedBranchRow,
  Milestone as MilestoneRow,
  PinnedIssue as PinnedIssueRow,
} from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { viewerHas, viewerOf } from '../access.ts'
import { actor, actorById, matching } from '../actors.ts'
import { connection, cursored, cursoredRows, emptyConnection, mapCursored, type PageArguments } from '../connection.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { pageBelow, pathOfPage } from '../urls.ts'
import { timelineItems, type TimelineArguments } from './timeline.ts'
import { projectItemFields } from './projects.ts'
import { LOCK_REASONS, minimizableFields, reactionFields, writtenFields } from './comment-fields.ts'
import { issuesOf, pullOf, pullsOf, pullStateOf, type IssueArguments, type PullArguments } from './issue-lists.ts'
import { issueRelationFields } from './issue-relations.ts'
import { isDefaultLabel } from '#codehost/rules/issues/default-labels.ts'

/** Returns an issue, or the pull request whose issue side it is, as an object. */
export function conversation(call: Pick<CodehostCall, 'rows'>, issue: IssueRow): Typed {
  return issue.isPull ? typed('PullRequest', pullOf(call, issue)) : typed('Issue', issue)
}

/** Returns the URL of the page of an issue or a pull request. */
export function pageOf(call: CodehostCall, { repoId, number, isPull }: IssueRow): string {
  return pageBelow(call, repoId, `${isPull ? 'pull' : 'issues'}/${number}`)
}

const SUBSCRIPTIONS = { subscribed: 'SUBSCRIBED', unsubscribed: 'UNSUBSCRIBED', ignored: 'IGNORED' } as const

interface CommentOrder {
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null
}

/** Returns the fields that issues and pull requests share. `issueOf` returns the issue side. */
export function conversationFields<S>(issueOf: (source: S, call: CodehostCall) => IssueRow): Fields<S> {
  return {
    ...writtenFields(issueOf),
    ...viewerFields(issueOf),
    ...reactionFields((source: S, call: CodehostCall) => {
      const issue = issueOf(source, call)
      return { repoId: issue.repoId, subject: `issue ${issue.id}`, object: conversation(call, issue) }
    }),
    number: (source, _args, call) => issueOf(source, call).number,
    title: (source, _args, call) => issueOf(source, call).title,
    titleHTML: (source, _args, call) => titleHtml(issueOf(source, call).title),
    url: (source, _args, call) => pageOf(call, issueOf(source, call)),
    resourcePath: (source, _args, call) => pathOfPage(call, pageOf(call, issueOf(source, call))),
    closed: (source, _args, call) => issueOf(source, call).state === 'closed',
    closedAt: (source, _args, call) => timeOrNull(issueOf(source, call).closedAt),
    locked: (source, _args, call) => issueOf(source, call).locked,
    activeLockReason: (source, _args, call) => {
      const { activeLockReason } = issueOf(source, call)
      return activeLockReason === null ? null : LOCK_REASONS[activeLockReason]
    },
    milestone: (source, _args, call) => call.rows.milestones.get(issueOf(source, call).milestoneId) ?? null,
    labels: (source, args: PageArguments & LabelOrder, call) => {
      const labels = labelsOf(call, issueOf(source, call))
      if (args.orderBy?.field === 'NAME') labels.sort((a, b) => (a.name < b.name ? -1 : 1))
      return connection(cursoredRows(args.orderBy?.direction === 'DESC' ? labels.toReversed() : labels), args)
    },
    assignees: (source, args: PageArguments, call) =>
      connection(cursoredRows(assigneesOf(call, issueOf(source, call))), args),
    assignedActors: (source, args: PageArguments, call) =>
      connection(mapCursored(cursoredRows(assigneesOf(call, issueOf(source, call))), actor), args),
    suggestedActors: (source, args: PageArguments & { query?: string | null }, call) => {
      const people = assignablePeople(call.rows, call.rows.repos.require(issueOf(source, call).repoId))
      return connection(mapCursored(cursoredRows(matching(people, args.query)), actor), args)
    },
    participants: (source, args: PageArguments, call) =>
      connection(cursoredRows(participantsOf(call, issueOf(source, call))), args),
    comments: (source, args: PageArguments & CommentOrder, call) => {
      const issue = issueOf(source, call)
      const descending = args.orderBy?.direction === 'DESC'
      const keyOf = ({ createdAt }: Comment): number => createdAt
      return connection(cursored(call.rows.comments, 'byIssue', [issue.id], keyOf, { descending }), args)
    },
    timelineItems: (source, args: TimelineArguments, call) => timelineItems(issueOf(source, call), args, call),
    isReadByViewer: () => null,
    ...projectItemFields(issueOf),
    projectCards: emptyConnection,
  }
}

/** Returns the fields about what the viewer may do with an issue or a pull request. */
function viewerFields<S>(issueOf: (source: S, call: CodehostCall) => IssueRow): Fields<S> {
  const may = (source: S, call: CodehostCall): boolean => {
    const issue = issueOf(source, call)
    return canChange(call.rows, call.rows.repos.require(issue.repoId), issue, viewerOf(call))
  }
  return {
    viewerCanClose: (source, _args, call) => may(source, call),
    viewerCanReopen: (source, _args, call) => may(source, call),
    viewerCanUpdate: (source, _args, call) => may(source, call),
    viewerCannotUpdateReasons: (source, _args, call) => (may(source, call) ? [] : ['INSUFFICIENT_ACCESS']),
    viewerCanLabel: (source, _args, call) =>
      viewerHas(call, call.rows.repos.require(issueOf(source, call).repoId), 'triage'),
    viewerCanSubscribe: () => true,
    viewerSubscription: (source, _args, call) =>
      SUBSCRIPTIONS[subscriptionState(call.rows, issueOf(source, call), viewerOf(call))],
  }
}

interface LabelOrder {
  readonly orderBy?: {
    readonly field: 'NAME' | 'CREATED_AT' | 'ISSUE_COUNT'
    readonly direction: 'ASC' | 'DESC'
  } | null
}

/** Returns the author, the assignees and the commenters of an issue. */
function participantsOf({ rows }: CodehostCall, issue: IssueRow): Account[] {
  const ids = new Set([
    issue.userId,
    ...rows.issueAssignees.referring('issueId', issue.id).map(({ userId }) => userId),
    ...rows.comments.list('byIssue', issue.id).map(({ userId }) => userId),
  ])
  return [...ids].map((id) => rows.accounts.require(id)).filter(({ type }) => type === 'User')
}

interface CloserArguments {
  readonly includeClosedPrs?: boolean | null
  readonly orderByState?: boolean | null
  readonly userLinkedOnly?: boolean | null
}

/** An issue. https://docs.github.com/graphql/reference/objects#issue */
export const Issue: Fields<IssueRow> = {
  ...conversationFields((issue: IssueRow) => issue),
  ...issueRelationFields,
  id: ({ id }) => nodeId('I', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  state: ({ state }) => state.toUpperCase(),
  stateReason: ({ stateReason }, { enableDuplicate }: { enableDuplicate?: boolean | null }) =>
    stateReason === 'duplicate' && enableDuplicate !== true ? 'NOT_PLANNED' : (stateReason?.toUpperCase() ?? null),
  bodyUrl: (issue, _args, call) => `${pageOf(call, issue)}#issue-${issue.id}`,
  bodyResourcePath: (issue, _args, call) => pathOfPage(call, `${pageOf(call, issue)}#issue-${issue.id}`),
  viewerCanDelete: ({ repoId }, _args, call) => viewerHas(call, call.rows.repos.require(repoId), 'admin'),
  isPinned: ({ id }, _args, { rows }) => rows.pinnedIssues.find('issue', id) !== undefined,
  parent: (issue, _args, call) => {
    const parent = parentOf(call.rows, issue)
    return parent !== undefined && canRead(call, call.rows.repos.require(parent.repoId)) ? parent : null
  },
  closedByPullRequestsReferences: (issue, args: PageArguments & CloserArguments, call) => {
    const { includeClosedPrs, orderByState, userLinkedOnly } = args
    const stateOf = (pull: Pull) => pullStateOf(call.rows.issues.require(pull.issueId), pull)
    // No pull request is linked but by its text.
    const found = (userLinkedOnly === true ? [] : closersOf(call.rows, issue)).filter(
      (pull) =>
        canRead(call, call.rows.repos.require(pull.repoId)) &&
        (includeClosedPrs === true || stateOf(pull) !== 'CLOSED'),
    )
    const isOpen = (pull: Pull) => stateOf(pull) === 'OPEN'
    const openFirst = [...found.filter(isOpen), ...found.filter((pull) => !isOpen(pull))]
    return connection(cursoredRows(orderByState === true ? openFirst : found), args)
  },
  linkedBranches: (issue, args: PageArguments, { rows }) => {
    const linked = rows.linkedBranches.referring('issueId', issue.id)
    return connection(cursoredRows(linked.filter((each) => refOf(rows, each) !== null)), args)
  },
  subIssues: (issue, args: PageArguments, call) => {
    const { rows } = call
    const seen = subIssuesOf(rows, issue).filter(({ repoId }) => canRead(call, rows.repos.require(repoId)))
    return connection(cursoredRows(seen), args)
  },
  subIssuesSummary: (issue, _args, { rows }) => {
    const { total, completed, percent_completed: percentCompleted } = subIssuesSummaryJson(rows, issue)
    return { total, completed, percentCompleted }
  },
  trackedIssuesCount: (_issue, args: object) => {
    acceptArguments(args)
    return 0
  },
}

/** A comment of an issue or a pull request. https://docs.github.com/graphql/reference/objects#issuecomment */
export const IssueComment: Fields<Comment> = {
  ...writtenFields((comment: Comment) => comment),
  ...minimizableFields,
  ...reactionFields((comment: Comment) => ({
    repoId: comment.repoId,
    subject: `comment ${comment.id}`,
    object: typed('IssueComment', comment),
  })),
  id: ({ id }) => nodeId('IC', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  url: (comment, _args, call) => commentPage(call, comment),
  resourcePath: (comment, _args, call) => pathOfPage(call, commentPage(call, comment)),
  issue: ({ issueId }, _args, { rows }) => rows.issues.require(issueId),
  pullRequest: ({ issueId }, _args, { rows }) => rows.pulls.find('issue', issueId) ?? null,
}

function commentPage(call: CodehostCall, { id, issueId }: Comment): string {
  return `${pageOf(call, call.rows.issues.require(issueId))}#issuecomment-${id}`
}

/** A branch that was made for an issue. https://docs.github.com/graphql/reference/objects#linkedbranch */
export const LinkedBranch: Fields<LinkedBranchRow> = {
  id: ({ id }) => nodeId('LB', id),
  ref: (linked, _args, { rows }) => refOf(rows, linked),
}

function refOf(rows: CodehostCall['rows'], { repoId, ref }: LinkedBranchRow) {
  return rows.refs.find('name', repoId, ref) ?? null
}

/** A label. https://docs.github.com/graphql/reference/objects#label */
export const Label: Fields<LabelRow> = {
  id: ({ id }) => nodeId('LA', id),
  name: ({ name }) => name,
  color: ({ color }) => color,
  description: ({ description }) => description,
  isDefault: isDefaultLabel,
  createdAt: ({ repoId }, _args, { rows }) => time(rows.repos.require(repoId).createdAt),
  updatedAt: ({ repoId }, _args, { rows }) => time(rows.repos.require(repoId).createdAt),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  url: ({ repoId, name }, _args, call) => pageBelow(call, repoId, `labels/${encodeURIComponent(name)}`),
  resourcePath: ({ repoId, name }, _args, call) =>
    pathOfPage(call, pageBelow(call, repoId, `labels/${encodeURIComponent(name)}`)),
  issues: (label, args: IssueArguments, call) => issuesOf(labelled(call, label), args, call),
  pullRequests: (label, args: PullArguments, call) => pullsOf(labelled(call, label), args, call),
}

function labelled({ rows }: CodehostCall, { id }: LabelRow): IssueRow[] {
  return rows.issueLabels.referring('labelId', id).map(({ issueId }) => rows.issues.require(issueId))
}

/** A milestone. https://docs.github.com/graphql/reference/objects#milestone */
export const Milestone: Fields<MilestoneRow> = {
  id: ({ id }) => nodeId('MI', id),
  number: ({ number }) => number,
  title: ({ title }) => title,
  description: ({ description }) => description,
  state: ({ state }) => state.toUpperCase(),
  closed: ({ state }) => state === 'closed',
  closedAt: ({ closedAt }) => timeOrNull(closedAt),
  dueOn: ({ dueOn }) => timeOrNull(dueOn),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  url: ({ repoId, number }, _args, call) => pageBelow(call, repoId, `milestone/${number}`),
  resourcePath: ({ repoId, number }, _args, call) => pathOfPage(call, pageBelow(call, repoId, `milestone/${number}`)),
  progressPercentage: ({ id }, _args, { rows }) => {
    const all = rows.issues.count('milestone', id)
    return all === 0 ? 0 : (rows.issues.count('milestone', id, 'closed') / all) * 100
  },
  issues: ({ id }, args: IssueArguments, call) => issuesOf(call.rows.issues.list('milestone', id), args, call),
  pullRequests: ({ id }, args: PullArguments, call) => pullsOf(call.rows.issues.list('milestone', id), args, call),
  viewerCanClose: ({ repoId }, _args, call) => viewerHas(call, call.rows.repos.require(repoId), 'triage'),
  viewerCanReopen: ({ repoId }, _args, call) => viewerHas(call, call.rows.repos.require(repoId), 'triage'),
}

/** A pinned issue. https://docs.github.com/graphql/reference/objects#pinnedissue */
export const PinnedIssue: Fields<PinnedIssueRow> = {
  id: ({ id }) => nodeId('PI', id),
  databaseId: ({ id }) => id,
  issue: ({ issueId }, _args, { rows }) => rows.issues.require(issueId),
  pinnedBy: ({ pinnedById }, _args, { rows }) => actorById(rows, pinnedById),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
}

/** A comment on a commit. https://docs.github.com/graphql/reference/objects#commitcomment */
export const CommitComment: Fields<CommitCommentRow> = {
  ...writtenFields((comment: CommitCommentRow) => comment),
  ...minimizableFields,
  ...reactionFields((comment: CommitCommentRow) => ({
    repoId: comment.repoId,
    subject: `commit comment ${comment.id}`,
    object: typed('CommitComment', comment),
  })),
  id: ({ id }) => nodeId('CC', id),
  databaseId: ({ id }) => id,
  path: ({ path }) => path,
  position: ({ position }) => position,
  commit: ({ repoId, sha }, _args, { rows }) => {
    const repo = rows.repos.require(repoId)
    const object = commitAt(rows, repo, sha)
    return object === null ? null : { repo, object }
  },
  url: (comment, _args, call) => commitCommentPage(call, comment),
  resourcePath: (comment, _args, call) => pathOfPage(call, commitCommentPage(call, comment)),
}

function commitCommentPage(call: CodehostCall, { id, repoId, sha }: CommitCommentRow): string {
  return pageBelow(call, repoId, `commit/${sha}#commitcomment-${id}`)
}

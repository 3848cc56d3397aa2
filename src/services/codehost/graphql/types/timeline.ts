import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import { closedIssues } from '#codehost/rules/issues/mentions.ts'
import { timelineOf, type TimelineEntry } from '#codehost/rules/issues/timeline.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Issue, IssueEvent, Label } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { actorById } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, typedOrNull, type Fields, type Typed } from '../source.ts'
import { pageBelow, pathOfPage } from '../urls.ts'
import { LOCK_REASONS } from './comment-fields.ts'
import { pullOf } from './issue-lists.ts'

/** The arguments of timelines. */
export interface TimelineArguments extends PageArguments {
  readonly itemTypes?: readonly string[] | null
  readonly since?: string | null
  readonly skip?: number | null
}

/** The types of events, by the vendor's names in REST. Events without a type are in the timelines of REST only. */
const EVENT_TYPES: Readonly<Record<string, string>> = {
  assigned: 'AssignedEvent',
  auto_merge_disabled: 'AutoMergeDisabledEvent',
  auto_merge_enabled: 'AutoMergeEnabledEvent',
  auto_rebase_enabled: 'AutoRebaseEnabledEvent',
  auto_squash_enabled: 'AutoSquashEnabledEvent',
  blocked_by_added: 'BlockedByAddedEvent',
  blocked_by_removed: 'BlockedByRemovedEvent',
  blocking_added: 'BlockingAddedEvent',
  blocking_removed: 'BlockingRemovedEvent',
  base_ref_changed: 'BaseRefChangedEvent',
  closed: 'ClosedEvent',
  convert_to_draft: 'ConvertToDraftEvent',
  'cross-referenced': 'CrossReferencedEvent',
  demilestoned: 'DemilestonedEvent',
  head_ref_deleted: 'HeadRefDeletedEvent',
  head_ref_force_pushed: 'HeadRefForcePushedEvent',
  issue_type_added: 'IssueTypeAddedEvent',
  issue_type_changed: 'IssueTypeChangedEvent',
  issue_type_removed: 'IssueTypeRemovedEvent',
  labeled: 'LabeledEvent',
  locked: 'LockedEvent',
  marked_as_duplicate: 'MarkedAsDuplicateEvent',
  merged: 'MergedEvent',
  milestoned: 'MilestonedEvent',
  parent_issue_added: 'ParentIssueAddedEvent',
  parent_issue_removed: 'ParentIssueRemovedEvent',
  pinned: 'PinnedEvent',
  ready_for_review: 'ReadyForReviewEvent',
  referenced: 'ReferencedEvent',
  renamed: 'RenamedTitleEvent',
  reopened: 'ReopenedEvent',
  review_dismissed: 'ReviewDismissedEvent',
  review_request_removed: 'ReviewRequestRemovedEvent',
  review_requested: 'ReviewRequestedEvent',
  sub_issue_added: 'SubIssueAddedEvent',
  sub_issue_removed: 'SubIssueRemovedEvent',
  transferred: 'TransferredEvent',
  unassigned: 'UnassignedEvent',
  unlabeled: 'UnlabeledEvent',
  unlocked: 'UnlockedEvent',
  unmarked_as_duplicate: 'UnmarkedAsDuplicateEvent',
  unpinned: 'UnpinnedEvent',
}

/** Resolves `timelineItems` of an issue or a pull request, from the entries of REST's timeline. */
export function timelineItems(issue: Issue, args: TimelineArguments, call: CodehostCall) {
  const { rows } = call
  const since = args.since == null ? -Infinity : Date.parse(args.since)
  const all = timelineOf({ rows, principal: call.principal, query: new URLSearchParams() }, issue)
    .flatMap((entry) => {
      const item = itemOf(call, issue, entry)
      return item === null ? [] : [item]
    })
    .filter(({ at }) => at >= since)
  const wanted = args.itemTypes ?? []
  const found = all.filter(({ object }) => wanted.length === 0 || wanted.includes(enumName(object.typename)))
  const items = found.slice(args.skip ?? 0)
  const list = cursoredRows(
    items.map(({ object }) => object),
    ({ typename, row }) => `${typename} ${keyOf(row)}`,
  )
  const page = connection(list, args, undefined, { filteredCount: found.length, updatedAt: time(issue.updatedAt) })
  const totals = { totalCount: all.length, pageCount: Math.min(items.length, args.first ?? args.last ?? 0) }
  return Object.defineProperties(page, Object.getOwnPropertyDescriptors(totals))
}

/** Returns the name of a type in the enumerations of item types: `ISSUE_COMMENT`. */
function enumName(typename: string): string {
  return typename.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}

function keyOf(row: object): string | number {
  if ('commit' in row) return (row.commit as { readonly sha: string }).sha // the commit of a pull request
  return (row as { readonly id: number }).id // every other entry has one
}

function itemOf(call: CodehostCall, issue: Issue, entry: TimelineEntry): { at: number; object: Typed } | null {
  switch (entry.kind) {
    case 'comment':
      return { at: entry.comment.createdAt, object: typed('IssueComment', entry.comment) }
    case 'review':
      return { at: entry.review.submittedAt ?? 0, object: typed('PullRequestReview', entry.review) }
    case 'commit': {
      const row = { pull: pullOf(call, issue), commit: entry.commit }
      return { at: entry.commit.committer.at, object: typed('PullRequestCommit', row) }
    }
    case 'event': {
      const typename = EVENT_TYPES[entry.event.event]
      return typename === undefined ? null : { at: entry.event.createdAt, object: typed(typename, entry.event) }
    }
  }
}

/** Returns an event as an object of its type; null for one that GraphQL does not have. */
export function eventObject(event: IssueEvent | undefined): Typed | null {
  const typename = event === undefined ? undefined : EVENT_TYPES[event.event]
  return event === undefined || typename === undefined ? null : typed(typename, event)
}

function subjectOf({ rows }: CodehostCall, { issueId }: Pick<IssueEvent, 'issueId'>): Typed {
  const issue = rows.issues.require(issueId)
  return issue.isPull ? typed('PullRequest', pullOf({ rows }, issue)) : typed('Issue', issue)
}

function pullOfEvent({ rows }: CodehostCall, { issueId }: IssueEvent): Pull {
  return pullOf({ rows }, { id: issueId })
}

function pageOfEvent(call: CodehostCall, { id, issueId, repoId }: IssueEvent): string {
  const { isPull, number } = call.rows.issues.require(issueId)
  return pageBelow(call, repoId, `${isPull ? 'pull' : 'issues'}/${number}#event-${id}`)
}

/** Returns a member of the details of an event that is an object: `label` of `labeled`. */
function detail({ details }: IssueEvent, name: string): Readonly<Record<string, unknown>> {
  const value = details[name]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const ofEvent: Fields<IssueEvent> = {
  id: ({ id }) => nodeId('IE', id),
  actor: ({ actorId }, _args, { rows }) => actorById(rows, actorId),
  createdAt: ({ createdAt }) => time(createdAt),
}

const withPage: Fields<IssueEvent> = {
  url: (event, _args, call) => pageOfEvent(call, event),
  resourcePath: (event, _args, call) => pathOfPage(call, pageOfEvent(call, event)),
}

const ofPull: Fields<IssueEvent> = { ...ofEvent, pullRequest: (event, _args, call) => pullOfEvent(call, event) }

const ofPullPage: Fields<IssueEvent> = { ...ofPull, ...withPage }

/** Returns the fields of events of issues and pull requests alike, whose subject has a name of its own. */
function about(name: string): Fields<IssueEvent> {
  return { ...ofEvent, [name]: (event, _args, call) => subjectOf(call, event) }
}

const ofIssue: Fields<IssueEvent> = {
  ...ofEvent,
  issue: ({ issueId }, _args, { rows }) => rows.issues.require(issueId),
}

const assignment: Fields<IssueEvent> = {
  ...about('assignable'),
  assignee: (event, _args, { rows }) => actorById(rows, Number(detail(event, 'assignee')['$account'])),
  user: (event, _args, { rows }) => {
    const account = rows.accounts.get(Number(detail(event, 'assignee')['$account']))
    return account?.type === 'User' ? account : null
  },
}

const labelling: Fields<IssueEvent> = {
  ...about('labelable'),
  label: (event, _args, { rows }): Label => {
    const { name, color } = detail(event, 'label')
    const repoId = event.repoId
    const fields = { id: 0, repoId, name: textOf(name), color: textOf(color), description: null }
    return rows.labels.find('name', repoId, textOf(name).toLowerCase()) ?? fields // a deleted label is as it was
  },
}

const milestoning: Fields<IssueEvent> = {
  ...about('subject'),
  milestoneTitle: (event) => textOf(detail(event, 'milestone')['title']),
}

const requesting: Fields<IssueEvent> = {
  ...ofPull,
  requestedReviewer: (event, _args, { rows }) =>
    typedOrNull('Team', rows.teams.get(Number(detail(event, 'requested_team')['$team']))) ??
    actorById(rows, Number(detail(event, 'requested_reviewer')['$account'])),
}

const enabling: Fields<IssueEvent> = {
  ...ofPull,
  enabler: ({ actorId }, _args, { rows }) => rows.accounts.get(actorId) ?? null,
}

const relating = (name: string): Fields<IssueEvent> => ({
  ...ofEvent,
  [name]: ({ details }, _args, call) => {
    const issue = call.rows.issues.get(Number(details['$issue']))
    return issue !== undefined && canRead(call, call.rows.repos.require(issue.repoId)) ? issue : null
  },
})

const typing: Fields<IssueEvent> = {
  ...ofEvent,
  issueType: ({ details }, _args, { rows }) => rows.issueTypes.get(Number(details['$type'])) ?? null,
}

const duplicating: Fields<IssueEvent> = {
  ...ofEvent,
  duplicate: (event, _args, call) => subjectOf(call, event),
  canonical: ({ details }, _args, call) => {
    const issue = call.rows.issues.get(Number(details['$issue']))
    const seen = issue !== undefined && canRead(call, call.rows.repos.require(issue.repoId))
    return seen ? subjectOf(call, { issueId: issue.id }) : null
  },
  isCrossRepository: ({ details, repoId }, _args, { rows }) =>
    (rows.issues.get(Number(details['$issue']))?.repoId ?? repoId) !== repoId,
}

function commitOf({ rows }: CodehostCall, repo: Repo | undefined, sha: string | null) {
  const object = repo === undefined || sha === null ? null : commitAt(rows, repo, sha)
  return repo === undefined || object === null ? null : { repo, object }
}

/** Returns the repository to which the commit of an event was pushed. */
function commitRepo({ rows }: CodehostCall, event: IssueEvent): Repo | undefined {
  const elsewhere = detail(event, 'commit_url')['$repo']
  return rows.repos.get(elsewhere === undefined ? event.repoId : Number(elsewhere))
}

function sourceOf({ rows }: CodehostCall, event: IssueEvent): Issue {
  return rows.issues.require(Number(detail(event, 'source')['$issue'])) // `timelineOf` leaves out deleted ones
}

/**
 * The types of the events of issues and pull requests.
 * https://docs.github.com/graphql/reference/unions#issuetimelineitems
 */
export const timelineTypes: Readonly<Record<string, Fields<IssueEvent>>> = {
  AssignedEvent: assignment,
  UnassignedEvent: assignment,
  LabeledEvent: labelling,
  UnlabeledEvent: labelling,
  MilestonedEvent: milestoning,
  DemilestonedEvent: milestoning,
  ReviewRequestedEvent: requesting,
  ReviewRequestRemovedEvent: requesting,
  AutoMergeEnabledEvent: enabling,
  AutoRebaseEnabledEvent: enabling,
  AutoSquashEnabledEvent: enabling,
  SubIssueAddedEvent: relating('subIssue'),
  SubIssueRemovedEvent: relating('subIssue'),
  ParentIssueAddedEvent: relating('parent'),
  ParentIssueRemovedEvent: relating('parent'),
  BlockedByAddedEvent: relating('blockingIssue'),
  BlockedByRemovedEvent: relating('blockingIssue'),
  BlockingAddedEvent: relating('blockedIssue'),
  BlockingRemovedEvent: relating('blockedIssue'),
  IssueTypeAddedEvent: typing,
  IssueTypeChangedEvent: {
    ...typing,
    prevIssueType: ({ details }, _args, { rows }) => rows.issueTypes.get(Number(details['$before'])) ?? null,
  },
  IssueTypeRemovedEvent: typing,
  MarkedAsDuplicateEvent: duplicating,
  UnmarkedAsDuplicateEvent: duplicating,
  PinnedEvent: ofIssue,
  UnpinnedEvent: ofIssue,
  UnlockedEvent: about('lockable'),
  ConvertToDraftEvent: ofPullPage,
  ReadyForReviewEvent: ofPullPage,
  AutoMergeDisabledEvent: {
    ...ofPull,
    disabler: ({ actorId }, _args, { rows }) => rows.accounts.get(actorId) ?? null,
    reason: () => null,
    reasonCode: () => null,
  },
  BaseRefChangedEvent: {
    ...ofPull,
    databaseId: ({ id }) => id,
    previousRefName: ({ details }) => textOf(details['$from']),
    currentRefName: ({ details }) => textOf(details['$to']),
  },
  ClosedEvent: {
    ...about('closable'),
    ...withPage,
    closer: (event, _args, call) => typedOrNull('Commit', commitOf(call, commitRepo(call, event), event.commitId)),
    stateReason: ({ details }) => textOf(details['state_reason']).toUpperCase() || null, // pull requests have none
  },
  ReopenedEvent: { ...about('closable'), stateReason: () => null },
  CrossReferencedEvent: {
    ...ofEvent,
    ...withPage,
    referencedAt: ({ createdAt }) => time(createdAt),
    source: (event, _args, call) => subjectOf(call, { issueId: sourceOf(call, event).id }),
    target: (event, _args, call) => subjectOf(call, event),
    isCrossRepository: (event, _args, call) => sourceOf(call, event).repoId !== event.repoId,
    willCloseTarget: (event, _args, call) => {
      const source = sourceOf(call, event)
      if (!source.isPull || source.state === 'closed') return false
      const closed = closedIssues(call.rows, call.rows.repos.require(source.repoId), source.body)
      return closed.some(({ id }) => id === event.issueId)
    },
  },
  HeadRefDeletedEvent: {
    ...ofPull,
    headRef: () => null,
    headRefName: (event, _args, call) => pullOfEvent(call, event).headRef,
  },
  HeadRefForcePushedEvent: {
    ...ofPull,
    beforeCommit: () => null,
    afterCommit: (event, _args, call) => commitOf(call, commitRepo(call, event), event.commitId),
    ref: (event, _args, call) => {
      const { headRepoId, headRef } = pullOfEvent(call, event)
      return call.rows.refs.find('name', headRepoId ?? 0, `refs/heads/${headRef}`) ?? null
    },
  },
  LockedEvent: {
    ...about('lockable'),
    lockReason: ({ details }) => {
      const found = Object.entries(LOCK_REASONS).find(([name]) => name === details['lock_reason'])
      return found?.[1] ?? null
    },
  },
  MergedEvent: {
    ...ofPullPage,
    commit: (event, _args, call) => commitOf(call, commitRepo(call, event), event.commitId),
    mergeRef: (event, _args, call) => {
      const { repoId, baseRef } = pullOfEvent(call, event)
      return call.rows.refs.find('name', repoId, `refs/heads/${baseRef}`) ?? null
    },
    mergeRefName: (event, _args, call) => pullOfEvent(call, event).baseRef,
  },
  ReferencedEvent: {
    ...about('subject'),
    commit: (event, _args, call) => commitOf(call, commitRepo(call, event), event.commitId),
    commitRepository: (event, _args, call) => commitRepo(call, event),
    isCrossRepository: (event, _args, call) => commitRepo(call, event)?.id !== event.repoId,
    isDirectReference: () => true,
  },
  RenamedTitleEvent: {
    ...about('subject'),
    previousTitle: (event) => textOf(detail(event, 'rename')['from']),
    currentTitle: (event) => textOf(detail(event, 'rename')['to']),
  },
  ReviewDismissedEvent: {
    ...ofPullPage,
    databaseId: ({ id }) => id,
    dismissalMessage: (event) => detail(event, 'dismissed_review')['dismissal_message'] ?? null,
    previousReviewState: (event) => textOf(detail(event, 'dismissed_review')['state']).toUpperCase(),
    review: (event, _args, { rows }) =>
      rows.reviews.get(Number(detail(event, 'dismissed_review')['review_id'])) ?? null,
  },
  TransferredEvent: {
    ...ofIssue,
    fromRepository: ({ details }, _args, call) => {
      const repo = call.rows.repos.get(Number(details['$repo']))
      return repo !== undefined && canRead(call, repo) ? repo : null
    },
  },
}

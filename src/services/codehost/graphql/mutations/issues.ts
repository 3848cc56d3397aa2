import type { CodehostCall } from '#codehost/call.ts'
import { issueTemplates } from '#codehost/rules/issues/templates.ts'
import { addAssignees, removeAssignees, replaceAssignees } from '#codehost/rules/issues/assignees.ts'
import { addComment, canEdit, deleteComment, editComment } from '#codehost/rules/issues/comments.ts'
import { checkedComment, type IssueInput } from '#codehost/rules/issues/input.ts'
import { addLabels, labelsOf, removeLabels, replaceLabels } from '#codehost/rules/issues/issue-labels.ts'
import { closeIssue, lockIssue, reopenIssue, setMilestone, unlockIssue } from '#codehost/rules/issues/issues.ts'
import { createIssue } from '#codehost/rules/issues/open.ts'
import {
  discussionLabels,
  labelDiscussion,
  lockDiscussion,
  unlabelDiscussion,
  unlockDiscussion,
} from '#codehost/rules/discussions/discussions.ts'
import { markAsDuplicate } from '#codehost/rules/issues/duplicates.ts'
import { addSubIssue } from '#codehost/rules/issues/sub-issues.ts'
import { pinIssue, unpinIssue } from '#codehost/rules/issues/pins.ts'
import { transferIssue } from '#codehost/rules/issues/transfer.ts'
import { canChange, updateIssue } from '#codehost/rules/issues/update.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Discussion } from '#codehost/schema/discussions.ts'
import type { Comment, Issue, Milestone } from '#codehost/schema/issues.ts'
import { fieldUnprocessable, unresolved } from '../failures.ts'
import { actor } from '../actors.ts'
import { typed, type Fields } from '../source.ts'
import { conversation } from '../types/conversations.ts'
import { nodeOrNull } from '../nodes.ts'
import { findTypeFor } from './issue-relations.ts'
import { requireTriage as requireDiscussionTriage } from './discussions.ts'
import {
  findConversation,
  findIssue,
  findLabels,
  findRepo,
  findUsers,
  refuseClassicProjects,
  notPermitted,
  payload,
  requireChange,
  rowOrNull,
  type Input,
} from './input.ts'

interface NewIssueInput {
  readonly repositoryId: string
  readonly title: string
  readonly body?: string | null
  readonly labelIds?: readonly string[] | null
  readonly assigneeIds?: readonly string[] | null
  readonly milestoneId?: string | null
  readonly issueTypeId?: string | null
  /** The issue that the new one becomes a part of. */
  readonly parentIssueId?: string | null
  /** The name of a template, whose labels and assignees the issue gets too. */
  readonly issueTemplate?: string | null
  readonly projectIds?: readonly string[] | null
}

interface IssueChangesInput {
  readonly id: string
  readonly title?: string | null
  readonly body?: string | null
  readonly state?: 'OPEN' | 'CLOSED' | null
  readonly labelIds?: readonly string[] | null
  readonly assigneeIds?: readonly string[] | null
  readonly milestoneId?: string | null
  readonly issueTypeId?: string | null
  readonly projectIds?: readonly string[] | null
}

/** The labels, assignees and milestone of an issue or a pull request, by their node ids. */
export interface ArrangementInput {
  readonly labelIds?: readonly string[] | null
  readonly assigneeIds?: readonly string[] | null
  readonly milestoneId?: string | null
}

/** The mutations of issues. https://docs.github.com/graphql/reference/mutations#createissue */
export const issueMutations: Fields<undefined> = {
  createIssue: (_root, args: Input<NewIssueInput>, call, info) => {
    const { input } = args
    refuseClassicProjects(input.projectIds)
    const repo = findRepo(call, input.repositoryId)
    const user = requireChange(call, repo, info, { operation: 'issues/create' })
    if (!repo.hasIssues) throw fieldUnprocessable('Repository has issues disabled')
    const parent = input.parentIssueId == null ? null : findIssue(call, input.parentIssueId)
    const issue = createIssue(call, repo, user, bodyOf(call, repo, input))
    if (parent !== null) addSubIssue(call, parent, issue, false, user)
    return payload(args, { issue })
  },
  updateIssue: (_root, args: Input<IssueChangesInput>, call, info) => {
    const { input } = args
    refuseClassicProjects(input.projectIds)
    const issue = findIssue(call, input.id)
    const user = requireIssueChange(call, issue, info)
    const { title, body, state, issueTypeId } = input
    const type = findTypeFor(call, call.rows.repos.require(issue.repoId), issueTypeId)
    const changes = {
      title,
      ...(body === undefined ? {} : { body }),
      ...(state == null ? {} : { state: lower(state) }),
      ...(issueTypeId === undefined ? {} : { type: type?.name ?? null }),
    }
    const changed = updateIssue(call, issue, changes, user)
    return payload(args, { issue: arrange(call, changed, input, user), actor: actor(user) })
  },
  closeIssue: (_root, args: Input<ClosingInput>, call, info) => {
    const { issueId, stateReason, duplicateIssueId } = args.input
    const issue = findIssue(call, issueId)
    const user = requireIssueChange(call, issue, info)
    const canonical = duplicateIssueId == null ? null : findIssue(call, duplicateIssueId)
    const named = stateReason ?? (canonical === null ? 'COMPLETED' : 'DUPLICATE')
    const reason = named.toLowerCase() as Issue['stateReason'] // by the schema
    if (canonical !== null) markAsDuplicate(call, issue, canonical, user)
    return payload(args, { issue: closeIssue(call, issue, user, reason) })
  },
  reopenIssue: (_root, args: Input<{ issueId: string }>, call, info) => {
    const issue = findIssue(call, args.input.issueId)
    return payload(args, { issue: reopenIssue(call, issue, requireIssueChange(call, issue, info)) })
  },
  deleteIssue: (_root, args: Input<{ issueId: string }>, call, info) => {
    const { rows } = call
    const issue = findIssue(call, args.input.issueId)
    const repo = rows.repos.require(issue.repoId)
    const user = requireChange(call, repo, info, { operation: 'issues/update', permission: 'admin' })
    call.emit({ event: 'issues', action: 'deleted', repo, sender: user, issue })
    rows.issues.delete(issue.id)
    return payload(args, { repository: repo })
  },
  transferIssue: (_root, args: Input<TransferInput>, call, info) => {
    const { input } = args
    const issue = findIssue(call, input.issueId)
    const target = findRepo(call, input.repositoryId)
    const requirement = { operation: 'issues/update', permission: 'push' } as const
    requireChange(call, call.rows.repos.require(issue.repoId), info, requirement)
    const user = requireChange(call, target, info, requirement)
    return payload(args, {
      issue: transferIssue(call, issue, target, input.createLabelsIfMissing === true, user),
    })
  },
  pinIssue: (_root, args: Input<{ issueId: string }>, call, info) => {
    const issue = findIssue(call, args.input.issueId)
    pinIssue(call, issue, requirePush(call, issue, info))
    return payload(args, { issue })
  },
  unpinIssue: (_root, args: Input<{ issueId: string }>, call, info) => {
    const issue = findIssue(call, args.input.issueId)
    unpinIssue(call, issue, requirePush(call, issue, info))
    return payload(args, { id: args.input.issueId, issue })
  },
  lockLockable: (_root, args: Input<{ lockableId: string; lockReason?: string | null }>, call, info) => {
    const { input } = args
    const reason = (input.lockReason?.toLowerCase().replace('off_topic', 'off-topic').replace('_', ' ') ??
      null) as Issue['activeLockReason'] // by the schema
    const discussion = discussionOrNull(call, input.lockableId)
    if (discussion !== null) {
      const user = requireDiscussionTriage(call, discussion, info)
      const lockedRecord = typed('Discussion', lockDiscussion(call, discussion, reason, user))
      return payload(args, { actor: actor(user), lockedRecord })
    }
    const issue = findConversation(call, input.lockableId)
    const user = requirePush(call, issue, info)
    return payload(args, { actor: actor(user), lockedRecord: conversation(call, lockIssue(call, issue, reason, user)) })
  },
  unlockLockable: (_root, args: Input<{ lockableId: string }>, call, info) => {
    const discussion = discussionOrNull(call, args.input.lockableId)
    if (discussion !== null) {
      const user = requireDiscussionTriage(call, discussion, info)
      const unlockedRecord = typed('Discussion', unlockDiscussion(call, discussion, user))
      return payload(args, { actor: actor(user), unlockedRecord })
    }
    const issue = findConversation(call, args.input.lockableId)
    const user = requirePush(call, issue, info)
    return payload(args, { actor: actor(user), unlockedRecord: conversation(call, unlockIssue(call, issue, user)) })
  },
  addLabelsToLabelable: (_root, args: Input<{ labelableId: string; labelIds: readonly string[] }>, call, info) => {
    const discussion = discussionOrNull(call, args.input.labelableId)
    if (discussion !== null) {
      const user = requireDiscussionTriage(call, discussion, info)
      const labels = findLabels(call, call.rows.repos.require(discussion.repoId), args.input.labelIds)
      labelDiscussion(call, discussion, labels, user)
      return payload(args, { labelable: typed('Discussion', discussion) })
    }
    const { issue, user, repo } = requireTriage(call, args.input.labelableId, info)
    const changed = addLabels(call, issue, findLabels(call, repo, args.input.labelIds), user)
    return payload(args, { labelable: conversation(call, changed) })
  },
  removeLabelsFromLabelable: (_root, args: Input<{ labelableId: string; labelIds: readonly string[] }>, call, info) => {
    const discussion = discussionOrNull(call, args.input.labelableId)
    if (discussion !== null) {
      const user = requireDiscussionTriage(call, discussion, info)
      const labels = findLabels(call, call.rows.repos.require(discussion.repoId), args.input.labelIds)
      unlabelDiscussion(call, discussion, labels, user)
      return payload(args, { labelable: typed('Discussion', discussion) })
    }
    const { issue, user, repo } = requireTriage(call, args.input.labelableId, info)
    const changed = removeLabels(call, issue, findLabels(call, repo, args.input.labelIds), user)
    return payload(args, { labelable: conversation(call, changed) })
  },
  clearLabelsFromLabelable: (_root, args: Input<{ labelableId: string }>, call, info) => {
    const discussion = discussionOrNull(call, args.input.labelableId)
    if (discussion !== null) {
      const user = requireDiscussionTriage(call, discussion, info)
      unlabelDiscussion(call, discussion, discussionLabels(call.rows, discussion), user)
      return payload(args, { labelable: typed('Discussion', discussion) })
    }
    const { issue, user } = requireTriage(call, args.input.labelableId, info)
    const changed = removeLabels(call, issue, labelsOf(call, issue), user)
    return payload(args, { labelable: conversation(call, changed) })
  },
  addAssigneesToAssignable: (_root, args: Input<AssigneeInput>, call, info) => {
    const { issue, user } = requireTriage(call, args.input.assignableId, info)
    const changed = addAssignees(call, issue, findUsers(call, args.input.assigneeIds), user)
    return payload(args, { assignable: conversation(call, changed) })
  },
  removeAssigneesFromAssignable: (_root, args: Input<AssigneeInput>, call, info) => {
    const { issue, user } = requireTriage(call, args.input.assignableId, info)
    const changed = removeAssignees(call, issue, findUsers(call, args.input.assigneeIds), user)
    return payload(args, { assignable: conversation(call, changed) })
  },
  replaceActorsForAssignable: (_root, args: Input<ActorsInput>, call, info) => {
    const { assignableId, actorIds, actorLogins } = args.input
    const { issue, user } = requireTriage(call, assignableId, info)
    const named = (actorLogins ?? []).map((login) => findLogin(call, login))
    const changed = replaceAssignees(call, issue, [...findUsers(call, actorIds ?? []), ...named], user)
    return payload(args, { assignable: conversation(call, changed) })
  },
  addComment: (_root, args: Input<{ subjectId: string; body: string }>, call, info) => {
    const issue = findConversation(call, args.input.subjectId)
    const repo = call.rows.repos.require(issue.repoId)
    const user = requireChange(call, repo, info, { operation: 'issues/create-comment' })
    const comment = addComment(call, issue, user, checkedComment(args.input.body))
    return payload(args, {
      subject: conversation(call, issue),
      commentEdge: { node: comment, cursor: '' },
      timelineEdge: { node: typed('IssueComment', comment), cursor: '' },
    })
  },
  updateIssueComment: (_root, args: Input<{ id: string; body: string }>, call, info) => {
    const { comment, user } = requireEdit(call, args.input.id, info, 'issues/update-comment')
    return payload(args, { issueComment: editComment(call, comment, checkedComment(args.input.body), user) })
  },
  deleteIssueComment: (_root, args: Input<{ id: string }>, call, info) => {
    const { comment, user } = requireEdit(call, args.input.id, info, 'issues/delete-comment')
    deleteComment(call, comment, user)
    return payload(args, {})
  },
}

/** Returns the body of REST that makes the issue of an input. */
function bodyOf(call: CodehostCall, repo: Repo, input: NewIssueInput): IssueInput {
  const milestone = rowOrNull<Milestone>(call, input.milestoneId, 'Milestone')
  const type = findTypeFor(call, repo, input.issueTypeId)
  const template = issueTemplates(call.rows, repo).find(({ name }) => name === input.issueTemplate)
  const labels = findLabels(call, repo, input.labelIds ?? []).map(({ name }) => name)
  const assignees = findUsers(call, input.assigneeIds ?? []).map(({ login }) => login)
  return {
    title: input.title,
    body: input.body ?? null,
    labels: [...new Set([...labels, ...(template?.labels ?? [])])],
    assignees: [...new Set([...assignees, ...(template?.assignees ?? [])])],
    ...(milestone === null ? {} : { milestone: String(milestone.number) }),
    ...(type === null ? {} : { type: type.name }),
  }
}

interface ClosingInput {
  readonly issueId: string
  readonly stateReason?: string | null
  readonly duplicateIssueId?: string | null
}

interface TransferInput {
  readonly issueId: string
  readonly repositoryId: string
  readonly createLabelsIfMissing?: boolean | null
}

interface AssigneeInput {
  readonly assignableId: string
  readonly assigneeIds: readonly string[]
}

interface ActorsInput {
  readonly assignableId: string
  readonly actorIds?: readonly string[] | null
  readonly actorLogins?: readonly string[] | null
}

function findLogin({ rows }: CodehostCall, login: string): Account {
  const user = rows.accounts.find('login', login.toLowerCase())
  if (user === undefined) throw unresolved('User', `login of '${login}'`)
  return user
}

type Info = Parameters<typeof requireChange>[2]

/** Returns the discussion with a node id; null for every other id. */
function discussionOrNull(call: CodehostCall, id: string): Discussion | null {
  const node = nodeOrNull(call, id)
  return node?.typename === 'Discussion' ? (node.row as Discussion) : null // by its type
}

function lower(state: 'OPEN' | 'CLOSED'): 'open' | 'closed' {
  return state === 'OPEN' ? 'open' : 'closed'
}

/** Requires that the viewer may change an issue: its author may, and whoever may triage. */
export function requireIssueChange(call: CodehostCall, issue: Issue, info: Info, operation = 'issues/update'): Account {
  const repo = call.rows.repos.require(issue.repoId)
  const user = requireChange(call, repo, info, { operation })
  if (!canChange(call.rows, repo, issue, user)) throw notPermitted(user, info.fieldName)
  return user
}

function requirePush(call: CodehostCall, issue: Issue, info: Info): Account {
  const repo = call.rows.repos.require(issue.repoId)
  return requireChange(call, repo, info, { operation: 'issues/lock', permission: 'push' })
}

function requireTriage(call: CodehostCall, id: string, info: Info) {
  const issue = findConversation(call, id)
  const repo = call.rows.repos.require(issue.repoId)
  const user = requireChange(call, repo, info, { operation: 'issues/add-labels', permission: 'triage' })
  return { issue, repo, user }
}

function requireEdit(call: CodehostCall, id: string, info: Info, operation: string) {
  const comment = rowOrNull<Comment>(call, id, 'IssueComment')
  if (comment === null) throw fieldUnprocessable('A comment is required.')
  const user = requireChange(call, call.rows.repos.require(comment.repoId), info, { operation })
  if (!canEdit(call.rows, comment, user)) throw notPermitted(user, info.fieldName)
  return { comment, user }
}

/** Sets the labels, assignees and the milestone that an input names, where the user may triage. Returns the issue. */
export function arrange(call: CodehostCall, issue: Issue, input: ArrangementInput, user: Account): Issue {
  const repo = call.rows.repos.require(issue.repoId)
  const { labelIds, assigneeIds, milestoneId } = input
  let changed = issue
  if (labelIds != null) changed = replaceLabels(call, changed, findLabels(call, repo, labelIds), user)
  if (assigneeIds != null) {
    const logins = findUsers(call, assigneeIds).map(({ login }) => login)
    changed = updateIssue(call, changed, { assignees: logins }, user)
  }
  if (milestoneId !== undefined) {
    changed = setMilestone(call, changed, rowOrNull<Milestone>(call, milestoneId, 'Milestone'), user)
  }
  return changed
}

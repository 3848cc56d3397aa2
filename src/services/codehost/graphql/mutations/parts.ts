import type { CodehostCall } from '#codehost/call.ts'
import { createRef } from '#codehost/rules/git/ref-changes.ts'
import { createLabel, deleteLabel, updateLabel } from '#codehost/rules/issues/labels.ts'
import { nodeId } from '#codehost/json/format.ts'
import { mentionedIssues } from '#codehost/rules/issues/mentions.ts'
import { addSubIssue, moveSubIssue, removeSubIssue } from '#codehost/rules/issues/sub-issues.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label, LinkedBranch } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { FieldFailure, fieldUnprocessable } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findIssue, findRepo, findRow, payload, requireChange, type Input } from './input.ts'

interface SubIssueInput {
  readonly issueId: string
  readonly subIssueId: string
}

interface NewSubIssueInput {
  readonly issueId: string
  readonly subIssueId?: string | null
  readonly subIssueUrl?: string | null
  readonly replaceParent?: boolean | null
}

interface NewLinkedBranchInput {
  readonly issueId: string
  readonly oid: string
  readonly name?: string | null
  readonly repositoryId?: string | null
}

interface OrderInput extends SubIssueInput {
  readonly afterId?: string | null
  readonly beforeId?: string | null
}

interface LabelInput {
  readonly name: string
  readonly color: string
  readonly description?: string | null
}

type Info = Parameters<typeof requireChange>[2]

/** The mutations of parts of issues, and of labels. https://docs.github.com/graphql/reference/mutations#addsubissue */
export const partMutations: Fields<undefined> = {
  addSubIssue: (_root, args: Input<NewSubIssueInput>, call, info) => {
    const { issueId, subIssueUrl, replaceParent } = args.input
    const subIssueId = args.input.subIssueId ?? (subIssueUrl == null ? null : issueIdAt(call, subIssueUrl))
    if (subIssueId === null) throw fieldUnprocessable('A sub-issue is required.')
    const { issue, subIssue, user } = requirePart(call, { issueId, subIssueId }, info)
    addSubIssue(call, issue, subIssue, replaceParent === true, user)
    return payload(args, { issue, subIssue })
  },
  removeSubIssue: (_root, args: Input<SubIssueInput>, call, info) => {
    const { issue, subIssue, user } = requirePart(call, args.input, info)
    removeSubIssue(call, issue, subIssue, user)
    return payload(args, { issue, subIssue })
  },
  reprioritizeSubIssue: (_root, args: Input<OrderInput>, call, info) => {
    const { afterId, beforeId } = args.input
    const { issue, subIssue } = requirePart(call, args.input, info)
    const other = afterId ?? beforeId
    if (other == null || (afterId != null && beforeId != null)) {
      throw fieldUnprocessable('Must specify either afterId or beforeId')
    }
    moveSubIssue(call.rows, issue, subIssue, findIssue(call, other), afterId != null)
    return payload(args, { issue })
  },
  createLinkedBranch: (_root, args: Input<NewLinkedBranchInput>, call, info) => {
    const { issueId, oid, name, repositoryId } = args.input
    const issue = findIssue(call, issueId)
    const repo = repositoryId == null ? call.rows.repos.require(issue.repoId) : findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'git/create-ref', permission: 'push' })
    const ref = `refs/heads/${name ?? branchNameOf(issue)}`
    if (call.rows.refs.find('name', repo.id, ref) !== undefined) {
      throw fieldUnprocessable(`A ref named "${ref}" already exists in the repository.`)
    }
    createRef(call, repo, ref, oid, user)
    const linkedBranch = call.rows.linkedBranches.insert({ issueId: issue.id, repoId: repo.id, ref })
    return payload(args, { issue, linkedBranch })
  },
  deleteLinkedBranch: (_root, args: Input<{ linkedBranchId: string }>, call, info) => {
    const linked = findRow<LinkedBranch>(call, args.input.linkedBranchId, 'LinkedBranch')
    const repo = call.rows.repos.require(linked.repoId)
    requireChange(call, repo, info, { operation: 'git/delete-ref', permission: 'push' })
    call.rows.linkedBranches.delete(linked.id)
    return payload(args, { issue: call.rows.issues.require(linked.issueId) })
  },
  createLabel: (_root, args: Input<LabelInput & { repositoryId: string }>, call, info) => {
    const { repositoryId, name, color, description } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'issues/create-label', permission: 'push' })
    return payload(args, { label: createLabel(call, repo, { name, color, description: description ?? null }, user) })
  },
  updateLabel: (_root, args: Input<Partial<LabelInput> & { id: string }>, call, info) => {
    const { id, name, color, description } = args.input
    const { label, user } = requireLabel(call, id, info, 'issues/update-label')
    const changes = { name: name ?? undefined, color: color ?? undefined, description }
    return payload(args, { label: updateLabel(call, label, changes, user) })
  },
  deleteLabel: (_root, args: Input<{ id: string }>, call, info) => {
    const { label, user } = requireLabel(call, args.input.id, info, 'issues/delete-label')
    deleteLabel(call, label, user)
    return payload(args, {})
  },
}

/** Returns the vendor's name of a branch for an issue: its number and the words of its title. */
function branchNameOf({ number, title }: Issue): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [number, ...words].join('-')
}

/** Returns the node id of the issue whose page has a URL. @throws `NOT_FOUND`. */
function issueIdAt(call: CodehostCall, url: string): string {
  const [issue] = mentionedIssues(call.rows, { id: 0 }, url)
  if (issue === undefined)
    throw new FieldFailure('NOT_FOUND', `Could not resolve to an Issue with the URL of '${url}'.`)
  return nodeId('I', issue.id)
}

function requirePart(
  call: CodehostCall,
  { issueId, subIssueId }: SubIssueInput,
  info: Info,
): { issue: Issue; subIssue: Issue; user: Account } {
  const issue = findIssue(call, issueId)
  const subIssue = findIssue(call, subIssueId)
  const repo = call.rows.repos.require(issue.repoId)
  const user = requireChange(call, repo, info, { operation: 'issues/add-sub-issue', permission: 'triage' })
  return { issue, subIssue, user }
}

function requireLabel(
  call: CodehostCall,
  id: string,
  info: Info,
  operation: string,
): { label: Label; repo: Repo; user: Account } {
  const label = findRow<Label>(call, id, 'Label')
  const repo = call.rows.repos.require(label.repoId)
  return { label, repo, user: requireChange(call, repo, info, { operation, permission: 'push' }) }
}

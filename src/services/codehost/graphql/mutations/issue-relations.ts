import type { CodehostCall } from '#codehost/call.ts'
import { addBlocker, removeBlocker } from '#codehost/rules/issues/dependencies.ts'
import { unmarkAsDuplicate } from '#codehost/rules/issues/duplicates.ts'
import { namedType, putIssueType, setIssueType } from '#codehost/rules/issues/issue-types.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { IssueType } from '#codehost/schema/sub-issues.ts'
import { noSuchNode } from '../failures.ts'
import { typed, type Fields } from '../source.ts'
import { findIssue, findRow, payload, requireChange, requireOrganizationOwner, type Input } from './input.ts'

type Info = Parameters<typeof requireChange>[2]

interface BlockerInput {
  readonly issueId: string
  readonly blockingIssueId: string
}

interface TypeInput {
  readonly name?: string | null
  readonly description?: string | null
  readonly color?: string | null
  readonly isEnabled?: boolean | null
}

/**
 * The mutations of issues that block or repeat others, and of types of issues.
 * https://docs.github.com/graphql/reference/mutations#addblockedby
 */
export const issueRelationMutations: Fields<undefined> = {
  addBlockedBy: (_root, args: Input<BlockerInput>, call, info) => {
    const { issue, blockingIssue, user } = requireBlocker(call, args.input, info)
    addBlocker(call, issue, blockingIssue, user)
    return payload(args, { issue, blockingIssue })
  },
  removeBlockedBy: (_root, args: Input<BlockerInput>, call, info) => {
    const { issue, blockingIssue, user } = requireBlocker(call, args.input, info)
    removeBlocker(call, issue, blockingIssue, user)
    return payload(args, { issue, blockingIssue })
  },
  unmarkIssueAsDuplicate: (_root, args: Input<{ duplicateId: string; canonicalId: string }>, call, info) => {
    const duplicate = findIssue(call, args.input.duplicateId)
    const user = requireTriage(call, duplicate, info)
    unmarkAsDuplicate(call, duplicate, findIssue(call, args.input.canonicalId), user)
    return payload(args, { duplicate: typed('Issue', duplicate) })
  },
  updateIssueIssueType: (_root, args: Input<{ issueId: string; issueTypeId?: string | null }>, call, info) => {
    const issue = findIssue(call, args.input.issueId)
    const user = requireTriage(call, issue, info)
    const type = findTypeFor(call, call.rows.repos.require(issue.repoId), args.input.issueTypeId)
    return payload(args, { issue: setIssueType(call, issue, type, user) })
  },
  createIssueType: (_root, args: Input<TypeInput & { ownerId: string }>, call, info) => {
    const org = findRow<Account>(call, args.input.ownerId, 'Organization')
    requireOrganizationOwner(call, org, info)
    return payload(args, { issueType: putIssueType(call, org, wireOf(args.input, null), null) })
  },
  updateIssueType: (_root, args: Input<TypeInput & { issueTypeId: string }>, call, info) => {
    const before = findRow<IssueType>(call, args.input.issueTypeId, 'IssueType')
    const org = call.rows.accounts.require(before.orgId)
    requireOrganizationOwner(call, org, info)
    return payload(args, { issueType: putIssueType(call, org, wireOf(args.input, before), before) })
  },
  deleteIssueType: (_root, args: Input<{ issueTypeId: string }>, call, info) => {
    const { issueTypeId } = args.input
    const type = findRow<IssueType>(call, issueTypeId, 'IssueType')
    requireOrganizationOwner(call, call.rows.accounts.require(type.orgId), info)
    call.rows.issueTypes.delete(type.id)
    return payload(args, { deletedIssueTypeId: issueTypeId })
  },
}

/**
 * Returns the type with a node id for an issue of a repository; null for a null id.
 *
 * @throws `NOT_FOUND` for a type of another organization, `UNPROCESSABLE` for one that is disabled.
 */
export function findTypeFor(call: CodehostCall, repo: Repo, id: string | null | undefined): IssueType | null {
  if (id == null) return null
  const type = findRow<IssueType>(call, id, 'IssueType')
  if (type.orgId !== repo.ownerId) throw noSuchNode(id)
  return namedType(call.rows, repo, type.name)
}

/** Returns an input as the body that REST takes. What an update leaves out stays as it was. */
function wireOf(input: TypeInput, before: IssueType | null) {
  const color = input.color === undefined ? before?.color : (input.color?.toLowerCase() as IssueType['color']) // by the schema
  return {
    name: input.name ?? before?.name ?? '',
    description: (input.description === undefined ? before?.description : input.description) ?? null,
    color: color ?? null,
    is_enabled: input.isEnabled ?? before?.isEnabled ?? true,
  }
}

function requireBlocker(call: CodehostCall, { issueId, blockingIssueId }: BlockerInput, info: Info) {
  const issue = findIssue(call, issueId)
  const blockingIssue = findIssue(call, blockingIssueId)
  return { issue, blockingIssue, user: requireTriage(call, issue, info) }
}

function requireTriage(call: CodehostCall, { repoId }: Issue, info: Info): Account {
  const repo = call.rows.repos.require(repoId)
  return requireChange(call, repo, info, { operation: 'issues/update', permission: 'triage' })
}

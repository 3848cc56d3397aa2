import type { CodehostCall } from '#codehost/call.ts'
import { nodeId } from '#codehost/json/format.ts'
import { dependenciesSummaryJson } from '#codehost/json/issues/relations.ts'
import { blockedBy, blockersOf } from '#codehost/rules/issues/dependencies.ts'
import { canonicalOf } from '#codehost/rules/issues/duplicates.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { IssueType as IssueTypeRow } from '#codehost/schema/sub-issues.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { noSuchNode } from '../failures.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import { typedOrNull, type Fields, type Typed } from '../source.ts'
import { issuesOf, type IssueArguments } from './issue-lists.ts'

/** The node of a type of issues. */
export const issueTypeNodes: Readonly<Record<string, (call: CodehostCall, id: string) => Typed | null>> = {
  IT: ({ rows }, id) => typedOrNull('IssueType', rows.issueTypes.get(Number(id))),
}

/** The fields of an issue about its type, and about the issues that block it or that it repeats. */
export const issueRelationFields: Fields<Issue> = {
  issueType: ({ typeId }, _args, { rows }) => rows.issueTypes.get(typeId) ?? null,
  blockedBy: (issue, args: PageArguments & OrderArguments, call) =>
    dependencies(call, blockersOf(call.rows, issue), args),
  blocking: (issue, args: PageArguments & OrderArguments, call) =>
    dependencies(call, blockedBy(call.rows, issue), args),
  issueDependenciesSummary: (issue, _args, { rows }) => {
    const summary = dependenciesSummaryJson(rows, issue)
    return {
      blockedBy: summary.blocked_by,
      blocking: summary.blocking,
      totalBlockedBy: summary.total_blocked_by,
      totalBlocking: summary.total_blocking,
    }
  },
  duplicateOf: (issue, _args, call) => {
    const canonical = canonicalOf(call.rows, issue)
    return canonical !== undefined && isReadable(call, canonical) ? canonical : null
  },
}

/** The fields of a repository about the types of its issues: those that its organization has enabled. */
export const issueTypeFieldsOfRepository: Fields<Repo> = {
  issueType: ({ ownerId }, { name }: { name: string }, { rows }) => {
    const type = rows.issueTypes.find('name', ownerId, name.toLowerCase())
    return type?.isEnabled === true ? type : null
  },
  issueTypes: ({ ownerId }, args: PageArguments & OrderArguments, { rows }) =>
    typesPage(
      rows.issueTypes.referring('orgId', ownerId).filter(({ isEnabled }) => isEnabled),
      args,
    ),
}

/** The fields of an organization about the types of its issues. */
export const issueTypeFieldsOfOrganization: Fields<{ readonly id: number }> = {
  issueTypes: ({ id }, args: PageArguments & OrderArguments, { rows }) =>
    typesPage(rows.issueTypes.referring('orgId', id), args),
}

/** A type of issues. https://docs.github.com/graphql/reference/objects#issuetype */
export const IssueType: Fields<IssueTypeRow> = {
  id: ({ id }) => nodeId('IT', id),
  name: ({ name }) => name,
  description: ({ description }) => description,
  color: ({ color }) => (color ?? 'gray').toUpperCase(),
  isEnabled: ({ isEnabled }) => isEnabled,
  isPrivate: () => false,
  issues: ({ id }, args: IssueArguments & { readonly repositoryId: string }, call) => {
    const { repositoryId } = args
    const issues = call.rows.issues.referring('typeId', id)
    const found = issues.filter(({ repoId }) => nodeId('R', repoId) === repositoryId)
    if (found[0] !== undefined && !isReadable(call, found[0])) throw noSuchNode(repositoryId)
    return issuesOf(found, args, call)
  },
}

const TYPE_KEYS = {
  CREATED_AT: ({ createdAt }: IssueTypeRow) => createdAt,
  NAME: ({ name }: IssueTypeRow) => name.toLowerCase(),
}

function typesPage(types: readonly IssueTypeRow[], args: PageArguments & OrderArguments) {
  return connection(cursoredRows(ordered(types, args, TYPE_KEYS)), args)
}

/** Returns a page of issues in the order in which they were made dependencies, or were opened. */
function dependencies(call: CodehostCall, issues: readonly Issue[], args: PageArguments & OrderArguments) {
  const readable = issues.filter((issue) => isReadable(call, issue))
  const places = new Map(readable.map(({ id }, place) => [id, place]))
  const keys = {
    CREATED_AT: ({ createdAt }: Issue) => createdAt,
    DEPENDENCY_ADDED_AT: ({ id }: Issue) => places.get(id) ?? 0,
  }
  return connection(cursoredRows(ordered(readable, args, keys)), args)
}

function isReadable(call: CodehostCall, { repoId }: Issue): boolean {
  return canRead(call, call.rows.repos.require(repoId))
}

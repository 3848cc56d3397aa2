import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { issueTypeJson } from '#codehost/json/issues/issue-type.ts'
import { IssueTypeInput, putIssueType } from '#codehost/rules/issues/issue-types.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { IssueType } from '#codehost/schema/sub-issues.ts'
import { loadRepo, requireOrganizationMember, requireOrganizationOwner } from '#codehost/steps/access.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/issue-types'
const one = `${all}/:issue_type_id` as const
const requireOwner = requireOrganizationOwner('admin:org')

/** Types of issues. https://docs.github.com/rest/orgs/issue-types */
export const issueTypesRoutes = [
  get('orgs/list-issue-types', all, requireOrganizationMember(), ({ rows, org }) =>
    json(rows.issueTypes.referring('orgId', org.id).map(issueTypeJson)),
  ),
  post('orgs/create-issue-type', all, requireOwner, body(IssueTypeInput), (call) =>
    json(issueTypeJson(putIssueType(call, call.org, call.body, null))),
  ),
  put('orgs/update-issue-type', one, requireOwner, loadIssueType, body(IssueTypeInput), (call) =>
    json(issueTypeJson(putIssueType(call, call.org, call.body, call.issueType))),
  ),
  del('orgs/delete-issue-type', one, requireOwner, loadIssueType, ({ rows, issueType }) => {
    rows.issueTypes.delete(issueType.id)
    return empty()
  }),
  get('repos/list-issue-types', '/repos/:owner/:repo/issue-types', loadRepo, ({ rows, repo }) =>
    json(
      rows.issueTypes
        .referring('orgId', repo.ownerId)
        .filter(({ isEnabled }) => isEnabled)
        .map(issueTypeJson),
    ),
  ),
]

/** A step: loads the type that the path names. @throws 404. */
function loadIssueType({
  rows,
  org,
  params,
}: CodehostCall & { readonly org: Account; readonly params: { readonly issue_type_id: string } }): {
  readonly issueType: IssueType
} {
  const issueType = rows.issueTypes.get(wholeNumber(params.issue_type_id))
  if (issueType?.orgId !== org.id) throw notFound()
  return { issueType }
}

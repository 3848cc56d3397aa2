import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { issueFieldJson, issueFieldValueJson } from '#codehost/json/issues/issue-field.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  addIssueField,
  changeIssueField,
  fieldValuesOf,
  IssueFieldChanges,
  IssueFieldInput,
  IssueFieldValues,
  setFieldValues,
} from '#codehost/rules/issues/issue-fields.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { IssueField } from '#codehost/schema/issue-fields.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { loadRepo, requireOrganizationMember, requireOrganizationOwner, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/issue-fields'
const one = `${all}/:issue_field_id` as const
const values = '/repos/:owner/:repo/issues/:issue_number/issue-field-values'

const requireOwner = requireOrganizationOwner('admin:org')
const requireTriage = requireWrite('triage')
const requireValues = requireBody(IssueFieldValues)

/** Fields of the issues of an organization, and their values. https://docs.github.com/rest/orgs/issue-fields */
export const issueFieldsRoutes = [
  get('orgs/list-issue-fields', all, requireOrganizationMember(), ({ rows, org }) =>
    json(rows.issueFields.referring('orgId', org.id).map(issueFieldJson)),
  ),
  post('orgs/create-issue-field', all, requireOwner, requireBody(IssueFieldInput), (call) =>
    json(issueFieldJson(addIssueField(call, call.org, call.body))),
  ),
  patch('orgs/update-issue-field', one, requireOwner, requireBody(IssueFieldChanges), (call) => {
    const field = findField(call, call.org, call.params.issue_field_id)
    return json(issueFieldJson(changeIssueField(call, call.org, field, call.body)))
  }),
  del('orgs/delete-issue-field', one, requireOwner, (call) => {
    call.rows.issueFields.delete(findField(call, call.org, call.params.issue_field_id).id)
    return empty()
  }),
  get('issues/list-issue-field-values-for-issue', values, loadRepo, loadIssue, (call) =>
    answerPage(call, fieldValuesOf(call.rows, call.issue), issueFieldValueJson),
  ),
  post('issues/add-issue-field-values', values, requireTriage, loadIssue, requireValues, (call) => {
    setFieldValues(call, call.repo.ownerId, call.issue, call.body, { replace: false })
    return answerValues(call, call.issue)
  }),
  put('issues/set-issue-field-values', values, requireTriage, loadIssue, requireValues, (call) => {
    setFieldValues(call, call.repo.ownerId, call.issue, call.body, { replace: true })
    return answerValues(call, call.issue)
  }),
  del('issues/delete-issue-field-value', `${values}/:issue_field_id`, requireTriage, loadIssue, (call) => {
    const value = call.rows.issueFieldValues.find('field', call.issue.id, wholeNumber(call.params.issue_field_id))
    if (value === undefined) throw notFound()
    call.rows.issueFieldValues.delete(value.id)
    return empty()
  }),
]

function answerValues({ rows }: CodehostCall, issue: Issue): Answer {
  return json(fieldValuesOf(rows, issue).map(issueFieldValueJson))
}

/** @throws 404. */
function findField({ rows }: CodehostCall, org: Account, id: string): IssueField {
  const field = rows.issueFields.get(wholeNumber(id))
  if (field?.orgId !== org.id) throw notFound()
  return field
}

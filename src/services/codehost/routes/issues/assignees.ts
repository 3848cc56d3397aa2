import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { issueJson } from '#codehost/json/issues/issue.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  addAssignees,
  assignablePeople,
  isAssignable,
  isAssignableTo,
  removeAssignees,
} from '#codehost/rules/issues/assignees.ts'
import { Login } from '#codehost/rules/issues/input.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post, del } = routesFor<CodehostCall>()

const AssigneesInput = v.object({ assignees: v.optional(v.array(Login), []) })

/** Assignees of issues. https://docs.github.com/rest/issues/assignees */
export const assigneesRoutes = [
  get('issues/list-assignees', '/repos/:owner/:repo/assignees', loadRepo, (call) =>
    answerPage(call, assignablePeople(call.rows, call.repo), (user) => simpleUserJson(call, user)),
  ),
  get('issues/check-user-can-be-assigned', '/repos/:owner/:repo/assignees/:assignee', loadRepo, (call) => {
    const { rows, repo, params } = call
    const user = rows.accounts.find('login', params.assignee.toLowerCase())
    if (user === undefined || !isAssignable(rows, repo, user)) throw notFound()
    return empty()
  }),
  get(
    'issues/check-user-can-be-assigned-to-issue',
    '/repos/:owner/:repo/issues/:issue_number/assignees/:assignee',
    loadRepo,
    loadIssue,
    (call) => {
      const { rows, repo, issue, params } = call
      const user = rows.accounts.find('login', params.assignee.toLowerCase())
      if (user === undefined || !isAssignableTo(rows, repo, issue, user)) throw notFound()
      return empty()
    },
  ),
  post(
    'issues/add-assignees',
    '/repos/:owner/:repo/issues/:issue_number/assignees',
    requireWrite('pull'),
    loadIssue,
    body(AssigneesInput),
    (call) => {
      const { rows, repo, issue, user } = call
      const people = peopleOf(call, repo, user).filter((each) => isAssignableTo(rows, repo, issue, each))
      const wire = issueJson(call, addAssignees(call, issue, people, user))
      return json(wire, 201, { location: wire.url })
    },
  ),
  del(
    'issues/remove-assignees',
    '/repos/:owner/:repo/issues/:issue_number/assignees',
    requireWrite('pull'),
    loadIssue,
    body(AssigneesInput),
    (call) => json(issueJson(call, removeAssignees(call, call.issue, peopleOf(call, call.repo, call.user), call.user))),
  ),
]

/**
 * Returns the accounts that a body names. Like the vendor, ignores logins that do not exist, and all of them when the
 * user may not triage.
 */
function peopleOf(
  { rows, body }: CodehostCall & { readonly body: v.InferOutput<typeof AssigneesInput> },
  repo: Repo,
  user: Account,
): Account[] {
  if (!permissionIncludes(permissionOf(rows, repo, user), 'triage')) return []
  return body.assignees.flatMap((login) => rows.accounts.find('login', login.toLowerCase()) ?? [])
}

import * as v from 'valibot'
import { empty, json, jsonText } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadOrganization, loadRepo, requireUser } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { issueJson, issueTextWriter, issueWriterAcross } from '#codehost/json/issues/issue.ts'
import { issuesAcross } from '#codehost/rules/issues/across.ts'
import { filterFor, issuesOfRepo } from '#codehost/rules/issues/filters.ts'
import { IssueInput } from '#codehost/rules/issues/input.ts'
import { lockIssue, unlockIssue } from '#codehost/rules/issues/issues.ts'
import { createIssue } from '#codehost/rules/issues/open.ts'
import { canChange, updateIssue } from '#codehost/rules/issues/update.ts'
import { answerPage, answerPageOfTexts } from '#codehost/json/pagination.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const LockInput = v.object({
  lock_reason: v.nullish(v.picklist(['off-topic', 'too heated', 'resolved', 'spam']), null),
})

/** Issues, which include pull requests. https://docs.github.com/rest/issues/issues */
export const issuesRoutes = [
  get('issues/list', '/issues', requireUser(), (call) =>
    answerPage(call, issuesAcross(call, call.user), issueWriterAcross(call, call.user)),
  ),
  get('issues/list-for-authenticated-user', '/user/issues', requireUser(), (call) =>
    answerPage(call, issuesAcross(call, call.user), issueWriterAcross(call, call.user)),
  ),
  get('issues/list-for-org', '/orgs/:org/issues', loadOrganization, requireUser(), (call) =>
    answerPage(call, issuesAcross(call, call.user, call.org), issueWriterAcross(call, call.user)),
  ),
  get('issues/list-for-repo', '/repos/:owner/:repo/issues', loadRepo, (call) => {
    const filter = filterFor(call, call.repo)
    return answerPageOfTexts(call, issuesOfRepo(call.rows, call.repo, filter), issueTextWriter(call, call.repo))
  }),
  post('issues/create', '/repos/:owner/:repo/issues', requireWrite('pull'), body(IssueInput), (call) => {
    const wire = issueJson(call, createIssue(call, call.repo, call.user, call.body))
    return json(wire, 201, { location: wire.url })
  }),
  get('issues/get', '/repos/:owner/:repo/issues/:issue_number', loadRepo, loadIssue, (call) =>
    jsonText(issueTextWriter(call, call.repo)(call.issue), 200, lastModified(call.issue)),
  ),
  patch(
    'issues/update',
    '/repos/:owner/:repo/issues/:issue_number',
    requireWrite('pull'),
    loadIssue,
    body(IssueInput),
    (call) => {
      const { rows, repo, user, issue, body } = call
      if (!canChange(rows, repo, issue, user)) throw mustHaveAdminRights()
      return json(issueJson(call, updateIssue(call, issue, body, user)))
    },
  ),
  put(
    'issues/lock',
    '/repos/:owner/:repo/issues/:issue_number/lock',
    requireWrite('push'),
    loadIssue,
    body(LockInput),
    (call) => {
      lockIssue(call, call.issue, call.body.lock_reason, call.user)
      return empty()
    },
  ),
  del('issues/unlock', '/repos/:owner/:repo/issues/:issue_number/lock', requireWrite('push'), loadIssue, (call) => {
    unlockIssue(call, call.issue, call.user)
    return empty()
  }),
]

import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { addLabels, labelsNamed, labelsOf, removeLabels, replaceLabels } from '#codehost/rules/issues/issue-labels.ts'
import { LabelName } from '#codehost/rules/issues/input.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

/** Accepts `["bug"]` and `{ "labels": ["bug"] }`, and objects with a `name` in place of names. */
const LabelNamesInput = v.union([
  v.array(LabelName),
  v.pipe(
    v.object({ labels: v.optional(v.array(LabelName), []) }),
    v.transform(({ labels }) => labels),
  ),
])

/** Labels of an issue or pull request. https://docs.github.com/rest/issues/labels */
export const issueLabelsRoutes = [
  get('issues/list-labels-on-issue', '/repos/:owner/:repo/issues/:issue_number/labels', loadRepo, loadIssue, (call) =>
    answerPage(call, labelsOf(call, call.issue), (label) => labelJson(call, label)),
  ),
  post(
    'issues/add-labels',
    '/repos/:owner/:repo/issues/:issue_number/labels',
    requireWrite('triage'),
    loadIssue,
    body(LabelNamesInput),
    (call) => remaining(call, addLabels(call, call.issue, named(call, call.repo, call.body, call.user), call.user)),
  ),
  put(
    'issues/set-labels',
    '/repos/:owner/:repo/issues/:issue_number/labels',
    requireWrite('triage'),
    loadIssue,
    body(LabelNamesInput),
    (call) => remaining(call, replaceLabels(call, call.issue, named(call, call.repo, call.body, call.user), call.user)),
  ),
  del(
    'issues/remove-all-labels',
    '/repos/:owner/:repo/issues/:issue_number/labels',
    requireWrite('triage'),
    loadIssue,
    (call) => {
      removeLabels(call, call.issue, labelsOf(call, call.issue), call.user)
      return empty()
    },
  ),
  del(
    'issues/remove-label',
    '/repos/:owner/:repo/issues/:issue_number/labels/*', // a name may have slashes, which some clients send as they are
    requireWrite('triage'),
    loadIssue,
    (call) => {
      const { issue, user, params } = call
      const label = labelsOf(call, issue).find(({ name }) => name.toLowerCase() === params['*'].toLowerCase())
      if (label === undefined) throw new Failure(404, 'Label does not exist')
      return remaining(call, removeLabels(call, issue, [label], user))
    },
  ),
]

/** Returns the labels with these names. Missing ones are created if the user has push access. */
function named(call: CodehostCall, repo: Repo, names: readonly string[], user: Account): Label[] {
  return labelsNamed(call, repo, names, user, {
    create: permissionIncludes(permissionOf(call.rows, repo, user), 'push'),
  })
}

function remaining(call: CodehostCall, issue: Issue) {
  return json(labelsOf(call, issue).map((label) => labelJson(call, label)))
}

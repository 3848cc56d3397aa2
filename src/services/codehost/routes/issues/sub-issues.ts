import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, notFound, unprocessable } from '#codehost/errors.ts'
import { relatedIssueWriter } from '#codehost/json/issues/issue.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { addBlocker, blockedBy, blockersOf, removeBlocker } from '#codehost/rules/issues/dependencies.ts'
import {
  addSubIssue,
  findRelated,
  moveSubIssue,
  parentOf,
  removeSubIssue,
  subIssuesOf,
} from '#codehost/rules/issues/sub-issues.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { loadRepo, requireWrite } from '#codehost/steps/access.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const one = '/repos/:owner/:repo/issues/:issue_number'
const parts = `${one}/sub_issues` as const
const blockers = `${one}/dependencies/blocked_by` as const

const requireTriage = requireWrite('triage')
const requirePart = body(v.object({ sub_issue_id: v.pipe(v.number(), v.integer()) }))
const PartInput = v.object({
  sub_issue_id: v.pipe(v.number(), v.integer()),
  replace_parent: v.optional(v.boolean(), false),
})
const PlaceInput = v.object({
  sub_issue_id: v.pipe(v.number(), v.integer()),
  after_id: v.nullish(v.pipe(v.number(), v.integer())),
  before_id: v.nullish(v.pipe(v.number(), v.integer())),
})

/**
 * Parts of issues, and issues that block others. https://docs.github.com/rest/issues/sub-issues
 * https://docs.github.com/rest/issues/issue-dependencies
 */
export const subIssuesRoutes = [
  get('issues/get-parent', `${one}/parent`, loadRepo, loadIssue, (call) => {
    const parent = parentOf(call.rows, call.issue)
    if (parent === undefined || !isReadable(call, parent)) throw notFound()
    return json(relatedIssueWriter(call)(parent))
  }),
  get('issues/list-sub-issues', parts, loadRepo, loadIssue, (call) =>
    listReadable(call, subIssuesOf(call.rows, call.issue)),
  ),
  post('issues/add-sub-issue', parts, requireTriage, loadIssue, body(PartInput), (call) => {
    const { issue, user, body } = call
    addSubIssue(call, issue, findRelated(call, body.sub_issue_id), body.replace_parent, user)
    const wire = relatedIssueWriter(call)(issue)
    return json(wire, 201, { location: wire.url })
  }),
  del('issues/remove-sub-issue', `${one}/sub_issue`, requireTriage, loadIssue, requirePart, (call) => {
    const { issue, user, body } = call
    removeSubIssue(call, issue, findRelated(call, body.sub_issue_id), user)
    return json(relatedIssueWriter(call)(issue))
  }),
  patch('issues/reprioritize-sub-issue', `${parts}/priority`, requireTriage, loadIssue, body(PlaceInput), (call) => {
    const { rows, issue, body } = call
    const { after_id: after, before_id: before } = body
    if (after != null && before != null) throw unprocessable('Only one of after_id and before_id can be given.')
    const other = after ?? before ?? null
    const place = other === null ? null : findRelated(call, other)
    moveSubIssue(rows, issue, findRelated(call, body.sub_issue_id), place, after != null)
    return json(relatedIssueWriter(call)(issue))
  }),
  get('issues/list-dependencies-blocked-by', blockers, loadRepo, loadIssue, (call) =>
    listReadable(call, blockersOf(call.rows, call.issue)),
  ),
  post(
    'issues/add-blocked-by-dependency',
    blockers,
    requireTriage,
    loadIssue,
    body(v.object({ issue_id: v.pipe(v.number(), v.integer()) })),
    (call) => {
      const { issue, user, body } = call
      addBlocker(call, issue, findRelated(call, body.issue_id), user)
      const wire = relatedIssueWriter(call)(issue)
      return json(wire, 201, { location: wire.url })
    },
  ),
  del('issues/remove-dependency-blocked-by', `${blockers}/:issue_id`, requireTriage, loadIssue, (call) => {
    const { issue, user, params } = call
    if (!/^\d+$/.test(params.issue_id)) throw badRequest('Bad Request')
    removeBlocker(call, issue, findRelated(call, wholeNumber(params.issue_id)), user)
    return json(relatedIssueWriter(call)(issue))
  }),
  get('issues/list-dependencies-blocking', `${one}/dependencies/blocking`, loadRepo, loadIssue, (call) =>
    listReadable(call, blockedBy(call.rows, call.issue)),
  ),
]

function isReadable(call: CodehostCall, { repoId }: Issue): boolean {
  return canRead(call, call.rows.repos.require(repoId))
}

function listReadable(call: CodehostCall, issues: readonly Issue[]): Answer {
  const readable = issues.filter((issue) => isReadable(call, issue))
  return answerPage(call, readable, relatedIssueWriter(call))
}

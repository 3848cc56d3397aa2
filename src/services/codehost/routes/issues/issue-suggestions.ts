import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get, post } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/issues/:issue_number/suggestions'
const one = `${all}/:suggestion_id` as const

/**
 * Changes of issues that agents of the vendor propose. No agent runs here, so that no issue has any.
 * https://docs.github.com/rest/issues/suggestions
 */
export const issueSuggestionsRoutes = [
  get('issues/list-suggestions', all, requirePermission('triage'), loadIssue, (call) => {
    if (call.issue.isPull) throw notFound()
    return answerPage(call, [], () => null)
  }),
  post('issues/approve-suggestion', `${one}/approve`, requireWrite('triage'), loadIssue, refuseSuggestion),
  post('issues/dismiss-suggestion', `${one}/dismiss`, requireWrite('triage'), loadIssue, refuseSuggestion),
]

function refuseSuggestion(): never {
  throw notFound()
}

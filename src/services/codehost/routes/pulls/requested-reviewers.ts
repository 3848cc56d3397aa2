import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidRequest, notSupplied } from '#codehost/errors.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { simplePullJson } from '#codehost/json/pulls/pull.ts'
import { teamJson } from '#codehost/json/teams/team.ts'
import {
  requestedReviewers,
  requestReviewers,
  unrequestReviewers,
  type ReviewerNames,
} from '#codehost/rules/pulls/requested-reviewers.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadPull } from '#codehost/steps/pulls.ts'

const { get, post, del } = routesFor<CodehostCall>()

const names = v.array(v.string())

const ReviewersInput = v.object({ reviewers: v.nullish(names), team_reviewers: v.nullish(names) })
const RemovedReviewersInput = v.object({ reviewers: names, team_reviewers: v.nullish(names, []) })

const PATH = '/repos/:owner/:repo/pulls/:pull_number/requested_reviewers'

/** Requested reviewers. https://docs.github.com/rest/pulls/review-requests */
export const requestedReviewersRoutes = [
  get('pulls/list-requested-reviewers', PATH, loadRepo, loadPull, (call) => {
    const { users, teams } = requestedReviewers(call.rows, call.pull)
    return json({
      users: users.map((user) => simpleUserJson(call, user)),
      teams: teams.map((team) => teamJson(call, team)),
    })
  }),
  post('pulls/request-reviewers', PATH, requireWrite('triage'), loadPull, requireReviewers, (call) => {
    const { repo, user, pull, body } = call
    requestReviewers(call, repo, pull, body, user)
    const wire = simplePullJson(call, pull)
    return json(wire, 201, { location: wire.url })
  }),
  del(
    'pulls/remove-requested-reviewers',
    PATH,
    requireWrite('triage'),
    loadPull,
    requireBody(RemovedReviewersInput),
    (call) => {
      const { repo, user, pull, body } = call
      unrequestReviewers(call, repo, pull, body, user)
      return json(simplePullJson(call, pull))
    },
  ),
]

/**
 * A step: requires a body that names users, teams or both.
 *
 * @throws 422 in the vendor's words for one that names neither.
 */
function requireReviewers(call: CodehostCall): { readonly body: ReviewerNames } {
  const { reviewers, team_reviewers: teams } = requireBody(ReviewersInput)(call).body
  if (reviewers === undefined && teams === undefined) {
    const missing = ['reviewers', 'team_reviewers'].map((name) => notSupplied(name)).join('\n')
    throw invalidRequest(`No subschema in "anyOf" matched.\n${missing}`)
  }
  return { body: { reviewers: reviewers ?? [], team_reviewers: teams ?? [] } }
}

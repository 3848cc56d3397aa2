import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notAccessibleByIntegration, notFound, unprocessable } from '#codehost/errors.ts'
import { pendingDeploymentJson, runReviewJson } from '#codehost/json/actions/run-approval.ts'
import { deploymentJson } from '#codehost/json/deployments/deployment.ts'
import { reviewGate, waitsOf } from '#codehost/rules/actions/run-approvals.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import { reviewDeployments } from '#codehost/rules/actions/deployment-reviews.ts'
import { environmentNamed } from '#codehost/rules/deployments/environments.ts'
import { loadRepo, requirePermission } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadRun } from '#codehost/steps/workflow-runs.ts'

const { get, post } = routesFor<CodehostCall>()

const state = v.picklist(['approved', 'rejected'])

const ReviewInput = v.object({
  environment_ids: v.array(v.pipe(v.number(), v.integer())),
  state,
  comment: v.string(),
})

const GateReviewInput = v.object({
  environment_name: v.string(),
  state: v.optional(state),
  comment: v.optional(v.string(), ''),
})

const one = '/repos/:owner/:repo/actions/runs/:run_id'
const pending = `${one}/pending_deployments` as const

/** Runs that wait for the rules of an environment. https://docs.github.com/rest/actions/workflow-runs */
export const runApprovalsRoutes = [
  get('actions/get-pending-deployments-for-run', pending, loadRepo, loadRun, (call) => {
    const { rows, repo, run, principal } = call
    const found = [...waitsOf(rows, run)].map(([id, [wait]]) => ({ environment: rows.environments.require(id), wait }))
    return json(found.map((each) => pendingDeploymentJson(call, repo, run, each, principal?.user ?? null)))
  }),
  post(
    'actions/review-pending-deployments-for-run',
    pending,
    requirePermission('pull', 'repo'),
    loadRun,
    requireBody(ReviewInput),
    (call) => {
      const { repo, run, user, body } = call
      const { environment_ids: environmentIds, state: decision, comment } = body
      const deployments = reviewDeployments(call, run, { environmentIds, state: decision, userId: user.id, comment })
      return json(deployments.map((each) => deploymentJson(call, repo, each)))
    },
  ),
  get('actions/get-reviews-for-run', `${one}/approvals`, loadRepo, loadRun, (call) =>
    json(call.rows.runReviews.referring('runId', call.run.id).map((each) => runReviewJson(call, call.repo, each))),
  ),
  post(
    'actions/review-custom-gates-for-run',
    `${one}/deployment_protection_rule`,
    requirePermission('pull', 'repo'),
    loadRun,
    requireBody(GateReviewInput),
    (call) => {
      const { rows, repo, run, body, principal } = call
      const appId = principal?.app?.app.id
      if (appId === undefined) throw notAccessibleByIntegration()
      const environment = environmentNamed(rows, repo, body.environment_name)
      if (environment === undefined) throw notFound()
      const held = (waitsOf(rows, run).get(environment.id) ?? []).filter((each) => each.gateAppIds.includes(appId))
      if (held.length === 0) throw unprocessable('There are no pending deployment protection rules to review.')
      if (body.state !== undefined) carryOut(call, reviewGate(call, run, appId, body.state, held))
      return empty()
    },
  ),
]

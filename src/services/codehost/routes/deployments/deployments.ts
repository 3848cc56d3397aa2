import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { deploymentJson, deploymentStatusJson } from '#codehost/json/deployments/deployment.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { performedVia } from '#codehost/rules/apps/performed-via.ts'
import {
  addDeploymentStatus,
  createDeployment,
  DEPLOYMENT_FILTERS,
  deploymentsOf,
  refuseActive,
} from '#codehost/rules/deployments/deployments.ts'
import { loadRepo, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadDeployment, loadDeploymentStatus } from '#codehost/steps/deployments.ts'

const { get, post, del } = routesFor<CodehostCall>()

const text = v.optional(v.nullable(v.string()))
const flag = v.optional(v.nullable(v.boolean()))

const DeploymentInput = v.object({
  ref: v.string(),
  task: v.optional(v.string(), 'deploy'),
  auto_merge: v.optional(v.boolean(), true),
  required_contexts: v.optional(v.nullable(v.array(v.string()))),
  payload: v.optional(v.union([v.record(v.string(), v.unknown()), v.string()]), {}),
  environment: v.optional(v.string(), 'production'),
  description: text,
  transient_environment: flag,
  production_environment: flag,
})

const DeploymentStatusInput = v.object({
  state: v.picklist(['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success']),
  target_url: text,
  log_url: text,
  description: text,
  environment: v.optional(v.string()),
  environment_url: text,
  auto_inactive: v.optional(v.boolean(), true),
})

const all = '/repos/:owner/:repo/deployments'
const one = `${all}/:deployment_id` as const
const statuses = `${one}/statuses` as const

const requireDeploy = requireWrite('push', 'repo', 'repo_deployment')

/** Deployments and their statuses. https://docs.github.com/rest/deployments */
export const deploymentsRoutes = [
  get('repos/list-deployments', all, loadRepo, (call) => {
    const { rows, repo, query } = call
    const filters = DEPLOYMENT_FILTERS.flatMap((name) => {
      const value = query.get(name)
      return value === null || value === '' || value === 'none' ? [] : [[name, value] as const]
    })
    return answerPage(call, deploymentsOf(rows, repo, Object.fromEntries(filters)), (deployment) =>
      deploymentJson(call, repo, deployment),
    )
  }),
  post('repos/create-deployment', all, requireDeploy, requireBody(DeploymentInput), (call) => {
    const { repo, user, body } = call
    const { ref, task, payload, environment } = body
    const deployment = createDeployment(call, repo, {
      ref,
      task,
      payload: payload === '' ? {} : payload,
      environment,
      description: body.description ?? null,
      isTransient: body.transient_environment ?? false,
      isProduction: body.production_environment ?? environment === 'production',
      creator: user,
      ...performedVia(call),
      autoMerge: body.auto_merge,
      requiredContexts: body.required_contexts ?? undefined,
    })
    if ('merged' in deployment) return json({ message: deployment.merged }, 202)
    const wire = deploymentJson(call, repo, deployment)
    return json(wire, 201, { location: wire.url })
  }),
  get('repos/get-deployment', one, loadRepo, loadDeployment, (call) =>
    json(deploymentJson(call, call.repo, call.deployment)),
  ),
  del('repos/delete-deployment', one, requireDeploy, loadDeployment, (call) => {
    refuseActive(call, call.deployment)
    call.rows.deployments.delete(call.deployment.id)
    return empty()
  }),
  get('repos/list-deployment-statuses', statuses, loadRepo, loadDeployment, (call) => {
    const { rows, repo, deployment } = call
    const list = viewOfIndex(rows.deploymentStatuses, 'byDeployment', [deployment.id], { descending: true })
    return answerPage(call, list, (status) => deploymentStatusJson(call, repo, status))
  }),
  post(
    'repos/create-deployment-status',
    statuses,
    requireDeploy,
    loadDeployment,
    requireBody(DeploymentStatusInput),
    (call) => {
      const { repo, user, deployment, body } = call
      const status = addDeploymentStatus(call, repo, deployment, {
        state: body.state,
        description: body.description ?? '',
        environment: body.environment ?? deployment.environment,
        environmentUrl: body.environment_url ?? '',
        logUrl: body.log_url ?? body.target_url ?? '',
        creator: user,
        ...performedVia(call),
        autoInactive: body.auto_inactive,
      })
      const wire = deploymentStatusJson(call, repo, status)
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('repos/get-deployment-status', `${statuses}/:status_id`, loadRepo, loadDeployment, loadDeploymentStatus, (call) =>
    json(deploymentStatusJson(call, call.repo, call.status)),
  ),
]

import * as v from 'valibot'
import { removeEnvironment } from '#codehost/rules/deployments/remove-environment.ts'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex, viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import {
  branchPolicyJson,
  deploymentGateJson,
  environmentJson,
  gateAppJson,
} from '#codehost/json/deployments/environment.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { isInInstallation } from '#codehost/rules/apps/installations.ts'
import { putEnvironment } from '#codehost/rules/deployments/environments.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import type { App } from '#codehost/schema/apps.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadRepo, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import {
  loadBranchPolicy,
  loadDeploymentGate,
  loadEnvironment,
  requireCustomPolicies,
} from '#codehost/steps/deployments.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const id = v.pipe(v.number(), v.integer())

const EnvironmentInput = v.nullish(
  v.object({
    wait_timer: v.optional(id, 0),
    prevent_self_review: v.optional(v.boolean(), false),
    reviewers: v.optional(v.nullable(v.array(v.object({ type: v.picklist(['User', 'Team']), id })))),
    deployment_branch_policy: v.optional(
      v.nullable(v.object({ protected_branches: v.boolean(), custom_branch_policies: v.boolean() })),
    ),
  }),
)

const BranchPolicyInput = v.object({
  name: v.string(),
  type: v.optional(v.picklist(['branch', 'tag']), 'branch'),
})

const all = '/repos/:owner/:repo/environments'
const one = `${all}/:environment_name` as const
const policies = `${one}/deployment-branch-policies` as const
const policy = `${policies}/:branch_policy_id` as const
const gates = `${one}/deployment_protection_rules` as const
const gate = `${gates}/:protection_rule_id` as const

const requireAdmin = requireWrite('admin', 'repo')

/** Environments of a repository, and what protects them. https://docs.github.com/rest/deployments/environments */
export const environmentsRoutes = [
  get('repos/get-all-environments', all, loadRepo, (call) =>
    answerNamedPage(call, 'environments', viewOfIndex(call.rows.environments, 'byName', [call.repo.id]), (each) =>
      environmentJson(call, call.repo, each),
    ),
  ),
  get('repos/get-environment', one, loadRepo, loadEnvironment, (call) =>
    json(environmentJson(call, call.repo, call.environment)),
  ),
  put('repos/create-or-update-environment', one, requireAdmin, requireBody(EnvironmentInput), (call) => {
    const { repo, params, body } = call
    const environment = putEnvironment(call, repo, params.environment_name, {
      waitTimer: body?.wait_timer ?? 0,
      preventSelfReview: body?.prevent_self_review ?? false,
      reviewers: body?.reviewers ?? [],
      refPolicy: refPolicyOf(body?.deployment_branch_policy ?? null),
    })
    return json(environmentJson(call, repo, environment))
  }),
  del('repos/delete-an-environment', one, requireAdmin, loadEnvironment, (call) => {
    removeEnvironment(call, call.environment)
    return empty()
  }),
  get('repos/list-deployment-branch-policies', policies, loadRepo, loadEnvironment, requireCustomPolicies, (call) =>
    answerNamedPage(
      call,
      'branch_policies',
      viewOfReference(call.rows.branchPolicies, 'environmentId', call.environment.id),
      branchPolicyJson,
    ),
  ),
  post(
    'repos/create-deployment-branch-policy',
    policies,
    requireAdmin,
    loadEnvironment,
    requireCustomPolicies,
    requireBody(BranchPolicyInput),
    ({ rows, environment, body: { name, type } }) => {
      const same = rows.branchPolicies.find('name', environment.id, type, name)
      if (same !== undefined) return json(branchPolicyJson(same), 303)
      return json(branchPolicyJson(rows.branchPolicies.insert({ environmentId: environment.id, name, type })))
    },
  ),
  get('repos/get-deployment-branch-policy', policy, loadRepo, loadEnvironment, loadBranchPolicy, (call) =>
    json(branchPolicyJson(call.policy)),
  ),
  put(
    'repos/update-deployment-branch-policy',
    policy,
    requireAdmin,
    loadEnvironment,
    loadBranchPolicy,
    requireBody(v.object({ name: v.string() })),
    ({ rows, environment, policy: { id: policyId, type }, body: { name } }) => {
      const same = rows.branchPolicies.find('name', environment.id, type, name)
      if (same !== undefined && same.id !== policyId) throw unprocessable('Name has already been taken')
      return json(branchPolicyJson(rows.branchPolicies.update(policyId, { name })))
    },
  ),
  del('repos/delete-deployment-branch-policy', policy, requireAdmin, loadEnvironment, loadBranchPolicy, (call) => {
    call.rows.branchPolicies.delete(call.policy.id)
    return empty()
  }),
  get('repos/get-all-deployment-protection-rules', gates, loadRepo, loadEnvironment, (call) => {
    const { rows, environment } = call
    const wire = rows.deploymentGates.referring('environmentId', environment.id)
    const listed = wire.map((each) => deploymentGateJson(call, each))
    return json({ total_count: listed.length, custom_deployment_protection_rules: listed })
  }),
  get('repos/list-custom-deployment-rule-integrations', `${gates}/apps`, requireAdmin, loadEnvironment, (call) =>
    answerNamedPage(
      call,
      'available_custom_deployment_protection_rule_integrations',
      possibleGates(call, call.repo),
      (app) => gateAppJson(call, app),
    ),
  ),
  post(
    'repos/create-deployment-protection-rule',
    gates,
    requireAdmin,
    loadEnvironment,
    requireBody(v.object({ integration_id: id })),
    (call) => json(deploymentGateJson(call, addGate(call, call.repo, call.environment, call.body.integration_id)), 201),
  ),
  get('repos/get-custom-deployment-protection-rule', gate, loadRepo, loadEnvironment, loadDeploymentGate, (call) =>
    json(deploymentGateJson(call, call.gate)),
  ),
  del('repos/disable-deployment-protection-rule', gate, requireAdmin, loadEnvironment, loadDeploymentGate, (call) => {
    call.rows.deploymentGates.delete(call.gate.id)
    return empty()
  }),
]

interface RefPolicyInput {
  readonly protected_branches: boolean
  readonly custom_branch_policies: boolean
}

function refPolicyOf(input: RefPolicyInput | null): Environment['refPolicy'] {
  if (input === null) return null
  if (input.protected_branches === input.custom_branch_policies) {
    throw unprocessable('protected_branches and custom_branch_policies cannot have the same value')
  }
  return input.protected_branches ? 'protected' : 'custom'
}

/** Returns the apps with access to a repository that subscribe to `deployment_protection_rule`. */
function possibleGates({ rows }: CodehostCall, repo: Repo): App[] {
  return rows.installations.referring('accountId', repo.ownerId).flatMap((installation) => {
    const isPossible =
      installation.events.includes('deployment_protection_rule') && isInInstallation(rows, installation, repo)
    return isPossible ? [rows.apps.require(installation.appId)] : []
  })
}

function addGate(call: CodehostCall, repo: Repo, environment: Environment, appId: number) {
  const { rows } = call
  const refuse = (code: 'invalid' | 'already_exists') =>
    validationFailed({ resource: 'DeploymentProtectionRule', field: 'integration_id', code })
  if (!possibleGates(call, repo).some((app) => app.id === appId)) throw refuse('invalid')
  if (rows.deploymentGates.find('app', environment.id, appId) !== undefined) throw refuse('already_exists')
  return rows.deploymentGates.insert({ environmentId: environment.id, appId })
}

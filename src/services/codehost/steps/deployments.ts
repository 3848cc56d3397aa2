import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { environmentNamed } from '#codehost/rules/deployments/environments.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type {
  BranchPolicy,
  Deployment,
  DeploymentGate,
  DeploymentStatus,
  Environment,
} from '#codehost/schema/deployments.ts'
import type { Permission } from '#codehost/schema/repos.ts'
import type { SettingKind } from '#codehost/schema/settings.ts'
import type { CallInRepo } from './access.ts'
import {
  requireRepositorySettings,
  requireWritableSettings,
  type RepositoryTarget,
  type SettingsContext,
} from './settings.ts'

/**
 * A step: loads the deployment that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadDeployment({ rows, repo, params }: CallInRepo<'deployment_id'>): {
  readonly deployment: Deployment
} {
  return { deployment: findInRepo(rows.deployments, repo, params.deployment_id) }
}

/**
 * A step: loads the status that the path names. Runs after the step that loads the deployment.
 *
 * @throws 404.
 */
export function loadDeploymentStatus({
  rows,
  repo,
  deployment,
  params,
}: CallInRepo<'status_id'> & { readonly deployment: Deployment }): { readonly status: DeploymentStatus } {
  const status = findInRepo(rows.deploymentStatuses, repo, params.status_id)
  if (status.deploymentId !== deployment.id) throw notFound()
  return { status }
}

/**
 * A step: loads the environment that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadEnvironment({ rows, repo, params }: CallInRepo<'environment_name'>): {
  readonly environment: Environment
} {
  const environment = environmentNamed(rows, repo, params.environment_name)
  if (environment === undefined) throw notFound()
  return { environment }
}

type EnvironmentCall = CodehostCall & {
  readonly params: { readonly owner: string; readonly repo: string; readonly environment_name: string }
}

/**
 * A step: loads the environment in the path for users who may read its secrets or variables.
 *
 * @throws 404, 401, 403.
 */
export function requireEnvironmentSettings(kind: SettingKind, permission: Permission = 'push') {
  const find = requireRepositorySettings(kind, permission)
  return (call: EnvironmentCall): SettingsContext => narrowed(call, find(call))
}

/**
 * A step like {@link requireEnvironmentSettings} for changes.
 *
 * @throws 403 for an archived repository.
 */
export function requireWritableEnvironmentSettings(kind: SettingKind) {
  const find = requireWritableSettings(kind)
  return (call: EnvironmentCall): SettingsContext => narrowed(call, find(call))
}

function narrowed(call: EnvironmentCall, found: SettingsContext<RepositoryTarget>): SettingsContext {
  const { environment } = loadEnvironment({
    rows: call.rows,
    principal: call.principal,
    params: call.params,
    repo: found.target.repo,
  })
  return { ...found, target: { ...found.target, environment } }
}

/**
 * A step: loads the branch policy that the path names. Runs after the step that loads the environment.
 *
 * @throws 404, also for an environment whose refs no policies decide about.
 */
export function loadBranchPolicy(
  call: Pick<CodehostCall, 'rows'> & {
    readonly environment: Environment
    readonly params: { readonly branch_policy_id: string }
  },
): { readonly policy: BranchPolicy } {
  requireCustomPolicies(call)
  const policy = call.rows.branchPolicies.get(wholeNumber(call.params.branch_policy_id))
  if (policy?.environmentId !== call.environment.id) throw notFound()
  return { policy }
}

/**
 * A step: requires an environment with branch policies of its own.
 *
 * @throws 404.
 */
export function requireCustomPolicies({ environment }: { readonly environment: Environment }): void {
  if (environment.refPolicy !== 'custom') throw notFound()
}

/**
 * A step: loads the rule of an app that the path names. Runs after the step that loads the environment.
 *
 * @throws 404.
 */
export function loadDeploymentGate({
  rows,
  environment,
  params,
}: Pick<CodehostCall, 'rows'> & {
  readonly environment: Environment
  readonly params: { readonly protection_rule_id: string }
}): { readonly gate: DeploymentGate } {
  const gate = rows.deploymentGates.get(wholeNumber(params.protection_rule_id))
  if (gate?.environmentId !== environment.id) throw notFound()
  return { gate }
}

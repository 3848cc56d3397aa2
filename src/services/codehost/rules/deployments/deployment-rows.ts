import { defined } from '#core/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Deployment, DeploymentState, DeploymentStatus } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { EventTransition, RunContext } from '../actions/run-events.ts'
import { commitAt } from '../git/objects.ts'
import { ensureEnvironment } from './environments.ts'

/** The input of a new deployment. */
export interface NewDeployment {
  readonly commit: Commit
  readonly ref: string
  readonly task: string
  readonly payload: unknown
  readonly environment: string
  readonly description: string | null
  readonly isTransient: boolean
  readonly isProduction: boolean
  readonly creator: Account
  /** The GitHub App that creates it. */
  readonly appId?: number | undefined
  readonly jobId: number | null
}

/** Adds a deployment, and its environment when that is new. Returns the event to emit with it. */
export function insertDeployment(
  context: Pick<RunContext, 'rows' | 'clock'>,
  repo: Repo,
  input: NewDeployment,
): { readonly deployment: Deployment; readonly transition: EventTransition } {
  const { rows, clock } = context
  const { commit, creator, environment, appId, ...fields } = input
  const now = clock.now()
  const { name } = ensureEnvironment(context, repo, environment)
  const deployment = rows.deployments.insert({
    ...fields,
    ...defined({ appId }),
    repoId: repo.id,
    sha: commit.sha,
    originalEnvironment: name,
    environment: name,
    creatorId: creator.id,
    createdAt: now,
    updatedAt: now,
  })
  const event = { event: 'deployment', action: 'created', repo, sender: creator, deployment } as const
  return { deployment, transition: { event, subject: { head: commit, ref: fields.ref } } }
}

/** The input of a new status of a deployment. */
export interface NewDeploymentStatus {
  readonly state: DeploymentState
  readonly description: string
  readonly environment: string
  readonly environmentUrl: string
  readonly logUrl: string
  readonly creator: Account
  readonly appId?: number | undefined
}

/**
 * Adds a status to a deployment. Returns the event to emit with it; null for an inactive deployment, which has none.
 */
export function insertDeploymentStatus(
  context: Pick<RunContext, 'rows' | 'clock'>,
  repo: Repo,
  before: Deployment,
  { creator, appId, ...fields }: NewDeploymentStatus,
): { readonly status: DeploymentStatus; readonly transition: EventTransition | null } {
  const { rows, clock } = context
  const now = clock.now()
  const status = rows.deploymentStatuses.insert({
    ...fields,
    ...defined({ appId }),
    repoId: repo.id,
    deploymentId: before.id,
    creatorId: creator.id,
    createdAt: now,
    updatedAt: now,
  })
  const { name } = ensureEnvironment(context, repo, fields.environment)
  const deployment = rows.deployments.update(before.id, { environment: name, updatedAt: now })
  if (fields.state === 'inactive') return { status, transition: null }
  const head = commitAt(rows, repo, deployment.sha)
  const event = { event: 'deployment_status', action: 'created', repo, sender: creator, deployment, status } as const
  return { status, transition: { event, subject: head === null ? {} : { head, ref: deployment.ref } } }
}

/**
 * Makes the earlier successful deployments to the environment of a deployment inactive, except transient ones. Those to
 * production stay when they were made by the API.
 */
export function deactivateEarlier(
  context: Pick<RunContext, 'rows' | 'clock'>,
  repo: Repo,
  latest: Deployment,
  creator: Account,
): void {
  const { rows } = context
  for (const each of rows.deployments.list('byEnvironment', repo.id, latest.environment)) {
    const stays = each.isTransient || (each.isProduction && each.jobId === null)
    if (each.id >= latest.id || stays || latestStatus(rows, each)?.state !== 'success') continue
    const { environment } = each
    const texts = { description: '', environmentUrl: '', logUrl: '' }
    insertDeploymentStatus(context, repo, each, { state: 'inactive', environment, ...texts, creator })
  }
}

/** Returns the latest status of a deployment. */
export function latestStatus({ deploymentStatuses }: Rows, { id }: Deployment): DeploymentStatus | undefined {
  return deploymentStatuses.page('byDeployment', [id], { offset: 0, limit: 1, descending: true }).rows[0]
}

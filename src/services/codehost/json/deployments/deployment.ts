import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Deployment, DeploymentStatus } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { integrationJson, performedViaJson } from '../apps/integration.ts'
import { nodeId, time } from '../format.ts'

/** A deployment: `deployment`. The built-in app performs those of workflow jobs. */
export function deploymentJson(site: Site, repo: Repo, deployment: Deployment) {
  const { id } = deployment
  const { url: repoUrl } = repoUrls(site, repo)
  const url = `${repoUrl}/deployments/${id}`
  return {
    url,
    id,
    node_id: nodeId('DE', id),
    task: deployment.task,
    original_environment: deployment.originalEnvironment,
    environment: deployment.environment,
    description: deployment.description,
    created_at: time(deployment.createdAt),
    updated_at: time(deployment.updatedAt),
    statuses_url: `${url}/statuses`,
    repository_url: repoUrl,
    creator: simpleUserByIdJson(site, deployment.creatorId),
    sha: deployment.sha,
    ref: deployment.ref,
    payload: deployment.payload,
    transient_environment: deployment.isTransient,
    production_environment: deployment.isProduction,
    performed_via_github_app:
      deployment.jobId === null ? performedViaJson(site, deployment) : integrationJson(site, null),
  }
}

/** A status of a deployment: `deployment-status`. */
export function deploymentStatusJson(site: Site, repo: Repo, status: DeploymentStatus) {
  const { id, deploymentId } = status
  const { url: repoUrl } = repoUrls(site, repo)
  const url = `${repoUrl}/deployments/${deploymentId}`
  const { jobId } = site.rows.deployments.require(deploymentId)
  return {
    url: `${url}/statuses/${id}`,
    id,
    node_id: nodeId('DES', id),
    state: status.state,
    creator: simpleUserByIdJson(site, status.creatorId),
    description: status.description,
    environment: status.environment,
    target_url: status.logUrl,
    created_at: time(status.createdAt),
    updated_at: time(status.updatedAt),
    deployment_url: url,
    repository_url: repoUrl,
    environment_url: status.environmentUrl,
    log_url: status.logUrl,
    performed_via_github_app: jobId === null ? performedViaJson(site, status) : integrationJson(site, null),
  }
}

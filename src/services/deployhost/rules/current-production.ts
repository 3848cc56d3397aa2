import type { Rows } from '#deployhost/call.ts'
import type { Deployment, Project } from '#deployhost/schema.ts'
import { generatedHost, scopeSlug } from './hosts.ts'

/** Returns the deployment that a project's production hosts point at, or undefined. */
export function currentProduction(rows: Rows, project: Project): Deployment | undefined {
  const domains = rows.projectDomains.list('byProject', project.id).filter(({ gitBranch }) => gitBranch === null)
  const hosts = [
    generatedHost(project.name, scopeSlug(rows, project.accountId)),
    generatedHost(project.name),
    ...domains.map(({ name }) => name),
  ]
  // A host may have been removed, or belong to another account.
  const aliases = hosts.map((host) => rows.aliases.find('alias', host))
  return rows.deployments.get(aliases.find((alias) => alias?.projectId === project.id)?.deploymentId)
}

/** True when production can be rolled back to the deployment: it was in production, and is not now. */
export function isRollbackCandidate(rows: Rows, deployment: Deployment): boolean {
  if (deployment.substate !== 'PROMOTED') return false
  return currentProduction(rows, rows.projects.require(deployment.projectId))?.id !== deployment.id
}

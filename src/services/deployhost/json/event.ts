import type { Rows } from '#deployhost/call.ts'
import { dashboardUrl, inspectorUrl } from '#deployhost/rules/dashboard-urls.ts'
import type { Deployment, EnvVariable, Project, ProjectDomain } from '#deployhost/schema.ts'
import type { AccountEvent } from '#deployhost/schema/events.ts'
import { PLAN, REGION } from './deployment.ts'
import { rollingReleaseJson } from './rolling-release.ts'
import { projectDomainJson } from './domain.ts'

/** The `payload` of an event. https://vercel.com/docs/webhooks/webhooks-api#supported-event-types */
export function eventPayloadJson(rows: Rows, event: AccountEvent) {
  const { account, user } = event
  const team = account.team === null ? null : { id: account.team.id }
  return { team, user: { id: user.id }, ...detailsJson(rows, event) }
}

/** The members that depend on the type of event. */
function detailsJson(rows: Rows, event: AccountEvent): object {
  switch (event.event) {
    case 'deployment.rollback': {
      const { project, fromDeploymentId, toDeploymentId } = event
      return { project: namedProjectJson(project), fromDeploymentId, toDeploymentId }
    }
    case 'deployment.check-rerequested':
      return { deployment: { id: event.deployment.id }, check: { id: event.check.id } }
    case 'project.created':
    case 'project.removed':
      return { project: namedProjectJson(event.project) }
    case 'project.renamed':
      return { project: namedProjectJson(event.project), previousName: event.previousName }
    case 'project.domain.created':
    case 'project.domain.deleted':
    case 'project.domain.verified':
      return { project: namedProjectJson(event.project), domain: changedDomainJson(event.domain) }
    case 'project.domain.updated':
      return {
        project: namedProjectJson(event.project),
        domain: changedDomainJson(event.domain),
        previous: projectDomainJson(event.previous),
      }
    case 'project.domain.moved':
      return {
        project: namedProjectJson(event.project),
        domain: changedDomainJson(event.domain),
        from: { project: namedProjectJson(event.from) },
      }
    case 'project.rolling-release.started':
    case 'project.rolling-release.approved':
    case 'project.rolling-release.completed':
    case 'project.rolling-release.aborted':
      return { project: namedProjectJson(event.project), rollingRelease: rollingReleaseJson(rows, event.release) }
    case 'domain.created':
      return { domain: { name: event.domain.name, delegated: event.domain.zone } }
    case 'project.env-variable.created':
    case 'project.env-variable.updated':
    case 'project.env-variable.deleted':
      return { project: namedProjectJson(event.project), envVar: changedVariableJson(event.variable) }
    case 'integration-configuration.removed':
      return { configuration: { id: event.configuration.id, projects: [] } }
    default:
      return deploymentEventJson(rows, event.project, event.deployment, event.hosts)
  }
}

function deploymentEventJson(
  rows: Rows,
  project: Project,
  deployment: Deployment,
  hosts: readonly string[] | undefined,
) {
  const page = inspectorUrl(rows, project, deployment)
  const { id, meta, url, name, target } = deployment
  return {
    ...(hosts === undefined ? {} : { alias: hosts }),
    deployment: { id, meta, url, name, inspectorUrl: page },
    links: { deployment: page, project: dashboardUrl(rows, project) },
    target,
    project: namedProjectJson(project),
    plan: PLAN,
    regions: [REGION],
  }
}

function namedProjectJson({ id, name }: Project) {
  return { id, name }
}

function changedDomainJson(domain: ProjectDomain) {
  const { name, apexName, redirect, redirectStatusCode, gitBranch, verified } = domain
  return { name, apexName, redirect, redirectStatusCode, gitBranch, verified }
}

/** A variable without its value. */
function changedVariableJson({ id, key, type, target, gitBranch }: EnvVariable) {
  return { id, key, type, target, ...(gitBranch === null ? {} : { gitBranch }) }
}

import type { Rows, Site } from '#deployhost/call.ts'
import { customEnvironmentJson } from './custom-environment.ts'
import { gitRepositoryJson } from './git-repository.ts'
import { automaticHosts } from '#deployhost/rules/hosts.ts'
import { checksSummary } from '#deployhost/rules/checks.ts'
import { isRollbackCandidate } from '#deployhost/rules/current-production.ts'
import type { Deployment, GitSource, Project } from '#deployhost/schema.ts'
import { inspectorUrl } from '#deployhost/rules/dashboard-urls.ts'

/** The default region of builds and functions. */
export const REGION = 'iad1'

/** The plan of every account: a paid one, which includes everything that the API can do. */
export const PLAN = 'pro'

/** A deployment. `withGitRepoInfo` adds `gitRepo`. */
export function deploymentJson({ rows }: Pick<Site, 'rows'>, deployment: Deployment, { withGitRepoInfo = false } = {}) {
  const project = rows.projects.require(deployment.projectId)
  const creator = rows.users.require(deployment.creatorId)
  const team = rows.teams.get(project.teamId)
  const { state } = deployment
  const environment = rows.customEnvironments.get(deployment.customEnvironmentId)
  return {
    id: deployment.id,
    url: deployment.url,
    name: deployment.name,
    version: 2,
    type: 'LAMBDAS',
    status: state,
    readyState: state,
    ...(deployment.substate === null ? {} : { readySubstate: deployment.substate }),
    createdAt: deployment.createdAt,
    createdIn: REGION,
    bootedAt: deployment.buildingAt ?? deployment.createdAt,
    buildingAt: deployment.buildingAt ?? deployment.createdAt,
    ...endedJson(deployment),
    creator: { uid: creator.id, username: creator.username, ...avatarJson(creator) },
    ...(team === undefined ? {} : { team: { id: team.id, name: team.name, slug: team.slug, ...avatarJson(team) } }),
    ownerId: deployment.accountId,
    projectId: project.id,
    project: { id: project.id, name: project.name, framework: project.framework },
    target: deployment.target,
    ...(deployment.source === null ? {} : { source: deployment.source }),
    inspectorUrl: inspectorUrl(rows, project, deployment),
    meta: deployment.meta,
    ...(deployment.gitSource === null ? {} : { gitSource: gitSourceJson(deployment.gitSource) }),
    ...(withGitRepoInfo && project.link !== null ? { gitRepo: gitRepositoryJson(project.link, team) } : {}),
    projectSettings: deployment.projectSettings,
    nodeVersion: project.nodeVersion,
    plan: PLAN,
    public: false,
    regions: [REGION],
    routes: null,
    env: deployment.env,
    build: { env: deployment.env },
    buildSkipped: false,
    isInConcurrentBuildsQueue: deployment.state === 'QUEUED',
    isInSystemBuildsQueue: false,
    autoAssignCustomDomains: deployment.autoAssigns,
    ...(environment === undefined ? {} : { customEnvironment: customEnvironmentJson(environment) }),
    ...checksJson(rows, deployment),
    ...aliasesJson(rows, project, deployment),
  }
}

/** The hosts of a deployment: all that it has, those that it gets by itself, and those that users assigned. */
function aliasesJson(rows: Rows, project: Project, deployment: Deployment) {
  const aliases = rows.aliases.list('byDeployment', deployment.id)
  return {
    alias: aliases.map(({ alias }) => alias),
    automaticAliases: automaticHosts(rows, project, deployment),
    userAliases: aliases.flatMap(({ alias, custom }) => (custom ? [alias] : [])),
    aliasAssigned: deployment.aliasAssignedAt !== null,
    ...(deployment.aliasAssignedAt === null ? {} : { aliasAssignedAt: deployment.aliasAssignedAt }),
    aliasError: null,
    aliasWarning: null,
  }
}

/** A deployment in a list. */
export function listedDeploymentJson({ rows }: Pick<Site, 'rows'>, deployment: Deployment) {
  const project = rows.projects.require(deployment.projectId)
  const creator = rows.users.require(deployment.creatorId)
  const { state } = deployment
  const environment = rows.customEnvironments.get(deployment.customEnvironmentId)
  return {
    uid: deployment.id,
    name: deployment.name,
    projectId: deployment.projectId,
    url: deployment.url,
    created: deployment.createdAt,
    ...(deployment.source === null ? {} : { source: deployment.source }),
    state,
    readyState: state,
    ...(deployment.substate === null ? {} : { readySubstate: deployment.substate }),
    type: 'LAMBDAS',
    creator: { uid: creator.id, email: creator.email, username: creator.username },
    inspectorUrl: inspectorUrl(rows, project, deployment),
    meta: deployment.meta,
    target: deployment.target,
    ...(environment === undefined ? {} : { customEnvironment: { id: environment.id, slug: environment.slug } }),
    ...checksJson(rows, deployment),
    aliasError: null,
    aliasAssigned: deployment.aliasAssignedAt,
    isRollbackCandidate: isRollbackCandidate(rows, deployment),
    createdAt: deployment.createdAt,
    ...(deployment.buildingAt === null ? {} : { buildingAt: deployment.buildingAt }),
    ...(deployment.state === 'READY' ? { ready: deployment.endedAt } : {}),
    ...errorJson(deployment),
    projectSettings: deployment.projectSettings,
  }
}

/** The build of a deployment, in the form that the vendor's command line reads. */
export function buildJson(deployment: Deployment) {
  const { id, buildId, state, createdAt, buildingAt, endedAt } = deployment
  return {
    id: buildId,
    deploymentId: id,
    entrypoint: '.',
    readyState: state,
    readyStateAt: endedAt ?? buildingAt ?? createdAt,
    scheduledAt: createdAt,
    createdAt,
    createdIn: REGION,
    output: [],
  }
}

/** The avatar of a user or a team; no member when there is none. */
function avatarJson({ avatar }: { readonly avatar: string | null }) {
  return avatar === null ? {} : { avatar }
}

/** How the checks of a deployment stand; no member when it has none. */
function checksJson(rows: Rows, deployment: Deployment) {
  const summary = checksSummary(rows, deployment)
  if (summary === null) return {}
  const { state, conclusion } = summary
  return { checksState: state, ...(conclusion === null ? {} : { checksConclusion: conclusion }) }
}

/** The commit that a deployment was built from. */
function gitSourceJson({ type, ref, sha, repository }: GitSource) {
  return { type, ...repository, ref, sha }
}

function endedJson(deployment: Deployment) {
  const { state, endedAt } = deployment
  if (endedAt === null) return {}
  if (state === 'CANCELED') return { canceledAt: endedAt, readyStateReason: 'The deployment was canceled.' }
  if (state === 'ERROR') return { buildErrorAt: endedAt, ...errorJson(deployment) }
  return { ready: endedAt, buildContainerFinishedAt: endedAt }
}

function errorJson({ error }: Deployment) {
  return error === null ? {} : { errorCode: error.code, errorMessage: error.message, errorStep: error.step }
}

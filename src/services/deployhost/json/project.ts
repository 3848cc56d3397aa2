import { DEFAULT_EXPIRATION, expirationIn } from '#deployhost/rules/expiration.ts'
import type { Site, Rows } from '#deployhost/call.ts'
import { currentProduction } from '#deployhost/rules/current-production.ts'
import type { AliasRequest, Deployment, GitLink, Project, ProjectDomain } from '#deployhost/schema.ts'
import { customEnvironmentJson } from './custom-environment.ts'
import { deployHookJson } from './deploy-hook.ts'
import { PLAN, REGION } from './deployment.ts'
import { envJson } from './env.ts'
import { releaseSettingsJson } from './rolling-release.ts'
import { repositoryNumber } from '#deployhost/rules/repository-number.ts'

/** The number of latest deployments that a project contains. */
const LATEST = 10

/**
 * A project with its variables.
 * https://vercel.com/docs/rest-api/reference/endpoints/projects/find-a-project-by-id-or-name
 */
export function projectJson(site: Pick<Site, 'rows' | 'urls'>, project: Project) {
  const { rows } = site
  const production = currentProduction(rows, project)
  const env = rows.envVariables.list('byProject', project.id)
  return {
    accountId: project.accountId,
    alias: servedDomains(rows, project).map((domain) => aliasJson(site, domain, production)),
    autoExposeSystemEnvs: true,
    autoAssignCustomDomains: true,
    autoAssignCustomDomainsUpdatedBy: 'system',
    buildCommand: null,
    commandForIgnoringBuildStep: null,
    createdAt: project.createdAt,
    ...customEnvironmentsJson(rows, project),
    customerSupportCodeVisibility: false,
    devCommand: null,
    directoryListing: false,
    env: env.map((variable) => envJson(variable)),
    framework: project.framework,
    gitComments: { onCommit: false, onPullRequest: true },
    gitForkProtection: true,
    gitLFS: false,
    id: project.id,
    installCommand: null,
    lastAliasRequest: aliasRequestJson(rows.aliasRequests.get(project.id)),
    latestDeployments: latestDeployments(rows, project).map((each) => deploymentOfProjectJson(site, each)),
    ...(project.link === null ? {} : { link: linkJson(site, project, project.link) }),
    live: false,
    name: project.name,
    nodeVersion: project.nodeVersion,
    outputDirectory: null,
    ...(project.paused ? { paused: true } : {}),
    ...(Object.keys(project.protectionBypass).length === 0 ? {} : { protectionBypass: bypassJson(project) }),
    publicSource: null,
    ...releasesJson(rows, project),
    rootDirectory: null,
    serverlessFunctionZeroConfigFailover: false,
    skewProtectionMaxAge: 0,
    sourceFilesOutsideRootDirectory: true,
    targets: production === undefined ? {} : { production: deploymentOfProjectJson(site, production) },
    updatedAt: project.updatedAt,
    webAnalytics: { id: project.id },
    ...project.settings,
    ...functionsJson(project),
    deploymentExpiration: expirationIn(project.settings, 'deploymentExpiration') ?? DEFAULT_EXPIRATION,
  }
}

/** The custom environments of a project; no member when it has none. */
function customEnvironmentsJson(rows: Rows, { id }: Project) {
  const customEnvironments = rows.customEnvironments.list('byProject', id).map(customEnvironmentJson)
  return customEnvironments.length === 0 ? {} : { customEnvironments }
}

/** Returns the newest deployments of a project, newest first. */
function latestDeployments(rows: Rows, { id }: Project): readonly Deployment[] {
  return rows.deployments.page('byProject', [id], { offset: 0, limit: LATEST, descending: true }).rows
}

/** Returns the domains that a project's production is served at. */
function servedDomains(rows: Rows, { id }: Project): ProjectDomain[] {
  return rows.projectDomains.list('byProject', id).filter(({ verified, gitBranch }) => verified && gitBranch === null)
}

/** Where the functions of a project run. */
function functionsJson(project: Project) {
  const region = regionOf(project)
  return {
    serverlessFunctionRegion: region,
    defaultResourceConfig: { fluid: true, functionDefaultRegions: [REGION] },
    resourceConfig: {
      fluid: true,
      functionDefaultRegions: [region],
      ...objectAt(project.settings, 'resourceConfig'),
    },
  }
}

/** The secrets that bypass deployment protection, by secret. */
export function bypassJson(project: Project) {
  return Object.fromEntries(
    Object.entries(project.protectionBypass).map(([secret, { createdAt, createdBy, scope, isEnvVar, note }]) => [
      secret,
      { createdAt, createdBy, scope, isEnvVar, ...(note === null ? {} : { note }) },
    ]),
  )
}

/** The last promotion or rollback, which is always complete. */
function aliasRequestJson(request: AliasRequest | undefined) {
  if (request === undefined) return null
  const { fromDeploymentId, toDeploymentId, requestedAt, type } = request
  return { fromDeploymentId, toDeploymentId, jobStatus: 'succeeded', requestedAt, type }
}

function regionOf({ settings }: Project): string {
  const region = settings['serverlessFunctionRegion']
  return typeof region === 'string' ? region : REGION
}

function objectAt(settings: Readonly<Record<string, unknown>>, name: string): object {
  const value = settings[name]
  return typeof value === 'object' && value !== null ? value : {}
}

/** The production domains of a project in the older form of its aliases, with the ones that are not verified yet. */
export function projectAliasesJson(site: Pick<Site, 'rows'>, project: Project) {
  const production = currentProduction(site.rows, project)
  return site.rows.projectDomains
    .list('byProject', project.id)
    .filter(({ gitBranch }) => gitBranch === null)
    .map((domain) => aliasJson(site, domain, production))
}

function aliasJson(site: Pick<Site, 'rows'>, domain: ProjectDomain, production: Deployment | undefined) {
  return {
    configuredBy: 'A',
    configuredChangedAt: domain.createdAt,
    createdAt: domain.createdAt,
    deployment: production === undefined ? null : deploymentOfProjectJson(site, production),
    domain: domain.name,
    environment: 'production',
    target: 'PRODUCTION',
    redirect: domain.redirect,
    redirectStatusCode: domain.redirectStatusCode,
  }
}

/** A deployment inside its project. */
function deploymentOfProjectJson({ rows }: Pick<Site, 'rows'>, deployment: Deployment) {
  const creator = rows.users.require(deployment.creatorId)
  const hosts = rows.aliases.list('byDeployment', deployment.id).map(({ alias }) => alias)
  return {
    alias: hosts,
    aliasAssigned: deployment.aliasAssignedAt,
    aliasError: null,
    automaticAliases: hosts,
    builds: [],
    ...(deployment.buildingAt === null ? {} : { buildingAt: deployment.buildingAt }),
    createdAt: deployment.createdAt,
    createdIn: REGION,
    creator: { uid: creator.id, email: creator.email, username: creator.username },
    deploymentHostname: deployment.url.replace(/\.vercel\.app$/, ''),
    forced: false,
    id: deployment.id,
    meta: deployment.meta,
    monorepoManager: null,
    name: deployment.name,
    plan: PLAN,
    private: true,
    ...(deployment.state === 'READY' && deployment.endedAt !== null ? { readyAt: deployment.endedAt } : {}),
    readyState: deployment.state,
    ...(deployment.substate === null ? {} : { readySubstate: deployment.substate }),
    target: deployment.target,
    teamId: rows.teams.get(deployment.accountId)?.id ?? null,
    type: 'LAMBDAS',
    url: deployment.url,
    userId: deployment.creatorId,
    withCache: false,
  }
}

/** The repository of a project. The members depend on the Git provider. */
function linkJson(site: Pick<Site, 'rows' | 'urls'>, project: Project, link: GitLink) {
  const { type, repo, productionBranch, createdAt } = link
  const [owner = '', name = ''] = repo.split('/')
  const common = {
    createdAt,
    updatedAt: createdAt,
    deployHooks: site.rows.deployHooks.list('byProject', project.id).map((hook) => deployHookJson(site, hook)),
    gitCredentialId: '',
    productionBranch,
    sourceless: false,
  }
  const number = repositoryNumber(repo)
  if (type === 'gitlab') {
    return {
      type,
      projectId: String(number),
      projectName: name,
      projectNamespace: owner,
      projectNameWithNamespace: `${owner} / ${name}`,
      projectUrl: `https://gitlab.com/${repo}`,
      ...common,
    }
  }
  if (type === 'bitbucket') {
    return {
      type,
      owner,
      slug: name,
      name,
      uuid: `{${number}}`,
      workspaceUuid: `{${repositoryNumber(owner)}}`,
      ...common,
    }
  }
  if (type === 'vercel') return { type, org: owner, repo: name, repoId: String(number), ...common }
  if (type === 'cursor-origin') {
    return { type, owner, ownerId: String(repositoryNumber(owner)), repo: name, repoId: String(number), ...common }
  }
  return { type, org: owner, repo: name, repoId: number, repoOwnerId: repositoryNumber(owner), ...common }
}

/** The rolling releases of a project; nothing while its releases are not rolling. */
function releasesJson(rows: Rows, { id }: Project) {
  const settings = rows.releaseSettings.get(id)
  return settings === undefined ? {} : { rollingRelease: releaseSettingsJson(settings) }
}

import { findProject, canWrite, type AccountAccess } from './access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { forbidden, failure } from '#deployhost/errors.ts'
import type { Deployment, GitSource, Project } from '#deployhost/schema.ts'
import { queueBuild } from './builds.ts'
import { environmentOfBranch, findCustomEnvironment } from './custom-environments.ts'
import { emitDeployment } from './deployment-events.ts'
import { findDeployment } from './deployments.ts'
import { variablesFor } from './environment-values.ts'
import { missingDigests, placeFiles, type FileInput, type PlacedFile } from './files.ts'
import { commitOfMeta, metaOfCommit, metaOfWorkingTree, type GitMetadata } from './git.ts'
import { automaticHosts, deploymentHost } from './hosts.ts'
import { projectForDeployment } from './project-of-deployment.ts'
import { changeProject } from './projects.ts'
import { nextSortKey } from './sort-keys.ts'

/** The body of a request that creates a deployment. */
export interface DeploymentInput {
  readonly name: string
  readonly project?: string | undefined
  readonly deploymentId?: string | undefined
  readonly files?: readonly FileInput[] | undefined
  readonly gitSource?: GitSourceInput | undefined
  readonly gitMetadata?: GitMetadata | undefined
  readonly meta?: Readonly<Record<string, string>> | undefined
  readonly projectSettings?: Readonly<Record<string, unknown>> | undefined
  readonly target?: string | null | undefined
  readonly customEnvironmentSlugOrId?: string | undefined
  readonly withLatestCommit?: boolean | undefined
  readonly autoAssignCustomDomains?: boolean | undefined
}

/** A commit in a request; without `sha` it is the latest commit of the branch. */
type GitSourceInput = {
  readonly type: string
  readonly ref?: string | undefined
  readonly sha?: string | undefined
} & {
  readonly [member: string]: string | number | undefined
}

/** The project settings that affect builds. https://vercel.com/docs/deployments/configure-a-build */
const BUILD_SETTINGS = [
  'buildCommand',
  'commandForIgnoringBuildStep',
  'devCommand',
  'framework',
  'installCommand',
  'nodeVersion',
  'outputDirectory',
  'rootDirectory',
  'sourceFilesOutsideRootDirectory',
]

const UNIQUE = '0123456789abcdefghijklmnopqrstuvwxyz'

/** The fields of a deployment that is not built yet. */
const NOT_BUILT = {
  state: 'QUEUED',
  substate: null,
  error: null,
  buildingAt: null,
  endedAt: null,
  aliasAssignedAt: null,
} as const

/** The sources of a deployment: from the request, or from an earlier deployment. */
type Sources = Pick<Deployment, 'gitSource' | 'meta' | 'source'> & { readonly files: readonly PlacedFile[] }

/**
 * Creates a deployment and queues its build; creates the project when the account has none with the name.
 *
 * @throws 400 with the digests of files that were not uploaded, 403 when the user may not change the project, and 404
 * for an unknown project, deployment or environment.
 */
export function createDeployment(call: DeployhostCall & AccountAccess, input: DeploymentInput): Deployment {
  const { rows, account } = call
  const missing = missingDigests(rows, input.files ?? [])
  if (missing.length > 0) throw failure(400, 'missing_files', 'Missing files', { missing })
  const earlier = input.deploymentId === undefined ? null : findDeployment(rows, account, input.deploymentId)
  const project = projectOf(call, input, earlier)
  // A project created by this request has no roles of its own yet, so the role in the account decides.
  if (!canWrite(account, project)) throw forbidden()
  const sources = sourcesOf(call, input, earlier)
  const { files, ...origin } = sources
  const now = Math.floor(call.clock.now())
  const { branch, sha } = commitOfMeta(sources.meta)
  const { target, customEnvironmentId } = environmentOf(rows, project, input, branch)
  const deployment = rows.deployments.insert({
    id: `dpl_${call.ids.base62(28)}`,
    sortKey: nextSortKey(rows.deployments, now),
    projectId: project.id,
    accountId: account.id,
    creatorId: call.user.id,
    name: project.name,
    url: deploymentHost(rows, project, call.ids.from(UNIQUE, 9)),
    target,
    customEnvironmentId,
    ...NOT_BUILT,
    ...origin,
    branch,
    sha,
    projectSettings: settingsOf(project, input, earlier),
    autoAssigns: input.autoAssignCustomDomains !== false,
    env: variableNames(rows, project, target ?? customEnvironmentId, branch),
    buildId: `bld_${call.ids.from(UNIQUE, 9)}`,
    createdAt: now,
  })
  for (const file of files) rows.deploymentFiles.insert({ deploymentId: deployment.id, ...file })
  changeProject(call, project, {})
  emitDeployment(call, 'deployment.created', deployment, { hosts: automaticHosts(rows, project, deployment) })
  return queueBuild(call, deployment)
}

function projectOf(call: DeployhostCall & AccountAccess, input: DeploymentInput, earlier: Deployment | null): Project {
  const { rows, account } = call
  if (input.project !== undefined) return findProject(rows, account, input.project)
  if (earlier !== null) return rows.projects.require(earlier.projectId)
  return projectForDeployment(call, input.name, pick(input.projectSettings ?? {}))
}

function sourcesOf(call: DeployhostCall, input: DeploymentInput, earlier: Deployment | null): Sources {
  const gitSource = gitSourceOf(call, input, earlier)
  const meta = {
    ...earlier?.meta,
    ...(gitSource === null ? {} : metaOfCommit(gitSource)),
    ...(input.gitMetadata === undefined ? {} : metaOfWorkingTree(input.gitMetadata)),
    ...input.meta,
  }
  if (earlier !== null && input.files === undefined) {
    const files = call.rows.deploymentFiles.list('byPath', earlier.id)
    return {
      gitSource,
      meta,
      source: 'redeploy',
      files: files.map(({ path, digest, mode }) => ({ path, digest, mode })),
    }
  }
  const source = gitSource === null ? sourceOfClient(call) : 'api-trigger-git-deploy'
  return { gitSource, meta, source, files: placeFiles(call.rows, input.files ?? []) }
}

/**
 * Returns the commit to build. The hash of a branch's latest commit is generated, because there is no Git provider to
 * ask.
 */
function gitSourceOf({ ids }: DeployhostCall, input: DeploymentInput, earlier: Deployment | null): GitSource | null {
  const { gitSource } = input
  if (gitSource === undefined) {
    const before = earlier?.gitSource ?? null
    return before !== null && input.withLatestCommit === true ? { ...before, sha: ids.hex(40) } : before
  }
  const { type, ref, sha, ...rest } = gitSource
  const members = Object.entries(rest).filter((member): member is [string, string | number] => member[1] !== undefined)
  return { type, ref: ref ?? 'HEAD', sha: sha ?? ids.hex(40), repository: Object.fromEntries(members) }
}

/** Returns the source of a deployment by the client that creates it; null when unknown. */
function sourceOfClient({ header }: DeployhostCall): string | null {
  return /^vercel[ /]/.test(header('user-agent') ?? '') ? 'cli' : null
}

/** Returns the environment that a request names; without one, that of the commit's branch when it has a custom one. */
function environmentOf(
  rows: Rows,
  project: Project,
  { customEnvironmentSlugOrId, target, gitSource }: DeploymentInput,
  branch: string | null,
): Pick<Deployment, 'target' | 'customEnvironmentId'> {
  const name = customEnvironmentSlugOrId || target || null
  if (name === 'preview') return { target: null, customEnvironmentId: null }
  if (name === 'production' || name === 'staging') return { target: name, customEnvironmentId: null }
  const tracking = gitSource === undefined ? null : environmentOfBranch(rows, project, branch)
  const environment = name === null ? tracking : findCustomEnvironment(rows, project, name)
  return { target: null, customEnvironmentId: environment?.id ?? null }
}

function settingsOf(
  project: Project,
  input: DeploymentInput,
  earlier: Deployment | null,
): Readonly<Record<string, unknown>> {
  return {
    buildCommand: null,
    commandForIgnoringBuildStep: null,
    devCommand: null,
    framework: project.framework,
    installCommand: null,
    nodeVersion: project.nodeVersion,
    outputDirectory: null,
    ...pick(project.settings),
    ...earlier?.projectSettings,
    ...pick(input.projectSettings ?? {}),
  }
}

function pick(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => BUILD_SETTINGS.includes(name)))
}

/** Returns the names of the project's variables for a deployment of this target or custom environment. */
function variableNames(rows: Rows, project: Project, environment: string | null, branch: string | null): string[] {
  const target = environment === null || environment === 'staging' ? 'preview' : environment
  return Object.keys(variablesFor(rows, project, target, branch))
}

import { findProject, mayChange, type Scope } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import { forbidden, notFound, refusal } from '../errors.ts'
import { nextStamp } from '../pagination.ts'
import type { Deployment, EnvTarget, GitSource, Project } from '../schema.ts'
import { queueBuild } from './builds.ts'
import { tell } from './deployment-events.ts'
import { requireDeployment } from './deployments.ts'
import { missingDigests, placeFiles, type FileWish, type PlacedFile } from './files.ts'
import { commitOfMeta, metaOfCommit, metaOfWorkingTree, type GitMetadata } from './git.ts'
import { automaticHosts, deploymentHost } from './hosts.ts'
import { projectForDeployment } from './project-of-deployment.ts'

/** What a client wants deployed. */
export interface DeploymentWish {
  readonly name: string
  readonly project?: string | undefined
  readonly deploymentId?: string | undefined
  readonly files?: readonly FileWish[] | undefined
  readonly gitSource?: GitSourceWish | undefined
  readonly gitMetadata?: GitMetadata | undefined
  readonly meta?: Readonly<Record<string, string>> | undefined
  readonly projectSettings?: Readonly<Record<string, unknown>> | undefined
  readonly target?: string | null | undefined
  readonly customEnvironmentSlugOrId?: string | undefined
  readonly withLatestCommit?: boolean | undefined
  readonly autoAssignCustomDomains?: boolean | undefined
}

/** A commit as a client names it: without its hash, the latest of the branch is meant. */
export type GitSourceWish = {
  readonly type: string
  readonly ref?: string | undefined
  readonly sha?: string | undefined
} & {
  readonly [member: string]: string | number | undefined
}

/** What of a project's settings a build goes by. https://vercel.com/docs/deployments/configure-a-build */
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

/** What is not known of a deployment before it is built. */
const NOT_BUILT = {
  state: 'QUEUED',
  substate: null,
  error: null,
  buildingAt: null,
  endedAt: null,
  aliasAssignedAt: null,
} as const

/** What a deployment is built from: what the client sent, or what an earlier deployment was built from. */
type Sources = Pick<Deployment, 'gitSource' | 'meta' | 'source'> & { readonly files: readonly PlacedFile[] }

/**
 * Makes a deployment and queues its build; makes the project where the account has none of the name. Throws 400 with the
 * digests of files that were not uploaded, 403 for who may not change the project, and 404 for a project, deployment or environment that there is not.
 */
export function createDeployment(call: DeployhostCall & Scope, wish: DeploymentWish): Deployment {
  const { rows, account } = call
  const missing = missingDigests(rows, wish.files ?? [])
  if (missing.length > 0) throw refusal(400, 'missing_files', 'Missing files', { missing })
  const earlier = wish.deploymentId === undefined ? null : requireDeployment(rows, account, wish.deploymentId)
  const project = projectOf(call, wish, earlier)
  // Of one that was made just now nobody has a role: making it takes a role in the account.
  if (!mayChange(account, project)) throw forbidden()
  const target = targetOf(wish.customEnvironmentSlugOrId ?? wish.target)
  const sources = sourcesOf(call, wish, earlier)
  const { files, ...origin } = sources
  const now = Math.floor(call.clock.now())
  const { branch, sha } = commitOfMeta(sources.meta)
  const deployment = rows.deployments.insert({
    id: `dpl_${call.ids.base62(28)}`,
    stamp: nextStamp(rows.deployments, now),
    projectId: project.id,
    accountId: account.id,
    creatorId: call.user.id,
    name: project.name,
    url: deploymentHost(rows, project, call.ids.from(UNIQUE, 9)),
    target,
    ...NOT_BUILT,
    ...origin,
    branch,
    sha,
    projectSettings: settingsOf(project, wish, earlier),
    autoAssigns: wish.autoAssignCustomDomains !== false,
    env: variableNames(rows, project, target, branch),
    buildId: `bld_${call.ids.from(UNIQUE, 9)}`,
    createdAt: now,
  })
  for (const file of files) rows.deploymentFiles.insert({ deploymentId: deployment.id, ...file })
  tell(call, 'deployment.created', deployment, { alias: automaticHosts(rows, project, deployment) })
  return queueBuild(call, deployment)
}

function projectOf(call: DeployhostCall & Scope, wish: DeploymentWish, earlier: Deployment | null): Project {
  const { rows, account } = call
  if (wish.project !== undefined) return findProject(rows, account, wish.project)
  if (earlier !== null) return rows.projects.require(earlier.projectId)
  return projectForDeployment(call, wish.name, pick(wish.projectSettings ?? {}))
}

function sourcesOf(call: DeployhostCall, wish: DeploymentWish, earlier: Deployment | null): Sources {
  const gitSource = gitSourceOf(call, wish, earlier)
  const meta = {
    ...earlier?.meta,
    ...(gitSource === null ? {} : metaOfCommit(gitSource)),
    ...(wish.gitMetadata === undefined ? {} : metaOfWorkingTree(wish.gitMetadata)),
    ...wish.meta,
  }
  if (earlier !== null && wish.files === undefined) {
    const files = call.rows.deploymentFiles.list('byPath', earlier.id)
    return {
      gitSource,
      meta,
      source: 'redeploy',
      files: files.map(({ path, digest, mode }) => ({ path, digest, mode })),
    }
  }
  const source = gitSource === null ? sourceOfClient(call) : 'api-trigger-git-deploy'
  return { gitSource, meta, source, files: placeFiles(call.rows, wish.files ?? []) }
}

/** The commit to build. Of the latest of a branch only the vendor's Git host knows the hash: one is made up. */
function gitSourceOf({ ids }: DeployhostCall, wish: DeploymentWish, earlier: Deployment | null): GitSource | null {
  const { gitSource } = wish
  if (gitSource === undefined) {
    const before = earlier?.gitSource ?? null
    return before !== null && wish.withLatestCommit === true ? { ...before, sha: ids.hex(40) } : before
  }
  const { type, ref, sha, ...rest } = gitSource
  const members = Object.entries(rest).filter((member): member is [string, string | number] => member[1] !== undefined)
  return { type, ref: ref ?? 'HEAD', sha: sha ?? ids.hex(40), repository: Object.fromEntries(members) }
}

/** Null: the client does not say what it is. */
function sourceOfClient({ header }: DeployhostCall): string | null {
  return /^vercel[ /]/.test(header('user-agent') ?? '') ? 'cli' : null
}

function targetOf(target: string | null | undefined): Deployment['target'] {
  if (target === undefined || target === null || target === '' || target === 'preview') return null
  if (target === 'production' || target === 'staging') return target
  throw notFound('Custom environment')
}

function settingsOf(
  project: Project,
  wish: DeploymentWish,
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
    ...pick(wish.projectSettings ?? {}),
  }
}

function pick(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => BUILD_SETTINGS.includes(name)))
}

/** The names of the variables that a project has for such a deployment. */
function variableNames(rows: Rows, { id }: Project, target: Deployment['target'], branch: string | null): string[] {
  const environment: EnvTarget = target === 'production' ? 'production' : 'preview'
  const variables = rows.envVariables.list('byProject', id).filter((variable) => variable.target.includes(environment))
  const fitting = variables.filter(({ gitBranch }) => gitBranch === null || gitBranch === branch)
  return [...new Set(fitting.map(({ key }) => key))]
}

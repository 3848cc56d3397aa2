import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { latestStatus } from '#codehost/rules/deployments/deployment-rows.ts'
import { environmentNamed } from '#codehost/rules/deployments/environments.ts'
import { branchRef, commitAt } from '#codehost/rules/git/objects.ts'
import type {
  Deployment as DeploymentRow,
  DeploymentState,
  DeploymentStatus as StatusRow,
  Environment as EnvironmentRow,
} from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { actorById } from '../actors.ts'
import { connection, cursored, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, typedOrNull, type Fields } from '../source.ts'

/** The arguments of connections of deployments. */
export interface DeploymentArguments extends PageArguments {
  readonly environments?: readonly string[] | null
  readonly orderBy?: { readonly field: 'CREATED_AT'; readonly direction: 'ASC' | 'DESC' } | null
}

interface EnvironmentArguments extends PageArguments {
  readonly names?: readonly string[] | null
  readonly orderBy?: { readonly field: 'NAME'; readonly direction: 'ASC' | 'DESC' } | null
}

/** Returns a page of those deployments that the arguments select; `rows` is in the order of creation. */
function pageOfDeployments(rows: readonly DeploymentRow[], { environments, orderBy, ...page }: DeploymentArguments) {
  const found = rows.filter(({ environment }) => !environments?.length || environments.includes(environment))
  return connection(cursoredRows(orderBy?.direction === 'DESC' ? found.toReversed() : found), page)
}

/** The fields of a repository about its deployments. */
export const deploymentFields: Fields<Repo> = {
  deployments: ({ id }, args: DeploymentArguments, { rows }) => {
    const { environments, orderBy, ...page } = args
    if (environments?.length) return pageOfDeployments(rows.deployments.list('created', id), args)
    const descending = orderBy?.direction === 'DESC'
    return connection(
      cursored(rows.deployments, 'created', [id], ({ createdAt }) => createdAt, { descending }),
      page,
    )
  },
  environment: (repo, { name }: { name: string }, { rows }) => environmentNamed(rows, repo, name) ?? null,
  environments: ({ id }, { names, orderBy, ...page }: EnvironmentArguments, { rows }) => {
    const found = rows.environments.list('byName', id).filter(({ name }) => !names?.length || names.includes(name))
    return connection(cursoredRows(orderBy?.direction === 'DESC' ? found.toReversed() : found), page)
  },
}

/** Returns a page of the deployments of a commit. */
export function deploymentsOfCommit(repo: Repo, sha: string, args: DeploymentArguments, { rows }: CodehostCall) {
  return pageOfDeployments(rows.deployments.list('byCommit', repo.id, sha), args)
}

const STATES: Readonly<Record<DeploymentState, string>> = {
  error: 'ERROR',
  failure: 'FAILURE',
  inactive: 'INACTIVE',
  in_progress: 'IN_PROGRESS',
  pending: 'PENDING',
  queued: 'QUEUED',
  success: 'ACTIVE',
  waiting: 'WAITING',
}

/** A deployment. https://docs.github.com/graphql/reference/objects#deployment */
export const Deployment: Fields<DeploymentRow> = {
  id: ({ id }) => nodeId('DE', id),
  databaseId: ({ id }) => id,
  commit: ({ repoId, sha }, _args, { rows }) => {
    const repo = rows.repos.require(repoId)
    const object = commitAt(rows, repo, sha)
    return object === null ? null : { repo, object }
  },
  commitOid: ({ sha }) => sha,
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  description: ({ description }) => description,
  environment: ({ environment }) => environment,
  latestEnvironment: ({ environment }) => environment,
  originalEnvironment: ({ originalEnvironment }) => originalEnvironment,
  payload: ({ payload }) => (typeof payload === 'string' ? payload : JSON.stringify(payload)),
  ref: ({ repoId, ref }, _args, { rows }) =>
    branchRef(rows, { id: repoId }, ref) ?? rows.refs.find('name', repoId, `refs/tags/${ref}`) ?? null,
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  task: ({ task }) => task,
  state: (deployment, _args, { rows }) => STATES[latestStatus(rows, deployment)?.state ?? 'pending'],
  latestStatus: (deployment, _args, { rows }) => latestStatus(rows, deployment) ?? null,
  statuses: ({ id }, args: PageArguments, { rows }) =>
    connection(
      cursored(rows.deploymentStatuses, 'byDeployment', [id], ({ createdAt }) => createdAt, { descending: true }),
      args,
    ),
}

/** A status of a deployment. https://docs.github.com/graphql/reference/objects#deploymentstatus */
export const DeploymentStatus: Fields<StatusRow> = {
  id: ({ id }) => nodeId('DES', id),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  deployment: ({ deploymentId }, _args, { rows }) => rows.deployments.require(deploymentId),
  description: ({ description }) => (description === '' ? null : description),
  environment: ({ environment }) => environment,
  environmentUrl: ({ environmentUrl }) => (environmentUrl === '' ? null : environmentUrl),
  logUrl: ({ logUrl }) => (logUrl === '' ? null : logUrl),
  state: ({ state }) => state.toUpperCase(),
}

/** An environment. https://docs.github.com/graphql/reference/objects#environment */
export const Environment: Fields<EnvironmentRow> = {
  id: ({ id }) => nodeId('EN', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  isPinned: () => false,
  pinnedPosition: () => null,
  latestCompletedDeployment: ({ repoId, name }, _args, { rows }) =>
    rows.deployments
      .list('byEnvironment', repoId, name)
      .findLast((deployment) => latestStatus(rows, deployment)?.state === 'success') ?? null,
  protectionRules: (environment, args: PageArguments) => connection(cursoredRows(rulesOf(environment), kindOf), args),
}

/** A rule that protects an environment. */
interface ProtectionRule {
  readonly kind: 'WAIT_TIMER' | 'REQUIRED_REVIEWERS' | 'BRANCH_POLICY'
  readonly environment: EnvironmentRow
}

const kindOf = ({ kind }: ProtectionRule): string => kind

function rulesOf(environment: EnvironmentRow): ProtectionRule[] {
  const { waitTimer, reviewers, refPolicy } = environment
  const kinds = [
    ...(waitTimer === 0 ? [] : (['WAIT_TIMER'] as const)),
    ...(reviewers.length === 0 ? [] : (['REQUIRED_REVIEWERS'] as const)),
    ...(refPolicy === null ? [] : (['BRANCH_POLICY'] as const)),
  ]
  return kinds.map((kind) => ({ kind, environment }))
}

const PLACES = { WAIT_TIMER: 1, REQUIRED_REVIEWERS: 2, BRANCH_POLICY: 3 } as const

/** A rule of an environment. https://docs.github.com/graphql/reference/objects#deploymentprotectionrule */
export const DeploymentProtectionRule: Fields<ProtectionRule> = {
  databaseId: ({ kind, environment }) => environment.id * 10 + PLACES[kind],
  type: ({ kind }) => kind,
  timeout: ({ kind, environment }) => (kind === 'WAIT_TIMER' ? environment.waitTimer : 0),
  preventSelfReview: ({ kind, environment }) => (kind === 'REQUIRED_REVIEWERS' ? environment.preventSelfReview : null),
  reviewers: ({ kind, environment }, args: PageArguments, { rows }) => {
    const reviewers = kind === 'REQUIRED_REVIEWERS' ? environment.reviewers : []
    const found = reviewers.flatMap(({ type, id }) => {
      const row = type === 'User' ? rows.accounts.get(id) : rows.teams.get(id)
      return row === undefined ? [] : [typed(type, row)]
    })
    return connection(
      cursoredRows(found, ({ typename, row }) => `${typename} ${(row as { id: number }).id}`), // a user or a team
      args,
    )
  },
}

/** Returns the deployment of a workflow job; null for a check of another kind. */
export function deploymentOfJob({ rows }: CodehostCall, jobId: number): DeploymentRow | null {
  return rows.deployments.referring('jobId', jobId)[0] ?? null
}

/** Finds nodes of deployments by the prefixes of their ids. */
export const deploymentNodes = {
  DE: ({ rows }: CodehostCall, id: string) => typedOrNull('Deployment', rows.deployments.get(Number(id))),
  DES: ({ rows }: CodehostCall, id: string) => typedOrNull('DeploymentStatus', rows.deploymentStatuses.get(Number(id))),
  EN: ({ rows }: CodehostCall, id: string) => typedOrNull('Environment', rows.environments.get(Number(id))),
}

import { deploymentOfJob } from './deployments.ts'
import { integrationJson } from '#codehost/json/apps/integration.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { checkRunJson } from '#codehost/json/checks/check-run.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { Commit as CommitObject } from '#codehost/git/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { BUILT_IN_APP_ID } from '#codehost/rules/apps/built-in-app.ts'
import { latestRuns, worseState } from '#codehost/rules/checks/checks.ts'
import { latestStatuses } from '#codehost/rules/checks/statuses.ts'
import { branchRef, commitAt } from '#codehost/rules/git/objects.ts'
import { requiredStates, checksOf } from '#codehost/rules/pulls/merge-requirements.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import type { App as AppRow } from '#codehost/schema/apps.ts'
import type {
  CheckAnnotation as Annotation,
  CheckRun as RunRow,
  CheckSuite as SuiteRow,
} from '#codehost/schema/checks.ts'
import type { JobStep, Workflow as WorkflowRow, WorkflowRun as WorkflowRunRow } from '#codehost/schema/actions.ts'
import type { CommitStatus } from '#codehost/schema/commits.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { actorById } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields } from '../source.ts'
import { pathOfPage, repoPage, sized, type SizeArguments } from '../urls.ts'
import { pullsOf, type PullArguments } from './issue-lists.ts'
import type { InRepo } from './refs.ts'

const upper = (text: string | null): string | null => text?.toUpperCase() ?? null

/** The checks and statuses of a commit: the latest of each name. */
interface Contexts {
  readonly repo: Repo
  readonly sha: string
  readonly runs: readonly RunRow[]
  readonly statuses: readonly CommitStatus[]
}

function contextsOf(rows: Rows, repo: Repo, sha: string): Contexts {
  const runs = latestRuns(rows.checkRuns.list('byCommit', repo.id, sha)).toReversed()
  return { repo, sha, runs, statuses: latestStatuses(rows, repo, sha).toReversed() }
}

/** Returns the checks and statuses of a commit together; null where it has none. */
export function rollupOf(
  { repo, object }: InRepo<CommitObject>,
  _args: object,
  { rows }: CodehostCall,
): Contexts | null {
  const contexts = contextsOf(rows, repo, object.sha)
  return contexts.runs.length + contexts.statuses.length === 0 ? null : contexts
}

/** Returns the statuses of a commit; null where it has none. */
export function statusOf(
  { repo, object }: InRepo<CommitObject>,
  _args: object,
  { rows }: CodehostCall,
): Contexts | null {
  const statuses = latestStatuses(rows, repo, object.sha).toReversed()
  return statuses.length === 0 ? null : { repo, sha: object.sha, runs: [], statuses }
}

/** Returns the check suites of a commit. */
export function checkSuitesOf(
  { repo, object }: InRepo<CommitObject>,
  args: PageArguments & SuiteFilter,
  { rows }: CodehostCall,
) {
  const { appId, checkName } = args.filterBy ?? {}
  const suites = rows.checkSuites
    .list('byCommit', repo.id, object.sha)
    .filter(
      (suite) =>
        (appId == null || (suite.appId ?? BUILT_IN_APP_ID) === appId) &&
        (checkName == null || rows.checkRuns.referring('suiteId', suite.id).some(({ name }) => name === checkName)),
    )
  return connection(cursoredRows(suites), args)
}

interface SuiteFilter {
  readonly filterBy?: { readonly appId?: number | null; readonly checkName?: string | null } | null
}

function contextConnection({ runs, statuses }: Contexts, args: PageArguments) {
  const nodes = [
    ...runs.map((run) => typed('CheckRun', run)),
    ...statuses.map((status) => typed('StatusContext', status)),
  ]
  const list = cursoredRows(nodes, ({ typename, row }) => `${typename} ${String((row as { id: number }).id)}`) // both have ids
  return connection(list, args, undefined, {
    checkRunCount: runs.length,
    statusContextCount: statuses.length,
    checkRunCountsByState: countsOf(runs.map((run) => (run.conclusion ?? run.status).toUpperCase())),
    statusContextCountsByState: countsOf(statuses.map(({ state }) => state.toUpperCase())),
  })
}

function countsOf(states: readonly string[]): { state: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts].map(([state, count]) => ({ state, count }))
}

/** Returns the state of several checks: the worst of them. */
function worstOf(states: Iterable<CommitStatus['state']>): string {
  let worst: CommitStatus['state'] | undefined
  for (const state of states) worst = worseState(worst, state)
  return worst?.toUpperCase() ?? 'PENDING'
}

/** The checks and statuses of a commit. https://docs.github.com/graphql/reference/objects#statuscheckrollup */
export const StatusCheckRollup: Fields<Contexts> = {
  id: ({ repo, sha }) => nodeId('SCR', `${repo.id}:${sha}`),
  commit: ({ repo, sha }, _args, { rows }) => ({ repo, object: commitAt(rows, repo, sha) }),
  state: ({ repo, sha }, _args, { rows }) => worstOf(checksOf(rows, repo, sha).values()),
  contexts: (contexts, args: PageArguments) => contextConnection(contexts, args),
}

/** The statuses of a commit. https://docs.github.com/graphql/reference/objects#status */
export const Status: Fields<Contexts> = {
  id: ({ repo, sha }) => nodeId('S', `${repo.id}:${sha}`),
  commit: ({ repo, sha }, _args, { rows }) => ({ repo, object: commitAt(rows, repo, sha) }),
  state: ({ statuses }) => worstOf(statuses.map(({ state }) => state)),
  context: ({ statuses }, { name }: { name: string }) => statuses.find(({ context }) => context === name) ?? null,
  contexts: ({ statuses }) => statuses,
  combinedContexts: ({ repo, sha }, args: PageArguments, { rows }) =>
    contextConnection(contextsOf(rows, repo, sha), args),
}

/** A status of a commit. https://docs.github.com/graphql/reference/objects#statuscontext */
export const StatusContext: Fields<CommitStatus> = {
  id: ({ id }) => nodeId('SC', id),
  context: ({ context }) => context,
  description: ({ description }) => description,
  state: ({ state }) => state.toUpperCase(),
  targetUrl: ({ targetUrl }) => targetUrl,
  createdAt: ({ createdAt }) => time(createdAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  avatarUrl: ({ creatorId }, args: SizeArguments, call) =>
    sized(simpleUserJson(call, call.rows.accounts.require(creatorId)).avatar_url, args),
  commit: ({ repoId, sha }, _args, { rows }) => {
    const repo = rows.repos.require(repoId)
    const object = commitAt(rows, repo, sha)
    return object === null ? null : { repo, object }
  },
  isRequired: ({ repoId, sha, context }, args: PullChoice, call) => isRequired(call, repoId, sha, context, args),
}

/** A check of a commit. https://docs.github.com/graphql/reference/objects#checkrun */
export const CheckRun: Fields<RunRow> = {
  id: ({ id }) => nodeId('CR', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status.toUpperCase(),
  conclusion: ({ conclusion }) => upper(conclusion),
  externalId: ({ externalId }) => externalId,
  title: ({ title }) => title,
  summary: ({ summary }) => summary,
  text: ({ text }) => text,
  startedAt: ({ startedAt }) => time(startedAt),
  completedAt: ({ completedAt }) => timeOrNull(completedAt),
  detailsUrl: (run, _args, call) => runJson(run, call).details_url,
  url: (run, _args, call) => runJson(run, call).html_url,
  permalink: (run, _args, call) => runJson(run, call).html_url,
  resourcePath: (run, _args, call) => pathOfPage(call, runJson(run, call).html_url),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  checkSuite: ({ suiteId }, _args, { rows }) => rows.checkSuites.require(suiteId),
  deployment: ({ id }, _args, call) => deploymentOfJob(call, id),
  isRequired: ({ repoId, headSha, name }, args: PullChoice, call) => isRequired(call, repoId, headSha, name, args),
  annotations: (run, args: PageArguments) => {
    const annotations = run.annotations.map((annotation, at) => ({ run, annotation, at }))
    return connection(
      cursoredRows(annotations, ({ at }) => at),
      args,
    )
  },
  steps: ({ id }, args: PageArguments & { number?: number | null }, { rows }) => {
    const steps = rows.workflowJobs.get(id)?.steps ?? []
    const found = steps.filter(({ number }) => args.number == null || number === args.number)
    return connection(
      cursoredRows(found, ({ number }) => number),
      args,
    )
  },
  pendingDeploymentRequest: () => null,
}

function runJson(run: RunRow, call: CodehostCall) {
  return checkRunJson(call, call.rows.repos.require(run.repoId), run)
}

interface PullChoice {
  readonly pullRequestId?: string | null
  readonly pullRequestNumber?: number | null
}

/** Returns whether the base branch of the pull request requires a check of this name. */
function isRequired({ rows }: CodehostCall, repoId: number, sha: string, name: string, choice: PullChoice): boolean {
  const repo = rows.repos.require(repoId)
  const { pullRequestId, pullRequestNumber } = choice
  return rows.pulls.list('headSha', repoId, sha).some((pull) => {
    const isMeant =
      pullRequestId == null
        ? pullRequestNumber == null || rows.issues.require(pull.issueId).number === pullRequestNumber
        : nodeId('PR', pull.id) === pullRequestId
    const protection = isMeant ? protectionOf(rows, repo, pull.baseRef) : undefined
    return (
      protection !== undefined && requiredStates(rows, repo, protection, sha).some(({ context }) => context === name)
    )
  })
}

/** A step of a job. https://docs.github.com/graphql/reference/objects#checkstep */
export const CheckStep: Fields<JobStep> = {
  name: ({ name }) => name,
  number: ({ number }) => number,
  status: ({ status }) => status.toUpperCase(),
  conclusion: ({ conclusion }) => upper(conclusion),
  startedAt: ({ startedAt }) => timeOrNull(startedAt),
  completedAt: ({ completedAt }) => timeOrNull(completedAt),
  externalId: () => null,
  secondsToCompletion: ({ startedAt, completedAt }) =>
    startedAt === null || completedAt === null ? null : Math.round((completedAt - startedAt) / 1000),
}

/** A remark of a check about lines of a file. https://docs.github.com/graphql/reference/objects#checkannotation */
export const CheckAnnotation: Fields<{ readonly run: RunRow; readonly annotation: Annotation }> = {
  path: ({ annotation }) => annotation.path,
  message: ({ annotation }) => annotation.message,
  title: ({ annotation }) => annotation.title,
  rawDetails: ({ annotation }) => annotation.raw_details,
  annotationLevel: ({ annotation }) => annotation.annotation_level.toUpperCase(),
  blobUrl: ({ run, annotation }, _args, call) =>
    `${repoPage(call, call.rows.repos.require(run.repoId))}/blob/${run.headSha}/${annotation.path}`,
  location: ({ annotation }) => ({
    start: { line: annotation.start_line, column: annotation.start_column },
    end: { line: annotation.end_line, column: annotation.end_column },
  }),
  databaseId: () => null,
}

/** The checks of one app or workflow. https://docs.github.com/graphql/reference/objects#checksuite */
export const CheckSuite: Fields<SuiteRow> = {
  id: ({ id }) => nodeId('CS', id),
  databaseId: ({ id }) => id,
  status: ({ status }) => status.toUpperCase(),
  conclusion: ({ conclusion }) => upper(conclusion),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  app: ({ appId }, _args, { rows }) => ({ app: rows.apps.get(appId) ?? null }),
  branch: ({ repoId, headBranch }, _args, { rows }) =>
    headBranch === null ? null : (branchRef(rows, { id: repoId }, headBranch) ?? null),
  commit: ({ repoId, headSha }, _args, { rows }) => {
    const repo = rows.repos.require(repoId)
    return { repo, object: commitAt(rows, repo, headSha) }
  },
  creator: () => null,
  push: () => null,
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  url: ({ id, repoId, headSha }, _args, call) => suitePage(call, repoId, headSha, id),
  resourcePath: ({ id, repoId, headSha }, _args, call) => pathOfPage(call, suitePage(call, repoId, headSha, id)),
  workflowRun: ({ id }, _args, { rows }) => rows.workflowRuns.find('suite', id) ?? null,
  checkRuns: ({ id, appId: ownerId }, args: PageArguments & RunFilter, { rows }) => {
    const { appId, checkName, checkType, status, statuses, conclusions } = args.filterBy ?? {}
    const all = rows.checkRuns.referring('suiteId', id)
    const shown = checkType === 'ALL' ? all : latestRuns(all).toReversed()
    const states = statuses ?? (status == null ? null : [status])
    const found = shown.filter(
      (run) =>
        (appId == null || (ownerId ?? BUILT_IN_APP_ID) === appId) &&
        (checkName == null || run.name === checkName) &&
        (states === null || states.includes(run.status.toUpperCase())) &&
        (conclusions == null || conclusions.includes(run.conclusion?.toUpperCase() ?? '')),
    )
    return connection(cursoredRows(found), args)
  },
  matchingPullRequests: ({ repoId, headSha }, args: PullArguments, call) => {
    const pulls = call.rows.pulls.list('headSha', repoId, headSha)
    return pullsOf(
      pulls.map(({ issueId }) => call.rows.issues.require(issueId)),
      args,
      call,
    )
  },
}

interface RunFilter {
  readonly filterBy?: {
    readonly appId?: number | null
    readonly checkName?: string | null
    readonly checkType?: 'ALL' | 'LATEST' | null
    readonly status?: string | null
    readonly statuses?: readonly string[] | null
    readonly conclusions?: readonly string[] | null
  } | null
}

function suitePage(call: CodehostCall, repoId: number, sha: string, id: number): string {
  return `${repoPage(call, call.rows.repos.require(repoId))}/commit/${sha}/checks?check_suite_id=${id}`
}

/** A GitHub App, or the built-in one. https://docs.github.com/graphql/reference/objects#app */
export const App: Fields<{ readonly app: AppRow | null }> = {
  id: ({ app }, _args, call) => integrationJson(call, app).node_id,
  databaseId: ({ app }, _args, call) => integrationJson(call, app).id,
  name: ({ app }, _args, call) => integrationJson(call, app).name,
  slug: ({ app }, _args, call) => integrationJson(call, app).slug,
  description: ({ app }) => app?.description ?? null,
  clientId: ({ app }) => app?.clientId ?? null,
  url: ({ app }, _args, call) => integrationJson(call, app).html_url,
  logoUrl: ({ app }, args: SizeArguments, call) =>
    sized(call.urls.of(`/avatars/in/${integrationJson(call, app).id}?v=4`), args),
  logoBackgroundColor: () => 'ffffff',
  createdAt: ({ app }, _args, call) => integrationJson(call, app).created_at,
  updatedAt: ({ app }, _args, call) => integrationJson(call, app).updated_at,
}

/** A run of a workflow. https://docs.github.com/graphql/reference/objects#workflowrun */
export const WorkflowRun: Fields<WorkflowRunRow> = {
  id: ({ id }) => nodeId('WFR', id),
  databaseId: ({ id }) => id,
  event: ({ event }) => event,
  runNumber: ({ number }) => number,
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  workflow: ({ workflowId }, _args, { rows }) => rows.workflows.require(workflowId),
  checkSuite: ({ suiteId }, _args, { rows }) => rows.checkSuites.require(suiteId),
  url: ({ id, repoId }, _args, call) => `${repoPage(call, call.rows.repos.require(repoId))}/actions/runs/${id}`,
  resourcePath: ({ id, repoId }, _args, call) =>
    pathOfPage(call, `${repoPage(call, call.rows.repos.require(repoId))}/actions/runs/${id}`),
}

/** A workflow. https://docs.github.com/graphql/reference/objects#workflow */
export const Workflow: Fields<WorkflowRow> = {
  id: ({ id }) => nodeId('W', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  state: ({ state }) => state.toUpperCase(),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  url: (workflow, _args, call) => workflowPage(workflow, call),
  resourcePath: (workflow, _args, call) => pathOfPage(call, workflowPage(workflow, call)),
  runs: ({ id }, args: PageArguments & { orderBy?: { direction: string } | null }, { rows }) => {
    const runs = rows.workflowRuns.list('createdByWorkflow', id)
    return connection(cursoredRows(args.orderBy?.direction === 'ASC' ? runs : runs.toReversed()), args)
  },
}

function workflowPage({ repoId, path }: WorkflowRow, call: CodehostCall): string {
  return `${repoPage(call, call.rows.repos.require(repoId))}/actions/workflows/${path.slice(path.lastIndexOf('/') + 1)}`
}

import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { refOf } from '#codehost/rules/actions/identity-claims.ts'
import { jobToken } from '#codehost/rules/actions/job-tokens.ts'
import { jobsOf } from '#codehost/rules/actions/run-progress.ts'
import { findRun, which, type WhichRun } from './workflow-runs.ts'

const Options = v.strictObject({ ...which, job: v.optional(v.string()) })

/** The job whose environment is asked for. */
export interface JobEnvironmentOptions extends WhichRun {
  /** The name of the job, or its key in the workflow file. Default: the first job */
  readonly job?: string
}

/**
 * Returns the environment variables that a runner gives to a job, so that a program which runs in jobs (with
 * `@actions/core`, `@actions/artifact`, `@actions/cache`) does the same in a test. The job is one of the run with
 * `runId`, else of the newest.
 *
 * @throws TypeError for unknown options.
 * @throws Error when there is no such run, and for a job that the run does not have.
 */
export function jobEnvironment(
  context: CodehostContext,
  options: JobEnvironmentOptions = {},
): Readonly<Record<string, string>> {
  const { job: jobName, ...selector } = checkedOptions('jobEnvironment', Options, options)
  const { rows, urls } = context
  const run = findRun('jobEnvironment', context, selector, () => true)
  const jobs = jobsOf(context, run)
  const job = jobName === undefined ? jobs[0] : jobs.find(({ name, key }) => name === jobName || key === jobName)
  if (jobName !== undefined && job === undefined) {
    const names = jobs.map(({ name }) => name).join(', ')
    throw new Error(`jobEnvironment: run ${run.id} has no job named ${JSON.stringify(jobName)} (it has ${names})`)
  }
  const repo = rows.repos.require(run.repoId)
  const owner = rows.accounts.require(repo.ownerId)
  const actor = rows.accounts.require(run.triggeringActorId)
  const token = jobToken(context, { run, job: job ?? null })
  const ref = refOf(rows, run)
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${urls.of('/_services/token/request')}?api-version=2.0`,
    ACTIONS_RUNTIME_TOKEN: token,
    ACTIONS_RESULTS_URL: `${urls.of('/twirp')}/`,
    ACTIONS_CACHE_SERVICE_V2: 'true',
    // The vendor's packages refuse to work for every other host.
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: urls.api,
    GITHUB_REPOSITORY: `${owner.login}/${repo.name}`,
    GITHUB_REPOSITORY_ID: String(repo.id),
    GITHUB_REPOSITORY_OWNER: owner.login,
    GITHUB_REPOSITORY_OWNER_ID: String(owner.id),
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(run.number),
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_WORKFLOW: run.name,
    GITHUB_JOB: job?.key ?? '',
    GITHUB_EVENT_NAME: run.event,
    GITHUB_ACTOR: actor.login,
    GITHUB_ACTOR_ID: String(actor.id),
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_SHA: run.headSha,
  }
}

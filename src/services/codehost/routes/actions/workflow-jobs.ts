import * as v from 'valibot'
import { json, text } from '#core/answer.ts'
import { viewOfIndex, viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, requirePermission, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { workflowJobJson } from '#codehost/json/actions/workflow-job.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { jobLog } from '#codehost/rules/actions/job-logs.ts'
import { rerequestRun } from '#codehost/rules/actions/new-run.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import { STORAGE, redirectToStorage } from '#codehost/rules/actions/storage-links.ts'
import type { Rows } from '#codehost/call.ts'
import type { WorkflowJob } from '#codehost/schema/actions.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadRun, loadJob, requireStorageLink } from '#codehost/steps/workflow-runs.ts'

const { get, post } = routesFor<CodehostCall>()

const RerunInput = v.nullish(
  v.object({ enable_debug_logging: v.optional(v.boolean()), enable_debugger: v.optional(v.boolean()) }),
)

const run = '/repos/:owner/:repo/actions/runs/:run_id'
const one = '/repos/:owner/:repo/actions/jobs/:job_id'

/** Jobs of workflow runs. https://docs.github.com/rest/actions/workflow-jobs */
export const workflowJobsRoutes = [
  get('actions/list-jobs-for-workflow-run', `${run}/jobs`, loadRepo, loadRun, (call) => {
    const { rows, repo, run, query } = call
    const write = (job: WorkflowJob) => workflowJobJson(call, repo, job)
    if (query.get('filter') === 'all') {
      return answerNamedPage(call, 'jobs', viewOfReference(rows.workflowJobs, 'runId', run.id), write)
    }
    return answerNamedPage(call, 'jobs', viewOfIndex(rows.workflowJobs, 'byAttempt', [run.id, run.attempt]), write)
  }),
  get(
    'actions/list-jobs-for-workflow-run-attempt',
    `${run}/attempts/:attempt_number/jobs`,
    loadRepo,
    loadRun,
    (call) => {
      const { rows, repo, run, params } = call
      const attempt = wholeNumber(params.attempt_number)
      if (attempt < 1 || attempt > run.attempt) throw notFound()
      const jobs = rows.workflowJobs.list('byAttempt', run.id, attempt)
      return answerNamedPage(call, 'jobs', jobs, (job) => workflowJobJson(call, repo, job))
    },
  ),
  get('actions/get-job-for-workflow-run', one, loadRepo, loadJob, (call) =>
    json(workflowJobJson(call, call.repo, call.job)),
  ),
  post(
    'actions/re-run-job-for-workflow-run',
    `${one}/rerun`,
    requireWrite('push'),
    loadJob,
    requireBody(RerunInput),
    (call) => {
      const run = call.rows.workflowRuns.require(call.job.runId)
      if (run.status !== 'completed') throw forbidden('The workflow run containing this job is already running')
      carryOut(call, rerequestRun(call, run, call.user, call.job))
      return json({}, 201)
    },
  ),
  get('actions/download-job-logs-for-workflow-run', `${one}/logs`, requirePermission('pull'), loadJob, (call) => {
    if (!hasLog(call.rows, call.job)) throw notFound()
    return redirectToStorage(call, `jobs/${call.job.id}/logs.txt`)
  }),
  // The target of the redirect.
  get(
    'actions/download-job-logs-for-workflow-run',
    `${STORAGE}/jobs/:job_id/logs.txt`,
    requireStorageLink,
    ({ rows, params }) => {
      const job = rows.workflowJobs.get(wholeNumber(params.job_id))
      if (job === undefined || !hasLog(rows, job)) throw notFound()
      return text(jobLog(job))
    },
  ),
]

/** Returns whether a job has a log: from its end on a runner until the logs of its run are deleted. */
function hasLog(rows: Rows, { status, runnerId, runId }: WorkflowJob): boolean {
  return status === 'completed' && runnerId !== null && !rows.workflowRuns.require(runId).logsDeleted
}

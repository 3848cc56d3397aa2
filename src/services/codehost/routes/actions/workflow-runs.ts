import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import type { ListView } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, requirePermission, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { conflict, forbidden, notFound } from '#codehost/errors.ts'
import { runAttemptJson, workflowRunJson } from '#codehost/json/actions/workflow-run.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { archive } from '#codehost/rules/actions/archives.ts'
import { runLogs } from '#codehost/rules/actions/job-logs.ts'
import { awaitsApproval } from '#codehost/rules/actions/fork-runs.ts'
import { startApproved, startAttempt } from '#codehost/rules/actions/new-run.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import { matchingRuns } from '#codehost/rules/actions/run-lists.ts'
import { cancelRun, jobsOf } from '#codehost/rules/actions/run-progress.ts'
import { STORAGE, redirectToStorage } from '#codehost/rules/actions/storage-links.ts'
import type { WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadZip, loadRun, requireStorageLink } from '#codehost/steps/workflow-runs.ts'
import { loadWorkflow } from '#codehost/steps/workflows.ts'

const { get, post, del } = routesFor<CodehostCall>()

const RerunInput = v.nullish(v.object({ enable_debug_logging: v.optional(v.boolean()) }))

const all = '/repos/:owner/:repo/actions/runs'
const one = `${all}/:run_id` as const

/** Runs of workflows. https://docs.github.com/rest/actions/workflow-runs */
export const workflowRunsRoutes = [
  get('actions/list-workflow-runs-for-repo', all, loadRepo, (call) =>
    listed(call, call.repo, matchingRuns(call, call.repo, null)),
  ),
  get(
    'actions/list-workflow-runs',
    '/repos/:owner/:repo/actions/workflows/:workflow_id/runs',
    loadRepo,
    loadWorkflow,
    (call) => listed(call, call.repo, matchingRuns(call, call.repo, call.workflow)),
  ),
  get('actions/get-workflow-run', one, loadRepo, loadRun, (call) =>
    json(workflowRunJson(call, call.repo, call.run, optionsOf(call))),
  ),
  get('actions/get-workflow-run-attempt', `${one}/attempts/:attempt_number`, loadRepo, loadRun, (call) => {
    const { rows, repo, run, params } = call
    const number = wholeNumber(params.attempt_number)
    if (number === run.attempt) return json(workflowRunJson(call, repo, run, optionsOf(call)))
    const attempt = rows.runAttempts.find('attempt', run.id, number)
    if (attempt === undefined) throw notFound()
    return json(runAttemptJson(call, repo, run, attempt, optionsOf(call)))
  }),
  del('actions/delete-workflow-run', one, requireWrite('push'), loadRun, ({ rows, run }) => {
    if (run.status !== 'completed') throw forbidden('Could not delete the workflow run')
    // Deleting the check suite deletes the run and all its records.
    rows.checkSuites.delete(run.suiteId)
    return empty()
  }),
  post('actions/approve-workflow-run', `${one}/approve`, requireWrite('push'), loadRun, (call) => {
    const { run } = call
    if (run.headRepoId === run.repoId) throw forbidden('This run is not from a fork pull request')
    if (!awaitsApproval(call, run)) throw forbidden('This run is not waiting for approval')
    carryOut(call, startApproved(call, run))
    return json({}, 201)
  }),
  post('actions/cancel-workflow-run', `${one}/cancel`, requireWrite('push'), loadRun, cancelled),
  post('actions/force-cancel-workflow-run', `${one}/force-cancel`, requireWrite('push'), loadRun, cancelled),
  post('actions/re-run-workflow', `${one}/rerun`, requireWrite('push'), loadRun, requireBody(RerunInput), (call) => {
    refuseRunning(call.run)
    carryOut(
      call,
      startAttempt(call, call.run, call.user, () => true),
    )
    return json({}, 201)
  }),
  post(
    'actions/re-run-workflow-failed-jobs',
    `${one}/rerun-failed-jobs`,
    requireWrite('push'),
    loadRun,
    requireBody(RerunInput),
    (call) => {
      refuseRunning(call.run)
      const failed = jobsOf(call, call.run).filter(
        ({ conclusion }) => conclusion === 'failure' || conclusion === 'cancelled',
      )
      if (failed.length === 0) throw forbidden('This workflow run cannot be retried')
      carryOut(
        call,
        startAttempt(call, call.run, call.user, ({ id }) => failed.some((job) => job.id === id)),
      )
      return json({}, 201)
    },
  ),
  get('actions/download-workflow-run-logs', `${one}/logs`, requirePermission('pull'), loadRun, (call) => {
    if (call.run.status !== 'completed' || call.run.logsDeleted) throw notFound()
    return redirectToStorage(call, `runs/${call.run.id}/${call.run.attempt}/logs.zip`)
  }),
  get(
    'actions/download-workflow-run-attempt-logs',
    `${one}/attempts/:attempt_number/logs`,
    requirePermission('pull'),
    loadRun,
    (call) => {
      const { run, params } = call
      const attempt = wholeNumber(params.attempt_number)
      const isUnfinished = attempt === run.attempt && run.status !== 'completed'
      if (attempt < 1 || attempt > run.attempt || isUnfinished || run.logsDeleted) throw notFound()
      return redirectToStorage(call, `runs/${run.id}/${attempt}/logs.zip`)
    },
  ),
  del('actions/delete-workflow-run-logs', `${one}/logs`, requireWrite('push'), loadRun, ({ rows, run }) => {
    if (run.status !== 'completed') throw forbidden('Cannot delete logs of a workflow run that is not completed.')
    rows.workflowRuns.update(run.id, { logsDeleted: true })
    return empty()
  }),
  // The target of the redirect.
  get(
    'actions/download-workflow-run-logs',
    `${STORAGE}/runs/:run_id/:attempt/logs.zip`,
    loadZip,
    requireStorageLink,
    ({ rows, params, zip }) => {
      const run = rows.workflowRuns.get(wholeNumber(params.run_id))
      const attempt = wholeNumber(params.attempt)
      if (run === undefined || attempt > run.attempt || run.logsDeleted) throw notFound()
      const files = Object.entries(runLogs(rows, run, attempt)).map(
        ([path, text]) => [path, Buffer.from(text)] as const,
      )
      const name = `logs_${run.id}.zip`
      return {
        status: 200,
        headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename=${name}` },
        body: archive(zip, Object.fromEntries(files), run.updatedAt),
      }
    },
  ),
]

function listed(call: CodehostCall, repo: Repo, runs: ListView<WorkflowRun>) {
  return answerNamedPage(call, 'workflow_runs', runs, (run) => workflowRunJson(call, repo, run, optionsOf(call)))
}

function optionsOf({ query }: CodehostCall) {
  return { excludePulls: query.get('exclude_pull_requests') === 'true' }
}

function cancelled(call: CodehostCall & { readonly run: WorkflowRun }) {
  if (call.run.status === 'completed') throw conflict('Cannot cancel a workflow run that is completed.')
  carryOut(call, cancelRun(call, call.run))
  return json({}, 202)
}

function refuseRunning({ status }: WorkflowRun): void {
  if (status !== 'completed') throw forbidden('This workflow is already running')
}

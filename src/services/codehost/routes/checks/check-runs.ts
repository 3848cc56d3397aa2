import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { annotationJson, checkRunJson } from '#codehost/json/checks/check-run.ts'
import { answerPage, answerNamedPage } from '#codehost/json/pagination.ts'
import { resetSuite } from '#codehost/rules/checks/changes.ts'
import { emitCheckRun } from '#codehost/rules/checks/events.ts'
import { createCheckRun, updateCheckRun, type CheckRunMembers } from '#codehost/rules/checks/check-runs.ts'
import { matchingRuns } from '#codehost/rules/checks/lists.ts'
import { requireOwnRun } from '#codehost/rules/checks/apps.ts'
import { findCommit } from '#codehost/rules/commits/find.ts'
import { rerequestRun } from '#codehost/rules/actions/new-run.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import type { CheckRun } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadCheckRun, loadCheckSuite } from '#codehost/steps/checks.ts'

const { get, post, patch } = routesFor<CodehostCall>()

const text = v.pipe(v.string(), v.maxLength(65_535))
const when = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'date-time'), // the name of the format in the refusal
  v.transform((value) => Date.parse(value)),
)
const line = v.pipe(v.number(), v.integer())
const nullableText = v.optional(v.nullable(v.string()), null)
const nullableLine = v.optional(v.nullable(line), null)

const annotation = v.object({
  path: v.string(),
  start_line: line,
  end_line: line,
  start_column: nullableLine,
  end_column: nullableLine,
  annotation_level: v.picklist(['notice', 'warning', 'failure']),
  title: nullableText,
  message: v.string(),
  raw_details: nullableText,
})

const outputMembers = {
  summary: text,
  text: v.optional(v.nullable(text)),
  annotations: v.optional(v.pipe(v.array(annotation), v.maxLength(50)), []),
  images: v.optional(v.array(v.object({ alt: v.string(), image_url: v.string(), caption: v.optional(v.string()) }))),
}

const action = v.object({
  label: v.pipe(v.string(), v.maxLength(20)),
  description: v.pipe(v.string(), v.maxLength(40)),
  identifier: v.pipe(v.string(), v.maxLength(20)),
})

const members = {
  details_url: v.optional(v.string()),
  external_id: v.optional(v.string()),
  started_at: v.optional(when),
  conclusion: v.optional(
    v.picklist(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out']),
  ),
  completed_at: v.optional(when),
  actions: v.optional(v.pipe(v.array(action), v.maxLength(3))),
}

const states = ['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending'] as const

const CheckRunInput = v.object({
  ...members,
  name: v.string(),
  head_sha: v.string(),
  status: v.optional(v.picklist(states)),
  output: v.optional(v.object({ ...outputMembers, title: v.string() })),
})

const CheckRunChanges = v.object({
  ...members,
  name: v.optional(v.string()),
  status: v.optional(v.picklist(states)),
  output: v.optional(v.object({ ...outputMembers, title: v.optional(v.nullable(v.string())) })),
})

const one = '/repos/:owner/:repo/check-runs/:check_run_id'

/** Check runs. Those that a user creates belong to the built-in app. https://docs.github.com/rest/checks/runs */
export const checkRunsRoutes = [
  post('checks/create', '/repos/:owner/:repo/check-runs', requireWrite('push'), requireBody(CheckRunInput), (call) => {
    const { repo, user, body } = call
    const run = createCheckRun(call, repo, { ...membersOf(body), name: body.name, headSha: body.head_sha }, user)
    const wire = checkRunJson(call, repo, run)
    return json(wire, 201, { location: wire.url })
  }),
  get('checks/get', one, loadRepo, loadCheckRun, (call) => json(checkRunJson(call, call.repo, call.run))),
  patch('checks/update', one, requireWrite('push'), loadCheckRun, requireBody(CheckRunChanges), (call) => {
    const { repo, user, run: before, body } = call
    requireOwnRun(call, before)
    const run = updateCheckRun(call, repo, before, { ...membersOf(body), name: body.name }, user)
    return json(checkRunJson(call, repo, run))
  }),
  get('checks/list-annotations', `${one}/annotations`, loadRepo, loadCheckRun, (call) =>
    answerPage(call, call.run.annotations, (each) => annotationJson(call, call.repo, call.run, each)),
  ),
  post('checks/rerequest-run', `${one}/rerequest`, requireWrite('push'), loadCheckRun, (call) => {
    const { rows, repo, user, run } = call
    const job = rows.workflowJobs.get(run.id)
    if (run.status !== 'completed') throw unprocessable('This check run is not rerequestable')
    if (job !== undefined) {
      carryOut(call, rerequestRun(call, rows.workflowRuns.require(job.runId), user, job))
      return json({}, 201)
    }
    // Emitted before the suite loses its conclusion.
    emitCheckRun(call, repo, 'rerequested', run, user)
    resetSuite(call, run.suiteId)
    return json({}, 201)
  }),
  get('checks/list-for-ref', '/repos/:owner/:repo/commits/*/check-runs', loadRepo, (call) => {
    const { rows, repo } = call
    const commit = findCommit(rows, repo, call.params['*'])
    return answerRuns(call, repo, rows.checkRuns.list('byCommit', repo.id, commit.sha))
  }),
  get(
    'checks/list-for-suite',
    '/repos/:owner/:repo/check-suites/:check_suite_id/check-runs',
    loadRepo,
    loadCheckSuite,
    (call) => answerRuns(call, call.repo, call.rows.checkRuns.referring('suiteId', call.suite.id)),
  ),
]

function answerRuns(call: CodehostCall, repo: Repo, runs: readonly CheckRun[]): Answer {
  return answerNamedPage(call, 'check_runs', matchingRuns(call, runs), (run) => checkRunJson(call, repo, run))
}

/** Returns the members of a check run, other than its name, that a body sets. */
function membersOf(body: v.InferOutput<typeof CheckRunChanges>): CheckRunMembers {
  return {
    detailsUrl: body.details_url,
    externalId: body.external_id,
    status: body.status,
    conclusion: body.conclusion,
    startedAt: body.started_at,
    completedAt: body.completed_at,
    actions: body.actions,
    output: body.output,
  }
}

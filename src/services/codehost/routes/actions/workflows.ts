import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { workflowJson } from '#codehost/json/actions/workflow.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { dispatchWorkflow } from '#codehost/rules/actions/dispatch.ts'
import { disableWorkflow, enableWorkflow } from '#codehost/rules/actions/workflow-state.ts'
import { syncWorkflows } from '#codehost/rules/actions/workflows.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadWorkflow } from '#codehost/steps/workflows.ts'

const { get, post, put } = routesFor<CodehostCall>()

const WorkflowDispatchInput = v.object({
  ref: v.string(),
  inputs: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  return_run_details: v.optional(v.boolean(), false),
})

const MOST_INPUTS = 25

const all = '/repos/:owner/:repo/actions/workflows'
const one = `${all}/:workflow_id` as const

/** Workflows. https://docs.github.com/rest/actions/workflows */
export const workflowsRoutes = [
  get('actions/list-repo-workflows', all, loadRepo, (call) => {
    const { rows, repo } = call
    syncWorkflows(call, repo)
    return answerNamedPage(call, 'workflows', viewOfIndex(rows.workflows, 'listed', [repo.id]), (workflow) =>
      workflowJson(call, repo, workflow),
    )
  }),
  get('actions/get-workflow', one, loadRepo, loadWorkflow, (call) =>
    json(workflowJson(call, call.repo, call.workflow)),
  ),
  put('actions/enable-workflow', `${one}/enable`, requireWrite('push'), loadWorkflow, (call) => {
    enableWorkflow(call, call.workflow)
    return empty()
  }),
  put('actions/disable-workflow', `${one}/disable`, requireWrite('push'), loadWorkflow, (call) => {
    disableWorkflow(call, call.workflow)
    return empty()
  }),
  post(
    'actions/create-workflow-dispatch',
    `${one}/dispatches`,
    requireWrite('push'),
    loadWorkflow,
    requireBody(WorkflowDispatchInput),
    (call) => {
      const { repo, user, workflow, body } = call
      refuseTooMany(body.inputs ?? {})
      const { id } = dispatchWorkflow(call, repo, workflow, body, user)
      if (!body.return_run_details) return empty()
      const { url, page } = repoUrls(call, repo)
      return json({
        workflow_run_id: id,
        run_url: `${url}/actions/runs/${id}`,
        html_url: `${page}/actions/runs/${id}`,
      })
    },
  ),
]

function refuseTooMany(inputs: object): void {
  const { length } = Object.keys(inputs)
  if (length <= MOST_INPUTS) return
  throw unprocessable(
    `Invalid request.\n\nNo more than ${MOST_INPUTS} properties are allowed; ${length} were supplied.`,
  )
}

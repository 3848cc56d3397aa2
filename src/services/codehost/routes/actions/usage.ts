import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { totalOf, usageOfRun } from '#codehost/rules/actions/usage.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import { loadRun } from '#codehost/steps/workflow-runs.ts'
import { loadWorkflow } from '#codehost/steps/workflows.ts'

const { get } = routesFor<CodehostCall>()

/** The time for which runs are billed. https://docs.github.com/rest/actions/workflow-runs#get-workflow-run-usage */
export const actionsUsageRoutes = [
  get(
    'actions/get-workflow-run-usage',
    '/repos/:owner/:repo/actions/runs/:run_id/timing',
    loadRepo,
    loadRun,
    (call) => {
      const { rows, repo, run } = call
      const billable = usageOfRun(rows, repo, run).map(({ system, jobs }) => [
        system,
        {
          total_ms: totalOf(jobs),
          jobs: jobs.length,
          job_runs: jobs.map(({ id, ms }) => ({ job_id: id, duration_ms: ms })),
        },
      ])
      const duration = run.status === 'completed' ? { run_duration_ms: run.updatedAt - run.startedAt } : {}
      return json({ billable: Object.fromEntries(billable), ...duration })
    },
  ),
  get(
    'actions/get-workflow-usage',
    '/repos/:owner/:repo/actions/workflows/:workflow_id/timing',
    loadRepo,
    loadWorkflow,
    ({ rows, repo, workflow }) => {
      const totals = new Map<string, number>()
      for (const run of rows.workflowRuns.referring('workflowId', workflow.id)) {
        for (const { system, jobs } of usageOfRun(rows, repo, run)) {
          totals.set(system, (totals.get(system) ?? 0) + totalOf(jobs))
        }
      }
      return json({ billable: Object.fromEntries([...totals].map(([system, ms]) => [system, { total_ms: ms }])) })
    },
  ),
]

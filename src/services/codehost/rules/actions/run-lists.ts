import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Workflow, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { timeRange, within } from '#codehost/search/ranges.ts'

/**
 * Selects the runs of a repository, or of one of its workflows, newest first, by the query parameters `actor`,
 * `branch`, `event`, `status`, `created`, `head_sha` and `check_suite_id`. `status` is a status or a conclusion.
 * https://docs.github.com/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 *
 * @throws 422 when `created` is not a range of dates.
 */
export function matchingRuns(call: CodehostCall, repo: Repo, workflow: Workflow | null): ListView<WorkflowRun> {
  const { rows } = call
  const filter = filterOf(call)
  if (filter === null) {
    return workflow === null
      ? viewOfIndex(rows.workflowRuns, 'created', [repo.id], { descending: true })
      : viewOfIndex(rows.workflowRuns, 'createdByWorkflow', [workflow.id], { descending: true })
  }
  const sha = call.query.get('head_sha')
  const considered =
    sha !== null
      ? rows.workflowRuns.list('byCommit', repo.id, sha)
      : workflow === null
        ? rows.workflowRuns.list('created', repo.id)
        : rows.workflowRuns.list('createdByWorkflow', workflow.id)
  const found = considered
    .filter((run) => (workflow === null || run.workflowId === workflow.id) && filter(run))
    .toReversed()
  return viewOfRows(found)
}

const FILTERS = ['actor', 'branch', 'event', 'status', 'created', 'head_sha', 'check_suite_id'] as const

/** Returns the filter of the query; null when the query has none. */
function filterOf({ query, rows }: CodehostCall): ((run: WorkflowRun) => boolean) | null {
  const parameter = (name: (typeof FILTERS)[number]): string | null => query.get(name) || null // an empty parameter counts as absent
  if (FILTERS.every((name) => parameter(name) === null)) return null
  const [actor, branch, event, status] = [
    parameter('actor'),
    parameter('branch'),
    parameter('event'),
    parameter('status'),
  ]
  const [created, sha, suite] = [parameter('created'), parameter('head_sha'), parameter('check_suite_id')]
  const range = created === null ? null : timeRange(created)
  const actorId = actor === null ? null : (rows.accounts.find('login', actor.toLowerCase())?.id ?? 0)
  return (run) =>
    (actorId === null || run.actorId === actorId) &&
    (branch === null || run.headBranch === branch) &&
    (event === null || run.event === event) &&
    (status === null || run.status === status || run.conclusion === status) &&
    (range === null || within(range, run.createdAt)) &&
    (sha === null || run.headSha === sha) &&
    (suite === null || run.suiteId === Number(suite))
}

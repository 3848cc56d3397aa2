import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { groupJson, groupOfRunJson, listedGroupJson } from '#codehost/json/actions/concurrency-group.ts'
import { cursorPageOf } from '#codehost/json/cursor-pages.ts'
import { groupsOf, groupsOfRun, membersAheadOf } from '#codehost/rules/actions/concurrency.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import { loadRun } from '#codehost/steps/workflow-runs.ts'

const { get } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/actions/concurrency_groups'

/** Concurrency groups of workflow runs and their jobs. https://docs.github.com/rest/actions/concurrency-groups */
export const concurrencyGroupsRoutes = [
  get('actions/list-concurrency-groups-for-repository', all, loadRepo, (call) => {
    const groups = groupsOf(call.rows, call.repo).map((group, index) => ({ ...group, id: index + 1 }))
    const { page, links } = cursorPageOf(call, groups)
    const shown = page.map((group) => listedGroupJson(call, call.repo, group))
    return json({ total_count: groups.length, concurrency_groups: shown }, 200, links)
  }),
  get('actions/get-concurrency-group-for-repository', `${all}/:concurrency_group_name`, loadRepo, (call) => {
    const name = call.params.concurrency_group_name.toLowerCase()
    const group = groupsOf(call.rows, call.repo).find((each) => each.name.toLowerCase() === name)
    if (group === undefined) throw notFound()
    const [run, job] = [call.query.get('ahead_of_run'), call.query.get('ahead_of_job')]
    const members =
      run !== null
        ? membersAheadOf(group, 'run', wholeNumber(run))
        : job !== null
          ? membersAheadOf(group, 'job', wholeNumber(job))
          : group.members
    return json(groupJson(call, call.repo, group, members))
  }),
  get(
    'actions/list-concurrency-groups-for-workflow-run',
    '/repos/:owner/:repo/actions/runs/:run_id/concurrency_groups',
    loadRepo,
    loadRun,
    (call) => {
      const groups = groupsOfRun(call.rows, call.run).map((group, index) => ({ ...group, id: index + 1 }))
      const { page, links } = cursorPageOf(call, groups)
      const shown = page.map((group) => groupOfRunJson(call, call.repo, call.run.id, group))
      return json({ total_count: groups.length, concurrency_groups: shown }, 200, links)
    },
  ),
]

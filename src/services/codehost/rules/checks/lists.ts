import type { Answer } from '#core/answer.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { checkRunJson } from '#codehost/json/checks/check-run.ts'
import { BUILT_IN_APP_ID } from '#codehost/json/apps/integration.ts'
import { wrappedList } from '#codehost/json/pagination.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { latestRuns } from './checks.ts'

/** Returns whether a suite's app passes the query's `app_id` filter. */
export function isOfApp({ query }: Pick<CodehostCall, 'query'>, { appId }: Pick<CheckSuite, 'appId'>): boolean {
  const appFilter = query.get('app_id')
  return appFilter === null || appFilter === '' || Number(appFilter) === (appId ?? BUILT_IN_APP_ID)
}

/** Answers a page of the runs that match `check_name`, `status`, `app_id` and `filter`, newest first. */
export function listCheckRuns(call: CodehostCall, repo: Repo, runs: readonly CheckRun[]): Answer {
  const { query, rows } = call
  const [name, status] = [query.get('check_name'), query.get('status')]
  const all = query.get('filter') === 'all'
  const considered = all ? runs.toSorted((a, b) => b.id - a.id) : latestRuns(runs)
  const found = considered.filter(
    (run) =>
      (name === null || run.name === name) &&
      (status === null || run.status === status) &&
      isOfApp(call, rows.checkSuites.require(run.suiteId)),
  )
  return wrappedList(call, 'check_runs', found, (run) => checkRunJson(call, repo, run))
}

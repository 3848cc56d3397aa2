import type { CodehostCall } from '#codehost/call.ts'
import type { CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import { latestRuns } from './checks.ts'
import { BUILT_IN_APP_ID } from '../apps/built-in-app.ts'

/** Returns whether a suite's app passes the query's `app_id` filter. */
export function isOfApp({ query }: Pick<CodehostCall, 'query'>, { appId }: Pick<CheckSuite, 'appId'>): boolean {
  const appFilter = query.get('app_id')
  return appFilter === null || appFilter === '' || Number(appFilter) === (appId ?? BUILT_IN_APP_ID)
}

/** Returns the runs that match `check_name`, `status`, `app_id` and `filter`, newest first. */
export function matchingRuns(call: Pick<CodehostCall, 'query' | 'rows'>, runs: readonly CheckRun[]): CheckRun[] {
  const { query, rows } = call
  const [name, status] = [query.get('check_name'), query.get('status')]
  const all = query.get('filter') === 'all'
  const considered = all ? runs.toSorted((a, b) => b.id - a.id) : latestRuns(runs)
  return considered.filter(
    (run) =>
      (name === null || run.name === name) &&
      (status === null || run.status === status) &&
      isOfApp(call, rows.checkSuites.require(run.suiteId)),
  )
}

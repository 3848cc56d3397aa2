import { mapView, viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import type { Rows } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { byOrder, stateOf } from '../issues/orders.ts'
import { DAY } from '#core/duration.ts'

/** The age, and the time since the last activity, of pull requests that `long-running` lists, in milliseconds. */
const MONTH = 30 * DAY

/**
 * Returns a repository's pull requests by the filters and order of a query. `now` is in epoch milliseconds.
 */
export function pullsOfRepo(rows: Rows, repo: Repo, query: URLSearchParams, now: number): ListView<Pull> {
  const state = stateOf(query)
  const sort = query.get('sort')
  const isNewestFirst = sort === null || sort === 'created'
  const descending = isNewestFirst ? query.get('direction') !== 'asc' : query.get('direction') === 'desc'
  const chosen = filtered(rows, repo, query)
  if (chosen === null && sort !== 'popularity' && sort !== 'long-running') {
    const byUpdate = sort === 'updated'
    const issues =
      state === undefined
        ? viewOfIndex(rows.issues, byUpdate ? 'pullsUpdated' : 'pulls', [repo.id], { descending })
        : viewOfIndex(rows.issues, byUpdate ? 'pullsUpdatedByState' : 'pullsByState', [repo.id, state], { descending })
    return mapView(issues, (issue) => pullOfIssue(rows, issue))
  }
  const issues = (chosen ?? rows.issues.list('pulls', repo.id)).filter((issue) => {
    const longRunning = issue.createdAt < now - MONTH && issue.updatedAt > now - MONTH
    return (state === undefined || issue.state === state) && (sort !== 'long-running' || longRunning)
  })
  const field = sort === 'popularity' ? 'comments' : sort === 'updated' ? 'updated' : 'created'
  issues.sort(byOrder({ sort: field, descending }))
  return mapView(viewOfRows(issues), (issue) => pullOfIssue(rows, issue))
}

/** Returns the issues of the pull requests with the query's head and base; null when the query names neither. */
function filtered(rows: Rows, repo: Repo, query: URLSearchParams): Issue[] | null {
  // A head without an owner is ignored, as at the vendor.
  const [, owner, ref] = /^([^:]+):(.+)$/.exec(query.get('head') ?? '') ?? []
  const base = query.get('base')
  const issue = ({ issueId }: Pull): Issue => rows.issues.require(issueId)
  if (owner !== undefined && ref !== undefined) {
    const fromHead = rows.pulls.list('label', repo.id, owner.toLowerCase(), ref)
    return fromHead.filter(({ baseRef }) => base === null || base === '' || baseRef === base).map(issue)
  }
  if (base === null || base === '') return null
  // In most repositories all pull requests have the same base, so that the filter would have no effect.
  if (rows.pulls.count('base', repo.id, base) === rows.issues.count('pulls', repo.id)) return null
  return rows.pulls.list('base', repo.id, base).map(issue)
}

function pullOfIssue(rows: Rows, issue: Issue): Pull {
  const pull = rows.pulls.find('issue', issue.id)
  if (pull === undefined) throw new Error(`issue ${issue.id} is a pull request without a pull`)
  return pull
}

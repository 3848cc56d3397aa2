import type { CodehostCall } from '#codehost/call.ts'
import { filterFor, issuesOfRepo, type IssueFilter } from '#codehost/rules/issues/filters.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { byOrder } from '#codehost/rules/issues/orders.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { connection, cursored, cursoredRows, mapCursored, type Cursored, type PageArguments } from '../connection.ts'

/** The order of a list of issues or pull requests. */
interface IssueOrder {
  readonly field: 'CREATED_AT' | 'UPDATED_AT' | 'COMMENTS'
  readonly direction: 'ASC' | 'DESC'
}

/** The arguments of connections of issues. */
export interface IssueArguments extends PageArguments {
  readonly states?: readonly ('OPEN' | 'CLOSED')[] | null
  readonly labels?: readonly string[] | null
  readonly orderBy?: IssueOrder | null
  readonly filterBy?: IssueFilters | null
}

interface IssueFilters {
  readonly assignee?: string | null
  readonly createdBy?: string | null
  readonly labels?: readonly string[] | null
  readonly mentioned?: string | null
  readonly milestone?: string | null
  readonly milestoneNumber?: string | null
  readonly since?: string | null
  readonly states?: readonly ('OPEN' | 'CLOSED')[] | null
  readonly type?: string | null
}

/** The arguments of connections of pull requests. */
export interface PullArguments extends PageArguments {
  readonly states?: readonly PullState[] | null
  readonly labels?: readonly string[] | null
  readonly baseRefName?: string | null
  readonly headRefName?: string | null
  readonly orderBy?: IssueOrder | null
}

/** The states of pull requests. */
export type PullState = 'OPEN' | 'CLOSED' | 'MERGED'

const SORTS = { CREATED_AT: 'created', UPDATED_AT: 'updated', COMMENTS: 'comments' } as const
const OLDEST_FIRST: IssueOrder = { field: 'CREATED_AT', direction: 'ASC' }

/** Returns the state of a pull request. */
export function pullStateOf(issue: Issue, pull: Pull): PullState {
  return pull.merged ? 'MERGED' : issue.state === 'open' ? 'OPEN' : 'CLOSED'
}

/** Returns a page of the issues of a repository, without its pull requests. */
export function issuesInRepo(repo: Repo, args: IssueArguments, call: CodehostCall) {
  const filter = filterOf(call, repo, args)
  // The index has pull requests too, which GraphQL lists apart.
  const found = issuesOfRepo(call.rows, repo, filter)
  const issues = found.slice(0, found.total).filter((issue) => !issue.isPull)
  return connection(cursoredRows(issues), args)
}

/** Returns the filter of REST that selects what the arguments ask for. */
function filterOf(call: CodehostCall, repo: Repo, { states, labels, orderBy, filterBy }: IssueArguments): IssueFilter {
  const chosen = filterBy?.states ?? states
  const query = new URLSearchParams()
  query.set('state', chosen?.length === 1 ? (chosen[0] ?? '').toLowerCase() : 'all')
  const names = filterBy?.labels ?? labels ?? []
  // An app is named as `app/dependabot`.
  const creator = filterBy?.createdBy?.replace(/^app\/(.+)$/, '$1[bot]')
  const isUnknownApp = creator?.endsWith('[bot]') === true && call.rows.accounts.find('login', creator) === undefined
  const chosenNames = {
    assignee: filterBy?.assignee,
    creator: isUnknownApp ? null : creator,
    mentioned: filterBy?.mentioned,
    type: filterBy?.type,
  }
  for (const [name, value] of Object.entries(chosenNames)) if (value != null) query.set(name, value)
  if (filterBy?.milestoneNumber != null) query.set('milestone', filterBy.milestoneNumber)
  if (filterBy?.milestone != null) query.set('milestone', filterBy.milestone)
  if (filterBy?.since != null) query.set('since', filterBy.since)
  const { field, direction } = orderBy ?? OLDEST_FIRST
  query.set('sort', SORTS[field])
  query.set('direction', direction.toLowerCase())
  const filter = filterFor({ rows: call.rows, query }, repo)
  if (isUnknownApp) return { ...filter, labels: null }
  return names.length === 0 ? filter : { ...filter, labels: labelIds(call, repo, names) }
}

/** Returns the ids of labels by their names, which may have commas; null when one does not exist. */
function labelIds({ rows }: CodehostCall, repo: Repo, names: readonly string[]): number[] | null {
  const found = names.map((name) => rows.labels.find('name', repo.id, name.toLowerCase()))
  return found.every((label) => label !== undefined) ? found.map(({ id }) => id) : null
}

/** Returns a page of the pull requests of a repository. */
export function pullsInRepo(repo: Repo, args: PullArguments, call: CodehostCall) {
  return connection(
    mapCursored(pullIssues(repo, args, call), (issue) => pullOf(call, issue)),
    args,
  )
}

/** Returns the issues of the pull requests of a repository; by an index unless they are filtered further. */
function pullIssues(repo: Repo, args: PullArguments, call: CodehostCall): Cursored<Issue> {
  const { rows } = call
  const { states, labels, baseRefName, headRefName, orderBy } = args
  const { field, direction } = orderBy ?? OLDEST_FIRST
  const descending = direction === 'DESC'
  const isPlain = (labels ?? []).length === 0 && baseRefName == null && headRefName == null && field !== 'COMMENTS'
  const state = stateOf(states)
  if (isPlain && state !== 'mixed') {
    const updated = field === 'UPDATED_AT'
    const keyOf = (issue: Issue): number => (updated ? issue.updatedAt : issue.createdAt)
    return state === 'all'
      ? cursored(rows.issues, updated ? 'pullsUpdated' : 'pulls', [repo.id], keyOf, { descending })
      : cursored(rows.issues, updated ? 'pullsUpdatedByState' : 'pullsByState', [repo.id, state], keyOf, { descending })
  }
  const wanted = labelIds(call, repo, labels ?? [])
  const found = candidates(repo, args, call).filter(({ issue, pull }) => {
    if (states != null && states.length > 0 && !states.includes(pullStateOf(issue, pull))) return false
    if (baseRefName != null && pull.baseRef !== baseRefName) return false
    if (headRefName != null && pull.headRef !== headRefName) return false
    return wanted !== null && wanted.every((id) => rows.issueLabels.find('label', issue.id, id) !== undefined)
  })
  const order = byOrder({ sort: SORTS[field], descending })
  return cursoredRows(found.map(({ issue }) => issue).sort(order))
}

/** Returns the state that the index has for these states: `mixed` when they differ among closed pull requests. */
function stateOf(states: PullArguments['states']): 'open' | 'closed' | 'all' | 'mixed' {
  if (states == null || states.length === 0) return 'all'
  const named = new Set(states)
  if (named.size === 3) return 'all'
  if (named.size === 1 && named.has('OPEN')) return 'open'
  return named.size === 2 && !named.has('OPEN') ? 'closed' : 'mixed'
}

/** Returns the pull requests that an index gives for the narrowest of the arguments. */
function candidates(repo: Repo, { baseRefName, headRefName, states }: PullArguments, call: CodehostCall) {
  const { rows } = call
  const withIssue = (pull: Pull) => ({ pull, issue: rows.issues.require(pull.issueId) })
  if (headRefName != null)
    return rows.pulls
      .list('head', repo.id, headRefName)
      .concat(forkPulls(call, repo, headRefName))
      .map(withIssue)
  if (baseRefName != null) return rows.pulls.list('base', repo.id, baseRefName).map(withIssue)
  const state = states?.includes('OPEN') === false ? 'closed' : undefined
  const issues =
    state === undefined ? rows.issues.list('pulls', repo.id) : rows.issues.list('pullsByState', repo.id, state)
  return issues.map((issue) => ({ issue, pull: pullOf(call, issue) }))
}

/** Returns the pull requests from forks of a repository whose head has this name. */
function forkPulls({ rows }: CodehostCall, repo: Repo, headRefName: string): Pull[] {
  return rows.repos
    .list('forks', repo.id)
    .flatMap((fork) => rows.pulls.list('head', fork.id, headRefName).filter(({ repoId }) => repoId === repo.id))
}

/** Returns the pull side of an issue that is a pull request. */
export function pullOf({ rows }: Pick<CodehostCall, 'rows'>, issue: Pick<Issue, 'id'>): Pull {
  const pull = rows.pulls.find('issue', issue.id)
  if (pull === undefined) throw new Error(`issue ${issue.id} is a pull request without a pull`)
  return pull
}

/** Returns a page of the issues that a user has opened. */
export function issuesAbout(user: Account, args: IssueArguments, call: CodehostCall) {
  return issuesOf(openedBy(call, user), args, call)
}

/** Returns a page of the pull requests that a user has opened. */
export function pullsAbout(user: Account, args: PullArguments, call: CodehostCall) {
  return pullsOf(openedBy(call, user), args, call)
}

/** Returns the issues and pull requests that a user has opened, in the repositories that the principal may read. */
function openedBy(call: CodehostCall, user: Account): Issue[] {
  const { rows } = call
  return rows.issues.referring('userId', user.id).filter(({ repoId }) => canRead(call, rows.repos.require(repoId)))
}

/** Returns a page of the issues among some issues and pull requests. */
export function issuesOf(all: readonly Issue[], args: IssueArguments, call: CodehostCall) {
  const { states, labels } = args
  const found = all.filter(
    (issue) => !issue.isPull && isIn(states, issue.state.toUpperCase()) && hasLabels(call, issue, labels ?? []),
  )
  return connection(cursoredRows(inOrder(found, args)), args)
}

/** Returns a page of the pull requests among some issues and pull requests. */
export function pullsOf(all: readonly Issue[], args: PullArguments, call: CodehostCall) {
  const { states, labels, baseRefName, headRefName } = args
  const found = all.filter((issue) => {
    if (!issue.isPull) return false
    const pull = pullOf(call, issue)
    if ((baseRefName ?? pull.baseRef) !== pull.baseRef || (headRefName ?? pull.headRef) !== pull.headRef) return false
    return isIn(states, pullStateOf(issue, pull)) && hasLabels(call, issue, labels ?? [])
  })
  const pulls = inOrder(found, args).map((issue) => pullOf(call, issue))
  return connection(cursoredRows(pulls), args)
}

function inOrder(issues: readonly Issue[], { orderBy }: IssueArguments | PullArguments): Issue[] {
  const { field, direction } = orderBy ?? OLDEST_FIRST
  return issues.toSorted(byOrder({ sort: SORTS[field], descending: direction === 'DESC' }))
}

function isIn(states: readonly string[] | null | undefined, state: string): boolean {
  return states == null || states.length === 0 || states.includes(state)
}

/** Returns whether an issue has all of the labels with these names. */
function hasLabels({ rows }: CodehostCall, { id, repoId }: Issue, names: readonly string[]): boolean {
  return names.every((name) => {
    const label = rows.labels.find('name', repoId, name.toLowerCase())
    return label !== undefined && rows.issueLabels.find('label', id, label.id) !== undefined
  })
}

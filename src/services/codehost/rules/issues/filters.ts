import { viewOfIndex, viewOfRows, type ListView } from '#core/list-view.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { invalidField } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { byOrder, orderOf, stateOf, sinceOf, type Order } from './orders.ts'

/** The required value: one id, any value, or no value; undefined when the filter is absent. */
type FilterChoice = number | 'any' | 'none' | undefined

/** The filters and the order of a list of a repository's issues. */
export interface IssueFilter extends Order {
  readonly state: Issue['state'] | undefined
  /** The ids of the labels that an issue must all have; null when one of the named labels does not exist. */
  readonly labels: readonly number[] | null
  readonly assignee: FilterChoice
  readonly milestone: FilterChoice
  /** The type of the issue; one that the owner does not have selects nothing. */
  readonly type: FilterChoice
  readonly creator: number | undefined
  /** The user who must be mentioned in the text or in a comment. */
  readonly mentioned: Account | undefined
  /** Epoch milliseconds. */
  readonly since: number | undefined
}

/**
 * Reads the filters of a query. State and order have defaults.
 *
 * @throws 422 for unknown users and milestones.
 */
export function filterFor({ rows, query }: Pick<CodehostCall, 'rows' | 'query'>, repo: Repo): IssueFilter {
  const person = (field: string): Account | undefined => {
    const login = query.get(field)
    if (login === null || login === '') return undefined
    const user = rows.accounts.find('login', login.toLowerCase())
    if (user === undefined) throw invalidField('Issue', field, login)
    return user
  }
  const choice = (field: string, find: (name: string) => number | undefined): FilterChoice => {
    const name = query.get(field)
    if (name === '*') return 'any'
    if (name === 'none') return 'none'
    return name === null || name === '' ? undefined : find(name)
  }
  const { sort, descending } = orderOf(query)
  return {
    sort,
    descending,
    state: stateOf(query),
    labels: labelsOfQuery(rows, repo, query.get('labels')),
    assignee: choice('assignee', () => person('assignee')?.id),
    milestone: choice('milestone', (number) => milestoneId(rows, repo, number)),
    type: choice('type', (name) => typeId(rows, repo, name)),
    creator: person('creator')?.id,
    mentioned: person('mentioned'),
    since: sinceOf(query),
  }
}

/**
 * Returns a repository's issues. A page ordered by creation or update, with at most a state filter, comes
 * straight from an index.
 */
export function issuesOfRepo(rows: Rows, repo: Repo, filter: IssueFilter): ListView<Issue> {
  const { state, labels, assignee, milestone, type, creator, mentioned, since, sort, descending } = filter
  const narrowed = [assignee, milestone, type, creator, mentioned, since].some((each) => each !== undefined)
  if (!narrowed && labels?.length === 0 && sort !== 'comments') {
    return state === undefined
      ? viewOfIndex(rows.issues, sort, [repo.id], { descending })
      : viewOfIndex(rows.issues, `${sort}ByState`, [repo.id, state], { descending })
  }
  const found = candidates(rows, repo, filter).filter(
    (issue) => issue.repoId === repo.id && matchesFilter(rows, issue, filter),
  )
  found.sort(byOrder(filter))
  return viewOfRows(found)
}

/** Returns whether a user is mentioned in the text of an issue or in one of its comments. */
export function isMentioned(rows: Rows, issue: Issue, { login }: Account): boolean {
  const name = new RegExp(`(?<![\\w/])@${login}(?![\\w-])`, 'i')
  if (issue.body !== null && name.test(issue.body)) return true
  return issue.comments > 0 && rows.comments.referring('issueId', issue.id).some(({ body }) => name.test(body))
}

/** Returns the smallest set of issues that an index gives and that contains all matches. */
function candidates(rows: Rows, repo: Repo, filter: IssueFilter): Issue[] {
  const { state, labels, assignee, milestone, creator, since } = filter
  if (labels === null) return []
  const ways: [cost: number, read: () => Issue[]][] = [
    state === undefined
      ? [rows.issues.count('created', repo.id), () => rows.issues.list('created', repo.id)]
      : [rows.issues.count('createdByState', repo.id, state), () => rows.issues.list('createdByState', repo.id, state)],
  ]
  const issueOf = ({ issueId }: { readonly issueId: number }): Issue => rows.issues.require(issueId)
  for (const id of labels) {
    const read = () => rows.issueLabels.referring('labelId', id).map(issueOf)
    ways.push([rows.issueLabels.countReferring('labelId', id), read])
  }
  if (typeof assignee === 'number') {
    const read = () => rows.issueAssignees.referring('userId', assignee).map(issueOf)
    ways.push([rows.issueAssignees.countReferring('userId', assignee), read])
  }
  if (typeof milestone === 'number') {
    ways.push([rows.issues.count('milestone', milestone), () => rows.issues.list('milestone', milestone)])
  }
  if (creator !== undefined) {
    ways.push([rows.issues.countReferring('userId', creator), () => rows.issues.referring('userId', creator)])
  }
  const [cost, read] = ways.reduce((best, way) => (way[0] < best[0] ? way : best))
  return since === undefined || cost < FEW ? read() : updatedSince(rows, repo, since)
}

/** With fewer candidates than this, the index by update time is not worth using. */
const FEW = 100

function updatedSince(rows: Rows, repo: Repo, since: number): Issue[] {
  const found: Issue[] = []
  for (const issue of rows.issues.scan('updated', [repo.id], { descending: true })) {
    if (issue.updatedAt < since) break
    found.push(issue)
  }
  return found
}

function matchesFilter(rows: Rows, issue: Issue, filter: IssueFilter): boolean {
  const { state, labels, assignee, milestone, type, creator, mentioned, since } = filter
  if (state !== undefined && issue.state !== state) return false
  if (creator !== undefined && issue.userId !== creator) return false
  if (since !== undefined && issue.updatedAt < since) return false
  if (!isChosen(milestone, issue.milestoneId) || !isChosen(type, issue.typeId ?? null)) return false
  const { id } = issue
  if (typeof assignee === 'number' && rows.issueAssignees.find('user', id, assignee) === undefined) return false
  if (assignee === 'any' && rows.issueAssignees.countReferring('issueId', id) === 0) return false
  if (assignee === 'none' && rows.issueAssignees.countReferring('issueId', id) > 0) return false
  if (labels?.some((label) => rows.issueLabels.find('label', id, label) === undefined) === true) return false
  return mentioned === undefined || isMentioned(rows, issue, mentioned)
}

/** Returns whether a choice takes an issue whose field has this id; null for none. */
function isChosen(choice: FilterChoice, id: number | null): boolean {
  if (choice === 'any') return id !== null
  if (choice === 'none') return id === null
  return choice === undefined || choice === id
}

/** Returns the id of a type by its name; one that no type has for a name that the owner does not have. */
function typeId(rows: Rows, { ownerId }: Repo, name: string): number {
  return rows.issueTypes.find('name', ownerId, name.toLowerCase())?.id ?? -1
}

function labelsOfQuery(rows: Rows, repo: Repo, names: string | null): number[] | null {
  const ids: number[] = []
  for (const name of (names ?? '').split(',').map((each) => each.trim())) {
    if (name === '') continue
    const label = rows.labels.find('name', repo.id, name.toLowerCase())
    if (label === undefined) return null
    ids.push(label.id)
  }
  return ids
}

function milestoneId(rows: Rows, repo: Repo, number: string): number {
  const milestone = /^\d+$/.test(number) ? rows.milestones.find('number', repo.id, Number(number)) : undefined
  if (milestone === undefined) throw invalidField('Issue', 'milestone', number)
  return milestone.id
}

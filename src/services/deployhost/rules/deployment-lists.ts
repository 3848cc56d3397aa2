import { viewOfIndex } from '#core/list-view.ts'
import { findProject, type Account } from './access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import type { CustomEnvironment, Deployment, Project } from '#deployhost/schema.ts'
import { isRollbackCandidate } from './current-production.ts'
import { sortedRows, type SortedList } from './sort-keys.ts'

type Test = (deployment: Deployment) => boolean

/**
 * Returns the account's deployments that match the query. https://vercel.com/docs/rest-api/deployments/list-deployments
 *
 * @throws 404 for an unknown project.
 */
export function requestedDeployments(
  { rows, query }: Pick<DeployhostCall, 'rows' | 'query'>,
  account: Pick<Account, 'id'>,
): SortedList<Deployment> {
  const projectId = query.get('projectId')
  const project = projectId === null || projectId === '' ? null : findProject(rows, account, projectId)
  const named = query.get('target') || null
  const isStandard = named === null || ['production', 'preview', 'staging'].includes(named)
  const target = isStandard ? targetOf(named) : undefined
  const states = listIn(query, 'state').map((each) => each.toUpperCase())
  // An index finds the deployments of one state; those of several states are filtered.
  const [state] = states.length === 1 ? states : []
  const index = indexFor(project, target, state)
  const parts = [project?.id ?? account.id, target, state].filter((part) => part !== undefined)
  const prefix = parts as [string] // the key parts of the chosen index; an unknown target or state matches nothing
  const tests = testsOf(rows, query)
  if (!isStandard) tests.push(({ customEnvironmentId: id }) => isCalled(rows.customEnvironments.get(id), named))
  if (states.length > 1) tests.push((each) => states.includes(each.state))
  if (tests.length === 0) return viewOfIndex(rows.deployments, index, prefix)
  return sortedRows(rows.deployments.list(index, ...prefix).filter((each) => tests.every((test) => test(each))))
}

/** True for a custom environment with this slug or id. */
function isCalled(environment: CustomEnvironment | undefined, slugOrId: string): boolean {
  return environment !== undefined && (environment.slug === slugOrId || environment.id === slugOrId)
}

/** Returns the name of the index for an owner, a target and a state, where they are given. */
function indexFor(project: Project | null, target: string | null | undefined, state: string | undefined) {
  const owner = project === null ? 'Account' : 'Project'
  if (target === undefined) return state === undefined ? (`by${owner}` as const) : (`by${owner}AndState` as const)
  return state === undefined ? (`by${owner}AndTarget` as const) : (`by${owner}TargetAndState` as const)
}

/** Returns the target that the query names; undefined for any target. */
function targetOf(target: string | null): string | null | undefined {
  if (target === null) return undefined
  return target === 'preview' ? null : target
}

function testsOf(rows: Rows, query: URLSearchParams): Test[] {
  const tests: Test[] = []
  const parameter = (name: string): string | undefined => query.get(name) || undefined
  const [app, branch, sha] = [parameter('app'), parameter('branch'), parameter('sha')]
  const [users, projects] = [listIn(query, 'users'), listIn(query, 'projectIds')]
  if (app !== undefined) tests.push(({ name }) => name === app.toLowerCase())
  if (branch !== undefined) tests.push((deployment) => deployment.branch === branch)
  if (sha !== undefined) tests.push((deployment) => deployment.sha === sha)
  if (users.length > 0) tests.push(({ creatorId }) => users.includes(creatorId))
  if (projects.length > 0) tests.push(({ projectId }) => projects.includes(projectId))
  const candidate = parameter('rollbackCandidate')
  if (candidate !== undefined) tests.push((each) => isRollbackCandidate(rows, each) === (candidate === 'true'))
  for (const [name, value] of query) {
    // The filters of the vendor's command line: `meta-githubCommitSha=…`.
    if (name.startsWith('meta-')) tests.push(({ meta }) => meta[name.slice('meta-'.length)] === value)
  }
  return tests
}

/** Returns the values of a parameter that may be repeated or contain commas. */
function listIn(query: URLSearchParams, name: string): string[] {
  const all = [...query.getAll(name), ...query.getAll(`${name}[]`)]
  return all.flatMap((value) => value.split(',')).filter((value) => value !== '')
}

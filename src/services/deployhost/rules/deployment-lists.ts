import { findProject, type Account } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import { atHand, indexed, type Source } from '../pagination.ts'
import type { Deployment, Project } from '../schema.ts'
import { isRollbackCandidate } from './current-production.ts'

type Test = (deployment: Deployment) => boolean

/**
 * The deployments of an account that a request asks for, by the filters of its query. Throws 404 for a project that there is
 * not. https://vercel.com/docs/rest-api/deployments/list-deployments
 */
export function deploymentsAskedFor(
  { rows, query }: Pick<DeployhostCall, 'rows' | 'query'>,
  account: Pick<Account, 'id'>,
): Source<Deployment> {
  const projectId = query.get('projectId')
  const project = projectId === null || projectId === '' ? null : findProject(rows, account, projectId)
  const target = targetOf(query.get('target'))
  const states = listIn(query, 'state').map((each) => each.toUpperCase())
  // Deployments of one state stand together; those of several are picked out.
  const [state] = states.length === 1 ? states : []
  const index = indexFor(project, target, state)
  const parts = [project?.id ?? account.id, target, state].filter((part) => part !== undefined)
  const prefix = parts as [string] // those of the index, of which a target or state that no deployment has finds none
  const tests = testsOf(rows, query)
  if (states.length > 1) tests.push((each) => states.includes(each.state))
  if (tests.length === 0) return indexed(rows.deployments, index, ...prefix)
  return atHand(rows.deployments.list(index, ...prefix).filter((each) => tests.every((test) => test(each))))
}

/** Where the deployments of a project or an account stand, in a target and a state where these are given. */
function indexFor(project: Project | null, target: string | null | undefined, state: string | undefined) {
  const owner = project === null ? 'Account' : 'Project'
  if (target === undefined) return state === undefined ? (`by${owner}` as const) : (`by${owner}AndState` as const)
  return state === undefined ? (`by${owner}AndTarget` as const) : (`by${owner}TargetAndState` as const)
}

/** Undefined: whatever the target. */
function targetOf(given: string | null): string | null | undefined {
  if (given === null || given === '') return undefined
  return given === 'preview' ? null : given
}

function testsOf(rows: Rows, query: URLSearchParams): Test[] {
  const tests: Test[] = []
  const given = (name: string): string | undefined => query.get(name) || undefined
  const [app, branch, sha] = [given('app'), given('branch'), given('sha')]
  const [users, projects] = [listIn(query, 'users'), listIn(query, 'projectIds')]
  if (app !== undefined) tests.push(({ name }) => name === app.toLowerCase())
  if (branch !== undefined) tests.push((deployment) => deployment.branch === branch)
  if (sha !== undefined) tests.push((deployment) => deployment.sha === sha)
  if (users.length > 0) tests.push(({ creatorId }) => users.includes(creatorId))
  if (projects.length > 0) tests.push(({ projectId }) => projects.includes(projectId))
  const candidate = given('rollbackCandidate')
  if (candidate !== undefined) tests.push((each) => isRollbackCandidate(rows, each) === (candidate === 'true'))
  for (const [name, value] of query) {
    // What the vendor's command line filters by: `meta-githubCommitSha=…`.
    if (name.startsWith('meta-')) tests.push(({ meta }) => meta[name.slice('meta-'.length)] === value)
  }
  return tests
}

/** The values of a parameter that may come more than once, or with commas. */
function listIn(query: URLSearchParams, name: string): string[] {
  const all = [...query.getAll(name), ...query.getAll(`${name}[]`)]
  return all.flatMap((value) => value.split(',')).filter((value) => value !== '')
}

import { findProject, type Account } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import { atHand, indexed, type Source } from '../pagination.ts'
import type { Deployment } from '../schema.ts'
import { currentProduction } from './production.ts'

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
  const tests = testsOf(rows, query)
  if (project === null) {
    const { deployments } = rows
    if (tests.length === 0 && target === undefined) return indexed(deployments, 'byAccount', account.id)
    return atHand(deployments.list('byAccount', account.id).filter(all([...tests, ...targetTest(target)])))
  }
  const [index, prefix] =
    target === undefined ? (['byProject', [project.id]] as const) : (['byTarget', [project.id, target]] as const)
  if (tests.length === 0) return indexed(rows.deployments, index, ...prefix)
  return atHand(rows.deployments.list(index, ...prefix).filter(all(tests)))
}

/** Undefined: whatever the target. */
function targetOf(given: string | null): string | null | undefined {
  if (given === null || given === '') return undefined
  return given === 'preview' ? null : given
}

function targetTest(target: string | null | undefined): Test[] {
  return target === undefined ? [] : [(deployment) => deployment.target === target]
}

function testsOf(rows: Rows, query: URLSearchParams): Test[] {
  const tests: Test[] = []
  const given = (name: string): string | undefined => query.get(name) || undefined
  const [app, branch, sha] = [given('app'), given('branch'), given('sha')]
  const [states, users, projects] = [listIn(query, 'state'), listIn(query, 'users'), listIn(query, 'projectIds')]
  if (app !== undefined) tests.push(({ name }) => name === app.toLowerCase())
  if (branch !== undefined) tests.push((deployment) => deployment.branch === branch)
  if (sha !== undefined) tests.push((deployment) => deployment.sha === sha)
  if (states.length > 0) tests.push(({ state }) => states.some((each) => each.toUpperCase() === state))
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

/** Whether production can be rolled back to a deployment: it was there, and is not now. */
function isRollbackCandidate(rows: Rows, deployment: Deployment): boolean {
  if (deployment.substate !== 'PROMOTED') return false
  const project = rows.projects.require(deployment.projectId)
  return currentProduction(rows, project)?.id !== deployment.id
}

/** The values of a parameter that may come more than once, or with commas. */
function listIn(query: URLSearchParams, name: string): string[] {
  const all = [...query.getAll(name), ...query.getAll(`${name}[]`)]
  return all.flatMap((value) => value.split(',')).filter((value) => value !== '')
}

function all(tests: readonly Test[]): Test {
  return (deployment) => tests.every((test) => test(deployment))
}

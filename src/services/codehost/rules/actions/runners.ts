import type { CodehostCall, Rows } from '#codehost/call.ts'
import { conflict, notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Runner, RunnerGroup } from '#codehost/schema/runners.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { refuseOwnRunners } from './policies.ts'
import { targetColumns, type Target } from '../repos/targets.ts'

/** The id on the wire of the group that every organization, and every repository, has. */
export const DEFAULT_GROUP = 1

const MOST_LABELS = 100

/** Returns the runners of a repository or an organization, oldest first. */
export function runnersOf(rows: Rows, { repo, org }: Target): Runner[] {
  return repo === null ? rows.runners.referring('orgId', org.id) : rows.runners.referring('repoId', repo.id)
}

/** Returns the runner with an id. @throws 404. */
export function findRunner(rows: Rows, target: Target, id: number): Runner {
  const runner = rows.runners.get(id)
  const { repoId, orgId } = targetColumns(target)
  if (runner === undefined || runner.repoId !== repoId || runner.orgId !== orgId) throw notFound()
  return runner
}

/** The parameters of a just-in-time runner. */
export interface RunnerInput {
  readonly name: string
  readonly labels: readonly string[]
  /** The id of the group on the wire. */
  readonly group: number
}

/**
 * Adds a just-in-time runner, which is offline until its program connects.
 *
 * @throws 404 for an unknown group, 409 for a name that another runner has, 403 where the organization allows none.
 */
export function addRunner({ rows, clock }: CodehostCall, target: Target, { name, labels, group }: RunnerInput): Runner {
  const { repo, org } = target
  if (repo !== null) refuseOwnRunners(rows, repo)
  const groupId = org === null ? null : groupIdOf(rows, org, group)
  const taken = repo === null ? rows.runners.find('ofOrg', org.id, name) : rows.runners.find('ofRepo', repo.id, name)
  if (taken !== undefined) throw conflict(`Already exists - A runner with the name ${name} already exists.`)
  const own = checkedLabels(labels.filter((label) => label !== 'self-hosted'))
  return rows.runners.insert({
    ...targetColumns(target),
    groupId,
    name,
    os: 'unknown',
    labels: own,
    createdAt: clock.now(),
  })
}

/** Replaces the labels that users chose. @throws 422 for too many and for empty ones. */
export function setRunnerLabels(rows: Rows, runner: Runner, labels: readonly string[]): Runner {
  return rows.runners.update(runner.id, { labels: checkedLabels([...new Set(labels)]) })
}

/** Takes one label away. @throws 422 for one that the runner lacks or that users did not choose. */
export function removeRunnerLabel(rows: Rows, runner: Runner, name: string): Runner {
  if (!runner.labels.includes(name)) throw unprocessable(`Label ${JSON.stringify(name)} cannot be removed from runner.`)
  return rows.runners.update(runner.id, { labels: runner.labels.filter((label) => label !== name) })
}

function checkedLabels(labels: readonly string[]): readonly string[] {
  if (labels.length > MOST_LABELS) throw unprocessable(`A runner can have at most ${MOST_LABELS} labels.`)
  if (labels.some((label) => label.trim() === '')) throw unprocessable('Label names cannot be blank.')
  return labels
}

/** A group with its id on the wire, or the default group of an organization, which has no row. */
export type Group = RunnerGroup | { readonly number: typeof DEFAULT_GROUP }

/** Returns whether a group has a row. */
export function isStored(group: Group): group is RunnerGroup {
  return 'name' in group
}

/** Returns the groups of an organization, the default one first. */
export function groupsOf(rows: Rows, org: Account): Group[] {
  return [{ number: DEFAULT_GROUP }, ...rows.runnerGroups.referring('orgId', org.id)]
}

/** Returns the group with an id on the wire. @throws 404. */
export function findGroup(rows: Rows, org: Account, number: number): Group {
  const found = groupsOf(rows, org).find((each) => each.number === number)
  if (found === undefined) throw notFound()
  return found
}

/** Returns the group with an id on the wire, for a change of it. @throws 404, 422 for the default group. */
export function findStoredGroup(rows: Rows, org: Account, number: number): RunnerGroup {
  const group = findGroup(rows, org, number)
  if (!isStored(group)) throw unprocessable('The default runner group cannot be changed.')
  return group
}

function groupIdOf(rows: Rows, org: Account, number: number): number | null {
  const group = findGroup(rows, org, number)
  return isStored(group) ? group.id : null
}

/** The fields of a group that a client sets. */
export type GroupFields = Omit<RunnerGroup, 'id' | 'orgId' | 'number'>

/** Adds a group. @throws 409 for a name that another group has. */
export function addGroup(rows: Rows, org: Account, fields: GroupFields): RunnerGroup {
  refuseTaken(rows, org, fields.name)
  // The default group has the first number of every organization.
  const number = rows.runnerGroupNumbers.next(org.id) + DEFAULT_GROUP
  return rows.runnerGroups.insert({ orgId: org.id, number, ...fields })
}

/** Changes a group. @throws 409 for a name that another group has. */
export function updateGroup(rows: Rows, org: Account, group: RunnerGroup, fields: Partial<GroupFields>): RunnerGroup {
  if (fields.name !== undefined && fields.name !== group.name) refuseTaken(rows, org, fields.name)
  return rows.runnerGroups.update(group.id, fields)
}

function refuseTaken(rows: Rows, org: Account, name: string): void {
  if (name === 'Default' || rows.runnerGroups.find('name', org.id, name) !== undefined) {
    throw conflict('Runner group name must be unique.')
  }
}

/** Returns the runners of a group. */
export function runnersIn(rows: Rows, org: Account, group: Group): Runner[] {
  const id = isStored(group) ? group.id : null
  return rows.runners.referring('orgId', org.id).filter(({ groupId }) => groupId === id)
}

/** Moves runners of an organization into a group; with `only`, all others move to the default group. */
export function moveRunners(
  rows: Rows,
  org: Account,
  group: Group,
  ids: readonly number[],
  { only }: { readonly only: boolean },
): void {
  const moved = ids.map((id) => findRunner(rows, { repo: null, org }, id))
  if (only) for (const { id } of runnersIn(rows, org, group)) rows.runners.update(id, { groupId: null })
  for (const { id } of moved) rows.runners.update(id, { groupId: isStored(group) ? group.id : null })
}

/** Lets exactly these repositories use a group. @throws 404 for one that the organization lacks. */
export function setGroupRepos(rows: Rows, org: Account, group: RunnerGroup, ids: readonly number[]): void {
  const repos = ids.map((id) => ownRepo(rows, org, id))
  for (const { id } of rows.runnerGroupRepos.referring('groupId', group.id)) rows.runnerGroupRepos.delete(id)
  for (const repo of repos) addGroupRepo(rows, group, repo)
}

/** Lets a repository use a group. */
export function addGroupRepo(rows: Rows, group: RunnerGroup, repo: Repo): void {
  if (rows.runnerGroupRepos.find('repo', group.id, repo.id) !== undefined) return
  rows.runnerGroupRepos.insert({ groupId: group.id, repoId: repo.id })
}

/** Returns a repository of an organization. @throws 404. */
export function ownRepo(rows: Rows, org: Account, id: number): Repo {
  const repo = rows.repos.get(id)
  if (repo?.ownerId !== org.id) throw notFound()
  return repo
}

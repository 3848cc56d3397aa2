import { defined } from '#core/objects.ts'
import type { Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Concurrency, JobPlan, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { pullOf, refOf } from './identity-claims.ts'

type Values = Readonly<Record<string, string>>

/** Returns a run with the expressions in its own group and in those of its jobs filled in. */
export function withGroups(
  rows: Rows,
  run: WorkflowRun,
  planned: Concurrency | undefined,
): Pick<WorkflowRun, 'jobs' | 'concurrency'> {
  const isNeeded = planned !== undefined || run.jobs.some(({ concurrency }) => concurrency !== undefined)
  if (!isNeeded) return { jobs: run.jobs }
  const values = valuesOf(rows, run)
  const jobs = run.jobs.map((job) =>
    job.concurrency === undefined ? job : { ...job, concurrency: filledIn(job.concurrency, values) },
  )
  return { jobs, ...defined({ concurrency: planned === undefined ? undefined : filledIn(planned, values) }) }
}

function filledIn({ group, cancelInProgress: cancels }: Concurrency, values: Values): Concurrency {
  const cancelInProgress = typeof cancels === 'string' ? textWith(cancels, values) === 'true' : cancels
  return { group: textWith(group, values), cancelInProgress }
}

/** Fills in expressions: names, texts in quotes, `==`, `!=`, and alternatives with `||`. Others stay as they are. */
function textWith(template: string, values: Values): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/g, (whole, expression: string) => {
    const [, left = '', operator, right = ''] = /^([^=!|&]+)([=!]=)([^=!|&]+)$/.exec(expression) ?? []
    if (operator !== undefined)
      return String((valueOf(left, values) === valueOf(right, values)) === (operator === '=='))
    const parts = expression.split('||').map((part) => valueOf(part, values))
    return parts.find((part) => part !== '' && part !== undefined) ?? (parts.at(-1) === '' ? '' : whole)
  })
}

function valueOf(part: string, values: Values): string | undefined {
  const name = part.trim()
  return /^'([^']*)'$/.exec(name)?.[1] ?? values[name]
}

/** Returns the values of the context `github` and of the inputs of a run by their names: `github.ref`. */
export function valuesOf(rows: Rows, run: WorkflowRun): Values {
  const repo = rows.repos.require(run.repoId)
  const owner = rows.accounts.require(repo.ownerId).login
  const pull = pullOf(rows, run)
  const number = pull === undefined ? '' : String(rows.issues.require(pull.issueId).number)
  const inputs = Object.entries(run.inputs ?? {})
  return {
    'github.actor': rows.accounts.require(run.actorId).login,
    'github.base_ref': pull?.baseRef ?? '',
    'github.event.number': number,
    'github.event.pull_request.number': number,
    'github.event_name': run.event,
    'github.head_ref': pull?.headRef ?? '',
    'github.ref': refOf(rows, run),
    'github.ref_name': pull === undefined ? run.headBranch : `${number}/merge`,
    'github.repository': `${owner}/${repo.name}`,
    'github.repository_owner': owner,
    'github.run_id': String(run.id),
    'github.run_number': String(run.number),
    'github.sha': run.headSha,
    'github.workflow': run.name,
    ...Object.fromEntries(
      inputs.flatMap(([name, value]) => [
        [`inputs.${name}`, value],
        [`github.event.inputs.${name}`, value],
      ]),
    ),
  }
}

/** Returns the other unfinished runs of the group of a run, oldest first. */
export function othersInGroup(rows: Rows, run: WorkflowRun): WorkflowRun[] {
  const { concurrency } = run
  if (concurrency === undefined) return []
  const key = keyOf(concurrency)
  return rows.workflowRuns
    .list('grouped', run.repoId)
    .filter((each) => each.id !== run.id && each.concurrency !== undefined && keyOf(each.concurrency) === key)
}

/** The names of groups ignore case. */
function keyOf({ group }: Concurrency): string {
  return group.toLowerCase()
}

/** A run, or a job of it, that goes on in a group or waits for it. */
export interface GroupMember {
  readonly run: WorkflowRun
  readonly job: WorkflowJob | null
  readonly status: 'in_progress' | 'pending'
}

/** A concurrency group with its members in the order in which they go on. */
export interface ConcurrencyGroup {
  readonly name: string
  /** When the first member began to go on; null while none does. */
  readonly acquiredAt: number | null
  readonly members: readonly GroupMember[]
}

/** Returns the groups of a repository that have members, by their names. */
export function groupsOf(rows: Rows, repo: Repo): ConcurrencyGroup[] {
  const members = new Map<string, { readonly name: string; readonly members: GroupMember[] }>()
  for (const run of rows.workflowRuns.list('grouped', repo.id)) {
    for (const { concurrency, member } of membersOf(rows, run)) {
      const key = keyOf(concurrency)
      const known = members.get(key)
      if (known === undefined) members.set(key, { name: concurrency.group, members: [member] })
      else known.members.push(member)
    }
  }
  return [...members.values()].map((each) => groupOf(each.name, each.members)).toSorted(byName)
}

/** Returns the groups of a run and of its jobs by their configuration, with the members that they have. */
export function groupsOfRun(rows: Rows, run: WorkflowRun): ConcurrencyGroup[] {
  const active = groupsOf(rows, rows.repos.require(run.repoId))
  const own = [run.concurrency, ...run.jobs.map((job) => job.concurrency)].filter((each) => each !== undefined)
  const names = new Map(own.map((each) => [keyOf(each), each.group]))
  return [...names]
    .map(([key, name]) => active.find((each) => each.name.toLowerCase() === key) ?? groupOf(name, []))
    .toSorted(byName)
}

function groupOf(name: string, members: readonly GroupMember[]): ConcurrencyGroup {
  const ordered = [...members.filter(isGoingOn), ...members.filter((each) => !isGoingOn(each))]
  const [first] = ordered
  const acquiredAt = first === undefined || !isGoingOn(first) ? null : (first.job?.startedAt ?? first.run.startedAt)
  return { name, acquiredAt, members: ordered }
}

function isGoingOn({ status }: GroupMember): boolean {
  return status === 'in_progress'
}

function byName(left: ConcurrencyGroup, right: ConcurrencyGroup): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0
}

function membersOf(rows: Rows, run: WorkflowRun) {
  const own =
    run.concurrency === undefined
      ? []
      : [{ concurrency: run.concurrency, member: { run, job: null, status: statusOf(run.status === 'pending') } }]
  const jobs = rows.workflowJobs.list('byAttempt', run.id, run.attempt).flatMap((job) => {
    const concurrency = planOf(run, job)?.concurrency
    if (concurrency === undefined || job.status === 'completed') return []
    return [{ concurrency, member: { run, job, status: statusOf(job.status !== 'in_progress') } }]
  })
  return [...own, ...jobs]
}

function statusOf(isPending: boolean): GroupMember['status'] {
  return isPending ? 'pending' : 'in_progress'
}

function planOf(run: WorkflowRun, job: WorkflowJob): JobPlan | undefined {
  return run.jobs.find(({ key, name }) => key === job.key && name === job.name)
}

/**
 * Returns the members that go on before a run or a job, and it as the last.
 *
 * @throws 422 for a run or a job that is not in the group.
 */
export function membersAheadOf({ members }: ConcurrencyGroup, kind: 'run' | 'job', id: number): readonly GroupMember[] {
  const at = members.findIndex(({ run, job }) => (kind === 'run' ? job === null && run.id === id : job?.id === id))
  if (at === -1) throw unprocessable(`The ${kind} is not in this concurrency group.`)
  return members.slice(0, at + 1)
}

import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { ScheduleTimer, TriggerFilter, WorkflowPlan } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { accountOf } from '../commits/authors.ts'
import { branchTip } from '../git/objects.ts'
import { nextTime, readCron } from './cron.ts'
import { startRun } from './new-run.ts'
import type { RunContext } from './run-events.ts'
import { carryOut } from './run-transitions.ts'
import { workflowsOn } from './trigger-filters.ts'
import { scheduledPlans, syncWorkflows } from './workflows.ts'

/**
 * Sets the timer for the next time at which a workflow on the default branch of a repository runs by its schedule. Does
 * nothing where none has one, or where the timer is set already.
 */
export function armSchedules({ rows, clock, schedule }: RunContext, repo: Repo): void {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  const now = clock.now()
  const times = tip === null ? [] : timesOf(scheduledPlans(rows, repo, tip), now)
  if (times.length === 0) return
  const at = Math.min(...times)
  const set = rows.nextSchedules.get(repo.id)
  if (set > now && set <= at) return
  rows.nextSchedules.set(at, repo.id)
  const timer: ScheduleTimer = { repoId: repo.id, at }
  schedule(at - now, 'runSchedules', timer)
}

function timesOf(plans: readonly WorkflowPlan[], after: number): number[] {
  return plans.flatMap(({ schedules = [] }) =>
    schedules.flatMap((text) => {
      const cron = readCron(text)
      return (cron === null ? null : nextTime(cron, after)) ?? []
    }),
  )
}

/** Handles the timer of a repository: starts the workflows whose time has come, and sets the timer again. */
export function runSchedules(context: RunContext, { repoId, at }: ScheduleTimer): void {
  const { rows } = context
  const repo = rows.repos.get(repoId)
  if (repo === undefined || rows.nextSchedules.get(repoId) !== at) return
  const head = syncWorkflows(context, repo)
  if (head !== null && !repo.archived) runAt(context, repo, head, at)
  armSchedules(context, repo)
}

function runAt(context: RunContext, repo: Repo, head: Commit, at: number): void {
  const actor = actorOf(context.rows, repo, head)
  const any = (_filter: TriggerFilter): boolean => true
  for (const { workflow, plan } of workflowsOn(context, repo, head, 'schedule', any)) {
    if (!timesOf([plan], at - 1).includes(at)) continue
    const title = plan.name ?? workflow.name
    const run = {
      workflow,
      plan,
      event: 'schedule',
      headBranch: repo.defaultBranch,
      head,
      headRepo: repo,
      title,
      actor,
    }
    carryOut(context, startRun(context, repo, run))
  }
}

/** Returns the account that scheduled runs belong to: the last one to commit, else the owner. */
function actorOf(rows: Rows, repo: Repo, { author }: Commit): Account {
  return accountOf(rows, author) ?? rows.accounts.require(repo.ownerId)
}

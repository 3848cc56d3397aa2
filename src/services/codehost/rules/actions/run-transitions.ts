import type { TriggerFilter } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RepositoryEvent } from '#codehost/schema/events.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { recordActivity } from '../activities/record.ts'
import { addNotifications } from '../notifications/notifications.ts'
import { startRun } from './new-run.ts'
import {
  emitWorkflowRun,
  type RunContext,
  type RunProgress,
  type RunSubject,
  type RunTransition,
} from './run-events.ts'
import { matchesRef, workflowsOn } from './trigger-filters.ts'
import { syncWorkflows } from './workflows.ts'

/**
 * The longest chain of `workflow_run` triggers.
 * https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#workflow_run
 */
const LONGEST_CHAIN = 3

/**
 * Runs the progress of a run to its end and returns its result. At each transition it emits `workflow_run`, or the
 * event of a deployment, and starts the workflows that the transition triggers, before the run continues.
 */
export function carryOut<T>(context: RunContext, progress: RunProgress<T>): T {
  for (;;) {
    const { done, value } = progress.next()
    if (done === true) return value
    if ('event' in value) {
      emitAndRun(context, value.event, value.subject)
      continue
    }
    emitWorkflowRun(context, value)
    runOnRun(context, value)
  }
}

/**
 * Emits an event of a repository and starts the workflows that it triggers. Not for `push`, `pull_request` and
 * `workflow_run`, which have their own rules.
 * https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function emitAndRun(context: RunContext, event: RepositoryEvent, subject: RunSubject = {}): void {
  const { event: name, action, repo, sender } = event
  context.emit(event)
  recordActivity(context, event)
  addNotifications(context, event)
  const matches = ({ types }: TriggerFilter) => types === null || action === undefined || types.includes(action)
  startRuns(context, repo, name, sender, matches, subject)
}

/**
 * Starts the workflows that an event of a repository triggers and whose filter `matches` accepts. `depth` is the number
 * of runs that led to these.
 */
function startRuns(
  context: RunContext,
  repo: Repo,
  event: string,
  actor: Account,
  matches: (filter: TriggerFilter) => boolean,
  subject: RunSubject,
  depth?: number,
): void {
  const tip = syncWorkflows(context, repo)
  const head = subject.head ?? tip
  if (head === null) return
  // Every workflow file of the default branch has a workflow row by now. Most repositories in tests have no workflows,
  // and most events end here.
  if (subject.head === undefined && context.rows.workflows.count('listed', repo.id) === 0) return
  const headBranch = subject.ref ?? repo.defaultBranch
  for (const each of workflowsOn(context, repo, head, event, matches)) {
    const title = subject.title ?? each.plan.name ?? each.workflow.name
    const input = { ...each, event, headBranch, head, headRepo: repo, title, actor }
    carryOut(context, startRun(context, repo, depth === undefined ? input : { ...input, depth }))
  }
}

/** Starts the workflows that run when another run is requested, starts or completes. */
function runOnRun(context: RunContext, { run, action }: RunTransition): void {
  const { rows } = context
  const depth = (run.depth ?? 0) + 1
  if (depth > LONGEST_CHAIN) return
  const matches = ({ types, workflows, branches, branchesIgnore }: TriggerFilter): boolean =>
    (types === null || types.includes(action)) &&
    (workflows === null || workflows.includes(run.name)) &&
    matchesRef(branches, branchesIgnore, run.headBranch, false)
  const actor = rows.accounts.require(run.triggeringActorId)
  startRuns(context, rows.repos.require(run.repoId), 'workflow_run', actor, matches, {}, depth)
}

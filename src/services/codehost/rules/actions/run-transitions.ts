import type { Commit } from '../../git/objects.ts'
import type { TriggerFilter } from '../../schema/actions.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import { startRun } from './new-run.ts'
import { emitWorkflowRun, type RunContext, type RunProgress, type RunTransition } from './run-events.ts'
import { matchesRef, workflowsOn } from './trigger-filters.ts'
import { syncWorkflows } from './workflows.ts'

/** Runs that may lead to one another. https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#workflow_run */
const LONGEST_CHAIN = 3

/** What runs on an event are about. */
export interface RunSubject {
  /** What the runs are titled; absent: the name of the workflow. */
  readonly title?: string
  /** Where the workflow files are read; absent: the tip of the default branch. */
  readonly head?: Commit
  /** The branch or tag of `head`. */
  readonly ref?: string
}

/**
 * Takes the progress of a run through to what it returns. At each transition it emits `workflow_run` and starts the workflows
 * that run on it, before the run goes on.
 */
export function carryOut<T>(context: RunContext, progress: RunProgress<T>): T {
  for (;;) {
    const { done, value } = progress.next()
    if (done === true) return value
    emitWorkflowRun(context, value)
    runOnRun(context, value)
  }
}

/** Starts the workflows that run on an event of a repository and that `wanted` takes. `depth`: how many runs led to them. */
export function startRuns(
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
  // Every file of the default branch has its workflow now: most repositories of tests have none, and most changes pass here.
  if (subject.head === undefined && context.rows.workflows.count('listed', repo.id) === 0) return
  const headBranch = subject.ref ?? repo.defaultBranch
  for (const each of workflowsOn(context, repo, head, event, matches)) {
    const title = subject.title ?? each.plan.name ?? each.workflow.name
    const input = { ...each, event, headBranch, head, headRepo: repo, title, actor }
    carryOut(context, startRun(context, repo, depth === undefined ? input : { ...input, depth }))
  }
}

/** Starts the workflows that run when a run of another is requested, begins or ends. */
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

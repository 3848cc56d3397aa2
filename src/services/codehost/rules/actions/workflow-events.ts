import type { Commit } from '../../git/objects.ts'
import type { TriggerFilter, WorkflowRun } from '../../schema/actions.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import { emit, type Event } from '../../webhooks.ts'
import { startRun } from './new-run.ts'
import type { RunContext } from './run-events.ts'
import { fitsRef, started } from './workflow-triggers.ts'
import { syncWorkflows } from './workflows.ts'

/** Runs that may lead to one another. https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#workflow_run */
const LONGEST_CHAIN = 3

/** What runs on an event are about. */
interface Subject {
  /** What the runs are titled; absent: the name of the workflow. */
  readonly title?: string
  /** Where the workflow files are read; absent: the tip of the default branch. */
  readonly head?: Commit
  /** The branch or tag of `head`. */
  readonly ref?: string
}

/**
 * Emits an event of a repository, and starts the workflows that run on it: any event but `push`, `pull_request` and
 * `workflow_run`, which have rules of their own.
 * https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function report(context: RunContext, event: Event & { readonly repo: Repo }, subject: Subject = {}): void {
  const { event: name, action, repo, sender } = event
  emit(context, event)
  const wanted = ({ types }: TriggerFilter) => types === null || action === undefined || types.includes(action)
  startAll(context, repo, name, sender, wanted, subject)
}

/** Starts the workflows that run when a run of another is requested, begins or ends. */
export function runOnRun(context: RunContext, run: WorkflowRun, action: string): void {
  const { rows } = context
  const depth = (run.depth ?? 0) + 1
  if (depth > LONGEST_CHAIN) return
  const wanted = ({ types, workflows, branches, branchesIgnore }: TriggerFilter): boolean =>
    (types === null || types.includes(action)) &&
    (workflows === null || workflows.includes(run.name)) &&
    fitsRef(branches, branchesIgnore, run.headBranch, false)
  const actor = rows.accounts.require(run.triggeringActorId)
  startAll(context, rows.repos.require(run.repoId), 'workflow_run', actor, wanted, {}, depth)
}

function startAll(
  context: RunContext,
  repo: Repo,
  event: string,
  actor: Account,
  wanted: (filter: TriggerFilter) => boolean,
  subject: Subject,
  depth?: number,
): void {
  const tip = syncWorkflows(context, repo)
  const head = subject.head ?? tip
  if (head === null) return
  // Every file of the default branch has its workflow now: most repositories of tests have none, and most changes pass here.
  if (subject.head === undefined && context.rows.workflows.count('listed', repo.id) === 0) return
  const headBranch = subject.ref ?? repo.defaultBranch
  for (const each of started(context, repo, head, event, wanted)) {
    const title = subject.title ?? each.plan.name ?? each.workflow.name
    const wish = { ...each, event, headBranch, head, headRepo: repo, title, actor }
    startRun(context, repo, depth === undefined ? wish : { ...wish, depth })
  }
}

import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { treeDifferences } from '#codehost/git/trees.ts'
import type { TriggerFilter, WorkflowPlan } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { mergeabilityOf } from '../pulls/mergeable.ts'
import { branchTip, commitAt, objectsOf, peel } from '../git/objects.ts'
import { runsOfPull } from './fork-runs.ts'
import { startRun } from './new-run.ts'
import { carryOut } from './run-transitions.ts'
import { matchesPaths, matchesRef, workflowsOn } from './trigger-filters.ts'
import { changesUpTo } from '../pulls/changes.ts'
import { isActionsEnabled } from './policies.ts'
import { filesOf, registerWorkflow, syncWorkflows } from './workflows.ts'

/**
 * The instruction in a commit message that skips workflow runs.
 * https://docs.github.com/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */
const SKIP_INSTRUCTION = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks: *true$/m

/** A pushed ref with its SHA before and after the push. `before` is null for a new ref. */
export interface PushedRef {
  /** The full name: `refs/heads/main`. */
  readonly ref: string
  readonly before: string | null
  readonly after: string
}

/** Starts the workflows of the pushed commit that run on this push. */
export function runOnPush(call: CodehostCall, repo: Repo, pushed: PushedRef, actor: Account): void {
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(pushed.ref) ?? []
  const head = peel(call.rows, repo, pushed.after)
  if (kind === undefined || head === null) return
  syncWorkflows(call, repo)
  const matches = (filter: TriggerFilter): boolean =>
    kind === 'tags'
      ? matchesRef(filter.tags, filter.tagsIgnore, name, hasBranchFilter(filter) && !hasTagFilter(filter))
      : matchesRef(filter.branches, filter.branchesIgnore, name, hasTagFilter(filter) && !hasBranchFilter(filter)) &&
        matchesPaths(filter, () => pushedPaths(call.rows, repo, pushed, head))
  for (const { workflow, plan } of workflowsOn(call, repo, head, 'push', matches)) {
    if (SKIP_INSTRUCTION.test(head.message)) continue
    const title = head.message.split('\n')[0] ?? ''
    const run = { workflow, plan, event: 'push', headBranch: name, head, headRepo: repo, title, actor }
    carryOut(call, startRun(call, repo, run))
  }
  if (!SKIP_INSTRUCTION.test(head.message)) failOnBrokenFiles(call, repo, head, name, actor)
}

/** The plan of a file that the vendor cannot read, whose runs fail without a job. */
const BROKEN: WorkflowPlan = { name: null, runName: null, triggers: {}, inputs: {}, jobs: [], hasLargeMatrix: true }

/**
 * Adds a failed run for each workflow file of a pushed commit that is no YAML or names no event.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
 */
function failOnBrokenFiles(call: CodehostCall, repo: Repo, head: Commit, headBranch: string, actor: Account): void {
  if (!isActionsEnabled(call.rows, repo)) return
  for (const file of filesOf(call.rows, repo, head)) {
    if (file.plan !== null && Object.keys(file.plan.triggers).length > 0) continue
    const workflow = registerWorkflow(call.rows, repo, file, call.clock.now(), false)
    if (workflow.state !== 'active') continue
    const title = head.message.split('\n')[0] ?? ''
    const run = { workflow, plan: BROKEN, event: 'push', headBranch, head, headRepo: repo, title, actor }
    carryOut(call, startRun(call, repo, run))
  }
}

/** The pull request actions that start a workflow without a `types` filter. */
const DEFAULT_TYPES: readonly string[] = ['opened', 'synchronize', 'reopened']

/** Starts the workflows that run on this action of a pull request. */
export function runOnPull(call: CodehostCall, pull: Pull, action: string, actor: Account): void {
  const { rows } = call
  const repo = rows.repos.require(pull.repoId)
  const head = commitAt(rows, repo, pull.headSha)
  if (head === null) return
  syncWorkflows(call, repo)
  const matches = (filter: TriggerFilter): boolean =>
    (filter.types ?? DEFAULT_TYPES).includes(action) &&
    matchesRef(filter.branches, filter.branchesIgnore, pull.baseRef, false) &&
    matchesPaths(filter, () => changesUpTo(rows, pull, pull.headSha).files.map(({ filename }) => filename))
  const title = rows.issues.require(pull.issueId).title
  const headRepo = rows.repos.get(pull.headRepoId) ?? repo
  const common = { headBranch: pull.headRef, head, headRepo, title, actor }
  const allowed = runsOfPull(call, repo, pull, actor)
  for (const each of allowed === 'none' ? [] : workflowsOn(call, repo, head, 'pull_request', matches)) {
    if (SKIP_INSTRUCTION.test(head.message) || mergeabilityOf(rows, pull).mergeable === false) continue
    const run = { ...each, ...common, event: 'pull_request', awaitsApproval: allowed === 'wait' }
    carryOut(call, startRun(call, repo, run))
  }
  // `pull_request_target` runs may read secrets, so their workflow files come from the base branch and not from the
  // proposed head.
  const base = branchTip(rows, repo, pull.baseRef)
  if (base === null) return
  for (const each of workflowsOn(call, repo, base, 'pull_request_target', matches)) {
    carryOut(call, startRun(call, repo, { ...each, ...common, event: 'pull_request_target' }))
  }
}

function hasBranchFilter({ branches, branchesIgnore }: TriggerFilter): boolean {
  return branches !== null || branchesIgnore !== null
}

function hasTagFilter({ tags, tagsIgnore }: TriggerFilter): boolean {
  return tags !== null || tagsIgnore !== null
}

/** Returns the paths that a push changed; for a new branch, the paths of its last commit. */
function pushedPaths(rows: Rows, repo: Repo, { before }: PushedRef, head: Commit): string[] {
  const from = before ?? head.parents[0] ?? null
  const tree = from === null ? null : (peel(rows, repo, from)?.tree ?? null)
  return treeDifferences(objectsOf(rows, repo), tree, head.tree).map(({ path }) => path)
}

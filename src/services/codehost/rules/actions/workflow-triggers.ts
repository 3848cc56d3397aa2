import type { CodehostCall, Rows } from '../../call.ts'
import type { Commit } from '../../git/objects.ts'
import { treeDifferences } from '../../git/trees.ts'
import type { TriggerFilter, Workflow, WorkflowPlan } from '../../schema/actions.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Pull } from '../../schema/pulls.ts'
import type { Repo } from '../../schema/repos.ts'
import { mergeabilityOf } from '../pulls/mergeable.ts'
import { branchTip, commitAt, objectsOf, peel } from '../git/objects.ts'
import { startRun } from './new-run.ts'
import type { RunContext } from './run-events.ts'
import { changesUpTo } from '../pulls/changes.ts'
import { matchesPatterns } from '../git/ref-patterns.ts'
import { filesOf, register, syncWorkflows } from './workflows.ts'

/** https://docs.github.com/actions/how-tos/manage-workflow-runs/skip-workflow-runs */
const SKIPS = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks: *true$/m

/** A ref that was pushed, and where it pointed before; null for a new one. */
export interface PushedRef {
  /** Whole: `refs/heads/main`. */
  readonly ref: string
  readonly before: string | null
  readonly after: string
}

/** Starts what the workflow files of the pushed commit have to run on this push. */
export function runOnPush(call: CodehostCall, repo: Repo, pushed: PushedRef, actor: Account): void {
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(pushed.ref) ?? []
  const head = peel(call.rows, repo, pushed.after)
  if (kind === undefined || head === null) return
  syncWorkflows(call, repo)
  const wanted = (filter: TriggerFilter): boolean =>
    kind === 'tags'
      ? fitsRef(filter.tags, filter.tagsIgnore, name, hasBranchFilter(filter) && !hasTagFilter(filter))
      : fitsRef(filter.branches, filter.branchesIgnore, name, hasTagFilter(filter) && !hasBranchFilter(filter)) &&
        fitsPaths(filter, () => pushedPaths(call.rows, repo, pushed, head))
  for (const { workflow, plan } of started(call, repo, head, 'push', wanted)) {
    if (SKIPS.test(head.message)) continue
    const title = head.message.split('\n')[0] ?? ''
    startRun(call, repo, { workflow, plan, event: 'push', headBranch: name, head, headRepo: repo, title, actor })
  }
}

/** Actions for which a workflow runs on a pull request that names none. */
const USUAL_TYPES: readonly string[] = ['opened', 'synchronize', 'reopened']

/** Starts what workflow files have to run on this action of a pull request. */
export function runOnPull(call: CodehostCall, pull: Pull, action: string, actor: Account): void {
  const { rows } = call
  const repo = rows.repos.require(pull.repoId)
  const head = commitAt(rows, repo, pull.headSha)
  if (head === null) return
  syncWorkflows(call, repo)
  const wanted = (filter: TriggerFilter): boolean =>
    (filter.types ?? USUAL_TYPES).includes(action) &&
    fitsRef(filter.branches, filter.branchesIgnore, pull.baseRef, false) &&
    fitsPaths(filter, () => changesUpTo(rows, pull, pull.headSha).files.map(({ filename }) => filename))
  const title = rows.issues.require(pull.issueId).title
  const headRepo = rows.repos.get(pull.headRepoId) ?? repo
  const common = { headBranch: pull.headRef, head, headRepo, title, actor }
  for (const each of started(call, repo, head, 'pull_request', wanted)) {
    if (SKIPS.test(head.message) || mergeabilityOf(rows, pull).mergeable === false) continue
    startRun(call, repo, { ...each, ...common, event: 'pull_request' })
  }
  // What may see secrets is read from the base, whatever the head says.
  const base = branchTip(rows, repo, pull.baseRef)
  if (base === null) return
  for (const each of started(call, repo, base, 'pull_request_target', wanted)) {
    startRun(call, repo, { ...each, ...common, event: 'pull_request_target' })
  }
}

/** The active workflows of a commit, and those of the seed without a file, that an event starts. */
export function started(
  { rows, clock }: Pick<RunContext, 'rows' | 'clock'>,
  repo: Repo,
  commit: Commit,
  event: string,
  wanted: (filter: TriggerFilter) => boolean,
): { readonly workflow: Workflow; readonly plan: WorkflowPlan }[] {
  const files = filesOf(rows, repo, commit)
  const found = files.flatMap((file) => {
    const filter = file.plan?.triggers[event]
    if (file.plan === null || filter === undefined || !wanted(filter)) return []
    return [{ workflow: register(rows, repo, file, clock.now(), false), plan: file.plan }]
  })
  for (const workflow of rows.workflows.list('listed', repo.id)) {
    const filter = workflow.plan?.triggers[event]
    if (workflow.plan === null || filter === undefined || !wanted(filter)) continue
    if (!files.some(({ path }) => path === workflow.path)) found.push({ workflow, plan: workflow.plan })
  }
  return found.filter(({ workflow }) => workflow.state === 'active')
}

function hasBranchFilter({ branches, branchesIgnore }: TriggerFilter): boolean {
  return branches !== null || branchesIgnore !== null
}

function hasTagFilter({ tags, tagsIgnore }: TriggerFilter): boolean {
  return tags !== null || tagsIgnore !== null
}

/**
 * Whether a branch or tag is what patterns mean. `excluded`: only refs of the other kind are named, so that none of this
 * kind is meant.
 */
export function fitsRef(
  only: readonly string[] | null,
  ignored: readonly string[] | null,
  name: string,
  excluded: boolean,
): boolean {
  if (excluded) return false
  if (only !== null) return matchesPatterns(only, name)
  return ignored === null || !matchesPatterns(ignored, name)
}

function fitsPaths({ paths, pathsIgnore }: TriggerFilter, changed: () => readonly string[]): boolean {
  if (paths !== null) return changed().some((path) => matchesPatterns(paths, path))
  return pathsIgnore === null || changed().some((path) => !matchesPatterns(pathsIgnore, path))
}

/** The paths that a push of a branch changed; of a new branch those of its last commit. */
function pushedPaths(rows: Rows, repo: Repo, { before }: PushedRef, head: Commit): string[] {
  const from = before ?? head.parents[0] ?? null
  const tree = from === null ? null : (peel(rows, repo, from)?.tree ?? null)
  return treeDifferences(objectsOf(rows, repo), tree, head.tree).map(({ path }) => path)
}

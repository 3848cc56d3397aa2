import type { ListView } from '#core/list-view.ts'
import { viewOfIndex, viewOfRows } from '#core/list-view.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { Failure } from '#core/errors.ts'
import { conflict, unprocessable } from '#codehost/errors.ts'
import { isAncestor } from '#codehost/git/history.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Deployment, DeploymentStatus } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RunContext } from '../actions/run-events.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { mergeInto, moveBranch } from '../git/branch-merge.ts'
import { branchTip, objectsOf, resolveCommit } from '../git/objects.ts'
import { checksOf } from '../pulls/merge-requirements.ts'
import {
  deactivateEarlier,
  insertDeployment,
  insertDeploymentStatus,
  latestStatus,
  type NewDeployment,
  type NewDeploymentStatus,
} from './deployment-rows.ts'

/** The query parameters that select deployments, each with the column that it compares. */
export const DEPLOYMENT_FILTERS = ['sha', 'ref', 'task', 'environment'] as const

type DeploymentFilters = { readonly [F in (typeof DEPLOYMENT_FILTERS)[number]]?: string }

/** Returns the deployments of a repository that have all these values, newest first. */
export function deploymentsOf({ deployments }: Rows, repo: Repo, filters: DeploymentFilters): ListView<Deployment> {
  const { sha, ref, task, environment } = filters
  const descending = { descending: true }
  const [first, ...others] = Object.keys(filters)
  if (first === undefined) return viewOfIndex(deployments, 'created', [repo.id], descending)
  if (others.length === 0) {
    if (sha !== undefined) return viewOfIndex(deployments, 'byCommit', [repo.id, sha], descending)
    if (ref !== undefined) return viewOfIndex(deployments, 'byRef', [repo.id, ref], descending)
    if (environment !== undefined) {
      return viewOfIndex(deployments, 'byEnvironment', [repo.id, environment], descending)
    }
  }
  const considered =
    sha !== undefined
      ? deployments.list('byCommit', repo.id, sha)
      : ref !== undefined
        ? deployments.list('byRef', repo.id, ref)
        : environment !== undefined
          ? deployments.list('byEnvironment', repo.id, environment)
          : deployments.list('created', repo.id)
  const isSelected = (each: Deployment): boolean =>
    (ref ?? each.ref) === each.ref &&
    (task ?? each.task) === each.task &&
    (environment ?? each.environment) === each.environment
  return viewOfRows(considered.filter(isSelected).toReversed())
}

/** The parameters of a new deployment. */
export interface DeploymentRequest extends Omit<NewDeployment, 'commit' | 'jobId'> {
  readonly autoMerge: boolean
  /** The contexts that must have succeeded; undefined for all that were reported. */
  readonly requiredContexts: readonly string[] | undefined
}

/**
 * Creates a deployment, and its environment when that is new; or merges the default branch into the ref, which it then
 * tells. Emits `deployment` and starts the workflows of it.
 *
 * @throws 409 and 422.
 */
export function createDeployment(
  call: CodehostCall,
  repo: Repo,
  { autoMerge, requiredContexts, ...input }: DeploymentRequest,
): Deployment | { readonly merged: string } {
  const { rows } = call
  const { ref } = input
  const commit = findDeployable(rows, repo, ref)
  const merged = autoMerge ? mergeDefaultBranch(call, repo, ref, input.creator) : null
  if (merged !== null) return { merged }
  requireContexts(call, repo, { commit, ref }, requiredContexts)
  const { deployment, transition } = insertDeployment(call, repo, { ...input, commit, jobId: null })
  emitAndRun(call, transition.event, transition.subject)
  return deployment
}

/**
 * Adds a status to a deployment. Emits `deployment_status`, unless the deployment becomes inactive, and starts the
 * workflows of it. With `autoInactive`, success makes the earlier deployments to the environment inactive.
 */
export function addDeploymentStatus(
  context: RunContext,
  repo: Repo,
  deployment: Deployment,
  { autoInactive, ...input }: NewDeploymentStatus & { readonly autoInactive: boolean },
): DeploymentStatus {
  const { status, transition } = insertDeploymentStatus(context, repo, deployment, input)
  if (transition !== null) emitAndRun(context, transition.event, transition.subject)
  if (autoInactive && input.state === 'success') {
    deactivateEarlier(context, repo, context.rows.deployments.require(deployment.id), input.creator)
  }
  return status
}

/**
 * Refuses to delete an active deployment, unless it is the only one of its repository.
 *
 * @throws 422.
 */
export function refuseActive({ rows }: Pick<CodehostCall, 'rows'>, deployment: Deployment): void {
  const state = latestStatus(rows, deployment)?.state
  const isActive = state === undefined || state === 'success' || state === 'in_progress' || state === 'pending'
  if (!isActive || rows.deployments.count('created', deployment.repoId) === 1) return
  throw unprocessable('We cannot delete an active deployment unless it is the only deployment in a given environment.')
}

/**
 * Merges the default branch into the branch that is to be deployed, if that is behind it. Returns the vendor's sentence
 * about the merge; null when there is nothing to merge.
 *
 * @throws 409 for a conflict.
 */
function mergeDefaultBranch(call: CodehostCall, repo: Repo, ref: string, user: Account): string | null {
  const { rows } = call
  const branch = ref.replace(/^refs\/heads\//, '')
  const [base, head] = [branchTip(rows, repo, repo.defaultBranch), branchTip(rows, repo, branch)]
  if (base === null || head === null || isAncestor(objectsOf(rows, repo), base.sha, head.sha)) return null
  const merged = mergeInto(call, repo, head, base, `Merge branch '${repo.defaultBranch}' into ${branch}`, user)
  if (merged === null) throw conflict(`Conflict merging ${repo.defaultBranch} into ${branch}.`)
  moveBranch(call, repo, branch, head, merged, user)
  return `Auto-merged ${repo.defaultBranch} into ${branch} on deployment.`
}

/**
 * Requires that contexts have succeeded on a commit: the named ones, or all that were reported.
 *
 * @throws 409 with the contexts that have not.
 */
function requireContexts(
  { rows }: Pick<CodehostCall, 'rows'>,
  repo: Repo,
  { commit, ref }: Pick<NewDeployment, 'commit' | 'ref'>,
  required: readonly string[] | undefined,
): void {
  const states = checksOf(rows, repo, commit.sha)
  const unmet = (required ?? [...states.keys()]).flatMap((context) => {
    const state = states.get(context)
    return state === 'success' ? [] : [{ context, state: state ?? 'pending' }]
  })
  if (unmet.length === 0) return
  const error = { contexts: unmet, resource: 'Deployment', field: 'required_contexts', code: 'invalid' }
  throw new Failure(409, `Conflict: Commit status checks failed for ${ref}.`, { errors: [error] })
}

/**
 * Returns the commit to deploy.
 *
 * @throws 422 for an unknown name.
 */
function findDeployable(rows: Rows, repo: Repo, ref: string): Commit {
  const commit = resolveCommit(rows, repo, ref)
  if (commit === null) throw unprocessable(`No ref found for: ${ref}`)
  return commit
}

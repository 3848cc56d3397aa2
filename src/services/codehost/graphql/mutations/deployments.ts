import type { GraphQLResolveInfo } from 'graphql'
import { reviewDeployments } from '#codehost/rules/actions/deployment-reviews.ts'
import type { WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Team } from '#codehost/schema/teams.ts'
import type { Deployment, DeploymentState, Environment, EnvironmentReviewer } from '#codehost/schema/deployments.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { performedVia } from '#codehost/rules/apps/performed-via.ts'
import { addDeploymentStatus, createDeployment, refuseActive } from '#codehost/rules/deployments/deployments.ts'
import { putEnvironment, environmentNamed, UNPROTECTED } from '#codehost/rules/deployments/environments.ts'
import { removeEnvironment } from '#codehost/rules/deployments/remove-environment.ts'
import type { Ref } from '#codehost/schema/git.ts'
import { fieldUnprocessable, noSuchNode } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findRepo, findRow, nodeOfType, payload, requireChange, rowOrNull, type Input } from './input.ts'

interface DeploymentInput {
  readonly repositoryId: string
  readonly refId: string
  readonly autoMerge?: boolean | null
  readonly requiredContexts?: readonly string[] | null
  readonly description?: string | null
  readonly environment?: string | null
  readonly task?: string | null
  readonly payload?: string | null
}

interface DeploymentStatusInput {
  readonly deploymentId: string
  readonly state: Uppercase<DeploymentState>
  readonly description?: string | null
  readonly environment?: string | null
  readonly environmentUrl?: string | null
  readonly logUrl?: string | null
  readonly autoInactive?: boolean | null
}

/**
 * The mutations of deployments and environments. https://docs.github.com/graphql/reference/mutations#createdeployment
 */
export const deploymentMutations: Fields<undefined> = {
  createDeployment: (_root, args: Input<DeploymentInput>, call, info) => {
    const { repositoryId, refId, environment, task, description, autoMerge, requiredContexts } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'repos/create-deployment', permission: 'push' })
    const ref = rowOrNull<Ref>(call, refId, 'Ref')
    if (ref?.repoId !== repo.id) throw noSuchNode(refId)
    const name = environment ?? 'production'
    const made = createDeployment(call, repo, {
      ref: ref.name.replace(/^refs\/(?:heads|tags)\//, ''),
      task: task ?? 'deploy',
      payload: readPayload(args.input.payload ?? '{}'),
      environment: name,
      description: description ?? null,
      isTransient: false,
      isProduction: name === 'production',
      creator: user,
      ...performedVia(call),
      autoMerge: autoMerge !== false,
      requiredContexts: requiredContexts ?? undefined,
    })
    return payload(
      args,
      'merged' in made ? { autoMerged: true, deployment: null } : { autoMerged: false, deployment: made },
    )
  },
  createDeploymentStatus: (_root, args: Input<DeploymentStatusInput>, call, info) => {
    const { input } = args
    const { repo, deployment } = findDeployment(call, input.deploymentId)
    const user = requireChange(call, repo, info, { operation: 'repos/create-deployment-status', permission: 'push' })
    const deploymentStatus = addDeploymentStatus(call, repo, deployment, {
      state: input.state.toLowerCase() as DeploymentState, // its own names
      description: input.description ?? '',
      environment: input.environment ?? deployment.environment,
      environmentUrl: input.environmentUrl ?? '',
      logUrl: input.logUrl ?? '',
      creator: user,
      ...performedVia(call),
      autoInactive: input.autoInactive !== false,
    })
    return payload(args, { deploymentStatus })
  },
  deleteDeployment: (_root, args: Input<{ id: string }>, call, info) => {
    const { repo, deployment } = findDeployment(call, args.input.id)
    requireChange(call, repo, info, { operation: 'repos/delete-deployment', permission: 'push' })
    refuseActive(call, deployment)
    call.rows.deployments.delete(deployment.id)
    return payload(args, {})
  },
  createEnvironment: (_root, args: Input<{ repositoryId: string; name: string }>, call, info) => {
    const { repositoryId, name } = args.input
    const repo = findRepo(call, repositoryId)
    requireChange(call, repo, info, { operation: 'repos/create-or-update-environment', permission: 'admin' })
    const known = environmentNamed(call.rows, repo, name)
    return payload(args, { environment: known ?? putEnvironment(call, repo, name, UNPROTECTED) })
  },
  updateEnvironment: (_root, args: Input<EnvironmentInput>, call, info) => {
    const { environmentId, waitTimer, preventSelfReview, reviewers } = args.input
    const before = findRow<Environment>(call, environmentId, 'Environment')
    const repo = call.rows.repos.require(before.repoId)
    requireChange(call, repo, info, { operation: 'repos/create-or-update-environment', permission: 'admin' })
    const environment = putEnvironment(call, repo, before.name, {
      waitTimer: waitTimer ?? before.waitTimer,
      preventSelfReview: preventSelfReview ?? before.preventSelfReview,
      reviewers: reviewers == null ? before.reviewers : reviewers.map((id) => reviewerWithId(call, id)),
      refPolicy: before.refPolicy,
    })
    return payload(args, { environment })
  },
  deleteEnvironment: (_root, args: Input<{ id: string }>, call, info) => {
    const environment = findRow<Environment>(call, args.input.id, 'Environment')
    const repo = call.rows.repos.require(environment.repoId)
    requireChange(call, repo, info, { operation: 'repos/delete-an-environment', permission: 'admin' })
    removeEnvironment(call, environment)
    return payload(args, {})
  },
  approveDeployments: (_root, args: Input<ReviewInput>, call, info) =>
    payload(args, { deployments: reviewed(call, args.input, 'approved', info) }),
  rejectDeployments: (_root, args: Input<ReviewInput>, call, info) =>
    payload(args, { deployments: reviewed(call, args.input, 'rejected', info) }),
}

/** Approves or rejects the deployments of a run; returns them. */
function reviewed(call: CodehostCall, input: ReviewInput, state: 'approved' | 'rejected', info: GraphQLResolveInfo) {
  const run = findRow<WorkflowRun>(call, input.workflowRunId, 'WorkflowRun')
  const repo = call.rows.repos.require(run.repoId)
  const user = requireChange(call, repo, info, { operation: 'actions/review-pending-deployments-for-run' })
  const environmentIds = input.environmentIds.map((id) => findRow<Environment>(call, id, 'Environment').id)
  return reviewDeployments(call, run, { environmentIds, state, userId: user.id, comment: input.comment })
}

interface ReviewInput {
  readonly workflowRunId: string
  readonly environmentIds: readonly string[]
  readonly comment: string
}

interface EnvironmentInput {
  readonly environmentId: string
  readonly waitTimer?: number | null
  readonly preventSelfReview?: boolean | null
  readonly reviewers?: readonly string[] | null
}

function reviewerWithId(call: CodehostCall, id: string): EnvironmentReviewer {
  const { typename, row } = nodeOfType(call, id, ['User', 'Team'], 'user or team')
  return { type: typename === 'Team' ? 'Team' : 'User', id: (row as Account | Team).id } // the rows of those types
}

function findDeployment(call: CodehostCall, id: string) {
  const deployment = rowOrNull<Deployment>(call, id, 'Deployment')
  if (deployment === null) throw noSuchNode(id)
  return { deployment, repo: call.rows.repos.require(deployment.repoId) }
}

/** Returns the value of a payload, which is JSON in a text. @throws `UNPROCESSABLE`. */
function readPayload(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fieldUnprocessable('Payload is not valid JSON')
  }
}

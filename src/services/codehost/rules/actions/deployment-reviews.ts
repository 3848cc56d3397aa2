import { unprocessable } from '#codehost/errors.ts'
import type { JobWait, RunReview, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Deployment } from '#codehost/schema/deployments.ts'
import { canApprove, reviewWaits, waitsOf } from './run-approvals.ts'
import type { RunContext } from './run-events.ts'
import { carryOut } from './run-transitions.ts'

/**
 * Approves or rejects the deployments of a run to some environments; returns the deployments. Emits
 * `deployment_review`.
 *
 * @throws 422 when an environment holds none, or the user is none of its reviewers.
 */
export function reviewDeployments(
  context: RunContext,
  run: WorkflowRun,
  review: Omit<RunReview, 'id' | 'runId'>,
): Deployment[] {
  const { rows } = context
  const waits = findWaits(context, run, review)
  const ids = waits.map(({ deploymentId }) => deploymentId)
  carryOut(context, reviewWaits(context, run, review, waits))
  return ids.map((id) => rows.deployments.require(id))
}

/** Returns what holds the jobs of a run at the environments of a review. */
function findWaits({ rows }: RunContext, run: WorkflowRun, review: Omit<RunReview, 'id' | 'runId'>): JobWait[] {
  const { environmentIds: ids, userId } = review
  const waits = waitsOf(rows, run)
  const user = rows.accounts.require(userId)
  const wrong = ids.filter((id) => {
    const environment = rows.environments.get(id)
    return !waits.has(id) || environment === undefined || !canApprove(rows, run, environment, user)
  })
  if (wrong.length > 0 || ids.length === 0) {
    throw unprocessable(
      `There are no pending deployment requests to approve or reject for the environments: ${wrong.join(', ')}`,
    )
  }
  return ids.flatMap((id) => waits.get(id) ?? [])
}

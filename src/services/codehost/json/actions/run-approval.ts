import type { Site } from '#codehost/call.ts'
import { canApprove } from '#codehost/rules/actions/run-approvals.ts'
import type { JobWait, RunReview, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { briefEnvironmentJson, reviewersJson } from '../deployments/environment.ts'
import { time } from '../format.ts'

/** An environment that holds jobs of a run: `pending-deployment`. */
export function pendingDeploymentJson(
  site: Site,
  repo: Repo,
  run: WorkflowRun,
  { environment, wait }: { readonly environment: Environment; readonly wait: JobWait | undefined },
  viewer: Account | null,
) {
  return {
    environment: briefEnvironmentJson(site, repo, environment),
    wait_timer: environment.waitTimer,
    wait_timer_started_at: environment.waitTimer === 0 || wait === undefined ? null : time(wait.createdAt),
    current_user_can_approve: canApprove(site.rows, run, environment, viewer),
    reviewers: reviewersJson(site, environment.reviewers),
  }
}

/** A decision about deployments of a run: `environment-approvals`. Environments that are deleted are left out. */
export function runReviewJson(site: Site, repo: Repo, review: RunReview) {
  const environments = review.environmentIds.flatMap((id) => site.rows.environments.get(id) ?? [])
  return {
    environments: environments.map((environment) => ({
      ...briefEnvironmentJson(site, repo, environment),
      created_at: time(environment.createdAt),
      updated_at: time(environment.updatedAt),
    })),
    state: review.state,
    user: simpleUserByIdJson(site, review.userId),
    comment: review.comment,
  }
}

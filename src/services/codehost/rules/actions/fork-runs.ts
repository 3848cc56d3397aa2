import { DAY } from '#core/duration.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { authorAssociation } from '../repos/author-association.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import type { RunContext } from './run-events.ts'
import { jobsOf } from './run-progress.ts'
import { policyOf } from './policies.ts'

/** The age from which an account is not new, in milliseconds. The vendor does not publish its own. */
const NEW_ACCOUNT = 30 * DAY

/**
 * Returns what becomes of the `pull_request` runs of a pull request: they start, wait for an approval, or are not made.
 * https://docs.github.com/actions/how-tos/manage-workflow-runs/approve-runs-from-forks
 *
 * @param actor the user whose action would start them
 */
export function runsOfPull(call: CodehostCall, repo: Repo, pull: Pull, actor: Account): 'start' | 'wait' | 'none' {
  const { rows } = call
  if (pull.headRepoId === repo.id) return 'start'
  const people = [rows.issues.require(pull.issueId).userId, actor.id]
  const { approvalPolicy, forkRuns } = policyOf(rows, { repo })
  if (!repo.private) return people.some((id) => mustWait(call, repo, approvalPolicy, id)) ? 'wait' : 'start'
  if (!forkRuns.run_workflows_from_fork_pull_requests) return 'none'
  const mayPush = (id: number): boolean =>
    permissionIncludes(permissionOf(rows, repo, rows.accounts.require(id)), 'push')
  return forkRuns.require_approval_for_fork_pr_workflows && !people.every(mayPush) ? 'wait' : 'start'
}

function mustWait(call: CodehostCall, repo: Repo, policy: string, userId: number): boolean {
  const association = authorAssociation(call.rows, repo, userId)
  if (association !== 'CONTRIBUTOR' && association !== 'NONE') return false
  if (policy === 'all_external_contributors') return true
  if (association === 'CONTRIBUTOR') return false
  const { createdAt } = call.rows.accounts.require(userId)
  return policy === 'first_time_contributors' || call.clock.now() - createdAt < NEW_ACCOUNT
}

/** Returns whether a run waits for an approval, before its first job. */
export function awaitsApproval(context: Pick<RunContext, 'rows'>, run: WorkflowRun): boolean {
  return run.conclusion === 'action_required' && run.headRepoId !== run.repoId && jobsOf(context, run).length === 0
}

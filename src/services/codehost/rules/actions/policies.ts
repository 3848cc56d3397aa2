import { DAY } from '#core/duration.ts'
import type { Rows } from '#codehost/call.ts'
import { conflict, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { ActionsPolicy } from '#codehost/schema/actions-policies.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The repository or the organization of a policy. */
export type PolicyTarget = { readonly repo: Repo } | { readonly org: Account }

/** The policy of repositories and organizations that have set nothing. */
const USUAL: ActionsPolicy = {
  enabled: 'all',
  allowedActions: 'all',
  shaPinningRequired: false,
  githubOwnedAllowed: false,
  verifiedAllowed: false,
  patternsAllowed: [],
  workflowPermissions: 'read',
  canApproveReviews: false,
  accessLevel: 'none',
  retentionDays: 90,
  approvalPolicy: 'first_time_contributors',
  forkRuns: {
    run_workflows_from_fork_pull_requests: false,
    send_write_tokens_to_workflows: false,
    send_secrets_and_variables: false,
    require_approval_for_fork_pr_workflows: false,
  },
}

/** The most days of retention: of a public repository, and of all others. */
const MOST_DAYS = { public: 90, private: 400 } as const

/** Returns the policy in force. */
export function policyOf(rows: Rows, target: PolicyTarget): ActionsPolicy {
  if ('org' in target) return { ...USUAL, ...rows.actionsPolicies.get('org', target.org.id) }
  const { id, ownerId } = target.repo
  return { ...USUAL, ...rows.actionsPolicies.get('org', ownerId), ...rows.actionsPolicies.get('repo', id) }
}

/**
 * Replaces members of a policy.
 *
 * @throws 409 for permissions of workflows that the organization of the repository does not give.
 */
export function changePolicy(rows: Rows, target: PolicyTarget, changes: Partial<ActionsPolicy>): void {
  const [owner, id] = 'org' in target ? (['org', target.org.id] as const) : (['repo', target.repo.id] as const)
  if ('repo' in target) refuseBeyondOwner(rows, target.repo, changes)
  rows.actionsPolicies.set({ ...rows.actionsPolicies.get(owner, id), ...changes }, owner, id)
}

function refuseBeyondOwner(rows: Rows, { ownerId }: Repo, changes: Partial<ActionsPolicy>): void {
  const org = rows.accounts.require(ownerId)
  if (org.type !== 'Organization') return
  const { workflowPermissions, canApproveReviews } = policyOf(rows, { org })
  const exceeds =
    (changes.workflowPermissions === 'write' && workflowPermissions === 'read') ||
    (changes.canApproveReviews === true && !canApproveReviews)
  if (exceeds) throw conflict('Conflict')
}

/** Returns the most days of retention that a repository or an organization can set. */
export function mostRetentionDays(rows: Rows, target: PolicyTarget): number {
  if ('org' in target) return MOST_DAYS.private
  const { private: hidden, ownerId } = target.repo
  const most = hidden ? MOST_DAYS.private : MOST_DAYS.public
  return Math.min(most, rows.actionsPolicies.get('org', ownerId).retentionDays ?? most)
}

/**
 * Sets the days for which artifacts and logs of new runs are kept.
 *
 * @throws 422 for too many or too few.
 */
export function setRetention(rows: Rows, target: PolicyTarget, days: number): void {
  const most = mostRetentionDays(rows, target)
  if (days < 1 || days > most) throw unprocessable(`Days must be between 1 and ${most}.`)
  changePolicy(rows, target, { retentionDays: days })
}

/** Returns how long artifacts of new runs are kept, in milliseconds. */
export function retentionOf(rows: Rows, repo: Repo): number {
  return Math.min(policyOf(rows, { repo }).retentionDays, mostRetentionDays(rows, { repo })) * DAY
}

/** Returns whether workflows of a repository run: the owner and the repository have both enabled Actions. */
export function isActionsEnabled(rows: Rows, { id, ownerId }: Repo): boolean {
  const { enabled: byOwner = 'all' } = rows.actionsPolicies.get('org', ownerId)
  const isOwnersChoice =
    byOwner === 'all' || (byOwner === 'selected' && rows.actionsRepos.find('repo', ownerId, id) !== undefined)
  return isOwnersChoice && rows.actionsPolicies.get('repo', id).enabled !== 'none'
}

/** Adds a repository to those in which an organization enables Actions, unless it is there. */
export function enableIn(rows: Rows, { id: orgId }: Account, { id: repoId }: Repo): void {
  if (rows.actionsRepos.find('repo', orgId, repoId) === undefined) rows.actionsRepos.insert({ orgId, repoId })
}

/** Removes a repository from those in which an organization enables Actions, if it is there. */
export function disableIn(rows: Rows, { id: orgId }: Account, { id: repoId }: Repo): void {
  const held = rows.actionsRepos.find('repo', orgId, repoId)
  if (held !== undefined) rows.actionsRepos.delete(held.id)
}

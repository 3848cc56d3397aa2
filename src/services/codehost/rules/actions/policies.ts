import { DAY } from '#core/duration.ts'
import type { Rows } from '#codehost/call.ts'
import { badRequest, conflict, forbidden, unprocessable } from '#codehost/errors.ts'
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
  selfHostedRunners: 'all',
  cacheRetentionDays: 7,
  cacheSizeGb: 10,
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

/** The selections of repositories: those in which Actions are enabled, and those that may have self-hosted runners. */
export type RepoSelection = 'actionsRepos' | 'runnerRepos'

/** Adds a repository to a selection of its organization, unless it is there. */
export function enableIn(rows: Rows, selection: RepoSelection, { id: orgId }: Account, { id: repoId }: Repo): void {
  if (rows[selection].find('repo', orgId, repoId) === undefined) rows[selection].insert({ orgId, repoId })
}

/** Removes a repository from a selection of its organization, if it is there. */
export function disableIn(rows: Rows, selection: RepoSelection, { id: orgId }: Account, { id: repoId }: Repo): void {
  const held = rows[selection].find('repo', orgId, repoId)
  if (held !== undefined) rows[selection].delete(held.id)
}

/** Selects exactly these repositories of an organization. */
export function selectRepos(rows: Rows, selection: RepoSelection, org: Account, repos: readonly Repo[]): void {
  for (const { id } of rows[selection].referring('orgId', org.id)) rows[selection].delete(id)
  for (const repo of repos) enableIn(rows, selection, org, repo)
}

/**
 * Refuses runners of a repository whose organization does not let it have any.
 *
 * @throws 403.
 */
export function refuseOwnRunners(rows: Rows, repo: Repo): void {
  const { selfHostedRunners: allowed = 'all' } = rows.actionsPolicies.get('org', repo.ownerId)
  const isSelected = rows.runnerRepos.find('repo', repo.ownerId, repo.id) !== undefined
  if (allowed === 'none' || (allowed === 'selected' && !isSelected)) {
    throw forbidden('Repository level self-hosted runners are disabled on this repository.')
  }
}

/** The limits of caches: how long they are kept, and how many gigabytes a repository has. */
export type CacheLimit = 'cacheRetentionDays' | 'cacheSizeGb'

/** The largest limits, for the repositories of users and for organizations. */
const MOST_OF_CACHES: Readonly<Record<CacheLimit, number>> = { cacheRetentionDays: 365, cacheSizeGb: 10_000 }

/** Returns a limit in force: that of a repository is at most that of its organization. */
export function cacheLimitOf(rows: Rows, target: PolicyTarget, limit: CacheLimit): number {
  return Math.min(policyOf(rows, target)[limit], mostOfCaches(rows, target, limit))
}

/**
 * Sets a limit of caches.
 *
 * @throws 400 for one below 1, and for one above that of the organization.
 */
export function setCacheLimit(rows: Rows, target: PolicyTarget, limit: CacheLimit, value: number): void {
  const most = mostOfCaches(rows, target, limit)
  if (value < 1 || value > most) throw badRequest(`The limit must be between 1 and ${most}.`)
  changePolicy(rows, target, { [limit]: value })
}

function mostOfCaches(rows: Rows, target: PolicyTarget, limit: CacheLimit): number {
  if ('org' in target) return MOST_OF_CACHES[limit]
  return rows.actionsPolicies.get('org', target.repo.ownerId)[limit] ?? MOST_OF_CACHES[limit]
}

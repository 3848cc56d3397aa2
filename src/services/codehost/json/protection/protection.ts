import type { Site } from '#codehost/call.ts'
import type { Protection, Restrictions } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserJson } from '../accounts/account.ts'
import { refInUrl, time } from '../format.ts'
import { integrationJson } from '../apps/integration.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { teamJson } from '../teams/team.ts'

/** The protection of a branch: `branch-protection` and `protected-branch`. */
export function protectionJson(site: Site, repo: Repo, protection: Protection) {
  const url = protectionUrl(site, repo, protection)
  const { requiredStatusChecks, requiredReviews, restrictions } = protection
  return {
    url,
    ...(requiredStatusChecks === null ? {} : { required_status_checks: statusChecksJson(site, repo, protection) }),
    ...(restrictions === null ? {} : { restrictions: restrictionsJson(site, repo, protection, restrictions) }),
    ...(requiredReviews === null ? {} : { required_pull_request_reviews: reviewsJson(site, repo, protection) }),
    required_signatures: signaturesJson(site, repo, protection),
    enforce_admins: enforceAdminsJson(site, repo, protection),
    required_linear_history: { enabled: protection.requiredLinearHistory },
    allow_force_pushes: { enabled: protection.allowForcePushes },
    allow_deletions: { enabled: protection.allowDeletions },
    block_creations: { enabled: protection.blockCreations },
    required_conversation_resolution: { enabled: protection.requiredConversationResolution },
    lock_branch: { enabled: protection.lockBranch },
    allow_fork_syncing: { enabled: protection.allowForkSyncing },
  }
}

/** The status checks that a protection requires: `status-check-policy`. */
export function statusChecksJson(site: Site, repo: Repo, protection: Protection) {
  const url = `${protectionUrl(site, repo, protection)}/required_status_checks`
  const { strict, checks } = protection.requiredStatusChecks ?? { strict: false, checks: [] }
  return {
    url,
    strict,
    contexts: checks.map(({ context }) => context),
    contexts_url: `${url}/contexts`,
    checks: checks.map(({ context, appId }) => ({ context, app_id: appId })),
  }
}

/** The reviews that a protection requires: `protected-branch-pull-request-review`. */
export function reviewsJson(site: Site, repo: Repo, protection: Protection) {
  const url = protectionUrl(site, repo, protection)
  const reviews = protection.requiredReviews
  const dismissal = reviews?.dismissalRestrictions ?? null
  const bypass = reviews?.bypassAllowances ?? null
  const places = {
    url: `${url}/dismissal_restrictions`,
    users_url: `${url}/dismissal_restrictions/users`,
    teams_url: `${url}/dismissal_restrictions/teams`,
  }
  return {
    url: `${url}/required_pull_request_reviews`,
    dismiss_stale_reviews: reviews?.dismissStaleReviews ?? false,
    require_code_owner_reviews: reviews?.requireCodeOwnerReviews ?? false,
    require_last_push_approval: reviews?.requireLastPushApproval ?? false,
    required_approving_review_count: reviews?.requiredApprovingReviewCount ?? 0,
    ...(dismissal === null ? {} : { dismissal_restrictions: { ...places, ...actors(site, repo, dismissal) } }),
    ...(bypass === null ? {} : { bypass_pull_request_allowances: actors(site, repo, bypass) }),
  }
}

/** The setting that binds administrators too: `protected-branch-admin-enforced`. */
export function enforceAdminsJson(site: Site, repo: Repo, protection: Protection) {
  return { url: `${protectionUrl(site, repo, protection)}/enforce_admins`, enabled: protection.enforceAdmins }
}

/** The setting that requires signed commits. */
export function signaturesJson(site: Site, repo: Repo, protection: Protection) {
  return { url: `${protectionUrl(site, repo, protection)}/required_signatures`, enabled: protection.requiredSignatures }
}

/** The users, teams and apps that may push: `branch-restriction-policy`. */
export function restrictionsJson(site: Site, repo: Repo, protection: Protection, restrictions: Restrictions) {
  const url = `${protectionUrl(site, repo, protection)}/restrictions`
  return {
    url,
    users_url: `${url}/users`,
    teams_url: `${url}/teams`,
    apps_url: `${url}/apps`,
    ...actors(site, repo, restrictions),
  }
}

function actors(site: Site, repo: Repo, { users, teams, apps }: Restrictions) {
  const { accounts, teams: allTeams, apps: allApps } = site.rows
  return {
    users: users
      .flatMap((login) => accounts.find('login', login.toLowerCase()) ?? [])
      .map((user) => simpleUserJson(site, user)),
    teams: teams
      .flatMap((slug) => allTeams.find('slug', repo.ownerId, slug.toLowerCase()) ?? [])
      .map((team) => teamJson(site, team)),
    apps: apps
      .flatMap((slug) => allApps.find('slug', slug.toLowerCase()) ?? [])
      // The vendor's description requires a text here.
      .map((app) => ({ ...integrationJson(site, app), description: app.description ?? '' })),
  }
}

function protectionUrl(site: Site, repo: Repo, { branch }: Protection): string {
  return `${repoUrls(site, repo).url}/branches/${refInUrl(branch)}/protection`
}

/** A protection in the payload of a `branch_protection_rule` event. */
export function protectionRuleJson(protection: Protection) {
  const { requiredReviews, requiredStatusChecks, restrictions } = protection
  const level = (on: boolean): string => (!on ? 'off' : protection.enforceAdmins ? 'everyone' : 'non_admins')
  return {
    id: protection.id,
    repository_id: protection.repoId,
    name: protection.branch,
    created_at: time(protection.createdAt),
    updated_at: time(protection.updatedAt),
    pull_request_reviews_enforcement_level: level(requiredReviews !== null),
    required_approving_review_count: requiredReviews?.requiredApprovingReviewCount ?? 0,
    dismiss_stale_reviews_on_push: requiredReviews?.dismissStaleReviews ?? false,
    require_code_owner_review: requiredReviews?.requireCodeOwnerReviews ?? false,
    require_last_push_approval: requiredReviews?.requireLastPushApproval ?? false,
    authorized_dismissal_actors_only: (requiredReviews?.dismissalRestrictions ?? null) !== null,
    ignore_approvals_from_contributors: false,
    required_status_checks: (requiredStatusChecks?.checks ?? []).map(({ context }) => context),
    required_status_checks_enforcement_level: level(requiredStatusChecks !== null),
    strict_required_status_checks_policy: requiredStatusChecks?.strict ?? false,
    signature_requirement_enforcement_level: level(protection.requiredSignatures),
    linear_history_requirement_enforcement_level: level(protection.requiredLinearHistory),
    admin_enforced: protection.enforceAdmins,
    create_protected: protection.blockCreations,
    allow_force_pushes_enforcement_level: protection.allowForcePushes ? 'everyone' : 'off',
    allow_deletions_enforcement_level: protection.allowDeletions ? 'everyone' : 'off',
    merge_queue_enforcement_level: 'off',
    required_deployments_enforcement_level: 'off',
    required_conversation_resolution_level: level(protection.requiredConversationResolution),
    authorized_actors_only: restrictions !== null,
    authorized_actor_names: [
      ...(restrictions?.users ?? []),
      ...(restrictions?.teams ?? []),
      ...(restrictions?.apps ?? []),
    ],
  }
}

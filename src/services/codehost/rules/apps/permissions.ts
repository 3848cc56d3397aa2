import type { AppPermissions } from '#codehost/schema/apps.ts'

/** The kind of GitHub App credentials and the permissions that an operation needs. */
export interface NeededAccess {
  /**
   * `app`: the app's JWT. `installation`: an installation token. `user`: the token of a user who signed in with the
   * app. `anyone`: an installation token or such a user's token.
   */
  readonly by: 'app' | 'installation' | 'user' | 'anyone'
  /**
   * Alternative sets of permissions, in the vendor's notation of `x-accepted-github-permissions`: `issues=write;
   * pull_requests=write`. Empty when no permission is needed.
   */
  readonly permissions: string
}

const issuesOrPulls = (access: string) => `issues=${access}; pull_requests=${access}`
const WITH_WORKFLOWS = 'contents=write; contents=write,workflows=write'

/**
 * Operations for installations and users, by the permissions that they need.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
const FOR_ANYONE: readonly (readonly [permissions: string, ...operations: string[]])[] = [
  [
    '',
    'activity/list-repos-starred-by-user activity/list-repos-watched-by-user users/list-public-keys-for-user',
    'activity/list-events-for-authenticated-user activity/list-public-events activity/list-public-events-for-user',
    'activity/list-public-org-events activity/list-received-events-for-user',
    'activity/list-received-public-events-for-user',
    'users/list-social-accounts-for-user users/list-ssh-signing-keys-for-user apps/get-by-slug emojis/get graphql meta/get meta/get-all-versions',
    'meta/get-octocat',
    'meta/get-zen meta/root orgs/get orgs/list orgs/list-for-user rate-limit/get search/code search/commits',
    'search/issues-and-pull-requests search/repos search/topics search/users users/check-following-for-user',
    'gists/get gists/get-comment gists/get-revision gists/list-comments gists/list-commits gists/list-for-user',
    'gists/list-forks gists/list-public',
    'users/get-by-id users/get-by-username users/list users/list-followers-for-user users/list-following-for-user',
  ],
  [
    'metadata=read',
    'repos/get-code-frequency-stats repos/get-commit-activity-stats repos/get-contributors-stats',
    'repos/get-participation-stats repos/get-punch-card-stats',
    'activity/get-stargazer-count-for-repo activity/list-watchers-for-repo repos/get-branch-rules',
    'activity/list-public-events-for-repo-network activity/list-repo-events',
    'repos/custom-properties-for-repos-get-repository-values',
    'repos/check-private-vulnerability-reporting repos/get-hash-algorithm repos/get-repo-ruleset',
    'repos/get-repo-rulesets',
    'activity/list-stargazers-for-repo reactions/list-for-commit-comment repos/check-collaborator repos/get',
    'repos/get-all-topics',
    'repos/get-collaborator-permission-level repos/get-commit-comment repos/list-collaborators',
    'repos/list-comments-for-commit repos/list-commit-comments-for-repo repos/list-contributors repos/list-for-org',
    'repos/list-for-user repos/list-forks repos/list-languages repos/list-public repos/list-tags search/labels',
  ],
  [
    'issues=read',
    'issues/get issues/get-parent issues/list-dependencies-blocked-by issues/list-dependencies-blocking',
    'issues/list-sub-issues repos/list-issue-types issues/list-events-for-repo issues/list-for-repo reactions/list-for-issue',
    'reactions/list-for-issue-comment',
  ],
  [
    'issues=write',
    'issues/add-blocked-by-dependency issues/add-sub-issue issues/remove-dependency-blocked-by',
    'issues/remove-sub-issue issues/reprioritize-sub-issue',
    'issues/create reactions/create-for-issue reactions/create-for-issue-comment reactions/delete-for-issue',
    'reactions/delete-for-issue-comment',
  ],
  [
    issuesOrPulls('read'),
    'issues/check-user-can-be-assigned issues/check-user-can-be-assigned-to-issue issues/get-comment issues/get-event',
    'issues/get-label issues/get-milestone issues/list-assignees issues/list-comments issues/list-comments-for-repo',
    'issues/list-events issues/list-events-for-timeline issues/list-labels-for-milestone issues/list-labels-for-repo',
    'issues/list-labels-on-issue issues/list-milestones',
  ],
  [
    issuesOrPulls('write'),
    'issues/add-assignees issues/add-labels issues/create-comment issues/create-label issues/create-milestone',
    'issues/delete-comment issues/delete-label issues/delete-milestone issues/lock issues/remove-all-labels',
    'issues/remove-assignees issues/remove-label issues/set-labels issues/unlock issues/update issues/update-comment',
    'issues/update-label issues/update-milestone',
  ],
  [
    'pull_requests=read',
    'pulls/check-if-merged pulls/get pulls/get-review pulls/get-review-comment pulls/list pulls/list-comments-for-review',
    'pulls/list-commits pulls/list-files pulls/list-requested-reviewers pulls/list-review-comments',
    'pulls/list-review-comments-for-repo pulls/list-reviews reactions/list-for-pull-request-review-comment',
    'repos/list-pull-requests-associated-with-commit',
  ],
  [
    'pull_requests=write',
    'pulls/create pulls/create-reply-for-review-comment pulls/create-review pulls/create-review-comment',
    'pulls/delete-pending-review pulls/delete-review-comment pulls/dismiss-review pulls/remove-requested-reviewers',
    'pulls/request-reviewers pulls/submit-review pulls/update pulls/update-branch pulls/update-review',
    'pulls/update-review-comment reactions/create-for-pull-request-review-comment',
    'reactions/delete-for-pull-request-comment',
  ],
  [
    'contents=read',
    'git/get-blob git/get-commit git/get-ref git/get-tag git/get-tree git/list-matching-refs repos/download-archive',
    'git-http/info-refs git-http/upload-pack',
    'repos/compare-commits-with-basehead repos/create-commit-comment repos/download-tarball-archive',
    'repos/download-zipball-archive repos/get-branch repos/get-commit repos/get-content repos/get-latest-release',
    'repos/get-readme repos/get-readme-in-directory repos/get-release repos/get-release-asset repos/get-release-by-tag',
    'reactions/create-for-release reactions/delete-for-release reactions/list-for-release',
    'repos/list-branches repos/list-branches-for-head-commit repos/list-commits repos/list-release-assets',
    'repos/list-activities repos/list-releases',
  ],
  [
    'contents=write',
    'git/create-blob git/create-commit git/create-tag git/create-tree git/delete-ref git-http/receive-pack pulls/merge',
    'reactions/create-for-commit-comment reactions/delete-for-commit-comment',
    'repos/create-dispatch-event repos/delete-commit-comment repos/delete-release repos/delete-release-asset',
    'repos/generate-release-notes repos/merge repos/merge-upstream repos/rename-branch repos/update-commit-comment',
    'repos/update-release repos/update-release-asset repos/upload-release-asset',
  ],
  [
    WITH_WORKFLOWS,
    'git/create-ref git/update-ref repos/create-or-update-file-contents repos/create-release repos/delete-file',
  ],
  ['statuses=read', 'repos/get-combined-status-for-ref repos/list-commit-statuses-for-ref'],
  ['statuses=write', 'repos/create-commit-status'],
  [
    'checks=read',
    'checks/get checks/get-suite checks/list-annotations checks/list-for-ref checks/list-for-suite',
    'checks/list-suites-for-ref',
  ],
  [
    'checks=write',
    'checks/create checks/create-suite checks/rerequest-run checks/rerequest-suite checks/set-suites-preferences',
    'checks/update',
  ],
  [
    'actions=read',
    'actions/get-actions-cache-list actions/get-actions-cache-usage actions/get-custom-oidc-sub-claim-for-repo',
    'actions/download-artifact actions/download-job-logs-for-workflow-run actions/download-workflow-run-attempt-logs',
    'actions/download-workflow-run-logs actions/get-artifact actions/get-job-for-workflow-run actions/get-workflow',
    'actions/get-workflow-run actions/get-workflow-run-attempt actions/get-workflow-run-usage',
    'actions/get-workflow-usage actions/list-artifacts-for-repo actions/list-jobs-for-workflow-run',
    'actions/list-jobs-for-workflow-run-attempt actions/list-repo-workflows actions/list-workflow-run-artifacts',
    'actions/list-workflow-runs actions/list-workflow-runs-for-repo',
  ],
  [
    'actions=write',
    'actions/delete-actions-cache-by-id actions/delete-actions-cache-by-key actions/set-custom-oidc-sub-claim-for-repo',
    'actions/approve-workflow-run actions/cancel-workflow-run actions/create-workflow-dispatch actions/delete-artifact',
    'actions/delete-workflow-run actions/delete-workflow-run-logs actions/disable-workflow actions/enable-workflow',
    'actions/force-cancel-workflow-run actions/re-run-job-for-workflow-run actions/re-run-workflow',
    'actions/re-run-workflow-failed-jobs',
  ],
  [
    'actions=read',
    'actions/get-pending-deployments-for-run actions/get-reviews-for-run',
    'repos/get-all-environments repos/get-environment repos/list-deployment-branch-policies',
    'repos/get-deployment-branch-policy repos/get-all-deployment-protection-rules',
    'repos/get-custom-deployment-protection-rule',
  ],
  [
    'deployments=read',
    'repos/get-deployment repos/get-deployment-status repos/list-deployment-statuses repos/list-deployments',
  ],
  [
    'deployments=write',
    'actions/review-custom-gates-for-run actions/review-pending-deployments-for-run',
    'repos/create-deployment repos/create-deployment-status repos/delete-deployment',
  ],
  [
    'environments=read',
    'actions/get-environment-public-key actions/get-environment-secret actions/get-environment-variable',
    'actions/list-environment-secrets actions/list-environment-variables',
  ],
  [
    'environments=write',
    'actions/create-environment-variable actions/create-or-update-environment-secret',
    'actions/delete-environment-secret actions/delete-environment-variable actions/update-environment-variable',
  ],
  [
    'administration=read',
    'repos/get-clones repos/get-top-paths repos/get-top-referrers repos/get-views',
    'repos/check-automated-security-fixes repos/check-vulnerability-alerts repos/get-autolink repos/get-deploy-key',
    'repos/list-autolinks repos/list-custom-deployment-rule-integrations repos/list-deploy-keys',
  ],
  [
    'administration=write',
    'repos/create-repo-ruleset repos/delete-repo-ruleset repos/update-repo-ruleset',
    'repos/create-autolink repos/create-deploy-key repos/delete-autolink repos/delete-deploy-key',
    'repos/disable-automated-security-fixes repos/disable-private-vulnerability-reporting',
    'repos/disable-vulnerability-alerts repos/enable-automated-security-fixes',
    'repos/enable-private-vulnerability-reporting repos/enable-vulnerability-alerts',
    'repos/create-deployment-branch-policy repos/create-deployment-protection-rule',
    'repos/create-or-update-environment repos/delete-an-environment repos/delete-deployment-branch-policy',
    'repos/disable-deployment-protection-rule repos/update-deployment-branch-policy',
  ],
  ['secrets=read', 'actions/get-repo-public-key actions/get-repo-secret actions/list-repo-secrets'],
  ['secrets=write', 'actions/create-or-update-repo-secret actions/delete-repo-secret'],
  ['actions_variables=read', 'actions/get-repo-variable actions/list-repo-variables'],
  ['actions_variables=write', 'actions/create-repo-variable actions/delete-repo-variable actions/update-repo-variable'],
  [
    // Organization settings that a repository can read.
    'metadata=read',
    'actions/list-repo-organization-secrets actions/list-repo-organization-variables',
  ],
  [
    'organization_secrets=read',
    'actions/get-org-public-key actions/get-org-secret actions/list-org-secrets',
    'actions/list-selected-repos-for-org-secret',
  ],
  [
    'organization_secrets=write',
    'actions/create-or-update-org-secret actions/delete-org-secret actions/set-selected-repos-for-org-secret',
  ],
  [
    'organization_secrets=write,metadata=read',
    'actions/add-selected-repo-to-org-secret actions/remove-selected-repo-from-org-secret',
  ],
  [
    'organization_actions_variables=read',
    'actions/get-org-variable actions/list-org-variables actions/list-selected-repos-for-org-variable',
  ],
  [
    'organization_actions_variables=write',
    'actions/create-org-variable actions/delete-org-variable actions/set-selected-repos-for-org-variable',
    'actions/update-org-variable',
  ],
  [
    'organization_actions_variables=write,metadata=read',
    'actions/add-selected-repo-to-org-variable actions/remove-selected-repo-from-org-variable',
  ],
  [
    'administration=read',
    'repos/get-access-restrictions repos/get-admin-branch-protection repos/get-all-status-check-contexts',
    'repos/get-branch-protection repos/get-commit-signature-protection repos/get-pull-request-review-protection',
    'repos/get-apps-with-access-to-protected-branch repos/get-status-checks-protection',
    'repos/get-teams-with-access-to-protected-branch repos/get-users-with-access-to-protected-branch',
    'repos/list-invitations repos/list-teams',
  ],
  [
    'administration=write',
    'repos/add-app-access-restrictions repos/add-collaborator repos/add-status-check-contexts',
    'repos/add-team-access-restrictions repos/add-user-access-restrictions repos/create-commit-signature-protection',
    'repos/remove-app-access-restrictions repos/remove-team-access-restrictions repos/remove-user-access-restrictions',
    'repos/set-app-access-restrictions repos/set-team-access-restrictions repos/set-user-access-restrictions',
    'repos/create-in-org repos/create-using-template repos/delete repos/delete-access-restrictions',
    'repos/delete-admin-branch-protection repos/delete-branch-protection repos/delete-commit-signature-protection',
    'repos/delete-pull-request-review-protection repos/remove-collaborator repos/remove-status-check-contexts',
    'repos/remove-status-check-protection repos/replace-all-topics repos/set-admin-branch-protection',
    'repos/delete-invitation repos/set-status-check-contexts repos/update repos/update-branch-protection',
    'repos/update-invitation',
    'repos/update-pull-request-review-protection repos/update-status-check-protection',
  ],
  ['administration=write,contents=read', 'repos/create-fork'],
  [
    'repository_hooks=read',
    'repos/get-webhook repos/get-webhook-config-for-repo repos/get-webhook-delivery repos/list-webhook-deliveries',
    'repos/list-webhooks repos/ping-webhook repos/test-push-webhook',
  ],
  [
    'repository_hooks=write',
    'repos/create-webhook repos/delete-webhook repos/redeliver-webhook-delivery repos/update-webhook',
    'repos/update-webhook-config-for-repo',
  ],
  [
    'organization_hooks=read',
    'orgs/get-webhook orgs/get-webhook-config-for-org orgs/get-webhook-delivery orgs/list-webhook-deliveries',
    'orgs/list-webhooks',
  ],
  [
    'organization_hooks=write',
    'orgs/create-webhook orgs/delete-webhook orgs/ping-webhook orgs/redeliver-webhook-delivery orgs/update-webhook',
    'orgs/update-webhook-config-for-org',
  ],
  [
    'organization_administration=read',
    'actions/get-actions-cache-usage-by-repo-for-org actions/get-actions-cache-usage-for-org',
    'oidc/get-oidc-custom-sub-template-for-org orgs/list-app-installations orgs/list-issue-types',
  ],
  [
    'organization_administration=write',
    'oidc/update-oidc-custom-sub-template-for-org orgs/create-issue-type orgs/delete-issue-type orgs/update-issue-type',
  ],
  [
    'organization_custom_properties=read',
    'orgs/custom-properties-for-repos-get-organization-definition',
    'orgs/custom-properties-for-repos-get-organization-definitions',
    'orgs/custom-properties-for-repos-get-organization-values',
  ],
  [
    'organization_custom_properties=write',
    'orgs/custom-properties-for-repos-create-or-update-organization-definition',
    'orgs/custom-properties-for-repos-create-or-update-organization-definitions',
    'orgs/custom-properties-for-repos-create-or-update-organization-values',
    'orgs/custom-properties-for-repos-delete-organization-definition',
  ],
  ['repository_custom_properties=write', 'repos/custom-properties-for-repos-create-or-update-repository-values'],
  [
    'organization_administration=write',
    'orgs/update repos/create-org-ruleset repos/delete-org-ruleset repos/get-org-ruleset repos/get-org-rulesets',
    'repos/update-org-ruleset',
  ],
  [
    'members=read',
    'orgs/check-membership-for-user orgs/check-public-membership-for-user orgs/get-membership-for-user',
    'orgs/list-invitation-teams orgs/list-members orgs/list-pending-invitations orgs/list-public-members',
    'teams/get-by-name teams/get-membership-for-user-in-org teams/list',
    'teams/list-child-in-org teams/list-members-in-org',
  ],
  ['members=read,metadata=read', 'teams/check-permissions-for-repo-in-org teams/list-repos-in-org'],
  [
    'members=write',
    'orgs/cancel-invitation orgs/create-invitation',
    'orgs/remove-member orgs/remove-membership-for-user orgs/set-membership-for-user',
    'teams/add-or-update-membership-for-user-in-org teams/create teams/delete-in-org',
    'teams/remove-membership-for-user-in-org teams/update-in-org',
  ],
  ['members=read,administration=write', 'teams/add-or-update-repo-permissions-in-org teams/remove-repo-in-org'],
]

const FOR_USERS: typeof FOR_ANYONE = [
  [
    '',
    'apps/list-installations-for-authenticated-user issues/list issues/list-for-authenticated-user issues/list-for-org',
    'orgs/list-for-authenticated-user orgs/list-memberships-for-authenticated-user teams/list-for-authenticated-user',
    'repos/list-invitations-for-authenticated-user repos/accept-invitation-for-authenticated-user',
    'repos/decline-invitation-for-authenticated-user',
    'users/get-authenticated gists/check-is-starred gists/list gists/list-starred',
  ],
  [
    'gists=write',
    'gists/create gists/create-comment gists/delete gists/delete-comment gists/fork gists/star gists/unstar gists/update',
    'gists/update-comment',
  ],
  ['metadata=read', 'apps/list-installation-repos-for-authenticated-user repos/list-for-authenticated-user'],
  ['starring=read', 'activity/list-repos-starred-by-authenticated-user'],
  ['starring=read,metadata=read', 'activity/check-repo-is-starred-by-authenticated-user'],
  [
    'starring=write,metadata=read',
    'activity/star-repo-for-authenticated-user activity/unstar-repo-for-authenticated-user',
  ],
  ['emails=read', 'users/list-emails-for-authenticated-user users/list-public-emails-for-authenticated-user'],
  [
    'emails=write',
    'users/add-email-for-authenticated-user users/delete-email-for-authenticated-user',
    'users/set-primary-email-visibility-for-authenticated-user',
  ],
  [
    'followers=read',
    'users/check-person-is-followed-by-authenticated users/list-followed-by-authenticated-user',
    'users/list-followers-for-authenticated-user',
  ],
  ['followers=write', 'users/follow users/unfollow'],
  ['', 'activity/list-org-events-for-authenticated-user'],
  ['watching=read', 'activity/get-repo-subscription activity/list-watched-repos-for-authenticated-user'],
  ['watching=write', 'activity/delete-repo-subscription activity/set-repo-subscription'],
  [
    'git_ssh_keys=read',
    'users/get-public-ssh-key-for-authenticated-user users/list-public-ssh-keys-for-authenticated-user',
  ],
  [
    'git_ssh_keys=write',
    'users/create-public-ssh-key-for-authenticated-user users/delete-public-ssh-key-for-authenticated-user',
  ],
  [
    'git_signing_ssh_public_keys=read',
    'users/get-ssh-signing-key-for-authenticated-user users/list-ssh-signing-keys-for-authenticated-user',
  ],
  [
    'git_signing_ssh_public_keys=write',
    'users/create-ssh-signing-key-for-authenticated-user users/delete-ssh-signing-key-for-authenticated-user',
  ],
  ['profile=read', 'users/list-social-accounts-for-authenticated-user'],
  [
    'profile=write',
    'users/add-social-account-for-authenticated-user users/delete-social-account-for-authenticated-user',
    'users/update-authenticated',
  ],
  ['administration=write', 'repos/create-for-authenticated-user repos/transfer'],
  ['members=read', 'orgs/get-membership-for-authenticated-user'],
  [
    'members=write',
    'orgs/remove-public-membership-for-authenticated-user orgs/set-public-membership-for-authenticated-user',
    'orgs/update-membership-for-authenticated-user',
  ],
]

const FOR_INSTALLATIONS: typeof FOR_ANYONE = [
  ['', 'apps/revoke-installation-access-token'],
  ['metadata=read', 'apps/list-repos-accessible-to-installation'],
]

const FOR_APPS: typeof FOR_ANYONE = [
  [
    '',
    'apps/create-installation-access-token apps/delete-installation apps/get-authenticated apps/get-installation',
    'apps/get-org-installation apps/get-repo-installation apps/get-user-installation apps/get-webhook-config-for-app',
    'apps/get-webhook-delivery apps/list-installations apps/list-webhook-deliveries apps/redeliver-webhook-delivery',
    'apps/suspend-installation apps/unsuspend-installation apps/update-webhook-config-for-app',
  ],
]

const NEEDED: ReadonlyMap<string, NeededAccess> = new Map(
  (
    [
      ['anyone', FOR_ANYONE],
      ['user', FOR_USERS],
      ['installation', FOR_INSTALLATIONS],
      ['app', FOR_APPS],
    ] as const
  ).flatMap(([by, table]) =>
    table.flatMap(([permissions, ...lines]) =>
      lines.flatMap((line) => line.split(' ').map((operation) => [operation, { by, permissions }] as const)),
    ),
  ),
)

/** Returns the access that an operation needs of a GitHub App; undefined for operations that no app may call. */
export function neededFor(operation: string | null): NeededAccess | undefined {
  return operation === null ? undefined : NEEDED.get(operation)
}

/** Returns whether a JWT can authenticate this operation. */
export function canUseJwt(operation: string | null): boolean {
  return neededFor(operation)?.by === 'app' || operation === 'apps/get-by-slug'
}

const LEVELS: readonly string[] = ['read', 'write', 'admin']

/**
 * Returns the permissions of an installation whose app requests these permissions: `metadata=read` comes with every
 * other permission.
 */
export function grantedBy(permissions: AppPermissions): AppPermissions {
  return { metadata: 'read', ...permissions }
}

/** Returns whether an access level includes another: `write` includes `read`, and `admin` includes both. */
export function levelIncludes(held: string | undefined, needed: string): boolean {
  return held !== undefined && LEVELS.indexOf(held) >= LEVELS.indexOf(needed)
}

/** Returns whether the permissions include at least one whole set of {@link NeededAccess}. */
export function isSufficient(held: AppPermissions, needed: string): boolean {
  if (needed === '') return true
  return needed.split('; ').some((set) =>
    set.split(',').every((each) => {
      const [name = '', access = ''] = each.split('=')
      return levelIncludes(held[name] ?? held[ALIASES[name] ?? ''], access)
    }),
  )
}

/** Permissions whose name in the API description differs from the name in an installation. */
const ALIASES: Readonly<Record<string, string>> = { emails: 'email_addresses', actions_variables: 'variables' }

/** Permissions that are not needed to read public repositories. */
const PUBLIC = /^(?:actions|checks|contents|deployments|issues|metadata|pull_requests|statuses)=read/

/**
 * Exceptions to {@link PUBLIC}: operations that need one of these permissions even for public repositories, and
 * operations that need another permission and still show public data.
 */
const NOT_PUBLIC = /^repos\/(?:list-collaborators|check-collaborator|get-collaborator-permission-level)$/
const PUBLIC_TOO =
  /^orgs\/(?:list-members|list-public-members|check-membership-for-user|check-public-membership-for-user)$/

/** Returns whether an operation may read public data of a repository or an organization without a permission. */
export function isPublicRead(operation: string, method: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const { permissions } = NEEDED.get(operation) ?? { permissions: null }
  if (permissions === null || NOT_PUBLIC.test(operation)) return false
  return permissions === '' || PUBLIC.test(permissions) || PUBLIC_TOO.test(operation)
}

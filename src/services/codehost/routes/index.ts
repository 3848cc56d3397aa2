import type { CarriedOperations } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { withBodyFormats } from './body-formats.ts'
import { packagesRoutes } from './packages/packages.ts'
import { pagesRoutes } from './pages/pages.ts'
import { dependencyGraphRoutes } from './security/dependency-graph.ts'
import { dependabotAlertsRoutes } from './security/dependabot-alerts.ts'
import { secretAlertsRoutes } from './security/secret-alerts.ts'
import { advisoriesRoutes } from './security/advisories.ts'
import { attestationsRoutes } from './security/attestations.ts'
import { codeSetupRoutes } from './security/code-setup.ts'
import { configurationsRoutes } from './security/configurations.ts'
import { dependabotAccessRoutes } from './security/dependabot-access.ts'
import { secretPatternsRoutes } from './security/secret-patterns.ts'
import { codeScanningRoutes } from './security/code-scanning.ts'
import { concurrencyGroupsRoutes } from './actions/concurrency-groups.ts'
import { hostedRunnersRoutes } from './actions/hosted-runners.ts'
import { runnerPoliciesRoutes } from './actions/runner-policies.ts'
import { runnersRoutes } from './actions/runners.ts'
import { feedsRoutes } from './activities/feeds.ts'
import { projectsRoutes } from './projects/projects.ts'
import { activitiesRoutes } from './activities/activities.ts'
import { actionsUsageRoutes } from './actions/usage.ts'
import { artifactsRoutes } from './actions/artifacts.ts'
import { actionsPoliciesRoutes } from './actions/policies.ts'
import { appManifestsRoutes } from './apps/manifests.ts'
import { appsRoutes } from './apps/apps.ts'
import { assigneesRoutes } from './issues/assignees.ts'
import { blocksRoutes } from './accounts/blocks.ts'
import { branchesRoutes } from './git/branches.ts'
import { cachesRoutes } from './actions/caches.ts'
import { checkRunsRoutes } from './checks/check-runs.ts'
import { checkSuitesRoutes } from './checks/check-suites.ts'
import { codeownersRoutes } from './repos/codeowners.ts'
import { collaboratorsRoutes } from './repos/collaborators.ts'
import { commitCommentsRoutes } from './commits/commit-comments.ts'
import { commitsRoutes } from './commits/commits.ts'
import { contentsRoutes } from './git/contents.ts'
import { customPropertiesRoutes } from './repos/custom-properties.ts'
import { deploymentsRoutes } from './deployments/deployments.ts'
import { emailsRoutes } from './accounts/emails.ts'
import { environmentSettingsRoutes } from './deployments/environment-settings.ts'
import { environmentsRoutes } from './deployments/environments.ts'
import { followersRoutes } from './accounts/followers.ts'
import { forksRoutes } from './repos/forks.ts'
import { gistCommentsRoutes } from './gists/gist-comments.ts'
import { gistTransportRoutes } from './gists/gist-transport.ts'
import { gistsRoutes } from './gists/gists.ts'
import { gitRoutes } from './git/git.ts'
import { graphqlRoutes } from './graphql/graphql.ts'
import { hooksRoutes } from './hooks/hooks.ts'
import { identityTokensRoutes } from './actions/identity-tokens.ts'
import { installationsRoutes } from './apps/installations.ts'
import { interactionLimitsRoutes } from './repos/interaction-limits.ts'
import { issueCommentsRoutes } from './issues/issue-comments.ts'
import { issueEventsRoutes } from './issues/issue-events.ts'
import { issueLabelsRoutes } from './issues/issue-labels.ts'
import { issueFieldsRoutes } from './issues/issue-fields.ts'
import { issueTypesRoutes } from './issues/issue-types.ts'
import { issuesRoutes } from './issues/issues.ts'
import { labelsRoutes } from './issues/labels.ts'
import { licensesRoutes } from './meta/licenses.ts'
import { gpgKeysRoutes } from './accounts/gpg-keys.ts'
import { membersRoutes } from './accounts/members.ts'
import { mergingRoutes } from './pulls/merging.ts'
import { codesOfConductRoutes } from './meta/codes-of-conduct.ts'
import { markdownRoutes } from './meta/markdown.ts'
import { metaRoutes } from './meta/meta.ts'
import { milestonesRoutes } from './issues/milestones.ts'
import { notificationsRoutes } from './notifications/notifications.ts'
import { oauthRoutes } from './apps/oauth.ts'
import { organizationHooksRoutes } from './hooks/organization-hooks.ts'
import { organizationRolesRoutes } from './accounts/organization-roles.ts'
import { organizationTokensRoutes } from './accounts/organization-tokens.ts'
import { outsideCollaboratorsRoutes } from './accounts/outside-collaborators.ts'
import { organizationSecretsRoutes } from './settings/organization-secrets.ts'
import { organizationVariablesRoutes } from './settings/organization-variables.ts'
import { organizationsRoutes } from './accounts/organizations.ts'
import { protectionRoutes } from './protection/protection.ts'
import { issueSuggestionsRoutes } from './issues/issue-suggestions.ts'
import { pullCapsRoutes } from './pulls/caps.ts'
import { pullsRoutes } from './pulls/pulls.ts'
import { reactionsRoutes } from './issues/reactions.ts'
import { refLogRoutes } from './git/ref-log.ts'
import { refsRoutes } from './git/refs.ts'
import { immutableReleasesRoutes } from './releases/immutable-releases.ts'
import { releaseAssetsRoutes } from './releases/release-assets.ts'
import { releasesRoutes } from './releases/releases.ts'
import { organizationInvitationsRoutes } from './accounts/organization-invitations.ts'
import { repositoryInvitationsRoutes } from './repos/repository-invitations.ts'
import { repositoriesRoutes } from './repos/repositories.ts'
import { requestedReviewersRoutes } from './pulls/requested-reviewers.ts'
import { reviewCommentsRoutes } from './pulls/review-comments.ts'
import { reviewsRoutes } from './pulls/reviews.ts'
import { runApprovalsRoutes } from './actions/run-approvals.ts'
import { resultsRoutes } from './actions/results.ts'
import { ruleSuitesRoutes } from './protection/rule-suites.ts'
import { rulesetsRoutes } from './protection/rulesets.ts'
import { searchRoutes } from './meta/search.ts'
import { secretsRoutes } from './settings/secrets.ts'
import { sourceArchivesRoutes } from './git/source-archives.ts'
import { repositorySwitchesRoutes } from './repos/repository-switches.ts'
import { socialAccountsRoutes } from './accounts/social-accounts.ts'
import { sshKeysRoutes } from './accounts/ssh-keys.ts'
import { starsRoutes } from './repos/stars.ts'
import { statisticsRoutes } from './repos/statistics.ts'
import { statusesRoutes } from './checks/statuses.ts'
import { storageRoutes } from './actions/storage.ts'
import { subIssuesRoutes } from './issues/sub-issues.ts'
import { subscriptionsRoutes } from './repos/subscriptions.ts'
import { teamMembersRoutes } from './teams/team-members.ts'
import { teamRepositoriesRoutes } from './teams/team-repositories.ts'
import { teamsRoutes } from './teams/teams.ts'
import { trafficRoutes } from './repos/traffic.ts'
import { transportRoutes } from './git/transport.ts'
import { usersRoutes } from './accounts/users.ts'
import { variablesRoutes } from './settings/variables.ts'
import { workflowJobsRoutes } from './actions/workflow-jobs.ts'
import { workflowRunsRoutes } from './actions/workflow-runs.ts'
import { workflowsRoutes } from './actions/workflows.ts'

/** The routes of the service. */
export const routes = [
  ...repositoriesRoutes,
  ...collaboratorsRoutes,
  ...repositoryInvitationsRoutes,
  ...forksRoutes,
  ...codeownersRoutes,
  ...starsRoutes,
  ...subscriptionsRoutes,
  ...notificationsRoutes,
  ...activitiesRoutes,
  ...repositorySwitchesRoutes,
  ...interactionLimitsRoutes,
  ...statisticsRoutes,
  ...trafficRoutes,
  ...refLogRoutes,
  ...branchesRoutes,
  ...protectionRoutes,
  ...rulesetsRoutes,
  ...ruleSuitesRoutes,
  ...customPropertiesRoutes,
  ...contentsRoutes,
  ...sourceArchivesRoutes,
  ...gitRoutes,
  ...refsRoutes,
  ...gistTransportRoutes,
  ...transportRoutes,
  ...gistsRoutes,
  ...withBodyFormats(gistCommentsRoutes),
  ...commitsRoutes,
  ...withBodyFormats(commitCommentsRoutes),
  ...statusesRoutes,
  ...checkRunsRoutes,
  ...checkSuitesRoutes,
  ...withBodyFormats(releasesRoutes),
  ...releaseAssetsRoutes,
  ...immutableReleasesRoutes,
  ...withBodyFormats(issuesRoutes),
  ...assigneesRoutes,
  ...withBodyFormats(issueCommentsRoutes),
  ...withBodyFormats(issueEventsRoutes),
  ...issueLabelsRoutes,
  ...withBodyFormats(subIssuesRoutes),
  ...issueTypesRoutes,
  ...issueFieldsRoutes,
  ...milestonesRoutes,
  ...reactionsRoutes,
  ...withBodyFormats(pullsRoutes),
  ...mergingRoutes,
  ...pullCapsRoutes,
  ...issueSuggestionsRoutes,
  ...requestedReviewersRoutes,
  ...withBodyFormats(reviewsRoutes),
  ...withBodyFormats(reviewCommentsRoutes),
  ...usersRoutes,
  ...followersRoutes,
  ...emailsRoutes,
  ...blocksRoutes,
  ...sshKeysRoutes,
  ...gpgKeysRoutes,
  ...socialAccountsRoutes,
  ...organizationsRoutes,
  ...membersRoutes,
  ...organizationInvitationsRoutes,
  ...outsideCollaboratorsRoutes,
  ...organizationTokensRoutes,
  ...organizationRolesRoutes,
  ...teamsRoutes,
  ...teamMembersRoutes,
  ...teamRepositoriesRoutes,
  ...hooksRoutes,
  ...organizationHooksRoutes,
  ...secretsRoutes,
  ...organizationSecretsRoutes,
  ...variablesRoutes,
  ...organizationVariablesRoutes,
  ...workflowsRoutes,
  ...workflowRunsRoutes,
  ...actionsUsageRoutes,
  ...runApprovalsRoutes,
  ...actionsPoliciesRoutes,
  ...runnerPoliciesRoutes,
  ...concurrencyGroupsRoutes,
  ...hostedRunnersRoutes,
  ...workflowJobsRoutes,
  ...artifactsRoutes,
  ...cachesRoutes,
  ...resultsRoutes,
  ...storageRoutes,
  ...identityTokensRoutes,
  ...deploymentsRoutes,
  ...environmentsRoutes,
  ...environmentSettingsRoutes,
  ...appsRoutes,
  ...appManifestsRoutes,
  ...installationsRoutes,
  ...oauthRoutes,
  ...labelsRoutes,
  ...feedsRoutes,
  ...projectsRoutes,
  ...runnersRoutes,
  ...packagesRoutes,
  ...pagesRoutes,
  ...codeScanningRoutes,
  ...codeSetupRoutes,
  ...configurationsRoutes,
  ...dependabotAccessRoutes,
  ...secretPatternsRoutes,
  ...dependabotAlertsRoutes,
  ...secretAlertsRoutes,
  ...advisoriesRoutes,
  ...attestationsRoutes,
  ...dependencyGraphRoutes,
  ...withBodyFormats(searchRoutes),
  ...graphqlRoutes,
  ...licensesRoutes,
  ...codesOfConductRoutes,
  ...markdownRoutes,
  ...metaRoutes,
]

/** The operations that requests to GraphQL carry. */
export const carried: CarriedOperations = {
  within: 'graphql',
  ids: async () => (await import('#codehost/graphql/operations.ts')).operationIds,
  of: async (call: CodehostCall) => (await import('#codehost/graphql/operations.ts')).operationsOf(call),
}

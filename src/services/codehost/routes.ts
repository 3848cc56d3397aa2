import { artifactsRoutes } from './routes/actions/artifacts.ts'
import { appsRoutes } from './routes/apps/apps.ts'
import { assigneesRoutes } from './routes/issues/assignees.ts'
import { branchesRoutes } from './routes/git/branches.ts'
import { checkRunsRoutes } from './routes/checks/check-runs.ts'
import { checkSuitesRoutes } from './routes/checks/check-suites.ts'
import { collaboratorsRoutes } from './routes/repos/collaborators.ts'
import { commitCommentsRoutes } from './routes/commits/commit-comments.ts'
import { commitsRoutes } from './routes/commits/commits.ts'
import { contentsRoutes } from './routes/git/contents.ts'
import { emailsRoutes } from './routes/accounts/emails.ts'
import { followersRoutes } from './routes/accounts/followers.ts'
import { forksRoutes } from './routes/repos/forks.ts'
import { gitRoutes } from './routes/git/git.ts'
import { hooksRoutes } from './routes/hooks/hooks.ts'
import { installationsRoutes } from './routes/apps/installations.ts'
import { issueCommentsRoutes } from './routes/issues/issue-comments.ts'
import { issueEventsRoutes } from './routes/issues/issue-events.ts'
import { issueLabelsRoutes } from './routes/issues/issue-labels.ts'
import { issuesRoutes } from './routes/issues/issues.ts'
import { labelsRoutes } from './routes/issues/labels.ts'
import { membersRoutes } from './routes/accounts/members.ts'
import { mergingRoutes } from './routes/pulls/merging.ts'
import { metaRoutes } from './routes/meta/meta.ts'
import { milestonesRoutes } from './routes/issues/milestones.ts'
import { oauthRoutes } from './routes/apps/oauth.ts'
import { organizationHooksRoutes } from './routes/hooks/organization-hooks.ts'
import { organizationSecretsRoutes } from './routes/settings/organization-secrets.ts'
import { organizationVariablesRoutes } from './routes/settings/organization-variables.ts'
import { organizationsRoutes } from './routes/accounts/organizations.ts'
import { protectionRoutes } from './routes/protection/protection.ts'
import { pullsRoutes } from './routes/pulls/pulls.ts'
import { reactionsRoutes } from './routes/issues/reactions.ts'
import { refsRoutes } from './routes/git/refs.ts'
import { releaseAssetsRoutes } from './routes/releases/release-assets.ts'
import { releasesRoutes } from './routes/releases/releases.ts'
import { organizationInvitationsRoutes } from './routes/accounts/organization-invitations.ts'
import { repositoryInvitationsRoutes } from './routes/repos/repository-invitations.ts'
import { repositoriesRoutes } from './routes/repos/repositories.ts'
import { requestedReviewersRoutes } from './routes/pulls/requested-reviewers.ts'
import { reviewCommentsRoutes } from './routes/pulls/review-comments.ts'
import { reviewsRoutes } from './routes/pulls/reviews.ts'
import { searchRoutes } from './routes/meta/search.ts'
import { secretsRoutes } from './routes/settings/secrets.ts'
import { sourceArchivesRoutes } from './routes/git/source-archives.ts'
import { starsRoutes } from './routes/repos/stars.ts'
import { statusesRoutes } from './routes/checks/statuses.ts'
import { teamMembersRoutes } from './routes/teams/team-members.ts'
import { teamRepositoriesRoutes } from './routes/teams/team-repositories.ts'
import { teamsRoutes } from './routes/teams/teams.ts'
import { usersRoutes } from './routes/accounts/users.ts'
import { variablesRoutes } from './routes/settings/variables.ts'
import { workflowJobsRoutes } from './routes/actions/workflow-jobs.ts'
import { workflowRunsRoutes } from './routes/actions/workflow-runs.ts'
import { workflowsRoutes } from './routes/actions/workflows.ts'

/** The routes of the service. */
export const routes = [
  ...repositoriesRoutes,
  ...collaboratorsRoutes,
  ...repositoryInvitationsRoutes,
  ...forksRoutes,
  ...starsRoutes,
  ...branchesRoutes,
  ...protectionRoutes,
  ...contentsRoutes,
  ...sourceArchivesRoutes,
  ...gitRoutes,
  ...refsRoutes,
  ...commitsRoutes,
  ...commitCommentsRoutes,
  ...statusesRoutes,
  ...checkRunsRoutes,
  ...checkSuitesRoutes,
  ...releasesRoutes,
  ...releaseAssetsRoutes,
  ...issuesRoutes,
  ...assigneesRoutes,
  ...issueCommentsRoutes,
  ...issueEventsRoutes,
  ...issueLabelsRoutes,
  ...milestonesRoutes,
  ...reactionsRoutes,
  ...pullsRoutes,
  ...mergingRoutes,
  ...requestedReviewersRoutes,
  ...reviewsRoutes,
  ...reviewCommentsRoutes,
  ...usersRoutes,
  ...followersRoutes,
  ...emailsRoutes,
  ...organizationsRoutes,
  ...membersRoutes,
  ...organizationInvitationsRoutes,
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
  ...workflowJobsRoutes,
  ...artifactsRoutes,
  ...appsRoutes,
  ...installationsRoutes,
  ...oauthRoutes,
  ...labelsRoutes,
  ...searchRoutes,
  ...metaRoutes,
]

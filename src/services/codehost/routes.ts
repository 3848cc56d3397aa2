import { artifactsRoutes } from './routes/artifacts.ts'
import { appsRoutes } from './routes/apps.ts'
import { assigneesRoutes } from './routes/assignees.ts'
import { branchesRoutes } from './routes/branches.ts'
import { checkRunsRoutes } from './routes/check-runs.ts'
import { checkSuitesRoutes } from './routes/check-suites.ts'
import { collaboratorsRoutes } from './routes/collaborators.ts'
import { commitCommentsRoutes } from './routes/commit-comments.ts'
import { commitsRoutes } from './routes/commits.ts'
import { contentsRoutes } from './routes/contents.ts'
import { emailsRoutes } from './routes/emails.ts'
import { followersRoutes } from './routes/followers.ts'
import { forksRoutes } from './routes/forks.ts'
import { gitRoutes } from './routes/git.ts'
import { hooksRoutes } from './routes/hooks.ts'
import { installationsRoutes } from './routes/installations.ts'
import { issueCommentsRoutes } from './routes/issue-comments.ts'
import { issueEventsRoutes } from './routes/issue-events.ts'
import { issueLabelsRoutes } from './routes/issue-labels.ts'
import { issuesRoutes } from './routes/issues.ts'
import { labelsRoutes } from './routes/labels.ts'
import { membersRoutes } from './routes/members.ts'
import { mergingRoutes } from './routes/merging.ts'
import { metaRoutes } from './routes/meta.ts'
import { milestonesRoutes } from './routes/milestones.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { organizationHooksRoutes } from './routes/organization-hooks.ts'
import { organizationSecretsRoutes } from './routes/organization-secrets.ts'
import { organizationVariablesRoutes } from './routes/organization-variables.ts'
import { organizationsRoutes } from './routes/organizations.ts'
import { protectionRoutes } from './routes/protection.ts'
import { pullsRoutes } from './routes/pulls.ts'
import { reactionsRoutes } from './routes/reactions.ts'
import { refsRoutes } from './routes/refs.ts'
import { releaseAssetsRoutes } from './routes/release-assets.ts'
import { releasesRoutes } from './routes/releases.ts'
import { organizationInvitationsRoutes } from './routes/organization-invitations.ts'
import { repositoryInvitationsRoutes } from './routes/repository-invitations.ts'
import { repositoriesRoutes } from './routes/repositories.ts'
import { requestedReviewersRoutes } from './routes/requested-reviewers.ts'
import { reviewCommentsRoutes } from './routes/review-comments.ts'
import { reviewsRoutes } from './routes/reviews.ts'
import { searchRoutes } from './routes/search.ts'
import { secretsRoutes } from './routes/secrets.ts'
import { sourceArchivesRoutes } from './routes/source-archives.ts'
import { starsRoutes } from './routes/stars.ts'
import { statusesRoutes } from './routes/statuses.ts'
import { teamMembersRoutes } from './routes/team-members.ts'
import { teamRepositoriesRoutes } from './routes/team-repositories.ts'
import { teamsRoutes } from './routes/teams.ts'
import { usersRoutes } from './routes/users.ts'
import { variablesRoutes } from './routes/variables.ts'
import { workflowJobsRoutes } from './routes/workflow-jobs.ts'
import { workflowRunsRoutes } from './routes/workflow-runs.ts'
import { workflowsRoutes } from './routes/workflows.ts'

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

import { tokenVariables, usableToken } from '../../core/seed-tokens.ts'
import { defineService } from '../../core/define-service.ts'
import { addArtifact, finishRun } from './actions-commands.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { finish } from './finish.ts'
import { installApp } from './install-app.ts'
import { logins, applySeed } from './apply-seed.ts'
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
import { moveRun } from './rules/actions/run-progress.ts'
import { carryOut } from './rules/actions/run-transitions.ts'
import { collections } from './schema.ts'
import { secret } from './secret.ts'
import { seed, starter } from './seed.ts'
import { authorize, signIn } from './sign-in.ts'
import { webhooks } from './webhooks.ts'
import { canonicalPath, withRedirects } from './moves.ts'
import { renameAccount } from './rename-account.ts'
import { unimplemented } from './unimplemented.ts'

export { TEST_PRIVATE_KEY } from './test-key.ts'

const STARTER_SCOPES = ['repo', 'user', 'admin:org', 'admin:repo_hook', 'admin:org_hook', 'delete_repo', 'workflow']

/** A stand-in for the GitHub REST API. https://docs.github.com/rest */
export const codehost = defineService({
  id: 'codehost',
  port: 4001,
  title: 'GitHub REST API',
  seed,
  starter,
  starterScopes: STARTER_SCOPES,
  logins,
  collections,
  applySeed,
  authenticate,
  dialect: withRedirects(dialect),
  canonicalPath,
  routes: [
    ...repositoriesRoutes,
    ...collaboratorsRoutes,
    ...repositoryInvitationsRoutes,
    ...forksRoutes,
    ...starsRoutes,
    ...branchesRoutes,
    ...protectionRoutes,
    ...contentsRoutes,
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
  ],
  unimplemented,
  prefixes: ['/api/v3'],
  finish,
  webhooks,
  timers: { moveRun: (context, timer) => carryOut(context, moveRun(context, timer)) },
  commands: { signIn, authorize, secret, finishRun, addArtifact, installApp, renameAccount },
  env: (url, section, shared) => ({
    CODEHOST_API_BASE: url,
    GITHUB_API_URL: url,
    GITHUB_SERVER_URL: url,
    GHE_HOST: url.replace(/^https?:\/\//, ''),
    GHE_PROTOCOL: new URL(url).protocol.slice(0, -1),
    ...tokenVariables(usableToken(shared, logins(section), STARTER_SCOPES), 'CODEHOST_TOKEN', 'GITHUB_TOKEN'),
  }),
})

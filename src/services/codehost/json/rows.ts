import type { CodehostContext, Rows, Site } from '#codehost/call.ts'
import type { RowWriters } from '#core/inspection/row-writers.ts'
import { publicUserJson, organizationJson } from './accounts/account.ts'
import { sshKeyJson } from './accounts/ssh-key.ts'
import { workflowJobJson } from './actions/workflow-job.ts'
import { workflowRunJson } from './actions/workflow-run.ts'
import { installationJson } from './apps/installation.ts'
import { checkRunJson } from './checks/check-run.ts'
import { checkSuiteJson } from './checks/check-suite.ts'
import { statusJson } from './checks/status.ts'
import { commitCommentJson } from './commits/commit-comment.ts'
import { deploymentJson } from './deployments/deployment.ts'
import { environmentJson } from './deployments/environment.ts'
import { gistCommentJson } from './gists/gist-comment.ts'
import { gistJson } from './gists/gist.ts'
import { hookJson } from './hooks/hook.ts'
import { issueCommentJson } from './issues/issue-comment.ts'
import { issueJson } from './issues/issue.ts'
import { labelJson } from './issues/label.ts'
import { milestoneJson } from './issues/milestone.ts'
import { reactionJson } from './issues/reaction.ts'
import { projectJson } from './projects/project.ts'
import { pullJson } from './pulls/pull.ts'
import { reviewCommentJson } from './pulls/review-comment.ts'
import { reviewJson } from './pulls/review.ts'
import { releaseJson } from './releases/release.ts'
import { fullRepositoryJson } from './repos/repository.ts'
import { autolinkJson } from './repos/subscription.ts'
import { teamJson } from './teams/team.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<Site & Pick<CodehostContext, 'rows'>, Rows> = {
  accounts: (site, row) =>
    row.type === 'Organization' ? organizationJson(site, row, { owner: true }) : publicUserJson(site, row),
  autolinks: (_site, row) => autolinkJson(row),
  checkRuns: (site, row) => checkRunJson(site, site.rows.repos.require(row.repoId), row),
  checkSuites: (site, row) => checkSuiteJson(site, site.rows.repos.require(row.repoId), row),
  comments: (site, row) => issueCommentJson(site, row),
  commitComments: (site, row) => commitCommentJson(site, row),
  commitStatuses: (site, row) => statusJson(site, site.rows.repos.require(row.repoId), row),
  deployments: (site, row) => deploymentJson(site, site.rows.repos.require(row.repoId), row),
  environments: (site, row) => environmentJson(site, site.rows.repos.require(row.repoId), row),
  gistComments: (site, row) => gistCommentJson(site, row),
  gists: (site, row) => gistJson(site, row),
  hooks: (site, row) => hookJson(site, row),
  installations: (site, row) => installationJson(site, row),
  issues: (site, row) => issueJson(site, row),
  labels: (site, row) => labelJson(site, row),
  milestones: (site, row) => milestoneJson(site, row),
  projects: (site, row) => projectJson(site, row),
  pulls: (site, row) => pullJson(site, row),
  reactions: (site, row) => reactionJson(site, row),
  releases: (site, row) => releaseJson(site, site.rows.repos.require(row.repoId), row),
  repos: (site, row) => fullRepositoryJson(site, row),
  reviewComments: (site, row) => reviewCommentJson(site, row),
  reviews: (site, row) => reviewJson(site, row),
  sshKeys: (site, row) => sshKeyJson(site, row),
  teams: (site, row) => teamJson(site, row),
  workflowJobs: (site, row) => workflowJobJson(site, site.rows.repos.require(row.repoId), row),
  workflowRuns: (site, row) => workflowRunJson(site, site.rows.repos.require(row.repoId), row),
}

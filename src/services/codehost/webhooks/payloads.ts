import { commitsOfPush } from '#codehost/rules/git/pushed-commits.ts'
import { allReposOf } from '#codehost/rules/apps/installations.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Site } from '#codehost/call.ts'
import { membershipJson, simpleUserJson } from '#codehost/json/accounts/account.ts'
import { eventDeployKeyJson } from '#codehost/json/accounts/ssh-key.ts'
import { workflowJobJson } from '#codehost/json/actions/workflow-job.ts'
import { workflowRunJson } from '#codehost/json/actions/workflow-run.ts'
import { eventWorkflowJson } from '#codehost/json/actions/workflow.ts'
import { eventInstallationJson, installedRepositoryJson } from '#codehost/json/apps/installation.ts'
import { eventCheckRunJson } from '#codehost/json/checks/check-run.ts'
import { eventCheckSuiteJson } from '#codehost/json/checks/check-suite.ts'
import { eventCommitCommentJson } from '#codehost/json/commits/commit-comment.ts'
import { commitJson } from '#codehost/json/commits/commit.ts'
import { time, timeOrNull } from '#codehost/json/format.ts'
import { shortBranchJson } from '#codehost/json/git/branch.ts'
import { pushJson } from '#codehost/json/git/push.ts'
import { deletedHookJson, pingedHookJson } from '#codehost/json/hooks/hook.ts'
import { issueCommentJson } from '#codehost/json/issues/issue-comment.ts'
import { eventIssueJson, issueJson } from '#codehost/json/issues/issue.ts'
import { issueTypeJson } from '#codehost/json/issues/issue-type.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { milestoneJson } from '#codehost/json/issues/milestone.ts'
import { protectionRuleJson } from '#codehost/json/protection/protection.ts'
import { rulesetJson } from '#codehost/json/protection/ruleset.ts'
import { eventPullJson, simpleEventPullJson } from '#codehost/json/pulls/pull.ts'
import { reviewCommentJson, threadJson } from '#codehost/json/pulls/review-comment.ts'
import { eventReviewJson } from '#codehost/json/pulls/review.ts'
import { eventReleaseJson } from '#codehost/json/releases/release.ts'
import { customPropertyJson, propertyValueJson } from '#codehost/json/repos/custom-property.ts'
import { organizationInvitationJson } from '#codehost/json/repos/invitation.ts'
import { eventRepositoryJson } from '#codehost/json/repos/repository.ts'
import { eventTeamJson } from '#codehost/json/teams/team.ts'
import type { Members } from './members.ts'
import { deploymentMembers, jobDeployment } from './deployments.ts'
import type { CodehostEvent, EventOf, PullSubject, TeamSubject } from '#codehost/schema/events.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Team } from '#codehost/schema/teams.ts'
import {
  bodyChanges,
  issueChanges,
  labelChanges,
  loginChanges,
  memberChanges,
  milestoneChanges,
  protectionChanges,
  releaseChanges,
  repositoryChanges,
  retargetChanges,
  teamChanges,
} from './changes.ts'

/**
 * Returns the members of a payload that are specific to its event, in the vendor's order. A member that an event does
 * not have is undefined, and so absent from the JSON.
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export function membersOf(site: Site, event: CodehostEvent): Members {
  switch (event.event) {
    case 'issue_comment':
    case 'issue_dependencies':
    case 'issues':
    case 'label':
    case 'milestone':
    case 'sub_issues':
      return issueMembers(site, event)
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment':
    case 'pull_request_review_thread':
      return pullMembers(site, event)
    case 'branch_protection_rule':
    case 'commit_comment':
    case 'create':
    case 'delete':
    case 'push':
    case 'status':
      return gitMembers(site, event)
    case 'check_run':
    case 'check_suite':
    case 'repository_dispatch':
    case 'workflow_dispatch':
    case 'workflow_job':
    case 'workflow_run':
      return actionsMembers(site, event)
    case 'fork':
    case 'public':
    case 'release':
    case 'repository':
    case 'star':
    case 'watch':
      return repositoryMembers(site, event)
    case 'member':
    case 'membership':
    case 'organization':
    case 'team':
    case 'team_add':
      return accessMembers(site, event)
    default:
      return settingMembers(site, event)
  }
}

type SettingEvent = EventOf<
  | 'custom_property'
  | 'custom_property_values'
  | 'deploy_key'
  | 'deployment'
  | 'deployment_protection_rule'
  | 'deployment_review'
  | 'deployment_status'
  | 'installation'
  | 'installation_repositories'
  | 'meta'
  | 'ping'
  | 'repository_ruleset'
>

function settingMembers(site: Site, event: SettingEvent): Members {
  switch (event.event) {
    case 'custom_property': {
      const {
        url: _url,
        source_type: _source,
        require_explicit_values: _explicit,
        ...definition
      } = customPropertyJson(site, event.property)
      return { definition: event.action === 'deleted' ? { property_name: event.property.name } : definition }
    }
    case 'custom_property_values':
      return {
        new_property_values: event.after.map(propertyValueJson),
        old_property_values: event.before.map(propertyValueJson),
      }
    case 'deploy_key':
      return { key: eventDeployKeyJson(site, event.repo, event.key) }
    case 'repository_ruleset':
      return { repository_ruleset: rulesetJson(site, event.ruleset, null, null) }
    case 'installation':
    case 'installation_repositories':
      return installationMembers(site, event)
    case 'meta':
      return { hook_id: event.onlyHook.id, hook: deletedHookJson(event.onlyHook) }
    case 'ping':
      return { zen: event.zen, hook_id: event.onlyHook.id, hook: pingedHookJson(site, event.onlyHook) }
    default:
      return deploymentMembers(site, event)
  }
}

function issueMembers(
  site: Site,
  event: EventOf<'issue_comment' | 'issue_dependencies' | 'issues' | 'label' | 'milestone' | 'sub_issues'>,
): Members {
  switch (event.event) {
    case 'issue_comment':
      return {
        changes: bodyChanges(event),
        issue: eventIssueJson(site, site.rows.issues.require(event.comment.issueId)),
        comment: issueCommentJson(site, event.comment),
      }
    case 'issue_dependencies':
    case 'sub_issues':
      return relationMembers(site, event)
    case 'issues':
      return { issue: eventIssueJson(site, event.issue), ...subjectMembers(site, event) }
    case 'label':
      return { label: labelJson(site, event.label), changes: labelChanges(event) }
    case 'milestone':
      return { milestone: milestoneJson(site, event.milestone, event.counts), changes: milestoneChanges(event) }
  }
}

/** The issues of a relation; the repository of the other issue where the event is about one side of it. */
function relationMembers(site: Site, event: EventOf<'issue_dependencies' | 'sub_issues'>): Members {
  const repositoryOf = ({ repoId }: Issue) => eventRepositoryJson(site, site.rows.repos.require(repoId))
  if (event.event === 'sub_issues') {
    const { action, parent, subIssue } = event
    const isOfParent = action.startsWith('sub_issue')
    return {
      sub_issue_id: subIssue.id,
      sub_issue: issueJson(site, subIssue),
      ...(isOfParent ? { sub_issue_repo: repositoryOf(subIssue) } : {}),
      parent_issue_id: parent.id,
      parent_issue: issueJson(site, parent),
      ...(isOfParent ? {} : { parent_issue_repo: repositoryOf(parent) }),
    }
  }
  const { action, blocked, blocking } = event
  return {
    blocked_issue_id: blocked.id,
    blocked_issue: issueJson(site, blocked),
    blocking_issue_id: blocking.id,
    blocking_issue: issueJson(site, blocking),
    ...(action.startsWith('blocking')
      ? { blocked_issue_repo: repositoryOf(blocked) }
      : { blocking_issue_repo: repositoryOf(blocking) }),
  }
}

function pullMembers(
  site: Site,
  event: EventOf<'pull_request' | 'pull_request_review' | 'pull_request_review_comment' | 'pull_request_review_thread'>,
): Members {
  const { rows } = site
  switch (event.event) {
    case 'pull_request':
      return {
        number: rows.issues.require(event.pull.issueId).number,
        pull_request: eventPullJson(site, event.pull),
        ...subjectMembers(site, event),
      }
    case 'pull_request_review':
      return {
        changes: bodyChanges(event),
        review: eventReviewJson(site, event.review),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.review.pullId)),
      }
    case 'pull_request_review_comment':
      return {
        changes: bodyChanges(event),
        comment: reviewCommentJson(site, event.comment),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.comment.pullId)),
      }
    case 'pull_request_review_thread':
      return {
        thread: threadJson(site, event.root),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.root.pullId)),
      }
  }
}

function gitMembers(
  site: Site,
  event: EventOf<'branch_protection_rule' | 'commit_comment' | 'create' | 'delete' | 'push' | 'status'>,
): Members {
  switch (event.event) {
    case 'branch_protection_rule':
      return { rule: protectionRuleJson(event.protection), changes: protectionChanges(event) }
    case 'commit_comment':
      return { comment: eventCommitCommentJson(site, event.comment) }
    case 'create':
    case 'delete':
      return refMembers(event)
    case 'push':
      return pushJson(site, event.repo, { ...commitsOfPush(site.rows, event), pusher: event.sender })
    case 'status':
      return statusMembers(site, event)
  }
}

function actionsMembers(
  site: Site,
  event: EventOf<
    'check_run' | 'check_suite' | 'repository_dispatch' | 'workflow_dispatch' | 'workflow_job' | 'workflow_run'
  >,
): Members {
  switch (event.event) {
    case 'check_run':
      return { check_run: eventCheckRunJson(site, event.repo, event.run) }
    case 'check_suite':
      return { check_suite: eventCheckSuiteJson(site, event.repo, event.suite) }
    case 'repository_dispatch':
      return { branch: event.repo.defaultBranch, client_payload: event.clientPayload }
    case 'workflow_dispatch': {
      const { inputs, ref, workflow } = event
      return { inputs: Object.keys(inputs).length === 0 ? null : inputs, ref, workflow: workflow.path }
    }
    case 'workflow_job':
      return {
        workflow_job: workflowJobJson(site, event.repo, event.job),
        ...jobDeployment(site, event.repo, event.job),
      }
    case 'workflow_run':
      return {
        workflow_run: workflowRunJson(site, event.repo, event.run),
        workflow: eventWorkflowJson(site, event.repo, site.rows.workflows.require(event.run.workflowId)),
      }
  }
}

function repositoryMembers(
  site: Site,
  event: EventOf<'fork' | 'public' | 'release' | 'repository' | 'star' | 'watch'>,
): Members {
  switch (event.event) {
    case 'fork':
      return { forkee: eventRepositoryJson(site, event.fork) }
    case 'public':
    case 'watch':
      return {}
    case 'release':
      return { changes: releaseChanges(event), release: eventReleaseJson(site, event.repo, event.release) }
    case 'repository':
      return { changes: repositoryChanges(site, event) }
    case 'star':
      return { starred_at: timeOrNull(event.starredAt) }
  }
}

function accessMembers(
  site: Site,
  event: EventOf<'member' | 'membership' | 'organization' | 'team' | 'team_add'>,
): Members {
  switch (event.event) {
    case 'member':
      return { changes: memberChanges(event), member: simpleUserJson(site, event.member) }
    case 'membership':
      return { scope: 'team', member: simpleUserJson(site, event.member), team: eventTeamJson(site, event.team) }
    case 'organization':
      return organizationMembers(site, event)
    case 'team':
      return teamMembers(site, event.team, event)
    case 'team_add':
      return { team: eventTeamJson(site, event.team, event.permission) }
  }
}

/** Members of `issues` and `pull_request` about what changed. */
function subjectMembers(site: Site, event: PullSubject & { readonly pull?: Pull }): Members {
  const { label, assignee, milestone, before, requestedReviewer, requestedTeam, beforeRetarget, beforePush } = event
  const { transferredTo, issueType } = event
  const issue = before === undefined ? undefined : site.rows.issues.require(before.id)
  return {
    ...(label === undefined ? {} : { label: labelJson(site, label) }),
    ...(assignee === undefined ? {} : { assignee: simpleUserJson(site, assignee) }),
    ...(milestone === undefined ? {} : { milestone: milestoneJson(site, milestone) }),
    ...(issueType === undefined ? {} : { type: issueTypeJson(issueType) }),
    ...(before === undefined || issue === undefined ? {} : { changes: issueChanges(before, issue) }),
    ...(transferredTo === undefined ? {} : { changes: transferChanges(site, transferredTo) }),
    ...(beforeRetarget === undefined ? {} : { changes: retargetChanges(beforeRetarget) }),
    ...(beforePush === undefined ? {} : { before: beforePush.headSha, after: event.pull?.headSha }),
    ...(requestedReviewer === undefined ? {} : { requested_reviewer: simpleUserJson(site, requestedReviewer) }),
    ...(requestedTeam === undefined ? {} : { requested_team: eventTeamJson(site, requestedTeam) }),
  }
}

function transferChanges(site: Site, issue: Issue) {
  const repository = eventRepositoryJson(site, site.rows.repos.require(issue.repoId))
  return { new_issue: eventIssueJson(site, issue), new_repository: repository }
}

function refMembers({ event, ref, repo }: Extract<CodehostEvent, { readonly ref: Ref }>): Members {
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref.name) ?? []
  const details = event === 'create' ? { master_branch: repo.defaultBranch, description: repo.description } : {}
  return { ref: name, ref_type: kind === 'heads' ? 'branch' : 'tag', ...details, pusher_type: 'user' }
}

function statusMembers(site: Site, { repo, status, commit }: EventOf<'status'>): Members {
  const wire = commitJson(site, repo, commit)
  const { verified_at: _, ...verification } = wire.commit.verification
  return {
    id: status.id,
    sha: status.sha,
    name: repoUrls(site, repo).fullName,
    avatar_url: site.urls.of(`/avatars/u/${status.creatorId}?v=4`),
    target_url: status.targetUrl,
    context: status.context,
    description: status.description,
    state: status.state,
    commit: { ...wire, commit: { ...wire.commit, verification } },
    branches: site.rows.refs
      .list('byKind', repo.id, 'heads')
      .filter(({ sha }) => sha === commit.sha)
      .map((ref) => shortBranchJson(site, repo, ref)),
    created_at: time(status.createdAt),
    updated_at: time(status.updatedAt),
  }
}

function organizationMembers(site: Site, event: EventOf<'organization'>): Members {
  if (event.action === 'renamed') return { changes: loginChanges(event) }
  if (event.action === 'member_invited') {
    const { invitation, invited } = event
    return {
      invitation: organizationInvitationJson(site, invitation),
      ...(invited === undefined ? {} : { user: simpleUserJson(site, invited) }),
    }
  }
  const { organization: _, ...membership } = membershipJson(site, event.membership)
  return { membership }
}

function teamMembers(site: Site, team: Team, subject: TeamSubject): Members {
  const { accessTo, permission } = subject
  return {
    changes: teamChanges(team, subject),
    team: eventTeamJson(site, team, permission),
    ...(accessTo === undefined ? {} : { repository: eventRepositoryJson(site, accessTo) }),
  }
}

function installationMembers(
  site: Site,
  event: EventOf<'installation'> | EventOf<'installation_repositories'>,
): Members {
  const { installation } = event
  const wire = eventInstallationJson(site, installation)
  if (event.event === 'installation') {
    const repositories = allReposOf(site.rows, installation).map((repo) => installedRepositoryJson(site, repo))
    return { installation: wire, repositories, ...(event.action === 'created' ? {} : { requester: null }) }
  }
  const changed = installedRepositoryJson(site, event.changed)
  return {
    installation: wire,
    repository_selection: installation.repositorySelection,
    repositories_added: event.action === 'added' ? [changed] : [],
    repositories_removed: event.action === 'removed' ? [changed] : [],
    requester: null,
  }
}

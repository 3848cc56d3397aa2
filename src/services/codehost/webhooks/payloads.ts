import { commitsOfPush } from '#codehost/rules/git/pushed-commits.ts'
import { allReposOf } from '#codehost/rules/apps/installations.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Site } from '#codehost/call.ts'
import { eventPackageJson } from '#codehost/json/packages/package.ts'
import { pagesBuildJson } from '#codehost/json/pages/site.ts'
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
import { protectionRuleJson } from '#codehost/json/protection/protection.ts'
import { rulesetJson } from '#codehost/json/protection/ruleset.ts'
import { eventReleaseJson } from '#codehost/json/releases/release.ts'
import { customPropertyJson, propertyValueJson } from '#codehost/json/repos/custom-property.ts'
import { eventRepositoryJson } from '#codehost/json/repos/repository.ts'
import type { Members } from './members.ts'
import { deploymentMembers, jobDeployment } from './deployments.ts'
import { discussionMembers } from './discussions.ts'
import { projectMembers } from './projects.ts'
import { securityMembers } from './security.ts'
import type { CodehostEvent, EventOf } from '#codehost/schema/events.ts'
import type { Ref } from '#codehost/schema/git.ts'
import { protectionChanges, releaseChanges, repositoryChanges } from './changes.ts'
import { accessMembers } from './access.ts'
import { issueMembers, pullMembers } from './conversations.ts'

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
    case 'discussion':
    case 'discussion_comment':
      return discussionMembers(site, event)
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
    case 'org_block':
    case 'organization':
    case 'team':
    case 'team_add':
      return accessMembers(site, event)
    default:
      return settingMembers(site, event)
  }
}

type SettingEvent = EventOf<
  | 'code_scanning_alert'
  | 'custom_property'
  | 'custom_property_values'
  | 'dependabot_alert'
  | 'deploy_key'
  | 'deployment'
  | 'deployment_protection_rule'
  | 'deployment_review'
  | 'deployment_status'
  | 'installation'
  | 'installation_repositories'
  | 'meta'
  | 'package'
  | 'page_build'
  | 'personal_access_token_request'
  | 'ping'
  | 'projects_v2'
  | 'projects_v2_item'
  | 'projects_v2_status_update'
  | 'registry_package'
  | 'repository_advisory'
  | 'repository_ruleset'
  | 'secret_scanning_alert'
  | 'security_and_analysis'
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
    case 'code_scanning_alert':
    case 'dependabot_alert':
    case 'personal_access_token_request':
    case 'repository_advisory':
    case 'secret_scanning_alert':
    case 'security_and_analysis':
      return securityMembers(site, event)
    case 'custom_property_values':
      return {
        new_property_values: event.after.map(propertyValueJson),
        old_property_values: event.before.map(propertyValueJson),
      }
    case 'package':
      return { package: eventPackageJson(site, event.package, event.version) }
    case 'registry_package':
      return { registry_package: eventPackageJson(site, event.package, event.version) }
    case 'page_build':
      return { id: event.build.id, build: pagesBuildJson(site, event.repo, event.build) }
    case 'deploy_key':
      return { key: eventDeployKeyJson(site, event.repo, event.key) }
    case 'projects_v2':
    case 'projects_v2_item':
    case 'projects_v2_status_update':
      return projectMembers(site, event)
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

import { featuresJson } from '#codehost/json/security/features.ts'
import { languagesOf } from '#codehost/rules/repos/languages.ts'
import { permissionOf, permissionIncludes } from '#codehost/rules/repos/permissions.ts'
import type { Site } from '#codehost/call.ts'
import { featuresOf } from '#codehost/rules/security/features.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { simpleUserJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { customPropertiesJson } from './custom-property.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { licenseJson } from './license.ts'

/** A repository inside another object, such as a workflow run or a search result: its identity and its URLs. */
export function briefRepositoryJson(site: Site, repo: Repo) {
  const owner = site.rows.accounts.require(repo.ownerId)
  const { url, page, fullName } = repoUrls(site, repo)
  return {
    id: repo.id,
    node_id: nodeId('R', repo.id),
    name: repo.name,
    full_name: fullName,
    private: repo.private,
    owner: simpleUserJson(site, owner),
    html_url: page,
    description: repo.description,
    fork: repo.fork,
    url,
    ...urlsBelow(url),
  }
}

/** The URLs of what a repository has, in the vendor's order. */
function urlsBelow(url: string) {
  return {
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
  }
}

/** A repository in a list: `minimal-repository` and `repository`. `permissions` are those of `viewer`. */
export function repositoryJson(site: Site, repo: Repo, viewer: Account | null = null) {
  const { base, origin, rows } = site
  const { fullName, page } = repoUrls(site, repo)
  const host = origin.replace(/^https?:\/\//, '').replace(/\/.*/, '')
  const stars = rows.stars.countReferring('repoId', repo.id)
  const forks = rows.repos.countReferring('parentId', repo.id)
  const openIssues = rows.issues.count('createdByState', repo.id, 'open')
  return {
    ...briefRepositoryJson(site, repo),
    created_at: time(repo.createdAt),
    updated_at: time(repo.updatedAt),
    pushed_at: time(repo.pushedAt),
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host.replace(/:\d+$/, '')}:${fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: repo.homepage,
    size: 0,
    stargazers_count: stars,
    watchers_count: stars,
    language: repo.language ?? Object.keys(languagesOf(rows, repo))[0] ?? null,
    has_issues: repo.hasIssues,
    has_projects: repo.hasProjects,
    has_downloads: repo.hasDownloads,
    has_wiki: repo.hasWiki,
    has_pages: repo.hasPages,
    has_discussions: repo.hasDiscussions,
    forks_count: forks,
    mirror_url: null,
    archived: repo.archived,
    disabled: repo.disabled,
    open_issues_count: openIssues,
    license: repo.license === null ? null : licenseJson(base, repo.license),
    allow_forking: repo.allowForking,
    is_template: repo.isTemplate,
    web_commit_signoff_required: repo.webCommitSignoffRequired,
    has_pull_requests: repo.hasPullRequests,
    pull_request_creation_policy: repo.pullRequestCreationPolicy,
    topics: repo.topics,
    visibility: repo.visibility,
    forks,
    open_issues: openIssues,
    watchers: stars,
    default_branch: repo.defaultBranch,
    ...(viewer === null
      ? {}
      : // A bot has none: `permissions` belong to a person, and a bot has the permissions of its app.
        { permissions: permissionsJson(viewer.type === 'Bot' ? null : permissionOf(rows, repo, viewer)) }),
  }
}

/** A repository in a webhook payload. */
export function eventRepositoryJson(site: Site, repo: Repo) {
  return { ...repositoryJson(site, repo), custom_properties: customPropertiesJson(site, repo) }
}

/** A repository on its own: `full-repository`. Members that need push access are left out for other viewers. */
export function fullRepositoryJson(site: Site, repo: Repo, viewer: Account | null = null) {
  const { rows } = site
  const owner = rows.accounts.require(repo.ownerId)
  const parent = rows.repos.get(repo.parentId)
  const source = rows.repos.get(repo.sourceId)
  const template = rows.repos.get(repo.templateId)
  const permission = permissionOf(rows, repo, viewer)
  const settings = permissionIncludes(permission, 'push') ? mergeSettings(repo) : {}
  const security = permissionIncludes(permission, 'admin')
    ? { security_and_analysis: featuresJson(featuresOf(rows, repo)) }
    : {}
  return {
    ...repositoryJson(site, repo, viewer),
    temp_clone_token: viewer === null ? null : '',
    ...settings,
    ...(template === undefined ? {} : { template_repository: repositoryJson(site, template, viewer) }),
    ...(owner.type === 'Organization' ? { organization: simpleUserJson(site, owner) } : {}),
    ...(parent === undefined ? {} : { parent: repositoryJson(site, parent, viewer) }),
    ...(source === undefined ? {} : { source: repositoryJson(site, source, viewer) }),
    ...(owner.type === 'Organization' ? { custom_properties: customPropertiesJson(site, repo) } : {}),
    network_count: networkSize(site, repo),
    subscribers_count: rows.subscriptions.count('byRepo', repo.id, false),
    ...security,
  }
}

/** The five boolean flags of a permission. */
export function permissionsJson(held: Permission | null) {
  return {
    admin: permissionIncludes(held, 'admin'),
    maintain: permissionIncludes(held, 'maintain'),
    push: permissionIncludes(held, 'push'),
    triage: permissionIncludes(held, 'triage'),
    pull: permissionIncludes(held, 'pull'),
  }
}

function mergeSettings(repo: Repo) {
  return {
    allow_squash_merge: repo.allowSquashMerge,
    allow_merge_commit: repo.allowMergeCommit,
    allow_rebase_merge: repo.allowRebaseMerge,
    allow_auto_merge: repo.allowAutoMerge,
    delete_branch_on_merge: repo.deleteBranchOnMerge,
    allow_update_branch: repo.allowUpdateBranch,
    use_squash_pr_title_as_default: repo.squashMergeCommitTitle === 'PR_TITLE',
    squash_merge_commit_message: repo.squashMergeCommitMessage,
    squash_merge_commit_title: repo.squashMergeCommitTitle,
    merge_commit_message: repo.mergeCommitMessage,
    merge_commit_title: repo.mergeCommitTitle,
  }
}

/** Returns the number of forks in the repository's network. */
function networkSize({ rows }: Site, repo: Repo): number {
  return rows.repos.countReferring('sourceId', repo.sourceId ?? repo.id)
}

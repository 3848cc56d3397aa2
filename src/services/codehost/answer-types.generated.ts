// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Permissions = { admin: boolean; maintain: boolean; push: boolean; triage: boolean; pull: boolean }
type License = { key: string; name: string; spdx_id: string; url: string | null; node_id: string }
type SimpleUser = { login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean }
type Repository = { permissions?: Permissions; created_at: string; updated_at: string; pushed_at: string; git_url: string; ssh_url: string; clone_url: string; svn_url: string; homepage: string | null; size: number; stargazers_count: number; watchers_count: number; language: string | null; has_issues: boolean; has_projects: boolean; has_downloads: boolean; has_wiki: boolean; has_pages: boolean; has_discussions: boolean; forks_count: number; mirror_url: null; archived: boolean; disabled: boolean; open_issues_count: number; license: License | null; allow_forking: boolean; is_template: boolean; web_commit_signoff_required: boolean; has_pull_requests: boolean; pull_request_creation_policy: "all" | "collaborators_only"; topics: string[]; visibility: "internal" | "private" | "public"; forks: number; open_issues: number; watchers: number; default_branch: string; forks_url: string; keys_url: string; collaborators_url: string; teams_url: string; hooks_url: string; issue_events_url: string; events_url: string; assignees_url: string; branches_url: string; tags_url: string; blobs_url: string; git_tags_url: string; git_refs_url: string; trees_url: string; statuses_url: string; languages_url: string; stargazers_url: string; contributors_url: string; subscribers_url: string; subscription_url: string; commits_url: string; git_commits_url: string; comments_url: string; issue_comment_url: string; contents_url: string; compare_url: string; merges_url: string; archive_url: string; downloads_url: string; issues_url: string; pulls_url: string; milestones_url: string; notifications_url: string; labels_url: string; releases_url: string; deployments_url: string; id: number; node_id: string; name: string; full_name: string; private: boolean; owner: SimpleUser; html_url: string; description: string | null; fork: boolean; url: string }
type FullRepository = { security_and_analysis: { [name: string]: { status: string } }; network_count: number; subscribers_count: number; custom_properties?: { [name: string]: string | string[] | null }; source?: Repository; parent?: Repository; organization?: SimpleUser; template_repository?: Repository; temp_clone_token: string | null; permissions?: Permissions; created_at: string; updated_at: string; pushed_at: string; git_url: string; ssh_url: string; clone_url: string; svn_url: string; homepage: string | null; size: number; stargazers_count: number; watchers_count: number; language: string | null; has_issues: boolean; has_projects: boolean; has_downloads: boolean; has_wiki: boolean; has_pages: boolean; has_discussions: boolean; forks_count: number; mirror_url: null; archived: boolean; disabled: boolean; open_issues_count: number; license: License | null; allow_forking: boolean; is_template: boolean; web_commit_signoff_required: boolean; has_pull_requests: boolean; pull_request_creation_policy: "all" | "collaborators_only"; topics: string[]; visibility: "internal" | "private" | "public"; forks: number; open_issues: number; watchers: number; default_branch: string; forks_url: string; keys_url: string; collaborators_url: string; teams_url: string; hooks_url: string; issue_events_url: string; events_url: string; assignees_url: string; branches_url: string; tags_url: string; blobs_url: string; git_tags_url: string; git_refs_url: string; trees_url: string; statuses_url: string; languages_url: string; stargazers_url: string; contributors_url: string; subscribers_url: string; subscription_url: string; commits_url: string; git_commits_url: string; comments_url: string; issue_comment_url: string; contents_url: string; compare_url: string; merges_url: string; archive_url: string; downloads_url: string; issues_url: string; pulls_url: string; milestones_url: string; notifications_url: string; labels_url: string; releases_url: string; deployments_url: string; id: number; node_id: string; name: string; full_name: string; private: boolean; owner: SimpleUser; html_url: string; description: string | null; fork: boolean; url: string }
type FullRepository2 = { security_and_analysis?: undefined; network_count: number; subscribers_count: number; custom_properties?: { [name: string]: string | string[] | null }; source?: Repository; parent?: Repository; organization?: SimpleUser; template_repository?: Repository; temp_clone_token: string | null; permissions?: Permissions; created_at: string; updated_at: string; pushed_at: string; git_url: string; ssh_url: string; clone_url: string; svn_url: string; homepage: string | null; size: number; stargazers_count: number; watchers_count: number; language: string | null; has_issues: boolean; has_projects: boolean; has_downloads: boolean; has_wiki: boolean; has_pages: boolean; has_discussions: boolean; forks_count: number; mirror_url: null; archived: boolean; disabled: boolean; open_issues_count: number; license: License | null; allow_forking: boolean; is_template: boolean; web_commit_signoff_required: boolean; has_pull_requests: boolean; pull_request_creation_policy: "all" | "collaborators_only"; topics: string[]; visibility: "internal" | "private" | "public"; forks: number; open_issues: number; watchers: number; default_branch: string; forks_url: string; keys_url: string; collaborators_url: string; teams_url: string; hooks_url: string; issue_events_url: string; events_url: string; assignees_url: string; branches_url: string; tags_url: string; blobs_url: string; git_tags_url: string; git_refs_url: string; trees_url: string; statuses_url: string; languages_url: string; stargazers_url: string; contributors_url: string; subscribers_url: string; subscription_url: string; commits_url: string; git_commits_url: string; comments_url: string; issue_comment_url: string; contents_url: string; compare_url: string; merges_url: string; archive_url: string; downloads_url: string; issues_url: string; pulls_url: string; milestones_url: string; notifications_url: string; labels_url: string; releases_url: string; deployments_url: string; id: number; node_id: string; name: string; full_name: string; private: boolean; owner: SimpleUser; html_url: string; description: string | null; fork: boolean; url: string }
type ReposListContributor = { email: string; name: string; type: string; contributions: number }
type ReposListContributor2 = { contributions: number; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean; email?: undefined; name?: undefined }
type Tag = { name: string; zipball_url: string; tarball_url: string; commit: { sha: string; url: string }; node_id: string }
type Collaborator = { permissions: Permissions; role_name: string; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean }
type BriefRepository = { forks_url: string; keys_url: string; collaborators_url: string; teams_url: string; hooks_url: string; issue_events_url: string; events_url: string; assignees_url: string; branches_url: string; tags_url: string; blobs_url: string; git_tags_url: string; git_refs_url: string; trees_url: string; statuses_url: string; languages_url: string; stargazers_url: string; contributors_url: string; subscribers_url: string; subscription_url: string; commits_url: string; git_commits_url: string; comments_url: string; issue_comment_url: string; contents_url: string; compare_url: string; merges_url: string; archive_url: string; downloads_url: string; issues_url: string; pulls_url: string; milestones_url: string; notifications_url: string; labels_url: string; releases_url: string; deployments_url: string; id: number; node_id: string; name: string; full_name: string; private: boolean; owner: SimpleUser; html_url: string; description: string | null; fork: boolean; url: string }
type Invitation = { id: number; node_id: string; repository: BriefRepository; invitee: SimpleUser; inviter: SimpleUser; permissions: "admin" | "maintain" | "read" | "triage" | "write"; created_at: string; expired: boolean; url: string; html_url: string }
type PermissionLevel = { permission: string; user: Collaborator; role_name: string }
type CodeOwnersError = { line: number; column: number; kind: "Invalid owner" | "Invalid pattern" | "Unknown owner"; source: string; suggestion: string | null; message: string; path: string }
type Subscription = { subscribed: boolean; ignored: boolean; reason: null; created_at: string; url: string; repository_url: string }
type Subject = { title: string; url: string; latest_comment_url: string; type: string }
type Thread = { id: string; unread: boolean; reason: "assign" | "author" | "comment" | "manual" | "mention" | "review_requested" | "subscribed" | "team_mention"; updated_at: string; last_read_at: string | null; subject: Subject; repository: BriefRepository; url: string; subscription_url: string }
type ThreadSubscription = { subscribed: boolean; ignored: boolean; reason: "assign" | "author" | "comment" | "manual" | "mention" | "review_requested" | "subscribed" | "team_mention"; created_at: string; url: string; thread_url: string }
type Actor = { gravatar_id: string; url: string; avatar_url: string; display_login?: string; id: number; login: string }
type Activity = { org?: Actor; id: string; type: "CreateEvent" | "DeleteEvent" | "ForkEvent" | "IssueCommentEvent" | "IssuesEvent" | "PublicEvent" | "PullRequestEvent" | "PullRequestReviewCommentEvent" | "PullRequestReviewEvent" | "PushEvent" | "ReleaseEvent" | "WatchEvent"; actor: Actor; repo: { id: number; name: string; url: string }; payload: JsonValue; public: boolean; created_at: string }
type Autolink = { id: number; key_prefix: string; url_template: string; is_alphanumeric: boolean; updated_at: string }
type InteractionLimit = { limit: "collaborators_only" | "contributors_only" | "existing_users"; origin: string; expires_at: string }
type ReposGetClones = { count: number; uniques: number; clones: { timestamp: string; count: number; uniques: number }[] }
type RefChange = { id: number; node_id: string; before: string; after: string; ref: string; timestamp: string; activity_type: "branch_creation" | "branch_deletion" | "force_push" | "pr_merge" | "push"; actor: SimpleUser | null }
type ShortBranch = { name: string; commit: { sha: string; url: string }; protected: boolean }
type RequiredChecks = { enforcement_level: string; contexts: string[]; checks: { context: string; app_id: number | null }[] }
type Protection = { enabled: boolean; required_status_checks: RequiredChecks }
type Verification = { verified: boolean; reason: "bad_email" | "expired_key" | "invalid" | "malformed_signature" | "no_user" | "not_signing_key" | "unknown_key" | "unknown_signature_type" | "unsigned" | "unverified_email" | "valid"; signature: string | null; payload: string | null; verified_at: string | null }
type Commit = { author: { name: string; email: string; date: string }; committer: { name: string; email: string; date: string }; message: string; tree: { sha: string; url: string }; url: string; comment_count: number; verification: Verification }
type Commit2 = { sha: string; node_id: string; commit: Commit; url: string; html_url: string; comments_url: string; author: SimpleUser | null; committer: SimpleUser | null; parents: { sha: string; url: string; html_url: string }[] }
type Branch = { protection: Protection; protection_url: string; name: string; commit: Commit2; _links: { self: string; html: string }; protected: boolean }
type ReposMergeUpstream = { message: string; merge_type: string; base_branch: string }
type SimpleTeam = { type: string; organization_id: number; name: string; id: number; node_id: string; slug: string; description: string | null; privacy: "closed" | "secret"; notification_setting: "notifications_disabled" | "notifications_enabled"; url: string; html_url: string; members_url: string; repositories_url: string; permission: "admin" | "maintain" | "pull" | "push" | "triage" }
type Team = { parent: SimpleTeam | null; permissions?: Permissions; type: string; organization_id: number; name: string; id: number; node_id: string; slug: string; description: string | null; privacy: "closed" | "secret"; notification_setting: "notifications_disabled" | "notifications_enabled"; url: string; html_url: string; members_url: string; repositories_url: string; permission: "admin" | "maintain" | "pull" | "push" | "triage" }
type Apps = { description: string; id: number; client_id: string; slug: string; node_id: string; owner: SimpleUser; name: string; external_url: string; html_url: string; created_at: string; updated_at: string; permissions: { [name: string]: string }; events: string[] }
type DismissalRestrictions = { users: SimpleUser[]; teams: Team[]; apps: Apps[]; url: string; users_url: string; teams_url: string }
type Reviews = { bypass_pull_request_allowances?: { users: SimpleUser[]; teams: Team[]; apps: Apps[] }; dismissal_restrictions?: DismissalRestrictions; url: string; dismiss_stale_reviews: boolean; require_code_owner_reviews: boolean; require_last_push_approval: boolean; required_approving_review_count: number }
type Restrictions = { users: SimpleUser[]; teams: Team[]; apps: Apps[]; url: string; users_url: string; teams_url: string; apps_url: string }
type StatusChecks = { url: string; strict: boolean; contexts: string[]; contexts_url: string; checks: { context: string; app_id: number | null }[] }
type Protection2 = { required_signatures: { url: string; enabled: boolean }; enforce_admins: { url: string; enabled: boolean }; required_linear_history: { enabled: boolean }; allow_force_pushes: { enabled: boolean }; allow_deletions: { enabled: boolean }; block_creations: { enabled: boolean }; required_conversation_resolution: { enabled: boolean }; lock_branch: { enabled: boolean }; allow_fork_syncing: { enabled: boolean }; required_pull_request_reviews?: Reviews; restrictions?: Restrictions; required_status_checks?: StatusChecks; url: string }
type Rule = { ruleset_source_type: string; ruleset_source: string; ruleset_id: number; type: string; parameters?: { [name: string]: JsonValue } }
type BriefRuleset = { id: number; name: string; target: "branch" | "push" | "repository" | "tag"; source_type: string; source: string; enforcement: "active" | "disabled" | "evaluate"; node_id: string; _links: { self: { href: string }; html: { href: string } }; created_at: string; updated_at: string }
type RepositoryName = { include: string[]; exclude: string[]; protected: boolean }
type Conditions = { repository_id?: { repository_ids: number[] }; repository_name?: RepositoryName; ref_name?: { include: string[]; exclude: string[] } }
type Rule2 = { type: string; parameters?: { [name: string]: JsonValue } }
type BypassActors = { actor_id: number | null; actor_type: "DeployKey" | "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "User"; bypass_mode: "always" | "exempt" | "pull_request" }
type Ruleset = { conditions: Conditions | null; rules: Rule2[]; current_user_can_bypass?: "always" | "exempt" | "never" | "pull_requests_only"; bypass_actors: BypassActors[]; id: number; name: string; target: "branch" | "push" | "repository" | "tag"; source_type: string; source: string; enforcement: "active" | "disabled" | "evaluate"; node_id: string; _links: { self: { href: string }; html: { href: string } }; created_at: string; updated_at: string }
type RulesetVersion = { version_id: number; actor: { id?: number; type?: "Bot" | "Organization" | "User" }; updated_at: string }
type WholeRulesetVersion = { conditions: Conditions | null; rules: Rule2[]; current_user_can_bypass?: "always" | "exempt" | "never" | "pull_requests_only"; bypass_actors: BypassActors[]; id: number; name: string; target: "branch" | "push" | "repository" | "tag"; source_type: string; source: string; enforcement: "active" | "disabled" | "evaluate" }
type WholeRulesetVersion2 = { state: WholeRulesetVersion; version_id: number; actor: { id?: number; type?: "Bot" | "Organization" | "User" }; updated_at: string }
type BriefRuleSuite = { id: number; actor_id: number | null; actor_name: string | null; before_sha: string; after_sha: string; ref: string; repository_id: number; repository_name: string; pushed_at: string; result: "bypass" | "fail" | "pass" }
type BriefRuleSuite2 = { evaluation_result: "bypass" | "fail" | "pass"; id: number; actor_id: number | null; actor_name: string | null; before_sha: string; after_sha: string; ref: string; repository_id: number; repository_name: string; pushed_at: string; result: "bypass" | "fail" | "pass" }
type RuleEvaluations = { rule_source: { type: string; id: number; name: string | null }; enforcement: string; result: string; rule_type: string; details: string | null }
type RuleSuite = { rule_evaluations: RuleEvaluations[]; id: number; actor_id: number | null; actor_name: string | null; before_sha: string; after_sha: string; ref: string; repository_id: number; repository_name: string; pushed_at: string; result: "bypass" | "fail" | "pass"; evaluation_result: "bypass" | "fail" | "pass" | null }
type CustomProperty = { property_name: string; url: string; source_type: string; value_type: "multi_select" | "single_select" | "string" | "true_false" | "url"; required: boolean; default_value: string | string[] | null; description: string | null; allowed_values: string[] | null; values_editable_by: "org_actors" | "org_and_repo_actors" | null; require_explicit_values: boolean }
type OrgsCustomPropertiesForReposGetOrganizationValue = { repository_id: number; repository_name: string; repository_full_name: string; properties: { property_name: string; value: string | string[] | null }[] }
type ContentItem = { name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; type: string; _links: { self: string; git: string | null; html: string | null } }
type ShowDirectory = { entries: ContentItem[]; name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; type: string; _links: { self: string; git: string | null; html: string | null } }
type ContentModule = { type: string; submodule_git_url: string | null; name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; _links: { self: string; git: string | null; html: string | null } }
type ContentFile = { type: string; content: string; encoding: string; name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; _links: { self: string; git: string | null; html: string | null } }
type ContentLink = { target: string; name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; type: string; _links: { self: string; git: string | null; html: string | null } }
type GitCommit = { sha: string; node_id: string; url: string; html_url: string; author: { name: string; email: string; date: string }; committer: { name: string; email: string; date: string }; tree: { sha: string; url: string }; message: string; parents: { sha: string; url: string; html_url: string }[]; verification: Verification }
type TreeEntry = { url?: string; size?: number; path: string; mode: "040000" | "100644" | "100755" | "120000" | "160000"; type: string; sha: string }
type Tree = { sha: string; url: string; tree: TreeEntry[]; truncated: boolean }
type Blob = { sha: string; node_id: string; size: number; url: string; content: string; encoding: string }
type Object = { sha: string; type: "blob" | "commit" | "tag" | "tree"; url: string }
type Tag2 = { node_id: string; sha: string; url: string; tagger: { name: string; email: string; date: string }; object: Object; tag: string; message: string; verification: Verification }
type Ref = { ref: string; node_id: string; url: string; object: Object }
type File = { filename: string; type: string; language: string; raw_url: string; size: number }
type BaseGist = { url: string; forks_url: string; commits_url: string; id: string; node_id: string; git_pull_url: string; git_push_url: string; html_url: string; files: { [name: string]: File }; public: boolean; created_at: string; updated_at: string; description: string | null; comments: number; user: null; comments_enabled: boolean; comments_url: string; owner: SimpleUser; truncated: boolean }
type PublicUser = { name: string | null; company: string | null; blog: string; location: string | null; email: string | null; hireable: boolean | null; bio: string | null; twitter_username: string | null; public_repos: number; public_gists: number; followers: number; following: number; created_at: string; updated_at: string; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean }
type Fork = { url: string; user: PublicUser; id: string; created_at: string; updated_at: string }
type Revision = { user: SimpleUser | null; version: string; committed_at: string; change_status: { total: number; additions: number; deletions: number }; url: string }
type Gist = { fork_of?: BaseGist; files: { [name: string]: JsonValue }; truncated: boolean; forks: Fork[]; history: Revision[]; url: string; forks_url: string; commits_url: string; id: string; node_id: string; git_pull_url: string; git_push_url: string; html_url: string; public: boolean; created_at: string; updated_at: string; description: string | null; comments: number; user: null; comments_enabled: boolean; comments_url: string; owner: SimpleUser }
type GistComment = { id: number; node_id: string; url: string; body: string; user: SimpleUser; created_at: string; updated_at: string; author_association: string }
type DiffEntry = { previous_filename?: string; patch?: string; sha: string; filename: string; status: "added" | "changed" | "modified" | "removed" | "renamed"; additions: number; deletions: number; changes: number; blob_url: string; raw_url: string; contents_url: string }
type CommitWithFiles = { stats: { total: number; additions: number; deletions: number }; files: DiffEntry[]; sha: string; node_id: string; commit: Commit; url: string; html_url: string; comments_url: string; author: SimpleUser | null; committer: SimpleUser | null; parents: { sha: string; url: string; html_url: string }[] }
type Label = { id: number; node_id: string; url: string; name: string; color: string; default: boolean; description: string | null }
type Milestone = { url: string; html_url: string; labels_url: string; id: number; node_id: string; number: number; title: string; description: string | null; creator: SimpleUser; open_issues: number; closed_issues: number; state: "closed" | "open"; created_at: string; updated_at: string; due_on: string | null; closed_at: string | null }
type Head = { label: string; ref: string; sha: string; user: SimpleUser | null; repo: Repository | null }
type Base = { label: string; ref: string; sha: string; user: SimpleUser; repo: Repository }
type Links = { self: { href: string }; html: { href: string }; issue: { href: string }; comments: { href: string }; review_comments: { href: string }; review_comment: { href: string }; commits: { href: string }; statuses: { href: string } }
type AutoMerge = { enabled_by: SimpleUser; merge_method: "merge" | "rebase" | "squash"; commit_title: string; commit_message: string }
type Writer = { url: string; id: number; node_id: string; html_url: string; diff_url: string; patch_url: string; issue_url: string; number: number; state: "closed" | "open"; locked: boolean; title: string; user: SimpleUser; body: string | null; created_at: string; updated_at: string; closed_at: string | null; merged_at: string | null; merge_commit_sha: string | null; assignee: SimpleUser | null; assignees: SimpleUser[]; requested_reviewers: SimpleUser[]; requested_teams: Team[]; labels: Label[]; milestone: Milestone | null; draft: boolean; commits_url: string; review_comments_url: string; review_comment_url: string; comments_url: string; statuses_url: string; head: Head; base: Base; _links: Links; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; auto_merge: AutoMerge | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null }
type Comparison = { url: string; html_url: string; permalink_url: string; diff_url: string; patch_url: string; base_commit: Commit2; merge_base_commit: Commit2; status: string; ahead_by: number; behind_by: number; total_commits: number; commits: Commit2[]; files?: DiffEntry[] }
type ReactionRollup = { "+1": number; "-1": number; laugh: number; hooray: number; confused: number; heart: number; rocket: number; eyes: number; url: string; total_count: number }
type CommitComment = { reactions: ReactionRollup; url: string; html_url: string; id: number; node_id: string; user: SimpleUser; position: number | null; line: number | null; path: string | null; commit_id: string; created_at: string; updated_at: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; body: string }
type Status = { creator: SimpleUser; url: string; avatar_url: string; id: number; node_id: string; state: "error" | "failure" | "pending" | "success"; description: string | null; target_url: string | null; context: string; created_at: string; updated_at: string }
type SimpleStatus = { url: string; avatar_url: string; id: number; node_id: string; state: "error" | "failure" | "pending" | "success"; description: string | null; target_url: string | null; context: string; created_at: string; updated_at: string }
type CombinedStatus = { state: "failure" | "pending" | "success"; statuses: SimpleStatus[]; sha: string; total_count: number; repository: BriefRepository; commit_url: string; url: string }
type Output = { title: string | null; summary: string | null; text: string | null; annotations_count: number; annotations_url: string }
type Integration = { id: number; client_id: string; slug: string; node_id: string; owner: SimpleUser; name: string; description: string | null; external_url: string; html_url: string; created_at: string; updated_at: string; permissions: { [name: string]: string }; events: string[] }
type Head2 = { ref: string; sha: string; repo: { id: number; url: string; name: string } }
type MinimalPulls = { url: string; id: number; number: number; head: Head2; base: Head2 }
type CheckRun = { id: number; name: string; node_id: string; head_sha: string; external_id: string; url: string; html_url: string; details_url: string; status: "completed" | "in_progress" | "pending" | "queued" | "requested" | "waiting"; conclusion: "action_required" | "cancelled" | "failure" | "neutral" | "skipped" | "success" | "timed_out" | null; started_at: string; completed_at: string | null; output: Output; check_suite: { id: number }; app: Integration; pull_requests: MinimalPulls[] }
type Annotation = { path: string; blob_href: string; start_line: number; start_column: number | null; end_line: number; end_column: number | null; annotation_level: "failure" | "notice" | "warning"; title: string | null; message: string; raw_details: string | null }
type SimpleCommit = { id: string; tree_id: string; message: string; timestamp: string; author: { name: string; email: string }; committer: { name: string; email: string } }
type CheckSuite = { rerequestable: boolean; runs_rerequestable: boolean; repository: BriefRepository; latest_check_runs_count: number; check_runs_url: string; head_commit: SimpleCommit | null; id: number; node_id: string; head_branch: string | null; head_sha: string; status: "completed" | "in_progress" | "pending" | "queued" | "waiting"; conclusion: "action_required" | "cancelled" | "failure" | "neutral" | "skipped" | "success" | "timed_out" | null; url: string; before: string | null; after: string; pull_requests: MinimalPulls[]; app: Integration; created_at: string; updated_at: string }
type Preferences = { auto_trigger_checks: { app_id: number; setting: boolean }[] }
type ReleaseAsset = { url: string; id: number; node_id: string; name: string; label: string | null; uploader: SimpleUser | null; content_type: string; state: string; size: number; digest: string; download_count: number; created_at: string; updated_at: string; browser_download_url: string }
type Release = { url: string; assets_url: string; upload_url: string; html_url: string; id: number; author: SimpleUser; node_id: string; tag_name: string; target_commitish: string; name: string | null; draft: boolean; immutable: boolean; prerelease: boolean; created_at: string; updated_at: string; published_at: string | null; assets: ReleaseAsset[]; tarball_url: string | null; zipball_url: string | null; body: string | null; discussion_url?: string; reactions?: ReactionRollup; mentions_count?: number }
type OrgsGetImmutableReleasesSettings = { selected_repositories_url?: string; enforced_repositories: "all" | "none" | "selected" }
type IssueType = { id: number; node_id: string; name: string; description: string | null; color: "blue" | "gray" | "green" | "orange" | "pink" | "purple" | "red" | "yellow" | null; is_enabled: boolean; created_at: string; updated_at: string }
type SubIssuesSummary = { total: number; completed: number; percent_completed: number }
type IssueDependenciesSummary = { blocked_by: number; total_blocked_by: number; blocking: number; total_blocking: number }
type PullLinks = { url: string; html_url: string; diff_url: string; patch_url: string; merged_at: string | null }
type IssueFieldValue = { value: number | string; issue_field_id: number; issue_field_name: string; node_id: string; data_type: "date" | "multi_select" | "number" | "single_select" | "text" }
type IssueFieldValue2 = { id: number; name: string; color: "blue" | "gray" | "green" | "orange" | "pink" | "purple" | "red" | "yellow" }
type IssueFieldValue3 = { value: string; single_select_option: IssueFieldValue2 | null; issue_field_id: number; issue_field_name: string; node_id: string; data_type: "date" | "multi_select" | "number" | "single_select" | "text" }
type IssueFieldValue4 = { value: string; multi_select_options: IssueFieldValue2[]; issue_field_id: number; issue_field_name: string; node_id: string; data_type: "date" | "multi_select" | "number" | "single_select" | "text" }
type IssueWriterAcross = { repository: Repository; url: string; repository_url: string; labels_url: string; comments_url: string; events_url: string; html_url: string; id: number; node_id: string; number: number; title: string; user: SimpleUser; labels: Label[]; state: "closed" | "open"; locked: boolean; assignee: SimpleUser | null; assignees: SimpleUser[]; milestone: Milestone | null; comments: number; created_at: string; updated_at: string; closed_at: string | null; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; type?: IssueType | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null; sub_issues_summary?: SubIssuesSummary; issue_dependencies_summary?: IssueDependenciesSummary; pinned_comment?: null; parent_issue_url?: string; draft?: boolean; pull_request?: PullLinks; issue_field_values?: (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]; body: string | null; closed_by: SimpleUser | null; reactions: ReactionRollup; timeline_url: string; performed_via_github_app: Integration | null; state_reason: "completed" | "duplicate" | "not_planned" | "reopened" | null }
type Issue = { url: string; repository_url: string; labels_url: string; comments_url: string; events_url: string; html_url: string; id: number; node_id: string; number: number; title: string; user: SimpleUser; labels: Label[]; state: "closed" | "open"; locked: boolean; assignee: SimpleUser | null; assignees: SimpleUser[]; milestone: Milestone | null; comments: number; created_at: string; updated_at: string; closed_at: string | null; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; type?: IssueType | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null; sub_issues_summary?: SubIssuesSummary; issue_dependencies_summary?: IssueDependenciesSummary; pinned_comment?: null; parent_issue_url?: string; draft?: boolean; pull_request?: PullLinks; issue_field_values?: (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]; body: string | null; closed_by: SimpleUser | null; reactions: ReactionRollup; timeline_url: string; performed_via_github_app: Integration | null; state_reason: "completed" | "duplicate" | "not_planned" | "reopened" | null }
type IssueComment = { pin?: { pinned_at: string; pinned_by: SimpleUser }; url: string; html_url: string; issue_url: string; id: number; node_id: string; user: SimpleUser; created_at: string; updated_at: string; body: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; reactions: ReactionRollup; performed_via_github_app: Integration | null }
type IssueComment2 = { pin?: undefined; url: string; html_url: string; issue_url: string; id: number; node_id: string; user: SimpleUser; created_at: string; updated_at: string; body: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; reactions: ReactionRollup; performed_via_github_app: Integration | null }
type IssueComment3 = { pin: { pinned_at: string; pinned_by: SimpleUser }; url: string; html_url: string; issue_url: string; id: number; node_id: string; user: SimpleUser; created_at: string; updated_at: string; body: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; reactions: ReactionRollup; performed_via_github_app: Integration | null }
type RepoEvent = { issue: Issue; performed_via_github_app: Integration | null; id: number; node_id: string; url: string; actor: SimpleUser; event: string; commit_id: string | null; commit_url: string | null; created_at: string; [name: string]: JsonValue | undefined }
type IssueEvent = { performed_via_github_app: Integration | null; id: number; node_id: string; url: string; actor: SimpleUser; event: string; commit_id: string | null; commit_url: string | null; created_at: string; [name: string]: JsonValue | undefined }
type Commented = { event: string; actor: SimpleUser; pin?: undefined; url: string; html_url: string; issue_url: string; id: number; node_id: string; user: SimpleUser; created_at: string; updated_at: string; body: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; reactions: ReactionRollup; performed_via_github_app: Integration | null }
type Commented2 = { event: string; actor: SimpleUser; pin: { pinned_at: string; pinned_by: SimpleUser }; url: string; html_url: string; issue_url: string; id: number; node_id: string; user: SimpleUser; created_at: string; updated_at: string; body: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; reactions: ReactionRollup; performed_via_github_app: Integration | null }
type Reviewed = { id: number; node_id: string; user: SimpleUser; body: string; commit_id: string; submitted_at: string | null; state: string; html_url: string; pull_request_url: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; _links: { html: { href: string }; pull_request: { href: string } }; event: string }
type Committed = { sha: string; node_id: string; url: string; html_url: string; author: { name: string; email: string; date: string }; committer: { name: string; email: string; date: string }; tree: { sha: string; url: string }; message: string; parents: { sha: string; url: string; html_url: string }[]; verification: Verification; event: string }
type CrossReference = { actor: SimpleUser; created_at: string; updated_at: string; source: { type: string; issue: IssueWriterAcross }; event: string }
type RelatedIssue = { repository: Repository; url: string; repository_url: string; labels_url: string; comments_url: string; events_url: string; html_url: string; id: number; node_id: string; number: number; title: string; user: SimpleUser; labels: Label[]; state: "closed" | "open"; locked: boolean; assignee: SimpleUser | null; assignees: SimpleUser[]; milestone: Milestone | null; comments: number; created_at: string; updated_at: string; closed_at: string | null; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; type?: IssueType | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null; sub_issues_summary?: SubIssuesSummary; issue_dependencies_summary?: IssueDependenciesSummary; pinned_comment?: null; parent_issue_url?: string; draft?: boolean; pull_request?: PullLinks; issue_field_values?: (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]; body: string | null; reactions: ReactionRollup; timeline_url: string; performed_via_github_app: Integration | null; state_reason: "completed" | "duplicate" | "not_planned" | "reopened" | null }
type Option = { id: number; name: string; color: "blue" | "gray" | "green" | "orange" | "pink" | "purple" | "red" | "yellow"; priority: number; created_at: string; updated_at: string }
type IssueField = { created_at: string; updated_at: string; options?: Option[]; id: number; node_id: string; name: string; data_type: "date" | "multi_select" | "number" | "single_select" | "text"; visibility: "all" | "organization_members_only" }
type Reaction = { id: number; node_id: string; user: SimpleUser; content: "+1" | "-1" | "confused" | "eyes" | "heart" | "hooray" | "laugh" | "rocket"; created_at: string }
type OpenedPull = { merge_commit_sha: null; mergeable: null; rebaseable: null; mergeable_state: "unknown"; merged: boolean; merged_by: SimpleUser | null; comments: number; review_comments: number; maintainer_can_modify: boolean; commits: number; additions: number; deletions: number; changed_files: number; url: string; id: number; node_id: string; html_url: string; diff_url: string; patch_url: string; issue_url: string; number: number; state: "closed" | "open"; locked: boolean; title: string; user: SimpleUser; body: string | null; created_at: string; updated_at: string; closed_at: string | null; merged_at: string | null; assignee: SimpleUser | null; assignees: SimpleUser[]; requested_reviewers: SimpleUser[]; requested_teams: SimpleTeam[]; labels: Label[]; milestone: Milestone | null; draft: boolean; commits_url: string; review_comments_url: string; review_comment_url: string; comments_url: string; statuses_url: string; head: Head; base: Base; _links: Links; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; auto_merge: AutoMerge | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null }
type Pull = { merged: boolean; mergeable: boolean | null; rebaseable: boolean | null; mergeable_state: "behind" | "blocked" | "clean" | "dirty" | "draft" | "unknown" | "unstable"; merged_by: SimpleUser | null; comments: number; review_comments: number; maintainer_can_modify: boolean; commits: number; additions: number; deletions: number; changed_files: number; url: string; id: number; node_id: string; html_url: string; diff_url: string; patch_url: string; issue_url: string; number: number; state: "closed" | "open"; locked: boolean; title: string; user: SimpleUser; body: string | null; created_at: string; updated_at: string; closed_at: string | null; merged_at: string | null; merge_commit_sha: string | null; assignee: SimpleUser | null; assignees: SimpleUser[]; requested_reviewers: SimpleUser[]; requested_teams: SimpleTeam[]; labels: Label[]; milestone: Milestone | null; draft: boolean; commits_url: string; review_comments_url: string; review_comment_url: string; comments_url: string; statuses_url: string; head: Head; base: Base; _links: Links; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; auto_merge: AutoMerge | null; active_lock_reason: "off-topic" | "resolved" | "spam" | "too heated" | null }
type Review = { commit_id: string; submitted_at?: string; id: number; node_id: string; user: SimpleUser; body: string; state: string; html_url: string; pull_request_url: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; _links: { html: { href: string }; pull_request: { href: string } } }
type Links2 = { self: { href: string }; html: { href: string }; pull_request: { href: string } }
type CommentOfReview = { original_position: number | null; position: number | null; in_reply_to_id?: number; url: string; pull_request_review_id: number | null; id: number; node_id: string; diff_hunk: string; path: string; commit_id: string; original_commit_id: string; user: SimpleUser; body: string; created_at: string; updated_at: string; html_url: string; pull_request_url: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; _links: Links2; reactions: ReactionRollup }
type ReviewComment = { original_position: number | null; position: number | null; subject_type: "file" | "line"; in_reply_to_id?: number; url: string; pull_request_review_id: number | null; id: number; node_id: string; diff_hunk: string; path: string; commit_id: string; original_commit_id: string; user: SimpleUser; body: string; created_at: string; updated_at: string; html_url: string; pull_request_url: string; author_association: "COLLABORATOR" | "CONTRIBUTOR" | "MEMBER" | "NONE" | "OWNER"; _links: Links2; reactions: ReactionRollup; start_line: number | null; original_start_line: number | null; start_side: "LEFT" | "RIGHT" | null; line: number | null; original_line: number | null; side: "LEFT" | "RIGHT" }
type UsersGetAuthenticated = { name: string | null; company: string | null; blog: string; location: string | null; email: string | null; hireable: boolean | null; bio: string | null; twitter_username: string | null; public_repos: number; public_gists: number; followers: number; following: number; created_at: string; updated_at: string; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean; notification_email: string | null }
type Plan = { name: string; space: number; collaborators: number; private_repos: number }
type UsersUpdateAuthenticated = { user_view_type: string; private_gists: number; total_private_repos: number; owned_private_repos: number; disk_usage: number; collaborators: number; two_factor_authentication: boolean; plan: Plan; name: string | null; company: string | null; blog: string; location: string | null; email: string | null; hireable: boolean | null; bio: string | null; twitter_username: string | null; public_repos: number; public_gists: number; followers: number; following: number; created_at: string; updated_at: string; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; site_admin: boolean; notification_email: string | null }
type Email = { email: string; primary: boolean; verified: boolean; visibility: "private" | "public" | null }
type SshKey = { key: string; id: number; url: string; title: string; created_at: string; verified: boolean; read_only: boolean; last_used: null }
type PublicSshKey = { id: number; key: string; created_at: string; last_used: null }
type SigningKey = { key: string; id: number; title: string; created_at: string }
type DeployKey = { id: number; key: string; url: string; title: string; verified: boolean; created_at: string; read_only: boolean; added_by: string | null; last_used: null; enabled: boolean }
type Subkeys = { raw_key: null; emails: never[]; subkeys: never[]; primary_key_id: number | null; key_id: string; public_key: string; can_sign: boolean; can_encrypt_comms: boolean; can_encrypt_storage: boolean; can_certify: boolean; created_at: string; expires_at: string | null; revoked: boolean; id: number }
type GpgKey = { raw_key: string | null; emails: { email: string; verified: boolean }[]; subkeys: Subkeys[]; primary_key_id: number | null; key_id: string; public_key: string; can_sign: boolean; can_encrypt_comms: boolean; can_encrypt_storage: boolean; can_certify: boolean; created_at: string; expires_at: string | null; revoked: boolean; id: number; name: string | null }
type SimpleOrganization = { login: string; id: number; node_id: string; url: string; repos_url: string; events_url: string; hooks_url: string; issues_url: string; members_url: string; public_members_url: string; avatar_url: string; description: string }
type Plan2 = { name: string; space: number; private_repos: number; filled_seats: number; seats: number }
type Organization = { has_organization_projects: boolean; has_repository_projects: boolean; members_can_create_public_repositories?: boolean; members_can_create_private_repositories?: boolean; members_can_fork_private_repositories?: boolean; web_commit_signoff_required?: boolean; members_can_create_public_pages?: boolean; members_can_create_private_pages?: boolean; advanced_security_enabled_for_new_repositories?: boolean; dependabot_alerts_enabled_for_new_repositories?: boolean; dependabot_security_updates_enabled_for_new_repositories?: boolean; dependency_graph_enabled_for_new_repositories?: boolean; secret_scanning_enabled_for_new_repositories?: boolean; secret_scanning_push_protection_enabled_for_new_repositories?: boolean; secret_scanning_push_protection_custom_link_enabled?: boolean; secret_scanning_push_protection_custom_link?: string | null; deploy_keys_enabled_for_repositories?: boolean; members_can_delete_repositories?: boolean; members_can_change_repo_visibility?: boolean; members_can_invite_outside_collaborators?: boolean; members_can_delete_issues?: boolean; display_commenter_full_name_setting_enabled?: boolean; readers_can_create_discussions?: boolean; members_can_create_teams?: boolean; members_can_view_dependency_insights?: boolean; default_repository_branch?: string; secret_scanning_validity_checks_enabled?: boolean; total_private_repos?: number; owned_private_repos?: number; private_gists?: number; disk_usage?: number; collaborators?: number; billing_email?: string | null; plan?: Plan2; default_repository_permission?: "admin" | "none" | "read" | "write"; members_can_create_repositories?: boolean; two_factor_requirement_enabled?: boolean; members_allowed_repository_creation_type?: string; members_can_create_internal_repositories?: boolean; members_can_create_pages?: boolean; is_verified: boolean; public_repos: number; public_gists: number; followers: number; following: number; html_url: string; created_at: string; updated_at: string; archived_at: null; type: string; description: string | null; login: string; id: number; node_id: string; url: string; repos_url: string; events_url: string; hooks_url: string; issues_url: string; members_url: string; public_members_url: string; avatar_url: string }
type Membership = { url: string; state: "active" | "pending"; role: "admin" | "member"; organization_url: string; organization: SimpleOrganization; user: SimpleUser }
type OrganizationInvitation = { id: number; node_id: string; login: string | null; email: string | null; role: string; created_at: string; failed_at: string | null; failed_reason: string | null; inviter: SimpleUser; team_count: number; invitation_teams_url: string }
type Permissions2 = { repository?: { [name: string]: string }; organization?: { [name: string]: string }; other?: { [name: string]: string } }
type TokenRequest = { token_id: number; token_name: string; token_expired: boolean; token_expires_at: string | null; token_last_used_at: null; created_at: string; owner: SimpleUser; repository_selection: "all" | "none" | "subset"; repositories_url: string; permissions: Permissions2; id: number; reason: string | null }
type TokenGrant = { token_id: number; token_name: string; token_expired: boolean; token_expires_at: string | null; token_last_used_at: null; access_granted_at: string; owner: SimpleUser; repository_selection: "all" | "none" | "subset"; repositories_url: string; permissions: Permissions2; id: number }
type OrganizationRole = { id: number; name: string; description: string; permissions: string[]; organization: SimpleUser; created_at: string; updated_at: string; source: string; base_role: string | null }
type OrgsListOrgRoleTeam = { parent: SimpleTeam | null; permissions?: Permissions; type: string; organization_id: number; name: string; id: number; node_id: string; slug: string; description: string | null; privacy: "closed" | "secret"; notification_setting: "notifications_disabled" | "notifications_enabled"; url: string; html_url: string; members_url: string; repositories_url: string; permission: "admin" | "maintain" | "pull" | "push" | "triage"; assignment: string }
type OrgsListOrgRoleUser = { assignment: string; inherited_from: SimpleTeam[]; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean }
type FullTeam = { created_at: string; updated_at: string; members_count: number; repos_count: number; organization: Organization; parent: SimpleTeam | null; permissions?: Permissions; type: string; organization_id: number; name: string; id: number; node_id: string; slug: string; description: string | null; privacy: "closed" | "secret"; notification_setting: "notifications_disabled" | "notifications_enabled"; url: string; html_url: string; members_url: string; repositories_url: string; permission: "admin" | "maintain" | "pull" | "push" | "triage" }
type TeamMember = { role: "maintainer" | "member"; inherited: boolean; login: string; id: number; node_id: string; avatar_url: string; gravatar_id: string; url: string; html_url: string; followers_url: string; following_url: string; gists_url: string; starred_url: string; subscriptions_url: string; organizations_url: string; repos_url: string; events_url: string; received_events_url: string; type: "Bot" | "Organization" | "User"; user_view_type: string; site_admin: boolean }
type TeamMembership = { url: string; role: "maintainer" | "member"; state: "active" | "pending" }
type TeamRepository = { permissions: Permissions; role_name: string; created_at: string; updated_at: string; pushed_at: string; git_url: string; ssh_url: string; clone_url: string; svn_url: string; homepage: string | null; size: number; stargazers_count: number; watchers_count: number; language: string | null; has_issues: boolean; has_projects: boolean; has_downloads: boolean; has_wiki: boolean; has_pages: boolean; has_discussions: boolean; forks_count: number; mirror_url: null; archived: boolean; disabled: boolean; open_issues_count: number; license: License | null; allow_forking: boolean; is_template: boolean; web_commit_signoff_required: boolean; has_pull_requests: boolean; pull_request_creation_policy: "all" | "collaborators_only"; topics: string[]; visibility: "internal" | "private" | "public"; forks: number; open_issues: number; watchers: number; default_branch: string; forks_url: string; keys_url: string; collaborators_url: string; teams_url: string; hooks_url: string; issue_events_url: string; events_url: string; assignees_url: string; branches_url: string; tags_url: string; blobs_url: string; git_tags_url: string; git_refs_url: string; trees_url: string; statuses_url: string; languages_url: string; stargazers_url: string; contributors_url: string; subscribers_url: string; subscription_url: string; commits_url: string; git_commits_url: string; comments_url: string; issue_comment_url: string; contents_url: string; compare_url: string; merges_url: string; archive_url: string; downloads_url: string; issues_url: string; pulls_url: string; milestones_url: string; notifications_url: string; labels_url: string; releases_url: string; deployments_url: string; id: number; node_id: string; name: string; full_name: string; private: boolean; owner: SimpleUser; html_url: string; description: string | null; fork: boolean; url: string }
type HookConfig = { url: string; secret?: string; content_type: "form" | "json"; insecure_ssl: "0" | "1" }
type CommonHook = { ping_url: string; deliveries_url: string; test_url?: string; url: string; type: string; id: number; name: string; active: boolean; events: string[]; config: HookConfig; updated_at: string; created_at: string }
type LastResponse = { code: number | null; status: string; message: string | null }
type Hook = { last_response: LastResponse; ping_url: string; deliveries_url: string; test_url?: string; url: string; type: string; id: number; name: string; active: boolean; events: string[]; config: HookConfig; updated_at: string; created_at: string }
type DeliveryItem = { id: number; guid: string; delivered_at: string; redelivery: boolean; duration: number; status: string; status_code: number; event: string; action: string | null; installation_id: number | null; repository_id: number | null; throttled_at: null }
type Payload = { installation?: { id: number }; repository?: { id: number } }
type Delivery = { url: string; request: { headers: { [name: string]: string }; payload: Payload }; response: { headers: { [name: string]: string }; payload: string }; id: number; guid: string; delivered_at: string; redelivery: boolean; duration: number; status: string; status_code: number; event: string; action: string | null; installation_id: number | null; repository_id: number | null; throttled_at: null }
type ActionsListRepoSecrets = { total_count: number; secrets: { name: string; created_at: string; updated_at: string }[]; variables: { name: string; created_at: string; updated_at: string }[] }
type Workflow = { url: string; html_url: string; badge_url: string; deleted_at?: string; id: number; node_id: string; name: string; path: string; state: "active" | "deleted" | "disabled_fork" | "disabled_inactivity" | "disabled_manually"; created_at: string; updated_at: string }
type ActionsCreateWorkflowDispatch = { workflow_run_id: number; run_url: string; html_url: string }
type WorkflowRun = { id: number; name: string; node_id: string; head_branch: string; head_sha: string; path: string; display_title: string; run_number: number; event: string; status: "completed" | "in_progress" | "pending" | "queued" | "waiting"; conclusion: "action_required" | "cancelled" | "failure" | "neutral" | "skipped" | "success" | "timed_out" | null; workflow_id: number; check_suite_id: number; check_suite_node_id: string; url: string; html_url: string; pull_requests: MinimalPulls[]; created_at: string; updated_at: string; actor: SimpleUser; run_attempt: number; referenced_workflows: never[]; run_started_at: string; triggering_actor: SimpleUser; jobs_url: string; logs_url: string; check_suite_url: string; artifacts_url: string; cancel_url: string; rerun_url: string; previous_attempt_url: string | null; workflow_url: string; head_commit: SimpleCommit | null; repository: BriefRepository; head_repository: BriefRepository }
type BriefEnvironment = { id: number; node_id: string; name: string; url: string; html_url: string }
type PendingDeployment = { environment: BriefEnvironment; wait_timer: number; wait_timer_started_at: string | null; current_user_can_approve: boolean; reviewers: { type: "Team" | "User"; reviewer: SimpleUser | Team }[] }
type Deployment = { url: string; id: number; node_id: string; task: string; original_environment: string; environment: string; description: string | null; created_at: string; updated_at: string; statuses_url: string; repository_url: string; creator: SimpleUser; sha: string; ref: string; payload: JsonValue; transient_environment: boolean; production_environment: boolean; performed_via_github_app: Integration | null }
type Environments = { created_at: string; updated_at: string; id: number; node_id: string; name: string; url: string; html_url: string }
type RunReview = { environments: Environments[]; state: "approved" | "rejected"; user: SimpleUser; comment: string }
type ActionsGetGithubActionsPermissionsRepository = { sha_pinning_required: boolean; selected_actions_url?: string; allowed_actions: "all" | "local_only" | "selected"; enabled: boolean }
type SelectedActions = { github_owned_allowed: boolean; verified_allowed: boolean; patterns_allowed: string[] }
type WorkflowPermissions = { default_workflow_permissions: "read" | "write"; can_approve_pull_request_reviews: boolean }
type GetApproval = { approval_policy: "all_external_contributors" | "first_time_contributors" | "first_time_contributors_new_to_github" }
type ForkRuns = { run_workflows_from_fork_pull_requests: boolean; send_write_tokens_to_workflows: boolean; send_secrets_and_variables: boolean; require_approval_for_fork_pr_workflows: boolean }
type ActionsGetGithubActionsPermissionsOrganization = { sha_pinning_required: boolean; selected_actions_url?: string; allowed_actions: "all" | "local_only" | "selected"; selected_repositories_url?: string; enabled_repositories: "all" | "none" | "selected" }
type ActionsGetSelfHostedRunnersPermissionsOrganization = { selected_repositories_url?: string; enabled_repositories: "all" | "none" | "selected" }
type ListedGroup = { group_name: string; group_url: string; last_acquired_at: string | null }
type Member = { status: "in_progress" | "pending"; job_id?: number; job_name?: string; job_url?: string; job_html_url?: string; run_id: number; run_name: string; run_url: string; run_html_url: string }
type Group = { group_name: string; group_url: string; total_count: number; group_members: Member[] }
type GroupMembers = { position: number; position_url: string; status: "in_progress" | "pending"; job_id?: number; job_name?: string; job_url?: string; job_html_url?: string; run_id: number; run_name: string; run_url: string; run_html_url: string }
type GroupOfRun = { group_name: string; group_url: string; group_members: GroupMembers[] }
type ImageDetails = { id: string; size_gb: number; display_name: string; source: "custom" | "github" | "partner"; version: string }
type Machine = { id: string; cpu_cores: number; memory_gb: number; storage_gb: number }
type HostedRunner = { id: number; name: string; runner_group_id: number; platform: "linux-arm64" | "linux-x64" | "win-x64"; image_details: ImageDetails; machine_size_details: Machine; status: "Deleting" | "Ready"; maximum_runners: number; public_ip_enabled: boolean; public_ips: { enabled: boolean; prefix: string; length: number }[]; last_active_on: null; image_gen: boolean }
type HostedImage = { id: string; platform: "linux-arm64" | "linux-x64" | "win-x64"; size_gb: number; display_name: string; source: "github" | "partner" }
type ActionsGetHostedRunnersPlatformsForOrg = { total_count: number; platforms: ("linux-arm64" | "linux-x64" | "win-x64")[] }
type Step = { name: string; status: "completed" | "in_progress" | "queued"; conclusion: "cancelled" | "failure" | "skipped" | "success" | null; number: number; started_at: string | null; completed_at: string | null }
type WorkflowJob = { id: number; run_id: number; workflow_name: string; head_branch: string; run_url: string; run_attempt: number; node_id: string; head_sha: string; url: string; html_url: string; status: "completed" | "in_progress" | "queued" | "waiting"; conclusion: "cancelled" | "failure" | "skipped" | "success" | null; created_at: string; started_at: string; completed_at: string | null; name: string; steps: Step[]; check_run_url: string; labels: string[]; runner_id: number | null; runner_name: string | null; runner_group_id: number | null; runner_group_name: string | null }
type WorkflowRun2 = { id: number; repository_id: number; head_repository_id: number; head_branch: string; head_sha: string }
type Artifact = { id: number; node_id: string; name: string; size_in_bytes: number; url: string; archive_download_url: string; expired: boolean; digest: string; created_at: string; updated_at: string; expires_at: string; workflow_run: WorkflowRun2 }
type Cache = { id: number; ref: string; key: string; version: string; last_accessed_at: string; created_at: string; size_in_bytes: number }
type CacheUsage = { full_name: string; active_caches_size_in_bytes: number; active_caches_count: number }
type ActionsGetActionsCacheUsageForOrg = { total_active_caches_count: number; total_active_caches_size_in_bytes: number }
type ActionsGetActionsCacheUsageByRepoForOrg = { total_count: number; repository_cache_usages: CacheUsage[] }
type Artifacts = { workflow_run_backend_id: string; workflow_job_run_backend_id: string; database_id: string; name: string; size: string; created_at: string; digest: string }
type ActionsResultsGetCacheEntryDownloadUrl = { ok: boolean; signed_download_url: string; matched_key: string }
type ActionsOidcDiscovery = { issuer: string; jwks_uri: string; subject_types_supported: string[]; response_types_supported: string[]; claims_supported: ("sub" | "aud" | "exp" | "iat" | "iss" | "jti" | "nbf" | "ref" | "sha" | "repository" | "repository_id" | "repository_owner" | "repository_owner_id" | "repository_visibility" | "run_id" | "run_number" | "run_attempt" | "runner_environment" | "actor" | "actor_id" | "workflow" | "workflow_ref" | "workflow_sha" | "job_workflow_ref" | "job_workflow_sha" | "head_ref" | "base_ref" | "event_name" | "ref_type" | "ref_protected" | "environment" | "check_run_id")[]; id_token_signing_alg_values_supported: string[]; scopes_supported: string[] }
type DeploymentStatus = { url: string; id: number; node_id: string; state: "error" | "failure" | "in_progress" | "inactive" | "pending" | "queued" | "success" | "waiting"; creator: SimpleUser; description: string; environment: string; target_url: string; created_at: string; updated_at: string; deployment_url: string; repository_url: string; environment_url: string; log_url: string; performed_via_github_app: Integration | null }
type Rules = { wait_timer: number; id: number; node_id: string; type: string }
type Rules2 = { prevent_self_review: boolean; reviewers: { type: "Team" | "User"; reviewer: SimpleUser | Team }[]; id: number; node_id: string; type: string }
type DeploymentBranchPolicy = { protected_branches: boolean; custom_branch_policies: boolean }
type Environment = { created_at: string; updated_at: string; can_admins_bypass: boolean; protection_rules: (Rules | Rules2 | { id: number; node_id: string; type: string })[]; deployment_branch_policy: DeploymentBranchPolicy | null; id: number; node_id: string; name: string; url: string; html_url: string }
type BranchPolicy = { id: number; node_id: string; name: string; type: "branch" | "tag" }
type GateApp = { id: number; slug: string; integration_url: string; node_id: string }
type DeploymentGate = { id: number; node_id: string; enabled: boolean; app: GateApp }
type ReposGetAllDeploymentProtectionRules = { total_count: number; custom_deployment_protection_rules: DeploymentGate[] }
type ReposListCustomDeploymentRuleIntegrations = { total_count: number; available_custom_deployment_protection_rule_integrations: GateApp[] }
type App = { installations_count: number; id: number; client_id: string; slug: string; node_id: string; owner: SimpleUser; name: string; description: string | null; external_url: string; html_url: string; created_at: string; updated_at: string; permissions: { [name: string]: string }; events: string[] }
type Installation = { account: SimpleUser; repository_selection: "all" | "selected"; access_tokens_url: string; repositories_url: string; html_url: string; app_id: number; app_slug: string; target_id: number; target_type: "Bot" | "Organization" | "User"; permissions: { [name: string]: string }; events: string[]; created_at: string; updated_at: string; single_file_name: null; has_multiple_single_files: boolean; single_file_paths: never[]; suspended_by: SimpleUser | null; suspended_at: string | null; id: number; client_id: string }
type InstallationToken = { repositories?: Repository[]; token: string; expires_at: string; permissions: { [name: string]: string }; repository_selection: "all" | "selected" }
type Config = { secret?: string; content_type: "form" | "json"; insecure_ssl: "0" | "1" }
type AppsCreateFromManifest = { client_secret: string | null; webhook_secret: string | null; pem: string; id: number; client_id: string; slug: string; node_id: string; owner: SimpleUser; name: string; description: string | null; external_url: string; html_url: string; created_at: string; updated_at: string; permissions: { [name: string]: string }; events: string[] }
type AppsCreateFromManifest2 = { client_secret: string | null; webhook_secret: string | null; pem: string; installations_count: number; id: number; client_id: string; slug: string; node_id: string; owner: SimpleUser; name: string; description: string | null; external_url: string; html_url: string; created_at: string; updated_at: string; permissions: { [name: string]: string }; events: string[] }
type AppsListReposAccessibleToInstallation = { total_count: number; repository_selection: "all" | "selected"; repositories: Repository[] }
type ScopedInstallation = { permissions: { [name: string]: string }; repository_selection: "all" | "selected"; single_file_name: null; has_multiple_single_files: boolean; single_file_paths: never[]; repositories_url: string; account: SimpleUser }
type Authorization = { installation?: ScopedInstallation | null; id: number; url: string; app: { name: string; url: string; client_id: string }; token: string; hashed_token: string; token_last_eight: string; note: null; note_url: null; created_at: string; updated_at: string; scopes: string[]; fingerprint: null; expires_at: string | null; user: SimpleUser }
type Links3 = { current_user_organizations?: { href: string; type: string }[]; [name: string]: JsonValue | undefined }
type ActivityGetFeeds = { _links: Links3; current_user_organization_urls?: string[]; [name: string]: JsonValue | undefined }
type StatusUpdate = { body: string | null; target_date?: string; start_date?: string; id: number; node_id: string; project_node_id: string; creator: SimpleUser; created_at: string; updated_at: string; status: "AT_RISK" | "COMPLETE" | "INACTIVE" | "OFF_TRACK" | "ON_TRACK" | null }
type RestProject = { description: string; id: number; node_id: string; owner: SimpleUser; creator: SimpleUser; title: string; public: boolean; closed_at: string | null; created_at: string; updated_at: string; number: number; short_description: string | null; deleted_at: null; deleted_by: null; state: string; latest_status_update: StatusUpdate | null; is_template: boolean }
type Content = { id: number; node_id: string; title: string; body: string; user: SimpleUser; created_at: string; updated_at: string }
type SimpleItem = { content: Content | Issue | Writer | null; project_url: string; item_url: string; id: number; node_id: string; content_type: string; creator: SimpleUser; created_at: string; updated_at: string; archived_at: string | null }
type Iteration = { id: string; title: { raw: string; html: string }; start_date: string; duration: number; completed: boolean }
type Configuration = { start_day: number; duration: number; iterations: Iteration[] }
type Option2 = { id: string; name: { raw: string; html: string }; color: string; description: { raw: string; html: string } }
type Field = { created_at: string; updated_at: string; configuration?: Configuration; options?: Option2[]; id: number; node_id: string; name: string; data_type: string; project_url: string }
type Value = { id: number; name: string; data_type: string; value: JsonValue }
type FullItem = { fields: Value[]; content: Content | Issue | Writer | null; project_url: string; item_url: string; id: number; node_id: string; content_type: string; creator: SimpleUser; created_at: string; updated_at: string; archived_at: string | null }
type View = { id: number; number: number; name: string; layout: "board" | "roadmap" | "table"; node_id: string; project_url: string; html_url: string; creator: SimpleUser; created_at: string; updated_at: string; filter: string | null; visible_fields: number[]; sort_by: never[]; group_by: never[]; vertical_group_by: never[] }
type Runner = { id: number; runner_group_id: number; name: string; os: string; status: string; busy: boolean; labels: { id: number; name: string; type: string }[]; ephemeral: boolean }
type ActionsListRunnerApplicationsForRepo = { os: "linux" | "osx" | "win"; architecture: "arm" | "arm64" | "x64"; download_url: string; filename: string }
type LabelsAnswer = { total_count: number; labels: { id: number; name: string; type: string }[] }
type RunnerGroup = { runners_url: string; hosted_runners_url: string; inherited: boolean; allows_public_repositories: boolean; restricted_to_workflows: boolean; selected_workflows: string[]; workflow_restrictions_read_only: boolean; selected_repositories_url?: string; id: number; name: string; visibility: "all" | "private" | "selected"; default: boolean }
type Package = { html_url: string; repository?: Repository; id: number; name: string; package_type: "container" | "docker" | "maven" | "npm" | "nuget" | "rubygems"; owner: SimpleUser; version_count: number; visibility: "private" | "public"; url: string; created_at: string; updated_at: string }
type Metadata = { docker?: { tags: string[] }; container?: { tags: string[] }; package_type: "container" | "docker" | "maven" | "npm" | "nuget" | "rubygems" }
type PackageVersion = { deleted_at?: string; id: number; name: string; url: string; package_html_url: string; created_at: string; updated_at: string; html_url: string; description: string; metadata: Metadata }
type PagesSite = { url: string; status: "building" | "built" | null; cname: string | null; custom_404: boolean; html_url: string; build_type: "legacy" | "workflow"; source: { branch: string; path: "/" | "/docs" }; public: boolean; protected_domain_state: null; pending_domain_unverified_at: null; https_enforced: boolean }
type PagesBuild = { url: string; status: "built" | "queued"; error: { message: null }; pusher: SimpleUser | null; commit: string; duration: number; created_at: string; updated_at: string }
type Rule3 = { id: string; severity: "error" | "none" | "note" | "warning" | null; description: string; name: string; tags: string[]; full_description: string; security_severity_level: "critical" | "high" | "low" | "medium" | null }
type Tool = { name: string; guid: string | null; version: string | null }
type CodeScanningListAlertsForOrg = { repository: BriefRepository; number: number; created_at: string; updated_at: string; url: string; html_url: string; state: "dismissed" | "fixed" | "open"; fixed_at: string | null; dismissed_by: SimpleUser | null; dismissed_at: string | null; dismissed_reason: "false positive" | "mitigated" | "used in tests" | "won't fix" | null; dismissed_comment: string | null; rule: Rule3; tool: Tool; most_recent_instance: {}; instances_url: string; dismissal_approved_by: null; assignees: never[] }
type ListedCodeAlert = { number: number; created_at: string; updated_at: string; url: string; html_url: string; state: "dismissed" | "fixed" | "open"; fixed_at: string | null; dismissed_by: SimpleUser | null; dismissed_at: string | null; dismissed_reason: "false positive" | "mitigated" | "used in tests" | "won't fix" | null; dismissed_comment: string | null; rule: Rule3; tool: Tool; most_recent_instance: {}; instances_url: string; dismissal_approved_by: null; assignees: never[] }
type Rule4 = { help: string; help_uri: string | null; id: string; severity: "error" | "none" | "note" | "warning" | null; description: string; name: string; tags: string[]; full_description: string; security_severity_level: "critical" | "high" | "low" | "medium" | null }
type CodeAlert = { rule: Rule4; number: number; created_at: string; updated_at: string; url: string; html_url: string; state: "dismissed" | "fixed" | "open"; fixed_at: string | null; dismissed_by: SimpleUser | null; dismissed_at: string | null; dismissed_reason: "false positive" | "mitigated" | "used in tests" | "won't fix" | null; dismissed_comment: string | null; tool: Tool; most_recent_instance: {}; instances_url: string; dismissal_approved_by: null; assignees: never[] }
type Location = { path: string; start_line: number; end_line: number; start_column: number; end_column: number }
type Instance = { ref: string; analysis_key: string; environment: string; category: string; state: string; commit_sha: string; message: { text: string }; location: Location; classifications: string[] }
type Analysis = { ref: string; commit_sha: string; analysis_key: string; environment: string; error: string; category: string; created_at: string; results_count: number; rules_count: number; id: number; url: string; sarif_id: string; tool: Tool; deletable: boolean; warning: string }
type CodeScanningDeleteAnalysis = { next_analysis_url: string | null; confirm_delete_url: string | null }
type CodeScanningGetSarif = { processing_status: string; analyses_url: null; errors: string[] }
type DefaultSetup = { state: string; languages: string[]; runner_type: "labeled" | "standard" | null; runner_label: string | null; query_suite: "default" | "extended"; threat_model: "remote" | "remote_and_local"; updated_at: string | null; schedule: string | null }
type CodeqlDatabase = { id: number; name: string; language: string; uploader: SimpleUser; content_type: string; size: number; created_at: string; updated_at: string; url: string; commit_oid: string }
type VariantRepo = { id: number; name: string; full_name: string; private: boolean; stargazers_count: number; updated_at: string }
type ScannedRepositories = { analysis_status: string; result_count?: number; artifact_size_in_bytes?: number; repository: VariantRepo }
type NotFoundRepos = { repository_count: number; repository_full_names: string[] }
type SkippedRepositories = { access_mismatch_repos: { repository_count: number; repositories: never[] }; not_found_repos: NotFoundRepos; no_codeql_db_repos: { repository_count: number; repositories: VariantRepo[] }; over_limit_repos: { repository_count: number; repositories: never[] } }
type VariantAnalysis = { id: number; controller_repo: BriefRepository; actor: SimpleUser; query_language: string; query_pack_url: string; created_at: string; updated_at: string; completed_at: string | null; status: string; scanned_repositories: ScannedRepositories[]; skipped_repositories: SkippedRepositories }
type VariantTask = { database_commit_sha?: string; analysis_status: string; result_count: number; artifact_size_in_bytes: number; repository: BriefRepository }
type VariantTask2 = { database_commit_sha?: string; analysis_status: string; result_count?: undefined; artifact_size_in_bytes?: undefined; repository: BriefRepository }
type CodeFix = { status: string; description: string | null; started_at: string }
type Configuration2 = { url: string; html_url: string; created_at: string; updated_at: string; id: number; name: string; target_type: string; description: string; [name: string]: JsonValue | undefined }
type CodeSecurityGetDefaultConfiguration = { default_for_new_repos: "all" | "private_and_internal" | "public"; configuration: Configuration2 }
type CodeSecuritySetConfigurationAsDefault = { default_for_new_repos: "all" | "none" | "private_and_internal" | "public"; configuration: Configuration2 }
type CodeSecurityGetRepositoriesForConfiguration = { status: "attached" | "enforced"; repository: BriefRepository }
type CodeSecurityGetConfigurationForRepository = { status: "attached" | "enforced"; configuration: Configuration2 }
type DependabotRepositoryAccessForOrg = { default_level: "internal" | "public" | null; accessible_repositories: BriefRepository[] }
type SecretPattern = { id: number; name: string; pattern: string; slug: string; state: string; push_protection_enabled: boolean; start_delimiter: string; end_delimiter: string; must_match: string[]; must_not_match: string[]; custom_pattern_version: string; created_at: string; updated_at: string }
type Override = { token_type: string; slug: string; display_name: string; alert_total: number; alert_total_percentage: number; false_positives: number; false_positive_rate: number; bypass_rate: number; default_setting: "disabled" | "enabled"; setting: "disabled" | "enabled" | "not-set" }
type CustomPatternOverrides = { custom_pattern_version: string; token_type: string; slug: string; display_name: string; alert_total: number; alert_total_percentage: number; false_positives: number; false_positive_rate: number; bypass_rate: number; default_setting: "disabled" | "enabled"; setting: "disabled" | "enabled" | "not-set" }
type PatternSettings = { pattern_config_version: string | null; provider_pattern_overrides: Override[]; custom_pattern_overrides: CustomPatternOverrides[] }
type Scan = { type: string; status: string; started_at: string; completed_at: string }
type CustomPatternBackfillScans = { pattern_name: string; pattern_scope: string; type: string; status: string; started_at: string; completed_at: string }
type SecretScanningGetScanHistory = { incremental_scans: Scan[]; pattern_update_scans: never[]; backfill_scans: Scan[]; custom_pattern_backfill_scans: CustomPatternBackfillScans[]; generic_secrets_backfill_scans: never[] }
type Dependency = { package: { ecosystem: string; name: string }; manifest_path: string; scope: "development" | "runtime"; relationship: string }
type Vulnerability = { package: { ecosystem: string; name: string }; severity: "critical" | "high" | "low" | "medium"; vulnerable_version_range: string; first_patched_version: { identifier: string } | null }
type CvssSeverities = { cvss_v3: { vector_string: null; score: number }; cvss_v4: { vector_string: null; score: number } }
type Advisory = { ghsa_id: string; cve_id: string | null; summary: string; description: string; severity: "critical" | "high" | "low" | "medium"; identifiers: { type: string; value: string }[]; references: { url: string }[]; published_at: string; updated_at: string; withdrawn_at: null; vulnerabilities: Vulnerability[]; cvss: { vector_string: null; score: number }; cvss_severities: CvssSeverities; cwes: { cwe_id: string; name: string }[] }
type DependabotListAlertsForOrg = { repository: BriefRepository; number: number; state: "dismissed" | "fixed" | "open"; dependency: Dependency; security_advisory: Advisory; security_vulnerability: Vulnerability; url: string; html_url: string; created_at: string; updated_at: string; dismissed_at: string | null; dismissed_by: SimpleUser | null; dismissed_reason: "fix_started" | "inaccurate" | "no_bandwidth" | "not_used" | "tolerable_risk" | null; dismissed_comment: string | null; fixed_at: string | null; auto_dismissed_at: null; assignees: SimpleUser[] }
type DependabotAlert = { number: number; state: "dismissed" | "fixed" | "open"; dependency: Dependency; security_advisory: Advisory; security_vulnerability: Vulnerability; url: string; html_url: string; created_at: string; updated_at: string; dismissed_at: string | null; dismissed_by: SimpleUser | null; dismissed_reason: "fix_started" | "inaccurate" | "no_bandwidth" | "not_used" | "tolerable_risk" | null; dismissed_comment: string | null; fixed_at: string | null; auto_dismissed_at: null; assignees: SimpleUser[] }
type CommitLocation = { path: string; start_line: number; end_line: number; start_column: number; end_column: number; blob_sha: string; blob_url: string; commit_sha: string; commit_url: string }
type SecretScanningListAlertsForOrg = { repository: BriefRepository; first_location_detected: CommitLocation | null; has_more_locations: boolean; is_base64_encoded: boolean; secret?: string; state: string; number: number; created_at: string; updated_at: string; url: string; html_url: string; locations_url: string; resolution: "false_positive" | "revoked" | "used_in_tests" | "wont_fix" | null; resolved_at: string | null; resolved_by: SimpleUser | null; resolution_comment: string | null; secret_type: string; secret_type_display_name: string; provider: null; provider_slug: null; validity: "active" | "inactive" | "unknown"; publicly_leaked: boolean; multi_repo: boolean; push_protection_bypassed: boolean; push_protection_bypassed_by: null; push_protection_bypassed_at: null; push_protection_bypass_request_reviewer: null; push_protection_bypass_request_reviewer_comment: null; push_protection_bypass_request_comment: null; push_protection_bypass_request_html_url: null; assigned_to: SimpleUser | null; closure_request_comment: null; closure_request_reviewer_comment: null; closure_request_reviewer: null }
type SecretAlert = { first_location_detected: CommitLocation | null; has_more_locations: boolean; is_base64_encoded: boolean; secret?: string; state: string; number: number; created_at: string; updated_at: string; url: string; html_url: string; locations_url: string; resolution: "false_positive" | "revoked" | "used_in_tests" | "wont_fix" | null; resolved_at: string | null; resolved_by: SimpleUser | null; resolution_comment: string | null; secret_type: string; secret_type_display_name: string; provider: null; provider_slug: null; validity: "active" | "inactive" | "unknown"; publicly_leaked: boolean; multi_repo: boolean; push_protection_bypassed: boolean; push_protection_bypassed_by: null; push_protection_bypassed_at: null; push_protection_bypass_request_reviewer: null; push_protection_bypass_request_reviewer_comment: null; push_protection_bypass_request_comment: null; push_protection_bypass_request_html_url: null; assigned_to: SimpleUser | null; closure_request_comment: null; closure_request_reviewer_comment: null; closure_request_reviewer: null }
type Credits = { user: SimpleUser; type: "analyst" | "coordinator" | "finder" | "other" | "remediation_developer" | "remediation_reviewer" | "remediation_verifier" | "reporter" | "sponsor" | "tool" }
type CvssSeverities2 = { cvss_v3: { vector_string: string | null; score: number | null }; cvss_v4: { vector_string: string | null; score: null } }
type Package2 = { ecosystem: "actions" | "composer" | "erlang" | "go" | "maven" | "npm" | "nuget" | "other" | "pip" | "pub" | "rubygems" | "rust" | "swift"; name: string | null }
type Vulnerabilities = { first_patched_version: string | null; vulnerable_functions: string[]; package: Package2; vulnerable_version_range: string | null }
type GlobalAdvisory = { cwes: { cwe_id: string; name: string }[]; credits: Credits[]; epss: null; cvss: { vector_string: string | null; score: number | null } | null; cvss_severities: CvssSeverities2; ghsa_id: string; cve_id: string | null; url: string; html_url: string; repository_advisory_url: string | null; summary: string; description: string; type: string; severity: string; source_code_location: string | null; identifiers: { type: string; value: string }[]; references: string[]; published_at: string; updated_at: string; github_reviewed_at: string; nvd_published_at: null; withdrawn_at: null; vulnerabilities: Vulnerabilities[] }
type Credits2 = { login: string; type: "analyst" | "coordinator" | "finder" | "other" | "remediation_developer" | "remediation_reviewer" | "remediation_verifier" | "reporter" | "sponsor" | "tool" }
type CreditsDetailed = { user: SimpleUser; type: "analyst" | "coordinator" | "finder" | "other" | "remediation_developer" | "remediation_reviewer" | "remediation_verifier" | "reporter" | "sponsor" | "tool"; state: string }
type Vulnerabilities2 = { patched_versions: string | null; vulnerable_functions: string[]; package: Package2; vulnerable_version_range: string | null }
type RepositoryAdvisory = { cwes: { cwe_id: string; name: string }[]; cwe_ids: string[]; credits: Credits2[]; credits_detailed: CreditsDetailed[]; collaborating_users: SimpleUser[]; collaborating_teams: Team[]; private_fork: BriefRepository | null; cvss: { vector_string: string | null; score: number | null } | null; cvss_severities: CvssSeverities2; ghsa_id: string; cve_id: string | null; url: string; html_url: string; summary: string; description: string; severity: "critical" | "high" | "low" | "medium" | null; author: SimpleUser | null; publisher: SimpleUser | null; identifiers: { type: string; value: string }[]; state: "closed" | "draft" | "published" | "triage"; created_at: string; updated_at: string; published_at: string | null; closed_at: string | null; withdrawn_at: null; submission: { accepted: boolean } | null; vulnerabilities: Vulnerabilities2[] }
type Attestation = { initiator?: string; bundle: { [name: string]: JsonValue }; repository_id: number }
type Attestations = { attestations_subject_digests: { [name: string]: Attestation[] | null }; page_info: { has_next: boolean; has_previous: boolean } }
type Purl = { referenceCategory: string; referenceType: string; referenceLocator: string }
type Packages = { externalRefs: Purl[]; licenseConcluded?: string; name: string; SPDXID: string; versionInfo: string; downloadLocation: string; filesAnalyzed: boolean }
type Relationships = { relationshipType: string; spdxElementId: string; relatedSpdxElement: string }
type Sbom = { SPDXID: string; spdxVersion: string; creationInfo: { created: string; creators: string[] }; name: string; dataLicense: string; documentNamespace: string; packages: Packages[]; relationships: Relationships[] }
type Vulnerabilities3 = { severity: string; advisory_ghsa_id: string; advisory_summary: string; advisory_url: string }
type DependencyChange = { change_type: "added" | "removed"; manifest: string; ecosystem: string; name: string; version: string; package_url: string; license: string | null; source_repository_url: string | null; vulnerabilities: Vulnerabilities3[]; scope: "development" | "runtime" }
type DependencyGraphCreateRepositorySnapshot = { result: string; message: string; id: number; created_at: string }
type Search = { text_matches: JsonValue[]; score: number; [name: string]: JsonValue | undefined }
type Search2 = { total_count: number; incomplete_results: boolean; items: (Search | { score: number; [name: string]: JsonValue | undefined })[]; [name: string]: JsonValue | undefined }
type Answer = { errors?: JsonValue[]; data: { [name: string]: JsonValue } | null }
type FullLicense = { html_url: string; description: string; implementation: string; permissions: string[]; conditions: string[]; limitations: string[]; body: string; featured: boolean; key: string; name: string; spdx_id: string; url: string | null; node_id: string }
type LicensesGetForRepo = { license: License; type: string; content: string; encoding: string; name: string; path: string; sha: string; size: number; url: string; html_url: string | null; git_url: string | null; download_url: string | null; _links: { self: string; git: string | null; html: string | null } }
type CodeOfConduct = { html_url?: string; key: string; name: string; url: string }
type License2 = { html_url?: string; key: string; name: string; spdx_id: string; url: string | null; node_id: string }
type Files = { code_of_conduct: CodeOfConduct | null; code_of_conduct_file: { url: string; html_url: string } | null; contributing: { url: string; html_url: string } | null; issue_template: { url: string; html_url: string } | null; pull_request_template: { url: string; html_url: string } | null; license: License2 | null; readme: { url: string; html_url: string } | null }
type CommunityProfile = { content_reports_enabled?: boolean; health_percentage: number; description: string | null; documentation: string | null; files: Files; updated_at: string }
type CodeOfConduct2 = { key: string; name: string; html_url: string | null; url: string }
type CodesOfConductGetConductCode = { body: string; key: string; name: string; html_url: string | null; url: string }
type MetaRoot = { current_user_url: string; current_user_authorizations_html_url: string; authorizations_url: string; code_search_url: string; commit_search_url: string; emails_url: string; emojis_url: string; events_url: string; feeds_url: string; followers_url: string; following_url: string; gists_url: string; hub_url: string; issue_search_url: string; issues_url: string; keys_url: string; label_search_url: string; notifications_url: string; organization_url: string; organization_repositories_url: string; organization_teams_url: string; public_gists_url: string; rate_limit_url: string; repository_url: string; repository_search_url: string; current_user_repositories_url: string; starred_url: string; starred_gists_url: string; topic_search_url: string; user_url: string; user_organizations_url: string; user_repositories_url: string; user_search_url: string }
type MetaGet = { verifiable_password_authentication: boolean; ssh_key_fingerprints: {}; ssh_keys: never[]; hooks: string[]; web: string[]; api: string[]; git: string[]; packages: never[]; pages: never[]; importer: never[]; actions: never[]; dependabot: never[] }
type RateLimit = { limit: number; remaining: number; used: number; reset: number }
type IntegrationManifest = { limit: number; used: number; remaining: number; reset: number }
type Resources = { core: RateLimit; search: RateLimit; graphql: RateLimit; integration_manifest: IntegrationManifest; source_import: IntegrationManifest; code_scanning_upload: IntegrationManifest; code_scanning_autofix: IntegrationManifest; code_search: RateLimit; actions_runner_registration: IntegrationManifest; scim: IntegrationManifest; dependency_snapshots: IntegrationManifest; dependency_sbom: IntegrationManifest; audit_log: IntegrationManifest; audit_log_streaming: IntegrationManifest }

/** The answers of the operations of codehost, as far as their handlers say what they answer. */
export interface CodehostAnswers {
  'repos/get': FullRepository | FullRepository2
  'repos/create-for-authenticated-user': FullRepository | FullRepository2
  'repos/create-in-org': FullRepository | FullRepository2
  'repos/update': FullRepository | FullRepository2
  'repos/delete': null
  'repos/list-for-authenticated-user': Repository[]
  'repos/list-for-user': Repository[]
  'repos/list-for-org': Repository[]
  'repos/list-public': Repository[]
  'repos/get-all-topics': { names: string[] }
  'repos/replace-all-topics': { names: string[] }
  'repos/list-languages': { [name: string]: number }
  'repos/list-contributors': (ReposListContributor | ReposListContributor2)[] | null
  'repos/list-tags': Tag[]
  'repos/transfer': Repository
  'repos/create-using-template': FullRepository | FullRepository2
  'repos/create-dispatch-event': null
  'repos/list-collaborators': Collaborator[]
  'repos/check-collaborator': null
  'repos/add-collaborator': Invitation | null
  'repos/remove-collaborator': null
  'repos/get-collaborator-permission-level': PermissionLevel
  'repos/list-invitations': Invitation[]
  'repos/update-invitation': Invitation
  'repos/delete-invitation': null
  'repos/list-invitations-for-authenticated-user': Invitation[]
  'repos/accept-invitation-for-authenticated-user': null
  'repos/decline-invitation-for-authenticated-user': null
  'repos/list-forks': Repository[]
  'repos/create-fork': FullRepository | FullRepository2
  'repos/codeowners-errors': { errors: CodeOwnersError[] }
  'activity/list-repos-starred-by-authenticated-user': (Repository | { starred_at: string; repo: Repository })[]
  'activity/list-repos-starred-by-user': (Repository | { starred_at: string; repo: Repository })[]
  'activity/check-repo-is-starred-by-authenticated-user': null
  'activity/star-repo-for-authenticated-user': null
  'activity/unstar-repo-for-authenticated-user': null
  'activity/list-stargazers-for-repo': (SimpleUser | { starred_at: string; user: SimpleUser })[]
  'activity/list-watchers-for-repo': SimpleUser[]
  'activity/get-repo-subscription': Subscription
  'activity/set-repo-subscription': Subscription
  'activity/delete-repo-subscription': null
  'activity/list-watched-repos-for-authenticated-user': Repository[]
  'activity/list-repos-watched-by-user': Repository[]
  'activity/list-notifications-for-authenticated-user': Thread[]
  'activity/mark-notifications-as-read': null
  'activity/list-repo-notifications-for-authenticated-user': Thread[]
  'activity/mark-repo-notifications-as-read': null
  'activity/get-thread': Thread
  'activity/mark-thread-as-read': null
  'activity/mark-thread-as-done': null
  'activity/get-thread-subscription-for-authenticated-user': ThreadSubscription
  'activity/set-thread-subscription': ThreadSubscription
  'activity/delete-thread-subscription': null
  'activity/list-public-events': Activity[]
  'activity/list-repo-events': Activity[]
  'activity/list-public-events-for-repo-network': Activity[]
  'activity/list-public-org-events': Activity[]
  'activity/list-events-for-authenticated-user': Activity[]
  'activity/list-public-events-for-user': Activity[]
  'activity/list-org-events-for-authenticated-user': Activity[]
  'activity/list-received-events-for-user': Activity[]
  'activity/list-received-public-events-for-user': Activity[]
  'repos/list-autolinks': Autolink[]
  'repos/create-autolink': Autolink
  'repos/get-autolink': Autolink
  'repos/delete-autolink': null
  'repos/check-vulnerability-alerts': null
  'repos/enable-vulnerability-alerts': null
  'repos/disable-vulnerability-alerts': null
  'repos/check-automated-security-fixes': { enabled: boolean; paused: boolean }
  'repos/enable-automated-security-fixes': null
  'repos/disable-automated-security-fixes': null
  'repos/check-private-vulnerability-reporting': { enabled: boolean }
  'repos/enable-private-vulnerability-reporting': null
  'repos/disable-private-vulnerability-reporting': null
  'repos/get-hash-algorithm': { hash_algorithm: string }
  'activity/get-stargazer-count-for-repo': { count: number }
  'interactions/get-restrictions-for-authenticated-user': InteractionLimit | null
  'interactions/set-restrictions-for-authenticated-user': InteractionLimit
  'interactions/remove-restrictions-for-authenticated-user': null
  'interactions/get-restrictions-for-org': {}
  'interactions/set-restrictions-for-org': InteractionLimit
  'interactions/remove-restrictions-for-org': null
  'interactions/get-restrictions-for-repo': {}
  'interactions/set-restrictions-for-repo': InteractionLimit
  'interactions/remove-restrictions-for-repo': null
  'repos/get-code-frequency-stats': null | string
  'repos/get-commit-activity-stats': null | string
  'repos/get-contributors-stats': null | string
  'repos/get-participation-stats': { all: number[]; owner: number[] }
  'repos/get-punch-card-stats': null | string
  'repos/get-clones': ReposGetClones
  'repos/get-views': { count: number; uniques: number; views: never[] }
  'repos/get-top-paths': never[]
  'repos/get-top-referrers': never[]
  'repos/list-activities': RefChange[]
  'repos/list-branches': ShortBranch[]
  'repos/get-branch': Branch
  'repos/rename-branch': Branch
  'repos/merge': Commit2 | null
  'repos/merge-upstream': ReposMergeUpstream
  'repos/get-branch-protection': Protection2
  'repos/update-branch-protection': Protection2
  'repos/delete-branch-protection': null
  'repos/get-admin-branch-protection': { url: string; enabled: boolean }
  'repos/set-admin-branch-protection': { url: string; enabled: boolean }
  'repos/delete-admin-branch-protection': null
  'repos/get-pull-request-review-protection': Reviews
  'repos/update-pull-request-review-protection': Reviews
  'repos/delete-pull-request-review-protection': null
  'repos/get-status-checks-protection': StatusChecks
  'repos/update-status-check-protection': StatusChecks
  'repos/remove-status-check-protection': null
  'repos/get-all-status-check-contexts': string[]
  'repos/add-status-check-contexts': string[]
  'repos/set-status-check-contexts': string[]
  'repos/remove-status-check-contexts': string[]
  'repos/get-commit-signature-protection': { url: string; enabled: boolean }
  'repos/create-commit-signature-protection': { url: string; enabled: boolean }
  'repos/delete-commit-signature-protection': null
  'repos/get-access-restrictions': Restrictions
  'repos/delete-access-restrictions': null
  'repos/get-users-with-access-to-protected-branch': Apps[] | SimpleUser[] | Team[]
  'repos/add-user-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/set-user-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/remove-user-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/get-teams-with-access-to-protected-branch': Apps[] | SimpleUser[] | Team[]
  'repos/add-team-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/set-team-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/remove-team-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/get-apps-with-access-to-protected-branch': Apps[] | SimpleUser[] | Team[]
  'repos/add-app-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/set-app-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/remove-app-access-restrictions': Apps[] | SimpleUser[] | Team[]
  'repos/get-branch-rules': Rule[]
  'repos/get-repo-rulesets': BriefRuleset[]
  'repos/create-repo-ruleset': Ruleset
  'repos/get-repo-ruleset': Ruleset
  'repos/update-repo-ruleset': Ruleset
  'repos/delete-repo-ruleset': null
  'repos/get-repo-ruleset-history': RulesetVersion[]
  'repos/get-repo-ruleset-version': WholeRulesetVersion2
  'repos/get-org-rulesets': BriefRuleset[]
  'repos/create-org-ruleset': Ruleset
  'repos/get-org-ruleset': Ruleset
  'repos/update-org-ruleset': Ruleset
  'repos/delete-org-ruleset': null
  'orgs/get-org-ruleset-history': RulesetVersion[]
  'orgs/get-org-ruleset-version': WholeRulesetVersion2
  'repos/get-repo-rule-suites': (BriefRuleSuite | BriefRuleSuite2)[]
  'repos/get-repo-rule-suite': RuleSuite
  'repos/get-org-rule-suites': (BriefRuleSuite | BriefRuleSuite2)[]
  'repos/get-org-rule-suite': RuleSuite
  'orgs/custom-properties-for-repos-get-organization-definitions': CustomProperty[]
  'orgs/custom-properties-for-repos-create-or-update-organization-definitions': CustomProperty[]
  'orgs/custom-properties-for-repos-get-organization-definition': CustomProperty
  'orgs/custom-properties-for-repos-create-or-update-organization-definition': CustomProperty
  'orgs/custom-properties-for-repos-delete-organization-definition': null
  'orgs/custom-properties-for-repos-get-organization-values': OrgsCustomPropertiesForReposGetOrganizationValue[]
  'orgs/custom-properties-for-repos-create-or-update-organization-values': null
  'repos/custom-properties-for-repos-get-repository-values': { property_name: string; value: string | string[] | null }[]
  'repos/custom-properties-for-repos-create-or-update-repository-values': null
  'repos/get-content': ContentFile | ContentItem[] | ContentLink | ContentModule | ShowDirectory | null | string
  'repos/get-readme': ContentFile | ContentItem[] | ContentLink | ContentModule | ShowDirectory | null | string
  'repos/get-readme-in-directory': ContentFile | ContentItem[] | ContentLink | ContentModule | ShowDirectory | null | string
  'repos/create-or-update-file-contents': { content: ContentItem | null; commit: GitCommit }
  'repos/delete-file': { content: null; commit: GitCommit }
  'repos/download-tarball-archive': null | string
  'repos/download-zipball-archive': null | string
  'repos/download-archive': null | string
  'git/create-commit': GitCommit
  'git/get-commit': GitCommit
  'git/create-tree': Tree
  'git/get-tree': Tree
  'git/create-blob': { url: string; sha: string }
  'git/get-blob': Blob
  'git/create-tag': Tag2
  'git/get-tag': Tag2
  'git/get-ref': Ref
  'git/list-matching-refs': Ref[]
  'git/create-ref': Ref
  'git/update-ref': Ref
  'git/delete-ref': null
  'git-http/info-refs': null | string
  'git-http/upload-pack': null | string
  'git-http/receive-pack': null | string
  'gists/get': Gist | null | string
  'gists/list': BaseGist[]
  'gists/create': Gist
  'gists/list-public': BaseGist[]
  'gists/list-starred': BaseGist[]
  'gists/update': Gist
  'gists/delete': null
  'gists/list-commits': Revision[]
  'gists/list-forks': BaseGist[]
  'gists/fork': BaseGist
  'gists/check-is-starred': null | {}
  'gists/star': null
  'gists/unstar': null
  'gists/get-revision': Gist
  'gists/list-for-user': BaseGist[]
  'gists/list-comments': GistComment[]
  'gists/create-comment': GistComment
  'gists/get-comment': GistComment
  'gists/update-comment': GistComment
  'gists/delete-comment': null
  'repos/list-commits': Commit2[]
  'repos/get-commit': CommitWithFiles | string
  'repos/list-pull-requests-associated-with-commit': Writer[]
  'repos/list-branches-for-head-commit': ShortBranch[]
  'repos/compare-commits-with-basehead': Comparison | string
  'repos/list-comments-for-commit': CommitComment[]
  'repos/create-commit-comment': CommitComment
  'repos/list-commit-comments-for-repo': CommitComment[]
  'repos/get-commit-comment': CommitComment
  'repos/update-commit-comment': CommitComment
  'repos/delete-commit-comment': null
  'repos/create-commit-status': Status
  'repos/get-combined-status-for-ref': CombinedStatus
  'repos/list-commit-statuses-for-ref': Status[]
  'checks/create': CheckRun
  'checks/get': CheckRun
  'checks/update': CheckRun
  'checks/list-annotations': Annotation[]
  'checks/rerequest-run': {}
  'checks/list-for-ref': { total_count: number; check_runs: CheckRun[] }
  'checks/list-for-suite': { total_count: number; check_runs: CheckRun[] }
  'checks/create-suite': CheckSuite
  'checks/set-suites-preferences': { preferences: Preferences; repository: BriefRepository }
  'checks/get-suite': CheckSuite
  'checks/rerequest-suite': {}
  'checks/list-suites-for-ref': { total_count: number; check_suites: CheckSuite[] }
  'repos/list-releases': Release[]
  'repos/create-release': Release
  'repos/generate-release-notes': { name: string; body: string }
  'repos/get-latest-release': Release
  'repos/get-release-by-tag': Release
  'repos/get-release': Release
  'repos/update-release': Release
  'repos/delete-release': null
  'repos/list-release-assets': ReleaseAsset[]
  'repos/upload-release-asset': ReleaseAsset
  'repos/get-release-asset': ReleaseAsset | null | string
  'repos/update-release-asset': ReleaseAsset
  'repos/delete-release-asset': null
  'repos/check-immutable-releases': { enabled: boolean; enforced_by_owner: boolean }
  'repos/enable-immutable-releases': null
  'repos/disable-immutable-releases': null
  'orgs/get-immutable-releases-settings': OrgsGetImmutableReleasesSettings
  'orgs/set-immutable-releases-settings': null
  'orgs/get-immutable-releases-settings-repositories': { total_count: number; repositories: Repository[] }
  'orgs/set-immutable-releases-settings-repositories': null
  'orgs/enable-selected-repository-immutable-releases-organization': null
  'orgs/disable-selected-repository-immutable-releases-organization': null
  'issues/list': IssueWriterAcross[]
  'issues/list-for-authenticated-user': IssueWriterAcross[]
  'issues/list-for-org': IssueWriterAcross[]
  'issues/list-for-repo': Issue[]
  'issues/create': Issue
  'issues/get': Issue
  'issues/update': Issue
  'issues/lock': null
  'issues/unlock': null
  'issues/list-assignees': SimpleUser[]
  'issues/check-user-can-be-assigned': null
  'issues/check-user-can-be-assigned-to-issue': null
  'issues/add-assignees': Issue
  'issues/remove-assignees': Issue
  'issues/list-comments-for-repo': IssueComment[]
  'issues/get-comment': IssueComment2 | IssueComment3
  'issues/update-comment': IssueComment2 | IssueComment3
  'issues/delete-comment': null
  'issues/pin-comment': IssueComment2 | IssueComment3
  'issues/unpin-comment': null
  'issues/list-comments': IssueComment[]
  'issues/create-comment': IssueComment2 | IssueComment3
  'issues/list-events-for-repo': RepoEvent[]
  'issues/get-event': RepoEvent
  'issues/list-events': IssueEvent[]
  'issues/list-events-for-timeline': (Commented | Commented2 | Committed | CrossReference | IssueEvent | Reviewed)[]
  'issues/list-labels-on-issue': Label[]
  'issues/add-labels': Label[]
  'issues/set-labels': Label[]
  'issues/remove-all-labels': null
  'issues/remove-label': Label[]
  'issues/get-parent': RelatedIssue
  'issues/list-sub-issues': RelatedIssue[]
  'issues/add-sub-issue': RelatedIssue
  'issues/remove-sub-issue': RelatedIssue
  'issues/reprioritize-sub-issue': RelatedIssue
  'issues/list-dependencies-blocked-by': RelatedIssue[]
  'issues/add-blocked-by-dependency': RelatedIssue
  'issues/remove-dependency-blocked-by': RelatedIssue
  'issues/list-dependencies-blocking': RelatedIssue[]
  'orgs/list-issue-types': IssueType[]
  'orgs/create-issue-type': IssueType
  'orgs/update-issue-type': IssueType
  'orgs/delete-issue-type': null
  'repos/list-issue-types': IssueType[]
  'orgs/list-issue-fields': IssueField[]
  'orgs/create-issue-field': IssueField
  'orgs/update-issue-field': IssueField
  'orgs/delete-issue-field': null
  'issues/list-issue-field-values-for-issue': (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]
  'issues/add-issue-field-values': (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]
  'issues/set-issue-field-values': (IssueFieldValue | IssueFieldValue3 | IssueFieldValue4)[]
  'issues/delete-issue-field-value': null
  'issues/list-milestones': Milestone[]
  'issues/create-milestone': Milestone
  'issues/get-milestone': Milestone
  'issues/update-milestone': Milestone
  'issues/delete-milestone': null
  'issues/list-labels-for-milestone': Label[]
  'reactions/list-for-issue': Reaction[]
  'reactions/create-for-issue': Reaction
  'reactions/delete-for-issue': null
  'reactions/list-for-issue-comment': Reaction[]
  'reactions/create-for-issue-comment': Reaction
  'reactions/delete-for-issue-comment': null
  'reactions/list-for-commit-comment': Reaction[]
  'reactions/create-for-commit-comment': Reaction
  'reactions/delete-for-commit-comment': null
  'reactions/list-for-pull-request-review-comment': Reaction[]
  'reactions/create-for-pull-request-review-comment': Reaction
  'reactions/delete-for-pull-request-comment': null
  'reactions/list-for-release': Reaction[]
  'reactions/create-for-release': Reaction
  'reactions/delete-for-release': null
  'pulls/list': Writer[]
  'pulls/create': OpenedPull
  'pulls/get': Pull | string
  'pulls/update': Pull
  'pulls/list-commits': Commit2[]
  'pulls/list-files': DiffEntry[]
  'pulls/check-if-merged': null
  'pulls/merge': { sha: string; merged: boolean; message: string }
  'pulls/merge-async': { status: string; details: { message: string } }
  'pulls/get-merge-async-result': { status: string; details: { message: string } }
  'pulls/update-branch': { message: string; url: string }
  'interactions/get-pull-request-creation-cap-for-org': { enabled: boolean; max_open_pull_requests: number }
  'interactions/update-pull-request-creation-cap-for-org': { enabled: boolean; max_open_pull_requests: number }
  'interactions/get-pull-request-creation-cap-for-repo': { enabled: boolean; max_open_pull_requests: number }
  'interactions/update-pull-request-creation-cap-for-repo': { enabled: boolean; max_open_pull_requests: number }
  'interactions/get-pull-request-bypass-list-for-repo': SimpleUser[]
  'interactions/set-pull-request-bypass-list-for-repo': null
  'interactions/remove-pull-request-bypass-list-for-repo': null
  'issues/list-suggestions': null[]
  'pulls/list-requested-reviewers': { users: SimpleUser[]; teams: Team[] }
  'pulls/request-reviewers': Writer
  'pulls/remove-requested-reviewers': Writer
  'pulls/list-reviews': Review[]
  'pulls/create-review': Review
  'pulls/get-review': Review
  'pulls/update-review': Review
  'pulls/delete-pending-review': Review
  'pulls/submit-review': Review
  'pulls/dismiss-review': Review
  'pulls/list-comments-for-review': CommentOfReview[]
  'pulls/list-review-comments': ReviewComment[]
  'pulls/list-review-comments-for-repo': ReviewComment[]
  'pulls/create-review-comment': ReviewComment
  'pulls/create-reply-for-review-comment': ReviewComment
  'pulls/get-review-comment': ReviewComment
  'pulls/update-review-comment': ReviewComment
  'pulls/delete-review-comment': null
  'users/get-authenticated': UsersGetAuthenticated
  'users/update-authenticated': UsersUpdateAuthenticated
  'users/get-by-id': PublicUser
  'users/list': SimpleUser[]
  'users/get-context-for-user': { contexts: { message: string; octicon: string }[] }
  'users/get-by-username': PublicUser
  'users/list-followers-for-authenticated-user': SimpleUser[]
  'users/list-followed-by-authenticated-user': SimpleUser[]
  'users/check-person-is-followed-by-authenticated': null
  'users/follow': null
  'users/unfollow': null
  'users/list-followers-for-user': SimpleUser[]
  'users/list-following-for-user': SimpleUser[]
  'users/check-following-for-user': null
  'users/list-emails-for-authenticated-user': Email[]
  'users/add-email-for-authenticated-user': Email[]
  'users/delete-email-for-authenticated-user': null
  'users/list-public-emails-for-authenticated-user': Email[]
  'users/set-primary-email-visibility-for-authenticated-user': Email[]
  'users/list-blocked-by-authenticated-user': SimpleUser[]
  'users/check-blocked': null
  'users/block': null
  'users/unblock': null
  'orgs/list-blocked-users': SimpleUser[]
  'orgs/check-blocked-user': null
  'orgs/block-user': null
  'orgs/unblock-user': null
  'users/list-public-ssh-keys-for-authenticated-user': SshKey[]
  'users/create-public-ssh-key-for-authenticated-user': SshKey
  'users/get-public-ssh-key-for-authenticated-user': SshKey
  'users/delete-public-ssh-key-for-authenticated-user': null
  'users/list-public-keys-for-user': PublicSshKey[]
  'users/list-ssh-signing-keys-for-authenticated-user': SigningKey[]
  'users/create-ssh-signing-key-for-authenticated-user': SigningKey
  'users/get-ssh-signing-key-for-authenticated-user': SigningKey
  'users/delete-ssh-signing-key-for-authenticated-user': null
  'users/list-ssh-signing-keys-for-user': SigningKey[]
  'repos/list-deploy-keys': DeployKey[]
  'repos/create-deploy-key': DeployKey
  'repos/get-deploy-key': DeployKey
  'repos/delete-deploy-key': null
  'users/list-gpg-keys-for-authenticated-user': GpgKey[]
  'users/create-gpg-key-for-authenticated-user': GpgKey
  'users/get-gpg-key-for-authenticated-user': GpgKey
  'users/delete-gpg-key-for-authenticated-user': null
  'users/list-gpg-keys-for-user': GpgKey[]
  'users/list-social-accounts-for-authenticated-user': { provider: string; url: string }[]
  'users/add-social-account-for-authenticated-user': { provider: string; url: string }[]
  'users/delete-social-account-for-authenticated-user': null
  'users/list-social-accounts-for-user': { provider: string; url: string }[]
  'orgs/list': SimpleOrganization[]
  'orgs/list-for-authenticated-user': SimpleOrganization[]
  'orgs/list-for-user': SimpleOrganization[]
  'orgs/get': Organization
  'orgs/update': Organization
  'orgs/delete': {}
  'orgs/list-members': SimpleUser[] | null[]
  'orgs/check-membership-for-user': null
  'orgs/remove-member': null
  'orgs/list-public-members': SimpleUser[]
  'orgs/check-public-membership-for-user': null
  'orgs/set-public-membership-for-authenticated-user': null
  'orgs/remove-public-membership-for-authenticated-user': null
  'orgs/get-membership-for-user': Membership
  'orgs/set-membership-for-user': Membership
  'orgs/remove-membership-for-user': null
  'orgs/list-memberships-for-authenticated-user': Membership[]
  'orgs/get-membership-for-authenticated-user': Membership
  'orgs/update-membership-for-authenticated-user': Membership
  'orgs/list-pending-invitations': OrganizationInvitation[]
  'orgs/list-failed-invitations': OrganizationInvitation[]
  'orgs/create-invitation': OrganizationInvitation
  'orgs/cancel-invitation': null
  'orgs/list-invitation-teams': Team[]
  'orgs/list-outside-collaborators': SimpleUser[]
  'orgs/convert-member-to-outside-collaborator': null | {}
  'orgs/remove-outside-collaborator': null
  'orgs/list-pat-grant-requests': TokenRequest[]
  'orgs/review-pat-grant-requests-in-bulk': {}
  'orgs/review-pat-grant-request': null
  'orgs/list-pat-grant-request-repositories': Repository[]
  'orgs/list-pat-grants': TokenGrant[]
  'orgs/update-pat-accesses': {}
  'orgs/update-pat-access': null
  'orgs/list-pat-grant-repositories': Repository[]
  'orgs/list-org-roles': { total_count: number; roles: OrganizationRole[] }
  'orgs/list-organization-fine-grained-permissions': { name: string; description: string }[]
  'orgs/revoke-all-org-roles-team': null
  'orgs/assign-team-to-org-role': null
  'orgs/revoke-org-role-team': null
  'orgs/revoke-all-org-roles-user': null
  'orgs/assign-user-to-org-role': null
  'orgs/revoke-org-role-user': null
  'orgs/get-org-role': OrganizationRole
  'orgs/list-org-role-teams': OrgsListOrgRoleTeam[]
  'orgs/list-org-role-users': OrgsListOrgRoleUser[]
  'orgs/list-security-manager-teams': SimpleTeam[]
  'orgs/add-security-manager-team': null
  'orgs/remove-security-manager-team': null
  'teams/list': Team[]
  'teams/create': FullTeam
  'teams/list-for-authenticated-user': FullTeam[]
  'teams/get-by-name': FullTeam
  'teams/update-in-org': FullTeam
  'teams/delete-in-org': null
  'teams/list-child-in-org': Team[]
  'teams/get-legacy': FullTeam
  'teams/update-legacy': FullTeam
  'teams/delete-legacy': null
  'teams/list-child-legacy': Team[]
  'teams/list-members-in-org': TeamMember[]
  'teams/get-membership-for-user-in-org': TeamMembership
  'teams/add-or-update-membership-for-user-in-org': TeamMembership
  'teams/list-pending-invitations-in-org': OrganizationInvitation[]
  'teams/remove-membership-for-user-in-org': null
  'teams/list-members-legacy': TeamMember[]
  'teams/get-membership-for-user-legacy': TeamMembership
  'teams/add-or-update-membership-for-user-legacy': TeamMembership
  'teams/list-pending-invitations-legacy': OrganizationInvitation[]
  'teams/remove-membership-for-user-legacy': null
  'teams/get-member-legacy': null
  'teams/add-member-legacy': null
  'teams/remove-member-legacy': null
  'repos/list-teams': Team[]
  'teams/list-repos-in-org': TeamRepository[]
  'teams/check-permissions-for-repo-in-org': TeamRepository | null
  'teams/add-or-update-repo-permissions-in-org': null
  'teams/remove-repo-in-org': null
  'teams/list-repos-legacy': TeamRepository[]
  'teams/check-permissions-for-repo-legacy': TeamRepository | null
  'teams/add-or-update-repo-permissions-legacy': null
  'teams/remove-repo-legacy': null
  'repos/list-webhooks': (CommonHook | Hook)[]
  'repos/create-webhook': CommonHook | Hook
  'repos/get-webhook': CommonHook | Hook
  'repos/update-webhook': CommonHook | Hook
  'repos/delete-webhook': null
  'repos/get-webhook-config-for-repo': HookConfig
  'repos/update-webhook-config-for-repo': HookConfig
  'repos/ping-webhook': null
  'repos/test-push-webhook': null
  'repos/list-webhook-deliveries': DeliveryItem[]
  'repos/get-webhook-delivery': Delivery
  'repos/redeliver-webhook-delivery': {}
  'orgs/list-webhooks': (CommonHook | Hook)[]
  'orgs/create-webhook': CommonHook | Hook
  'orgs/get-webhook': CommonHook | Hook
  'orgs/update-webhook': CommonHook | Hook
  'orgs/delete-webhook': null
  'orgs/get-webhook-config-for-org': HookConfig
  'orgs/update-webhook-config-for-org': HookConfig
  'orgs/ping-webhook': null
  'orgs/list-webhook-deliveries': DeliveryItem[]
  'orgs/get-webhook-delivery': Delivery
  'orgs/redeliver-webhook-delivery': {}
  'actions/list-repo-secrets': ActionsListRepoSecrets
  'actions/get-repo-public-key': { key_id: string; key: string }
  'actions/get-repo-secret': { name: string; created_at: string; updated_at: string }
  'actions/create-or-update-repo-secret': null | {}
  'actions/delete-repo-secret': null
  'actions/list-repo-organization-secrets': ActionsListRepoSecrets
  'dependabot/list-repo-secrets': ActionsListRepoSecrets
  'dependabot/get-repo-public-key': { key_id: string; key: string }
  'dependabot/get-repo-secret': { name: string; created_at: string; updated_at: string }
  'dependabot/create-or-update-repo-secret': null | {}
  'dependabot/delete-repo-secret': null
  'codespaces/list-repo-secrets': ActionsListRepoSecrets
  'codespaces/get-repo-public-key': { key_id: string; key: string }
  'codespaces/get-repo-secret': { name: string; created_at: string; updated_at: string }
  'codespaces/create-or-update-repo-secret': null | {}
  'codespaces/delete-repo-secret': null
  'actions/list-org-secrets': ActionsListRepoSecrets
  'actions/get-org-public-key': { key_id: string; key: string }
  'actions/get-org-secret': { name: string; created_at: string; updated_at: string }
  'actions/create-or-update-org-secret': null | {}
  'actions/delete-org-secret': null
  'actions/list-selected-repos-for-org-secret': { total_count: number; repositories: Repository[] }
  'actions/set-selected-repos-for-org-secret': null
  'actions/add-selected-repo-to-org-secret': null
  'actions/remove-selected-repo-from-org-secret': null
  'dependabot/list-org-secrets': ActionsListRepoSecrets
  'dependabot/get-org-public-key': { key_id: string; key: string }
  'dependabot/get-org-secret': { name: string; created_at: string; updated_at: string }
  'dependabot/create-or-update-org-secret': null | {}
  'dependabot/delete-org-secret': null
  'dependabot/list-selected-repos-for-org-secret': { total_count: number; repositories: Repository[] }
  'dependabot/set-selected-repos-for-org-secret': null
  'dependabot/add-selected-repo-to-org-secret': null
  'dependabot/remove-selected-repo-from-org-secret': null
  'codespaces/list-org-secrets': ActionsListRepoSecrets
  'codespaces/get-org-public-key': { key_id: string; key: string }
  'codespaces/get-org-secret': { name: string; created_at: string; updated_at: string }
  'codespaces/create-or-update-org-secret': null | {}
  'codespaces/delete-org-secret': null
  'codespaces/list-selected-repos-for-org-secret': { total_count: number; repositories: Repository[] }
  'codespaces/set-selected-repos-for-org-secret': null
  'codespaces/add-selected-repo-to-org-secret': null
  'codespaces/remove-selected-repo-from-org-secret': null
  'actions/list-repo-variables': ActionsListRepoSecrets
  'actions/list-repo-organization-variables': ActionsListRepoSecrets
  'actions/create-repo-variable': {}
  'actions/get-repo-variable': { name: string; created_at: string; updated_at: string }
  'actions/update-repo-variable': null
  'actions/delete-repo-variable': null
  'actions/list-org-variables': ActionsListRepoSecrets
  'actions/create-org-variable': {}
  'actions/get-org-variable': { name: string; created_at: string; updated_at: string }
  'actions/update-org-variable': null
  'actions/delete-org-variable': null
  'actions/list-selected-repos-for-org-variable': { total_count: number; repositories: Repository[] }
  'actions/set-selected-repos-for-org-variable': null
  'actions/add-selected-repo-to-org-variable': null
  'actions/remove-selected-repo-from-org-variable': null
  'actions/list-repo-workflows': { total_count: number; workflows: Workflow[] }
  'actions/get-workflow': Workflow
  'actions/enable-workflow': null
  'actions/disable-workflow': null
  'actions/create-workflow-dispatch': ActionsCreateWorkflowDispatch | null
  'actions/list-workflow-runs-for-repo': { total_count: number; workflow_runs: WorkflowRun[] }
  'actions/list-workflow-runs': { total_count: number; workflow_runs: WorkflowRun[] }
  'actions/get-workflow-run': WorkflowRun
  'actions/get-workflow-run-attempt': WorkflowRun
  'actions/delete-workflow-run': null
  'actions/approve-workflow-run': {}
  'actions/cancel-workflow-run': {}
  'actions/force-cancel-workflow-run': {}
  'actions/re-run-workflow': {}
  'actions/re-run-workflow-failed-jobs': {}
  'actions/download-workflow-run-logs': null | string
  'actions/download-workflow-run-attempt-logs': null
  'actions/delete-workflow-run-logs': null
  'actions/get-workflow-run-usage': { run_duration_ms: number; billable: JsonValue } | { run_duration_ms?: undefined; billable: JsonValue }
  'actions/get-workflow-usage': { billable: { [name: string]: { total_ms: number } } }
  'actions/get-pending-deployments-for-run': PendingDeployment[]
  'actions/review-pending-deployments-for-run': Deployment[]
  'actions/get-reviews-for-run': RunReview[]
  'actions/review-custom-gates-for-run': null
  'actions/get-github-actions-permissions-repository': ActionsGetGithubActionsPermissionsRepository
  'actions/set-github-actions-permissions-repository': null
  'actions/get-workflow-access-to-repository': { access_level: "none" | "organization" | "user" }
  'actions/set-workflow-access-to-repository': null
  'actions/get-allowed-actions-repository': SelectedActions
  'actions/set-allowed-actions-repository': null
  'actions/get-github-actions-default-workflow-permissions-repository': WorkflowPermissions
  'actions/set-github-actions-default-workflow-permissions-repository': null
  'actions/get-artifact-and-log-retention-settings-repository': { days: number; maximum_allowed_days: number }
  'actions/set-artifact-and-log-retention-settings-repository': null
  'actions/get-fork-pr-contributor-approval-permissions-repository': GetApproval
  'actions/set-fork-pr-contributor-approval-permissions-repository': null
  'actions/get-private-repo-fork-pr-workflows-settings-repository': ForkRuns
  'actions/set-private-repo-fork-pr-workflows-settings-repository': null
  'actions/get-github-actions-permissions-organization': ActionsGetGithubActionsPermissionsOrganization
  'actions/set-github-actions-permissions-organization': null
  'actions/list-selected-repositories-enabled-github-actions-organization': { total_count: number; repositories: Repository[] }
  'actions/set-selected-repositories-enabled-github-actions-organization': null
  'actions/enable-selected-repository-github-actions-organization': null
  'actions/disable-selected-repository-github-actions-organization': null
  'actions/get-allowed-actions-organization': SelectedActions
  'actions/set-allowed-actions-organization': null
  'actions/get-github-actions-default-workflow-permissions-organization': WorkflowPermissions
  'actions/set-github-actions-default-workflow-permissions-organization': null
  'actions/get-artifact-and-log-retention-settings-organization': { days: number; maximum_allowed_days: number }
  'actions/set-artifact-and-log-retention-settings-organization': null
  'actions/get-fork-pr-contributor-approval-permissions-organization': GetApproval
  'actions/set-fork-pr-contributor-approval-permissions-organization': null
  'actions/get-private-repo-fork-pr-workflows-settings-organization': ForkRuns
  'actions/set-private-repo-fork-pr-workflows-settings-organization': null
  'actions/get-self-hosted-runners-permissions-organization': ActionsGetSelfHostedRunnersPermissionsOrganization
  'actions/set-self-hosted-runners-permissions-organization': null
  'actions/list-selected-repositories-self-hosted-runners-organization': { total_count: number; repositories: Repository[] }
  'actions/set-selected-repositories-self-hosted-runners-organization': null
  'actions/enable-selected-repository-self-hosted-runners-organization': null
  'actions/disable-selected-repository-self-hosted-runners-organization': null
  'actions/list-concurrency-groups-for-repository': { total_count: number; concurrency_groups: ListedGroup[] }
  'actions/get-concurrency-group-for-repository': Group
  'actions/list-concurrency-groups-for-workflow-run': { total_count: number; concurrency_groups: GroupOfRun[] }
  'actions/list-hosted-runners-for-org': { total_count: number; runners: HostedRunner[] }
  'actions/create-hosted-runner-for-org': HostedRunner
  'actions/list-custom-images-for-org': { total_count: number; images: never[] }
  'actions/get-hosted-runners-github-owned-images-for-org': { total_count: number; images: HostedImage[] }
  'actions/get-hosted-runners-partner-images-for-org': { total_count: number; images: HostedImage[] }
  'actions/get-hosted-runners-limits-for-org': { public_ips: { maximum: number; current_usage: number } }
  'actions/get-hosted-runners-machine-specs-for-org': { total_count: number; machine_specs: Machine[] }
  'actions/get-hosted-runners-platforms-for-org': ActionsGetHostedRunnersPlatformsForOrg
  'actions/get-hosted-runner-for-org': HostedRunner
  'actions/update-hosted-runner-for-org': HostedRunner
  'actions/delete-hosted-runner-for-org': HostedRunner
  'actions/list-jobs-for-workflow-run': { total_count: number; jobs: WorkflowJob[] }
  'actions/list-jobs-for-workflow-run-attempt': { total_count: number; jobs: WorkflowJob[] }
  'actions/get-job-for-workflow-run': WorkflowJob
  'actions/re-run-job-for-workflow-run': {}
  'actions/download-job-logs-for-workflow-run': null | string
  'actions/list-artifacts-for-repo': { total_count: number; artifacts: Artifact[] }
  'actions/list-workflow-run-artifacts': { total_count: number; artifacts: Artifact[] }
  'actions/get-artifact': Artifact
  'actions/delete-artifact': null
  'actions/download-artifact': null | string
  'actions/get-actions-cache-retention-limit-for-repository': { max_cache_retention_days: number }
  'actions/set-actions-cache-retention-limit-for-repository': null
  'actions/get-actions-cache-storage-limit-for-repository': { max_cache_size_gb: number }
  'actions/set-actions-cache-storage-limit-for-repository': null
  'actions/get-actions-cache-retention-limit-for-organization': { max_cache_retention_days: number }
  'actions/set-actions-cache-retention-limit-for-organization': null
  'actions/get-actions-cache-storage-limit-for-organization': { max_cache_size_gb: number }
  'actions/set-actions-cache-storage-limit-for-organization': null
  'actions/get-actions-cache-list': { total_count: number; actions_caches: Cache[] }
  'actions/delete-actions-cache-by-key': { total_count: number; actions_caches: Cache[] }
  'actions/delete-actions-cache-by-id': null
  'actions/get-actions-cache-usage': CacheUsage
  'actions/get-actions-cache-usage-for-org': ActionsGetActionsCacheUsageForOrg
  'actions/get-actions-cache-usage-by-repo-for-org': ActionsGetActionsCacheUsageByRepoForOrg
  'actions-results/create-artifact': { ok: boolean; signed_upload_url: string }
  'actions-results/finalize-artifact': { ok: boolean; artifact_id: string }
  'actions-results/list-artifacts': { artifacts: Artifacts[] }
  'actions-results/get-signed-artifact-url': { signed_url: string }
  'actions-results/delete-artifact': { ok: boolean; artifact_id: string }
  'actions-results/create-cache-entry': { ok: boolean; signed_upload_url: string; message: string }
  'actions-results/finalize-cache-entry-upload': { ok: boolean; entry_id: string; message: string }
  'actions-results/get-cache-entry-download-url': ActionsResultsGetCacheEntryDownloadUrl
  'actions-results/upload': null
  'actions-results/download': null | string
  'actions-oidc/discovery': ActionsOidcDiscovery
  'actions-oidc/keys': { keys: { [name: string]: string }[] }
  'actions-oidc/token': { count: number; value: string }
  'actions/get-custom-oidc-sub-claim-for-repo': { include_claim_keys?: string[]; use_default: boolean }
  'actions/set-custom-oidc-sub-claim-for-repo': {}
  'oidc/get-oidc-custom-sub-template-for-org': { include_claim_keys: string[] }
  'oidc/update-oidc-custom-sub-template-for-org': {}
  'oidc/list-oidc-custom-property-inclusions-for-org': { custom_property_name: string; inclusion_source: string }[]
  'oidc/create-oidc-custom-property-inclusion-for-org': { custom_property_name: string; inclusion_source: string }
  'oidc/delete-oidc-custom-property-inclusion-for-org': null
  'repos/list-deployments': Deployment[]
  'repos/create-deployment': Deployment | { message: string }
  'repos/get-deployment': Deployment
  'repos/delete-deployment': null
  'repos/list-deployment-statuses': DeploymentStatus[]
  'repos/create-deployment-status': DeploymentStatus
  'repos/get-deployment-status': DeploymentStatus
  'repos/get-all-environments': { total_count: number; environments: Environment[] }
  'repos/get-environment': Environment
  'repos/create-or-update-environment': Environment
  'repos/delete-an-environment': null
  'repos/list-deployment-branch-policies': { total_count: number; branch_policies: BranchPolicy[] }
  'repos/create-deployment-branch-policy': BranchPolicy
  'repos/get-deployment-branch-policy': BranchPolicy
  'repos/update-deployment-branch-policy': BranchPolicy
  'repos/delete-deployment-branch-policy': null
  'repos/get-all-deployment-protection-rules': ReposGetAllDeploymentProtectionRules
  'repos/list-custom-deployment-rule-integrations': ReposListCustomDeploymentRuleIntegrations
  'repos/create-deployment-protection-rule': DeploymentGate
  'repos/get-custom-deployment-protection-rule': DeploymentGate
  'repos/disable-deployment-protection-rule': null
  'actions/list-environment-secrets': ActionsListRepoSecrets
  'actions/get-environment-public-key': { key_id: string; key: string }
  'actions/get-environment-secret': { name: string; created_at: string; updated_at: string }
  'actions/create-or-update-environment-secret': null | {}
  'actions/delete-environment-secret': null
  'actions/list-environment-variables': ActionsListRepoSecrets
  'actions/create-environment-variable': {}
  'actions/get-environment-variable': { name: string; created_at: string; updated_at: string }
  'actions/update-environment-variable': null
  'actions/delete-environment-variable': null
  'apps/get-by-slug': App | Integration
  'apps/get-authenticated': App | Integration
  'apps/list-installation-requests-for-authenticated-app': null[]
  'apps/list-installations': Installation[]
  'apps/get-installation': Installation
  'apps/delete-installation': null
  'apps/create-installation-access-token': InstallationToken
  'apps/suspend-installation': null
  'apps/unsuspend-installation': null
  'apps/get-org-installation': Installation
  'apps/get-user-installation': Installation
  'apps/get-repo-installation': Installation
  'apps/get-webhook-config-for-app': Config | HookConfig
  'apps/update-webhook-config-for-app': Config | HookConfig
  'apps/list-webhook-deliveries': DeliveryItem[]
  'apps/get-webhook-delivery': Delivery
  'apps/redeliver-webhook-delivery': {}
  'apps/register-from-manifest': null | string
  'apps/create-from-manifest': AppsCreateFromManifest | AppsCreateFromManifest2
  'apps/list-repos-accessible-to-installation': AppsListReposAccessibleToInstallation
  'apps/revoke-installation-access-token': null
  'orgs/list-app-installations': { total_count: number; installations: Installation[] }
  'apps/list-installations-for-authenticated-user': { total_count: number; installations: Installation[] }
  'apps/list-installation-repos-for-authenticated-user': { total_count: number; repositories: Repository[] }
  'apps/add-repo-to-installation-for-authenticated-user': null
  'apps/remove-repo-from-installation-for-authenticated-user': null
  'oauth/authorize': null | string
  'oauth/answer': null | string
  'oauth/access-token': string
  'oauth/device-code': string
  'oauth/device': string
  'oauth/device-answer': null | string
  'apps/check-token': Authorization
  'apps/reset-token': Authorization
  'apps/scope-token': Authorization
  'apps/delete-token': null
  'apps/delete-authorization': null
  'credentials/revoke': {}
  'issues/list-labels-for-repo': Label[]
  'issues/create-label': Label
  'issues/get-label': Label
  'issues/update-label': Label
  'issues/delete-label': null
  'activity/get-feeds': ActivityGetFeeds
  'projects/list-for-org': RestProject[]
  'projects/get-for-org': RestProject
  'projects/create-draft-item-for-org': SimpleItem
  'projects/list-fields-for-org': Field[]
  'projects/add-field-for-org': Field
  'projects/get-field-for-org': Field
  'projects/list-items-for-org': FullItem[]
  'projects/add-item-for-org': SimpleItem
  'projects/get-org-item': FullItem
  'projects/update-item-for-org': FullItem
  'projects/delete-item-for-org': null
  'projects/create-view-for-org': View
  'projects/list-view-items-for-org': FullItem[]
  'projects/list-for-user': RestProject[]
  'projects/get-for-user': RestProject
  'projects/create-draft-item-for-authenticated-user': SimpleItem
  'projects/list-fields-for-user': Field[]
  'projects/add-field-for-user': Field
  'projects/get-field-for-user': Field
  'projects/list-items-for-user': FullItem[]
  'projects/add-item-for-user': SimpleItem
  'projects/get-user-item': FullItem
  'projects/update-item-for-user': FullItem
  'projects/delete-item-for-user': null
  'projects/create-view-for-user': View
  'projects/list-view-items-for-user': FullItem[]
  'actions/list-self-hosted-runners-for-repo': { total_count: number; runners: Runner[] }
  'actions/list-runner-applications-for-repo': ActionsListRunnerApplicationsForRepo[]
  'actions/generate-runner-jitconfig-for-repo': { runner: Runner; encoded_jit_config: string }
  'actions/create-registration-token-for-repo': { token: string; expires_at: string }
  'actions/create-remove-token-for-repo': { token: string; expires_at: string }
  'actions/get-self-hosted-runner-for-repo': Runner
  'actions/delete-self-hosted-runner-from-repo': null
  'actions/list-labels-for-self-hosted-runner-for-repo': LabelsAnswer
  'actions/add-custom-labels-to-self-hosted-runner-for-repo': LabelsAnswer
  'actions/set-custom-labels-for-self-hosted-runner-for-repo': LabelsAnswer
  'actions/remove-all-custom-labels-from-self-hosted-runner-for-repo': LabelsAnswer
  'actions/remove-custom-label-from-self-hosted-runner-for-repo': LabelsAnswer
  'actions/list-self-hosted-runners-for-org': { total_count: number; runners: Runner[] }
  'actions/list-runner-applications-for-org': ActionsListRunnerApplicationsForRepo[]
  'actions/generate-runner-jitconfig-for-org': { runner: Runner; encoded_jit_config: string }
  'actions/create-registration-token-for-org': { token: string; expires_at: string }
  'actions/create-remove-token-for-org': { token: string; expires_at: string }
  'actions/get-self-hosted-runner-for-org': Runner
  'actions/delete-self-hosted-runner-from-org': null
  'actions/list-labels-for-self-hosted-runner-for-org': LabelsAnswer
  'actions/add-custom-labels-to-self-hosted-runner-for-org': LabelsAnswer
  'actions/set-custom-labels-for-self-hosted-runner-for-org': LabelsAnswer
  'actions/remove-all-custom-labels-from-self-hosted-runner-for-org': LabelsAnswer
  'actions/remove-custom-label-from-self-hosted-runner-for-org': LabelsAnswer
  'actions/list-self-hosted-runner-groups-for-org': { total_count: number; runner_groups: RunnerGroup[] }
  'actions/create-self-hosted-runner-group-for-org': RunnerGroup
  'actions/get-self-hosted-runner-group-for-org': RunnerGroup
  'actions/update-self-hosted-runner-group-for-org': RunnerGroup
  'actions/delete-self-hosted-runner-group-from-org': null
  'actions/list-github-hosted-runners-in-group-for-org': { total_count: number; runners: HostedRunner[] }
  'actions/list-repo-access-to-self-hosted-runner-group-in-org': { total_count: number; repositories: Repository[] }
  'actions/set-repo-access-to-self-hosted-runner-group-in-org': null
  'actions/add-repo-access-to-self-hosted-runner-group-in-org': null
  'actions/remove-repo-access-to-self-hosted-runner-group-in-org': null
  'actions/list-self-hosted-runners-in-group-for-org': { total_count: number; runners: Runner[] }
  'actions/set-self-hosted-runners-in-group-for-org': null
  'actions/add-self-hosted-runner-to-group-for-org': null
  'actions/remove-self-hosted-runner-from-group-for-org': null
  'packages/list-docker-migration-conflicting-packages-for-organization': Package[]
  'packages/list-packages-for-organization': Package[]
  'packages/get-package-for-organization': Package
  'packages/delete-package-for-org': null
  'packages/restore-package-for-org': null
  'packages/get-all-package-versions-for-package-owned-by-org': PackageVersion[]
  'packages/get-package-version-for-organization': PackageVersion
  'packages/delete-package-version-for-org': null
  'packages/restore-package-version-for-org': null
  'packages/list-docker-migration-conflicting-packages-for-user': Package[]
  'packages/list-packages-for-user': Package[]
  'packages/get-package-for-user': Package
  'packages/delete-package-for-user': null
  'packages/restore-package-for-user': null
  'packages/get-all-package-versions-for-package-owned-by-user': PackageVersion[]
  'packages/get-package-version-for-user': PackageVersion
  'packages/delete-package-version-for-user': null
  'packages/restore-package-version-for-user': null
  'packages/list-docker-migration-conflicting-packages-for-authenticated-user': Package[]
  'packages/list-packages-for-authenticated-user': Package[]
  'packages/get-package-for-authenticated-user': Package
  'packages/delete-package-for-authenticated-user': null
  'packages/restore-package-for-authenticated-user': null
  'packages/get-all-package-versions-for-package-owned-by-authenticated-user': PackageVersion[]
  'packages/get-package-version-for-authenticated-user': PackageVersion
  'packages/delete-package-version-for-authenticated-user': null
  'packages/restore-package-version-for-authenticated-user': null
  'repos/get-pages': PagesSite
  'repos/create-pages-site': PagesSite
  'repos/update-information-about-pages-site': null
  'repos/delete-pages-site': null
  'repos/get-pages-health-check': {}
  'repos/list-pages-builds': PagesBuild[]
  'repos/request-pages-build': { url: string; status: string }
  'repos/get-latest-pages-build': PagesBuild
  'repos/get-pages-build': PagesBuild
  'repos/create-pages-deployment': { id: string; status_url: string; page_url: string }
  'repos/get-pages-deployment': { status: string }
  'repos/cancel-pages-deployment': null
  'code-scanning/list-alerts-for-org': CodeScanningListAlertsForOrg[]
  'code-scanning/list-alerts-for-repo': ListedCodeAlert[]
  'code-scanning/get-alert': CodeAlert
  'code-scanning/update-alert': CodeAlert
  'code-scanning/list-alert-instances': Instance[]
  'code-scanning/list-recent-analyses': Analysis[]
  'code-scanning/get-analysis': Analysis
  'code-scanning/delete-analysis': CodeScanningDeleteAnalysis
  'code-scanning/upload-sarif': { id: string; url: string }
  'code-scanning/get-sarif': CodeScanningGetSarif | { processing_status: string; analyses_url: string }
  'code-scanning/get-default-setup': DefaultSetup
  'code-scanning/update-default-setup': {}
  'code-scanning/list-codeql-databases': CodeqlDatabase[]
  'code-scanning/get-codeql-database': CodeqlDatabase
  'code-scanning/delete-codeql-database': null
  'code-scanning/create-variant-analysis': VariantAnalysis
  'code-scanning/get-variant-analysis': VariantAnalysis
  'code-scanning/get-variant-analysis-repo-task': VariantTask | VariantTask2
  'code-scanning/get-autofix': CodeFix
  'code-scanning/create-autofix': CodeFix
  'code-scanning/commit-autofix': { target_ref: string; sha: string }
  'code-security/get-configurations-for-org': Configuration2[]
  'code-security/create-configuration': Configuration2
  'code-security/get-default-configurations': CodeSecurityGetDefaultConfiguration[]
  'code-security/detach-configuration': null
  'code-security/get-configuration': Configuration2
  'code-security/update-configuration': Configuration2
  'code-security/delete-configuration': null
  'code-security/attach-configuration': {}
  'code-security/set-configuration-as-default': CodeSecuritySetConfigurationAsDefault
  'code-security/get-repositories-for-configuration': CodeSecurityGetRepositoriesForConfiguration[]
  'code-security/get-configuration-for-repository': CodeSecurityGetConfigurationForRepository | null
  'orgs/enable-or-disable-security-product-on-all-org-repos': null
  'dependabot/repository-access-for-org': DependabotRepositoryAccessForOrg
  'dependabot/update-repository-access-for-org': null
  'dependabot/set-repository-access-default-level': null
  'secret-scanning/list-org-custom-patterns': SecretPattern[]
  'secret-scanning/bulk-create-org-custom-patterns': { created_patterns: SecretPattern[] }
  'secret-scanning/bulk-delete-org-custom-patterns': null
  'secret-scanning/update-org-custom-pattern': SecretPattern
  'secret-scanning/list-repo-custom-patterns': SecretPattern[]
  'secret-scanning/bulk-create-repo-custom-patterns': { created_patterns: SecretPattern[] }
  'secret-scanning/bulk-delete-repo-custom-patterns': null
  'secret-scanning/update-repo-custom-pattern': SecretPattern
  'secret-scanning/list-org-pattern-configs': PatternSettings
  'secret-scanning/update-org-pattern-configs': { pattern_config_version: string }
  'secret-scanning/get-scan-history': SecretScanningGetScanHistory
  'dependabot/list-alerts-for-org': DependabotListAlertsForOrg[]
  'dependabot/list-alerts-for-repo': DependabotAlert[]
  'dependabot/get-alert': DependabotAlert
  'dependabot/update-alert': DependabotAlert
  'secret-scanning/list-alerts-for-org': SecretScanningListAlertsForOrg[]
  'secret-scanning/list-alerts-for-repo': SecretAlert[]
  'secret-scanning/get-alert': SecretAlert
  'secret-scanning/update-alert': SecretAlert
  'secret-scanning/list-locations-for-alert': { type: string; details: CommitLocation }[]
  'security-advisories/list-global-advisories': GlobalAdvisory[]
  'security-advisories/get-global-advisory': GlobalAdvisory
  'security-advisories/list-org-repository-advisories': RepositoryAdvisory[]
  'security-advisories/list-repository-advisories': RepositoryAdvisory[]
  'security-advisories/create-repository-advisory': RepositoryAdvisory
  'security-advisories/create-private-vulnerability-report': RepositoryAdvisory
  'security-advisories/get-repository-advisory': RepositoryAdvisory
  'security-advisories/update-repository-advisory': RepositoryAdvisory
  'security-advisories/create-repository-advisory-cve-request': {}
  'security-advisories/create-fork': FullRepository | FullRepository2
  'repos/create-attestation': { id: number }
  'repos/list-attestations': { attestations: Attestation[] }
  'orgs/list-attestation-repositories': { id: number; name: string }[]
  'orgs/list-attestations-bulk': Attestations
  'orgs/delete-attestations-bulk': null
  'orgs/delete-attestations-by-subject-digest': null
  'orgs/delete-attestations-by-id': null
  'orgs/list-attestations': { attestations: Attestation[] }
  'users/list-attestations-bulk': Attestations
  'users/delete-attestations-bulk': null
  'users/delete-attestations-by-subject-digest': null
  'users/delete-attestations-by-id': null
  'users/list-attestations': { attestations: Attestation[] }
  'dependency-graph/export-sbom': { sbom: Sbom }
  'dependency-graph/generate-sbom-report': { sbom_url: string }
  'dependency-graph/fetch-sbom-report': Sbom | null
  'dependency-graph/diff-range': DependencyChange[]
  'dependency-graph/create-repository-snapshot': DependencyGraphCreateRepositorySnapshot
  'search/repos': Search2
  'search/issues-and-pull-requests': Search2
  'search/users': Search2
  'search/code': Search2
  'search/commits': Search2
  'search/topics': Search2
  'search/labels': Search2
  'graphql': Answer
  'licenses/get-all-commonly-used': License[]
  'licenses/get': FullLicense
  'licenses/get-for-repo': LicensesGetForRepo
  'repos/get-community-profile-metrics': CommunityProfile
  'gitignore/get-all-templates': string[]
  'gitignore/get-template': string | { name: string; source: string }
  'codes-of-conduct/get-all-codes-of-conduct': CodeOfConduct2[]
  'codes-of-conduct/get-conduct-code': CodesOfConductGetConductCode
  'markdown/render': string
  'markdown/render-raw': string
  'meta/root': MetaRoot
  'meta/get': MetaGet
  'meta/get-zen': string
  'meta/get-octocat': string
  'meta/get-all-versions': string[]
  'emojis/get': { [name: string]: string }
  'rate-limit/get': { resources: Resources; rate: RateLimit }
  'query id': Answer
  'query relay': Answer
  'query viewer': Answer
  'query repository': Answer
  'query repositoryOwner': Answer
  'query user': Answer
  'query organization': Answer
  'query node': Answer
  'query nodes': Answer
  'query search': Answer
  'query resource': Answer
  'query license': Answer
  'query licenses': Answer
  'query meta': Answer
  'query rateLimit': Answer
  'mutation changeUserStatus': Answer
  'mutation setRepositoryInteractionLimit': Answer
  'mutation setOrganizationInteractionLimit': Answer
  'mutation setUserInteractionLimit': Answer
  'mutation removeOutsideCollaborator': Answer
  'mutation updateOrganizationWebCommitSignoffSetting': Answer
  'mutation updateOrganizationAllowPrivateRepositoryForkingSetting': Answer
  'mutation updateRepositoryWebCommitSignoffSetting': Answer
  'mutation dismissRepositoryVulnerabilityAlert': Answer
  'mutation deletePackageVersion': Answer
  'mutation updateCheckSuitePreferences': Answer
  'mutation createCheckRun': Answer
  'mutation updateCheckRun': Answer
  'mutation createCheckSuite': Answer
  'mutation rerequestCheckSuite': Answer
  'mutation createDeployment': Answer
  'mutation createDeploymentStatus': Answer
  'mutation deleteDeployment': Answer
  'mutation createEnvironment': Answer
  'mutation updateEnvironment': Answer
  'mutation deleteEnvironment': Answer
  'mutation approveDeployments': Answer
  'mutation rejectDeployments': Answer
  'mutation createDiscussion': Answer
  'mutation updateDiscussion': Answer
  'mutation deleteDiscussion': Answer
  'mutation closeDiscussion': Answer
  'mutation reopenDiscussion': Answer
  'mutation addDiscussionComment': Answer
  'mutation updateDiscussionComment': Answer
  'mutation deleteDiscussionComment': Answer
  'mutation markDiscussionCommentAsAnswer': Answer
  'mutation unmarkDiscussionCommentAsAnswer': Answer
  'mutation addDiscussionPollVote': Answer
  'mutation addUpvote': Answer
  'mutation removeUpvote': Answer
  'mutation createIssue': Answer
  'mutation updateIssue': Answer
  'mutation closeIssue': Answer
  'mutation reopenIssue': Answer
  'mutation deleteIssue': Answer
  'mutation transferIssue': Answer
  'mutation pinIssue': Answer
  'mutation unpinIssue': Answer
  'mutation lockLockable': Answer
  'mutation unlockLockable': Answer
  'mutation addLabelsToLabelable': Answer
  'mutation removeLabelsFromLabelable': Answer
  'mutation clearLabelsFromLabelable': Answer
  'mutation addAssigneesToAssignable': Answer
  'mutation removeAssigneesFromAssignable': Answer
  'mutation replaceActorsForAssignable': Answer
  'mutation addComment': Answer
  'mutation updateIssueComment': Answer
  'mutation deleteIssueComment': Answer
  'mutation addBlockedBy': Answer
  'mutation removeBlockedBy': Answer
  'mutation unmarkIssueAsDuplicate': Answer
  'mutation updateIssueIssueType': Answer
  'mutation createIssueType': Answer
  'mutation updateIssueType': Answer
  'mutation deleteIssueType': Answer
  'mutation addSubIssue': Answer
  'mutation removeSubIssue': Answer
  'mutation reprioritizeSubIssue': Answer
  'mutation createLinkedBranch': Answer
  'mutation deleteLinkedBranch': Answer
  'mutation createLabel': Answer
  'mutation updateLabel': Answer
  'mutation deleteLabel': Answer
  'mutation createProjectV2': Answer
  'mutation updateProjectV2': Answer
  'mutation deleteProjectV2': Answer
  'mutation copyProjectV2': Answer
  'mutation markProjectV2AsTemplate': Answer
  'mutation unmarkProjectV2AsTemplate': Answer
  'mutation updateProjectV2Collaborators': Answer
  'mutation deleteProjectV2Workflow': Answer
  'mutation createProjectV2Field': Answer
  'mutation updateProjectV2Field': Answer
  'mutation deleteProjectV2Field': Answer
  'mutation linkProjectV2ToRepository': Answer
  'mutation unlinkProjectV2FromRepository': Answer
  'mutation linkProjectV2ToTeam': Answer
  'mutation unlinkProjectV2FromTeam': Answer
  'mutation createProjectV2StatusUpdate': Answer
  'mutation updateProjectV2StatusUpdate': Answer
  'mutation deleteProjectV2StatusUpdate': Answer
  'mutation addProjectV2ItemById': Answer
  'mutation addProjectV2DraftIssue': Answer
  'mutation updateProjectV2DraftIssue': Answer
  'mutation convertProjectV2DraftIssueItemToIssue': Answer
  'mutation deleteProjectV2Item': Answer
  'mutation archiveProjectV2Item': Answer
  'mutation unarchiveProjectV2Item': Answer
  'mutation updateProjectV2ItemPosition': Answer
  'mutation updateProjectV2ItemFieldValue': Answer
  'mutation clearProjectV2ItemFieldValue': Answer
  'mutation createBranchProtectionRule': Answer
  'mutation updateBranchProtectionRule': Answer
  'mutation deleteBranchProtectionRule': Answer
  'mutation createRepositoryRuleset': Answer
  'mutation updateRepositoryRuleset': Answer
  'mutation deleteRepositoryRuleset': Answer
  'mutation createPullRequest': Answer
  'mutation updatePullRequest': Answer
  'mutation closePullRequest': Answer
  'mutation reopenPullRequest': Answer
  'mutation mergePullRequest': Answer
  'mutation updatePullRequestBranch': Answer
  'mutation markFileAsViewed': Answer
  'mutation unmarkFileAsViewed': Answer
  'mutation revertPullRequest': Answer
  'mutation markPullRequestReadyForReview': Answer
  'mutation convertPullRequestToDraft': Answer
  'mutation enablePullRequestAutoMerge': Answer
  'mutation disablePullRequestAutoMerge': Answer
  'mutation requestReviews': Answer
  'mutation requestReviewsByLogin': Answer
  'mutation addPullRequestReview': Answer
  'mutation submitPullRequestReview': Answer
  'mutation updatePullRequestReview': Answer
  'mutation deletePullRequestReview': Answer
  'mutation dismissPullRequestReview': Answer
  'mutation addPullRequestReviewThread': Answer
  'mutation addPullRequestReviewComment': Answer
  'mutation addPullRequestReviewThreadReply': Answer
  'mutation updatePullRequestReviewComment': Answer
  'mutation deletePullRequestReviewComment': Answer
  'mutation resolveReviewThread': Answer
  'mutation unresolveReviewThread': Answer
  'mutation createRepository': Answer
  'mutation cloneTemplateRepository': Answer
  'mutation updateRepository': Answer
  'mutation updateTeamsRepository': Answer
  'mutation archiveRepository': Answer
  'mutation unarchiveRepository': Answer
  'mutation createRef': Answer
  'mutation updateRef': Answer
  'mutation updateRefs': Answer
  'mutation deleteRef': Answer
  'mutation createCommitOnBranch': Answer
  'mutation mergeBranch': Answer
  'mutation updateTopics': Answer
  'mutation addStar': Answer
  'mutation removeStar': Answer
  'mutation addReaction': Answer
  'mutation removeReaction': Answer
  'mutation minimizeComment': Answer
  'mutation unminimizeComment': Answer
  'mutation updateSubscription': Answer
  'mutation followUser': Answer
  'mutation unfollowUser': Answer
  'mutation followOrganization': Answer
  'mutation unfollowOrganization': Answer
}

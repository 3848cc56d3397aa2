// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of codehost, each with the parameters of its path and its body. */
export interface CodehostOperations {
  'repos/get': OperationTypes<{ owner: string; repo: string }>
  'repos/create-for-authenticated-user': OperationTypes<Record<never, string>, object>
  'repos/create-in-org': OperationTypes<{ org: string }, object>
  'repos/update': OperationTypes<{ owner: string; repo: string }, object>
  'repos/delete': OperationTypes<{ owner: string; repo: string }>
  'repos/list-for-authenticated-user': OperationTypes<Record<never, string>>
  'repos/list-for-user': OperationTypes<{ username: string }>
  'repos/list-for-org': OperationTypes<{ org: string }>
  'repos/list-public': OperationTypes<Record<never, string>>
  'repos/get-all-topics': OperationTypes<{ owner: string; repo: string }>
  'repos/replace-all-topics': OperationTypes<{ owner: string; repo: string }, { names: string[] }>
  'repos/list-languages': OperationTypes<{ owner: string; repo: string }>
  'repos/list-contributors': OperationTypes<{ owner: string; repo: string }>
  'repos/list-tags': OperationTypes<{ owner: string; repo: string }>
  'repos/transfer': OperationTypes<{ owner: string; repo: string }, { new_owner: string; new_name?: string; team_ids?: number[] }>
  'repos/create-using-template': OperationTypes<{ template_owner: string; template_repo: string }, { owner?: string; name: string; description?: string | null; include_all_branches?: boolean; private?: boolean }>
  'repos/create-dispatch-event': OperationTypes<{ owner: string; repo: string }, { event_type: string; client_payload?: { [name: string]: unknown } }>
  'repos/list-collaborators': OperationTypes<{ owner: string; repo: string }>
  'repos/check-collaborator': OperationTypes<{ owner: string; repo: string; username: string }>
  'repos/add-collaborator': OperationTypes<{ owner: string; repo: string; username: string }, { permission?: "pull" | "triage" | "push" | "maintain" | "admin" }>
  'repos/remove-collaborator': OperationTypes<{ owner: string; repo: string; username: string }>
  'repos/get-collaborator-permission-level': OperationTypes<{ owner: string; repo: string; username: string }>
  'repos/list-invitations': OperationTypes<{ owner: string; repo: string }>
  'repos/update-invitation': OperationTypes<{ owner: string; repo: string; invitation_id: string }, { permissions?: "read" | "triage" | "write" | "maintain" | "admin" }>
  'repos/delete-invitation': OperationTypes<{ owner: string; repo: string; invitation_id: string }>
  'repos/list-invitations-for-authenticated-user': OperationTypes<Record<never, string>>
  'repos/accept-invitation-for-authenticated-user': OperationTypes<{ invitation_id: string }>
  'repos/decline-invitation-for-authenticated-user': OperationTypes<{ invitation_id: string }>
  'repos/list-forks': OperationTypes<{ owner: string; repo: string }>
  'repos/create-fork': OperationTypes<{ owner: string; repo: string }, { organization?: string | null; name?: string | null; default_branch_only?: boolean | null }>
  'repos/codeowners-errors': OperationTypes<{ owner: string; repo: string }>
  'activity/list-repos-starred-by-authenticated-user': OperationTypes<Record<never, string>>
  'activity/list-repos-starred-by-user': OperationTypes<{ username: string }>
  'activity/check-repo-is-starred-by-authenticated-user': OperationTypes<{ owner: string; repo: string }>
  'activity/star-repo-for-authenticated-user': OperationTypes<{ owner: string; repo: string }>
  'activity/unstar-repo-for-authenticated-user': OperationTypes<{ owner: string; repo: string }>
  'activity/list-stargazers-for-repo': OperationTypes<{ owner: string; repo: string }>
  'activity/list-watchers-for-repo': OperationTypes<{ owner: string; repo: string }>
  'activity/get-repo-subscription': OperationTypes<{ owner: string; repo: string }>
  'activity/set-repo-subscription': OperationTypes<{ owner: string; repo: string }, { subscribed?: boolean; ignored?: boolean }>
  'activity/delete-repo-subscription': OperationTypes<{ owner: string; repo: string }>
  'activity/list-watched-repos-for-authenticated-user': OperationTypes<Record<never, string>>
  'activity/list-repos-watched-by-user': OperationTypes<{ username: string }>
  'activity/list-notifications-for-authenticated-user': OperationTypes<Record<never, string>>
  'activity/mark-notifications-as-read': OperationTypes<Record<never, string>, { last_read_at?: string; read?: boolean } | null>
  'activity/list-repo-notifications-for-authenticated-user': OperationTypes<{ owner: string; repo: string }>
  'activity/mark-repo-notifications-as-read': OperationTypes<{ owner: string; repo: string }, { last_read_at?: string; read?: boolean } | null>
  'activity/get-thread': OperationTypes<{ thread_id: string }>
  'activity/mark-thread-as-read': OperationTypes<{ thread_id: string }>
  'activity/mark-thread-as-done': OperationTypes<{ thread_id: string }>
  'activity/get-thread-subscription-for-authenticated-user': OperationTypes<{ thread_id: string }>
  'activity/set-thread-subscription': OperationTypes<{ thread_id: string }, { ignored?: boolean } | null>
  'activity/delete-thread-subscription': OperationTypes<{ thread_id: string }>
  'activity/list-public-events': OperationTypes<Record<never, string>>
  'activity/list-repo-events': OperationTypes<{ owner: string; repo: string }>
  'activity/list-public-events-for-repo-network': OperationTypes<{ owner: string; repo: string }>
  'activity/list-public-org-events': OperationTypes<{ org: string }>
  'activity/list-events-for-authenticated-user': OperationTypes<{ username: string }>
  'activity/list-public-events-for-user': OperationTypes<{ username: string }>
  'activity/list-org-events-for-authenticated-user': OperationTypes<{ username: string; org: string }>
  'activity/list-received-events-for-user': OperationTypes<{ username: string }>
  'activity/list-received-public-events-for-user': OperationTypes<{ username: string }>
  'repos/list-autolinks': OperationTypes<{ owner: string; repo: string }>
  'repos/create-autolink': OperationTypes<{ owner: string; repo: string }, { key_prefix: string; url_template: string; is_alphanumeric?: boolean }>
  'repos/get-autolink': OperationTypes<{ owner: string; repo: string; autolink_id: string }>
  'repos/delete-autolink': OperationTypes<{ owner: string; repo: string; autolink_id: string }>
  'repos/check-vulnerability-alerts': OperationTypes<{ owner: string; repo: string }>
  'repos/enable-vulnerability-alerts': OperationTypes<{ owner: string; repo: string }>
  'repos/disable-vulnerability-alerts': OperationTypes<{ owner: string; repo: string }>
  'repos/check-automated-security-fixes': OperationTypes<{ owner: string; repo: string }>
  'repos/enable-automated-security-fixes': OperationTypes<{ owner: string; repo: string }>
  'repos/disable-automated-security-fixes': OperationTypes<{ owner: string; repo: string }>
  'repos/check-private-vulnerability-reporting': OperationTypes<{ owner: string; repo: string }>
  'repos/enable-private-vulnerability-reporting': OperationTypes<{ owner: string; repo: string }>
  'repos/disable-private-vulnerability-reporting': OperationTypes<{ owner: string; repo: string }>
  'repos/get-hash-algorithm': OperationTypes<{ owner: string; repo: string }>
  'activity/get-stargazer-count-for-repo': OperationTypes<{ owner: string; repo: string }>
  'interactions/get-restrictions-for-authenticated-user': OperationTypes<Record<never, string>>
  'interactions/set-restrictions-for-authenticated-user': OperationTypes<Record<never, string>, { limit: "existing_users" | "contributors_only" | "collaborators_only"; expiry?: "one_day" | "three_days" | "one_week" | "one_month" | "six_months" }>
  'interactions/remove-restrictions-for-authenticated-user': OperationTypes<Record<never, string>>
  'interactions/get-restrictions-for-org': OperationTypes<{ org: string }>
  'interactions/set-restrictions-for-org': OperationTypes<{ org: string }, { limit: "existing_users" | "contributors_only" | "collaborators_only"; expiry?: "one_day" | "three_days" | "one_week" | "one_month" | "six_months" }>
  'interactions/remove-restrictions-for-org': OperationTypes<{ org: string }>
  'interactions/get-restrictions-for-repo': OperationTypes<{ owner: string; repo: string }>
  'interactions/set-restrictions-for-repo': OperationTypes<{ owner: string; repo: string }, { limit: "existing_users" | "contributors_only" | "collaborators_only"; expiry?: "one_day" | "three_days" | "one_week" | "one_month" | "six_months" }>
  'interactions/remove-restrictions-for-repo': OperationTypes<{ owner: string; repo: string }>
  'repos/get-code-frequency-stats': OperationTypes<{ owner: string; repo: string }>
  'repos/get-commit-activity-stats': OperationTypes<{ owner: string; repo: string }>
  'repos/get-contributors-stats': OperationTypes<{ owner: string; repo: string }>
  'repos/get-participation-stats': OperationTypes<{ owner: string; repo: string }>
  'repos/get-punch-card-stats': OperationTypes<{ owner: string; repo: string }>
  'repos/get-clones': OperationTypes<{ owner: string; repo: string }>
  'repos/get-views': OperationTypes<{ owner: string; repo: string }>
  'repos/get-top-paths': OperationTypes<{ owner: string; repo: string }>
  'repos/get-top-referrers': OperationTypes<{ owner: string; repo: string }>
  'repos/list-activities': OperationTypes<{ owner: string; repo: string }>
  'repos/list-branches': OperationTypes<{ owner: string; repo: string }>
  'repos/get-branch': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/rename-branch': OperationTypes<{ owner: string; repo: string; '*': string }, { new_name: string }>
  'repos/merge': OperationTypes<{ owner: string; repo: string }, { base: string; head: string; commit_message?: string | null }>
  'repos/merge-upstream': OperationTypes<{ owner: string; repo: string }, { branch: string }>
  'repos/get-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/update-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }, object>
  'repos/delete-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-admin-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/set-admin-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/delete-admin-branch-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-pull-request-review-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/update-pull-request-review-protection': OperationTypes<{ owner: string; repo: string; '*': string }, { dismissal_restrictions?: { users?: string[]; teams?: string[]; apps?: string[] } | null; bypass_pull_request_allowances?: { users?: string[]; teams?: string[]; apps?: string[] } | null; dismiss_stale_reviews?: boolean; require_code_owner_reviews?: boolean; required_approving_review_count?: number; require_last_push_approval?: boolean }>
  'repos/delete-pull-request-review-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-status-checks-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/update-status-check-protection': OperationTypes<{ owner: string; repo: string; '*': string }, { strict?: boolean; contexts?: string[]; checks?: ({ context: string; app_id?: number | null })[] }>
  'repos/remove-status-check-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-all-status-check-contexts': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/add-status-check-contexts': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/set-status-check-contexts': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/remove-status-check-contexts': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-commit-signature-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/create-commit-signature-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/delete-commit-signature-protection': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/delete-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-users-with-access-to-protected-branch': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/add-user-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/set-user-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/remove-user-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-teams-with-access-to-protected-branch': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/add-team-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/set-team-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/remove-team-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-apps-with-access-to-protected-branch': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/add-app-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/set-app-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/remove-app-access-restrictions': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-branch-rules': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-repo-rulesets': OperationTypes<{ owner: string; repo: string }>
  'repos/create-repo-ruleset': OperationTypes<{ owner: string; repo: string }, { name: string; target?: "branch" | "tag" | "push" | "repository"; enforcement: "disabled" | "active" | "evaluate"; bypass_actors?: ({ actor_id?: number | null; actor_type: "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "DeployKey" | "User"; bypass_mode?: "always" | "pull_request" | "exempt" })[]; conditions?: { ref_name?: { include?: string[]; exclude?: string[] }; repository_name?: { include?: string[]; exclude?: string[]; protected?: boolean }; repository_id?: { repository_ids?: number[] } } | null; rules?: unknown[] }>
  'repos/get-repo-ruleset': OperationTypes<{ owner: string; repo: string; ruleset_id: string }>
  'repos/update-repo-ruleset': OperationTypes<{ owner: string; repo: string; ruleset_id: string }, { name?: string; target?: "branch" | "tag" | "push" | "repository"; enforcement?: "disabled" | "active" | "evaluate"; bypass_actors?: ({ actor_id?: number | null; actor_type: "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "DeployKey" | "User"; bypass_mode?: "always" | "pull_request" | "exempt" })[]; conditions?: { ref_name?: { include?: string[]; exclude?: string[] }; repository_name?: { include?: string[]; exclude?: string[]; protected?: boolean }; repository_id?: { repository_ids?: number[] } } | null; rules?: unknown[] }>
  'repos/delete-repo-ruleset': OperationTypes<{ owner: string; repo: string; ruleset_id: string }>
  'repos/get-repo-ruleset-history': OperationTypes<{ owner: string; repo: string; ruleset_id: string }>
  'repos/get-repo-ruleset-version': OperationTypes<{ owner: string; repo: string; ruleset_id: string; version_id: string }>
  'repos/get-org-rulesets': OperationTypes<{ org: string }>
  'repos/create-org-ruleset': OperationTypes<{ org: string }, { name: string; target?: "branch" | "tag" | "push" | "repository"; enforcement: "disabled" | "active" | "evaluate"; bypass_actors?: ({ actor_id?: number | null; actor_type: "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "DeployKey" | "User"; bypass_mode?: "always" | "pull_request" | "exempt" })[]; conditions?: { ref_name?: { include?: string[]; exclude?: string[] }; repository_name?: { include?: string[]; exclude?: string[]; protected?: boolean }; repository_id?: { repository_ids?: number[] } } | null; rules?: unknown[] }>
  'repos/get-org-ruleset': OperationTypes<{ org: string; ruleset_id: string }>
  'repos/update-org-ruleset': OperationTypes<{ org: string; ruleset_id: string }, { name?: string; target?: "branch" | "tag" | "push" | "repository"; enforcement?: "disabled" | "active" | "evaluate"; bypass_actors?: ({ actor_id?: number | null; actor_type: "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "DeployKey" | "User"; bypass_mode?: "always" | "pull_request" | "exempt" })[]; conditions?: { ref_name?: { include?: string[]; exclude?: string[] }; repository_name?: { include?: string[]; exclude?: string[]; protected?: boolean }; repository_id?: { repository_ids?: number[] } } | null; rules?: unknown[] }>
  'repos/delete-org-ruleset': OperationTypes<{ org: string; ruleset_id: string }>
  'orgs/get-org-ruleset-history': OperationTypes<{ org: string; ruleset_id: string }>
  'orgs/get-org-ruleset-version': OperationTypes<{ org: string; ruleset_id: string; version_id: string }>
  'repos/get-repo-rule-suites': OperationTypes<{ owner: string; repo: string }>
  'repos/get-repo-rule-suite': OperationTypes<{ owner: string; repo: string; rule_suite_id: string }>
  'repos/get-org-rule-suites': OperationTypes<{ org: string }>
  'repos/get-org-rule-suite': OperationTypes<{ org: string; rule_suite_id: string }>
  'orgs/custom-properties-for-repos-get-organization-definitions': OperationTypes<{ org: string }>
  'orgs/custom-properties-for-repos-create-or-update-organization-definitions': OperationTypes<{ org: string }, { properties: ({ property_name: string; value_type: "string" | "single_select" | "multi_select" | "true_false" | "url"; required?: boolean; default_value?: string | string[] | null; description?: string | null; allowed_values?: string[] | null; values_editable_by?: "org_actors" | "org_and_repo_actors" | null; require_explicit_values?: boolean })[] }>
  'orgs/custom-properties-for-repos-get-organization-definition': OperationTypes<{ org: string; custom_property_name: string }>
  'orgs/custom-properties-for-repos-create-or-update-organization-definition': OperationTypes<{ org: string; custom_property_name: string }, { value_type: "string" | "single_select" | "multi_select" | "true_false" | "url"; required?: boolean; default_value?: string | string[] | null; description?: string | null; allowed_values?: string[] | null; values_editable_by?: "org_actors" | "org_and_repo_actors" | null; require_explicit_values?: boolean }>
  'orgs/custom-properties-for-repos-delete-organization-definition': OperationTypes<{ org: string; custom_property_name: string }>
  'orgs/custom-properties-for-repos-get-organization-values': OperationTypes<{ org: string }>
  'orgs/custom-properties-for-repos-create-or-update-organization-values': OperationTypes<{ org: string }, { repository_names: string[]; properties: ({ property_name: string; value: string | string[] | null })[] }>
  'repos/custom-properties-for-repos-get-repository-values': OperationTypes<{ owner: string; repo: string }>
  'repos/custom-properties-for-repos-create-or-update-repository-values': OperationTypes<{ owner: string; repo: string }, { properties: ({ property_name: string; value: string | string[] | null })[] }>
  'repos/get-content': OperationTypes
  'repos/get-readme': OperationTypes<{ owner: string; repo: string }>
  'repos/get-readme-in-directory': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/create-or-update-file-contents': OperationTypes<{ owner: string; repo: string; '*': string }, { message: string; content: string; sha?: string | null; branch?: string | null; committer?: { email: string; name: string; date?: string }; author?: { email: string; name: string; date?: string } }>
  'repos/delete-file': OperationTypes<{ owner: string; repo: string; '*': string }, { message: string; sha: string; branch?: string | null; committer?: { email?: string; name?: string; date?: string }; author?: { email?: string; name?: string; date?: string } }>
  'repos/download-tarball-archive': OperationTypes
  'repos/download-zipball-archive': OperationTypes
  'repos/download-archive': OperationTypes<{ owner: string; repo: string; '*': string }>
  'git/create-commit': OperationTypes<{ owner: string; repo: string }, { message: string; tree: string; parents?: string[]; author?: { email: string; name: string; date?: string }; committer?: { email?: string; name?: string; date?: string }; signature?: string }>
  'git/get-commit': OperationTypes<{ owner: string; repo: string; commit_sha: string }>
  'git/create-tree': OperationTypes<{ owner: string; repo: string }, { tree: ({ path?: string; mode?: "100644" | "100755" | "040000" | "160000" | "120000"; type?: "blob" | "tree" | "commit"; sha?: string | null; content?: string })[]; base_tree?: string | null }>
  'git/get-tree': OperationTypes<{ owner: string; repo: string; '*': string }>
  'git/create-blob': OperationTypes<{ owner: string; repo: string }, { content: string; encoding?: string }>
  'git/get-blob': OperationTypes<{ owner: string; repo: string; file_sha: string }>
  'git/create-tag': OperationTypes<{ owner: string; repo: string }, { tag: string; message: string; object: string; type: "commit" | "tree" | "blob" | "tag"; tagger?: { email: string; name: string; date?: string } }>
  'git/get-tag': OperationTypes<{ owner: string; repo: string; tag_sha: string }>
  'git/get-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'git/list-matching-refs': OperationTypes
  'git/create-ref': OperationTypes<{ owner: string; repo: string }, { ref: string; sha: string }>
  'git/update-ref': OperationTypes<{ owner: string; repo: string; '*': string }, { sha: string; force?: boolean }>
  'git/delete-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'git-http/info-refs': OperationTypes
  'git-http/upload-pack': OperationTypes
  'git-http/receive-pack': OperationTypes
  'gists/get': OperationTypes
  'gists/list': OperationTypes<Record<never, string>>
  'gists/create': OperationTypes<Record<never, string>, { description?: string | null; public?: boolean | "true" | "false"; files: { [name: string]: { content: string } } }>
  'gists/list-public': OperationTypes<Record<never, string>>
  'gists/list-starred': OperationTypes<Record<never, string>>
  'gists/update': OperationTypes<{ gist_id: string }, { description?: string | null; files?: { [name: string]: { content?: string; filename?: string | null } | null } }>
  'gists/delete': OperationTypes<{ gist_id: string }>
  'gists/list-commits': OperationTypes<{ gist_id: string }>
  'gists/list-forks': OperationTypes<{ gist_id: string }>
  'gists/fork': OperationTypes<{ gist_id: string }>
  'gists/check-is-starred': OperationTypes<{ gist_id: string }>
  'gists/star': OperationTypes<{ gist_id: string }>
  'gists/unstar': OperationTypes<{ gist_id: string }>
  'gists/get-revision': OperationTypes<{ gist_id: string; sha: string }>
  'gists/list-for-user': OperationTypes<{ username: string }>
  'gists/list-comments': OperationTypes<{ gist_id: string }>
  'gists/create-comment': OperationTypes<{ gist_id: string }, { body: string }>
  'gists/get-comment': OperationTypes<{ gist_id: string; comment_id: string }>
  'gists/update-comment': OperationTypes<{ gist_id: string; comment_id: string }, { body: string }>
  'gists/delete-comment': OperationTypes<{ gist_id: string; comment_id: string }>
  'repos/list-commits': OperationTypes<{ owner: string; repo: string }>
  'repos/get-commit': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/list-pull-requests-associated-with-commit': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/list-branches-for-head-commit': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/compare-commits-with-basehead': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/list-comments-for-commit': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/create-commit-comment': OperationTypes<{ owner: string; repo: string; '*': string }, { body: string; path?: string | null; position?: number | null; line?: number | null }>
  'repos/list-commit-comments-for-repo': OperationTypes<{ owner: string; repo: string }>
  'repos/get-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'repos/update-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { body: string }>
  'repos/delete-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'repos/create-commit-status': OperationTypes<{ owner: string; repo: string; sha: string }, { state?: string | null; target_url?: string | null; description?: string | null; context?: string }>
  'repos/get-combined-status-for-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/list-commit-statuses-for-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'checks/create': OperationTypes<{ owner: string; repo: string }, object>
  'checks/get': OperationTypes<{ owner: string; repo: string; check_run_id: string }>
  'checks/update': OperationTypes<{ owner: string; repo: string; check_run_id: string }, object>
  'checks/list-annotations': OperationTypes<{ owner: string; repo: string; check_run_id: string }>
  'checks/rerequest-run': OperationTypes<{ owner: string; repo: string; check_run_id: string }>
  'checks/list-for-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'checks/list-for-suite': OperationTypes<{ owner: string; repo: string; check_suite_id: string }>
  'checks/create-suite': OperationTypes<{ owner: string; repo: string }, { head_sha: string }>
  'checks/set-suites-preferences': OperationTypes<{ owner: string; repo: string }, { auto_trigger_checks?: ({ app_id: number; setting: boolean })[] }>
  'checks/get-suite': OperationTypes<{ owner: string; repo: string; check_suite_id: string }>
  'checks/rerequest-suite': OperationTypes<{ owner: string; repo: string; check_suite_id: string }>
  'checks/list-suites-for-ref': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/list-releases': OperationTypes<{ owner: string; repo: string }>
  'repos/create-release': OperationTypes<{ owner: string; repo: string }, { tag_name: string; target_commitish?: string; name?: string | null; body?: string | null; draft?: boolean; prerelease?: boolean; discussion_category_name?: string; generate_release_notes?: boolean; make_latest?: "true" | "false" | "legacy" }>
  'repos/generate-release-notes': OperationTypes<{ owner: string; repo: string }, { tag_name: string; target_commitish?: string; previous_tag_name?: string; configuration_file_path?: string }>
  'repos/get-latest-release': OperationTypes<{ owner: string; repo: string }>
  'repos/get-release-by-tag': OperationTypes<{ owner: string; repo: string; '*': string }>
  'repos/get-release': OperationTypes<{ owner: string; repo: string; release_id: string }>
  'repos/update-release': OperationTypes<{ owner: string; repo: string; release_id: string }, { tag_name?: string; target_commitish?: string; name?: string | null; body?: string | null; draft?: boolean; prerelease?: boolean; discussion_category_name?: string; make_latest?: "true" | "false" | "legacy" }>
  'repos/delete-release': OperationTypes<{ owner: string; repo: string; release_id: string }>
  'repos/list-release-assets': OperationTypes<{ owner: string; repo: string; release_id: string }>
  'repos/upload-release-asset': OperationTypes<{ owner: string; repo: string; release_id: string }>
  'repos/get-release-asset': OperationTypes
  'repos/update-release-asset': OperationTypes<{ owner: string; repo: string; asset_id: string }, { name?: string; label?: string | null }>
  'repos/delete-release-asset': OperationTypes<{ owner: string; repo: string; asset_id: string }>
  'repos/check-immutable-releases': OperationTypes<{ owner: string; repo: string }>
  'repos/enable-immutable-releases': OperationTypes<{ owner: string; repo: string }>
  'repos/disable-immutable-releases': OperationTypes<{ owner: string; repo: string }>
  'orgs/get-immutable-releases-settings': OperationTypes<{ org: string }>
  'orgs/set-immutable-releases-settings': OperationTypes<{ org: string }, { enforced_repositories: "all" | "none" | "selected"; selected_repository_ids?: number[] }>
  'orgs/get-immutable-releases-settings-repositories': OperationTypes<{ org: string }>
  'orgs/set-immutable-releases-settings-repositories': OperationTypes<{ org: string }, { selected_repository_ids: number[] }>
  'orgs/enable-selected-repository-immutable-releases-organization': OperationTypes<{ org: string; repository_id: string }>
  'orgs/disable-selected-repository-immutable-releases-organization': OperationTypes<{ org: string; repository_id: string }>
  'issues/list': OperationTypes<Record<never, string>>
  'issues/list-for-authenticated-user': OperationTypes<Record<never, string>>
  'issues/list-for-org': OperationTypes<{ org: string }>
  'issues/list-for-repo': OperationTypes<{ owner: string; repo: string }>
  'issues/create': OperationTypes<{ owner: string; repo: string }, { title?: string | number | null; body?: string | null; labels?: (string | { name: string })[] | null; assignee?: string | null; assignees?: (string | { login: string })[] | null; milestone?: string | number | null; type?: string | null; state?: "open" | "closed"; state_reason?: "completed" | "not_planned" | "duplicate" | "reopened" | null; duplicate_issue_id?: number | null }>
  'issues/get': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/update': OperationTypes<{ owner: string; repo: string; issue_number: string }, { title?: string | number | null; body?: string | null; labels?: (string | { name: string })[] | null; assignee?: string | null; assignees?: (string | { login: string })[] | null; milestone?: string | number | null; type?: string | null; state?: "open" | "closed"; state_reason?: "completed" | "not_planned" | "duplicate" | "reopened" | null; duplicate_issue_id?: number | null }>
  'issues/lock': OperationTypes<{ owner: string; repo: string; issue_number: string }, { lock_reason?: "off-topic" | "too heated" | "resolved" | "spam" | null }>
  'issues/unlock': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/list-assignees': OperationTypes<{ owner: string; repo: string }>
  'issues/check-user-can-be-assigned': OperationTypes<{ owner: string; repo: string; assignee: string }>
  'issues/check-user-can-be-assigned-to-issue': OperationTypes<{ owner: string; repo: string; issue_number: string; assignee: string }>
  'issues/add-assignees': OperationTypes<{ owner: string; repo: string; issue_number: string }, { assignees?: (string | { login: string })[] }>
  'issues/remove-assignees': OperationTypes<{ owner: string; repo: string; issue_number: string }, { assignees?: (string | { login: string })[] }>
  'issues/list-comments-for-repo': OperationTypes<{ owner: string; repo: string }>
  'issues/get-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'issues/update-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { body: string }>
  'issues/delete-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'issues/pin-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'issues/unpin-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'issues/list-comments': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/create-comment': OperationTypes<{ owner: string; repo: string; issue_number: string }, { body: string }>
  'issues/list-events-for-repo': OperationTypes<{ owner: string; repo: string }>
  'issues/get-event': OperationTypes<{ owner: string; repo: string; event_id: string }>
  'issues/list-events': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/list-events-for-timeline': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/list-labels-on-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/add-labels': OperationTypes<{ owner: string; repo: string; issue_number: string }, (string | { name: string })[] | { labels?: (string | { name: string })[] }>
  'issues/set-labels': OperationTypes<{ owner: string; repo: string; issue_number: string }, (string | { name: string })[] | { labels?: (string | { name: string })[] }>
  'issues/remove-all-labels': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/remove-label': OperationTypes<{ owner: string; repo: string; issue_number: string; '*': string }>
  'issues/get-parent': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/list-sub-issues': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/add-sub-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }, { sub_issue_id: number; replace_parent?: boolean }>
  'issues/remove-sub-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }, { sub_issue_id: number }>
  'issues/reprioritize-sub-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }, { sub_issue_id: number; after_id?: number | null; before_id?: number | null }>
  'issues/list-dependencies-blocked-by': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/add-blocked-by-dependency': OperationTypes<{ owner: string; repo: string; issue_number: string }, { issue_id: number }>
  'issues/remove-dependency-blocked-by': OperationTypes<{ owner: string; repo: string; issue_number: string; issue_id: string }>
  'issues/list-dependencies-blocking': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'orgs/list-issue-types': OperationTypes<{ org: string }>
  'orgs/create-issue-type': OperationTypes<{ org: string }, { name: string; is_enabled: boolean; description?: string | null; color?: "gray" | "blue" | "green" | "yellow" | "orange" | "red" | "pink" | "purple" | null }>
  'orgs/update-issue-type': OperationTypes<{ org: string; issue_type_id: string }, { name: string; is_enabled: boolean; description?: string | null; color?: "gray" | "blue" | "green" | "yellow" | "orange" | "red" | "pink" | "purple" | null }>
  'orgs/delete-issue-type': OperationTypes<{ org: string; issue_type_id: string }>
  'repos/list-issue-types': OperationTypes<{ owner: string; repo: string }>
  'orgs/list-issue-fields': OperationTypes<{ org: string }>
  'orgs/create-issue-field': OperationTypes<{ org: string }, { name: string; data_type: "text" | "date" | "single_select" | "multi_select" | "number"; visibility?: "organization_members_only" | "all"; options?: ({ name: string; color: "gray" | "blue" | "green" | "yellow" | "orange" | "red" | "pink" | "purple"; priority: number })[] | null }>
  'orgs/update-issue-field': OperationTypes<{ org: string; issue_field_id: string }, { name?: string; visibility?: "organization_members_only" | "all"; options?: ({ name: string; color: "gray" | "blue" | "green" | "yellow" | "orange" | "red" | "pink" | "purple"; priority: number; id?: number })[] }>
  'orgs/delete-issue-field': OperationTypes<{ org: string; issue_field_id: string }>
  'issues/list-issue-field-values-for-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/add-issue-field-values': OperationTypes<{ owner: string; repo: string; issue_number: string }, { issue_field_values: ({ field_id: number; value: string | number | string[] })[] }>
  'issues/set-issue-field-values': OperationTypes<{ owner: string; repo: string; issue_number: string }, { issue_field_values: ({ field_id: number; value: string | number | string[] })[] }>
  'issues/delete-issue-field-value': OperationTypes<{ owner: string; repo: string; issue_number: string; issue_field_id: string }>
  'issues/list-milestones': OperationTypes<{ owner: string; repo: string }>
  'issues/create-milestone': OperationTypes<{ owner: string; repo: string }, { title: string; state?: "open" | "closed"; description?: string | null; due_on?: string | null }>
  'issues/get-milestone': OperationTypes<{ owner: string; repo: string; milestone_number: string }>
  'issues/update-milestone': OperationTypes<{ owner: string; repo: string; milestone_number: string }, { title?: string; state?: "open" | "closed"; description?: string | null; due_on?: string | null }>
  'issues/delete-milestone': OperationTypes<{ owner: string; repo: string; milestone_number: string }>
  'issues/list-labels-for-milestone': OperationTypes<{ owner: string; repo: string; milestone_number: string }>
  'reactions/list-for-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'reactions/create-for-issue': OperationTypes<{ owner: string; repo: string; issue_number: string }, { content: "+1" | "-1" | "laugh" | "hooray" | "confused" | "heart" | "rocket" | "eyes" }>
  'reactions/delete-for-issue': OperationTypes<{ owner: string; repo: string; issue_number: string; reaction_id: string }>
  'reactions/list-for-issue-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'reactions/create-for-issue-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { content: "+1" | "-1" | "laugh" | "hooray" | "confused" | "heart" | "rocket" | "eyes" }>
  'reactions/delete-for-issue-comment': OperationTypes<{ owner: string; repo: string; comment_id: string; reaction_id: string }>
  'reactions/list-for-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'reactions/create-for-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { content: "+1" | "-1" | "laugh" | "hooray" | "confused" | "heart" | "rocket" | "eyes" }>
  'reactions/delete-for-commit-comment': OperationTypes<{ owner: string; repo: string; comment_id: string; reaction_id: string }>
  'reactions/list-for-pull-request-review-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'reactions/create-for-pull-request-review-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { content: "+1" | "-1" | "laugh" | "hooray" | "confused" | "heart" | "rocket" | "eyes" }>
  'reactions/delete-for-pull-request-comment': OperationTypes<{ owner: string; repo: string; comment_id: string; reaction_id: string }>
  'reactions/list-for-release': OperationTypes<{ owner: string; repo: string; release_id: string }>
  'reactions/create-for-release': OperationTypes<{ owner: string; repo: string; release_id: string }, { content: "+1" | "laugh" | "hooray" | "heart" | "rocket" | "eyes" }>
  'reactions/delete-for-release': OperationTypes<{ owner: string; repo: string; release_id: string; reaction_id: string }>
  'pulls/list': OperationTypes<{ owner: string; repo: string }>
  'pulls/create': OperationTypes<{ owner: string; repo: string }, { title?: string | null; head: string; head_repo?: string | null; base: string; body?: string | null; maintainer_can_modify?: boolean; draft?: boolean; issue?: number | null }>
  'pulls/get': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/update': OperationTypes<{ owner: string; repo: string; pull_number: string }, { title?: string | null; body?: string | null; state?: "open" | "closed"; base?: string | null; maintainer_can_modify?: boolean }>
  'pulls/list-commits': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/list-files': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/check-if-merged': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/merge': OperationTypes<{ owner: string; repo: string; pull_number: string }, { commit_title?: string | null; commit_message?: string | null; sha?: string | null; merge_method?: "merge" | "squash" | "rebase" }>
  'pulls/merge-async': OperationTypes<{ owner: string; repo: string; pull_number: string }, { commit_title?: string; commit_message?: string; sha?: string; merge_method?: "merge" | "squash" | "rebase"; merge_action?: "default" | "direct_merge" | "merge_queue" } | null>
  'pulls/get-merge-async-result': OperationTypes<{ owner: string; repo: string; pull_number: string; uuid: string }>
  'pulls/update-branch': OperationTypes<{ owner: string; repo: string; pull_number: string }, { expected_head_sha?: string | null }>
  'interactions/get-pull-request-creation-cap-for-org': OperationTypes<{ org: string }>
  'interactions/update-pull-request-creation-cap-for-org': OperationTypes<{ org: string }, { enabled: boolean; max_open_pull_requests?: number }>
  'interactions/get-pull-request-creation-cap-for-repo': OperationTypes<{ owner: string; repo: string }>
  'interactions/update-pull-request-creation-cap-for-repo': OperationTypes<{ owner: string; repo: string }, { enabled: boolean; max_open_pull_requests?: number }>
  'interactions/get-pull-request-bypass-list-for-repo': OperationTypes<{ owner: string; repo: string }>
  'interactions/set-pull-request-bypass-list-for-repo': OperationTypes<{ owner: string; repo: string }, { users: string[] }>
  'interactions/remove-pull-request-bypass-list-for-repo': OperationTypes<{ owner: string; repo: string }, { users: string[] }>
  'issues/list-suggestions': OperationTypes<{ owner: string; repo: string; issue_number: string }>
  'issues/approve-suggestion': OperationTypes<{ owner: string; repo: string; issue_number: string; suggestion_id: string }>
  'issues/dismiss-suggestion': OperationTypes<{ owner: string; repo: string; issue_number: string; suggestion_id: string }>
  'pulls/list-requested-reviewers': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/request-reviewers': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/remove-requested-reviewers': OperationTypes<{ owner: string; repo: string; pull_number: string }, { reviewers: string[]; team_reviewers?: string[] | null }>
  'pulls/list-reviews': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/create-review': OperationTypes<{ owner: string; repo: string; pull_number: string }, { commit_id?: string | null; body?: string | null; event?: "APPROVE" | "REQUEST_CHANGES" | "COMMENT" | "" | "PENDING" | null; comments?: ({ path: string; body: string; position?: number | null; line?: number | null; side?: "LEFT" | "RIGHT" | "left" | "right" | null; start_line?: number | null; start_side?: "LEFT" | "RIGHT" | "left" | "right" | null })[] | null }>
  'pulls/get-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }>
  'pulls/update-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }, { body: string }>
  'pulls/delete-pending-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }>
  'pulls/submit-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }, { body?: string | null; event: "APPROVE" | "REQUEST_CHANGES" | "COMMENT" }>
  'pulls/dismiss-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }, { message: string; event?: "DISMISS" | null }>
  'pulls/list-comments-for-review': OperationTypes<{ owner: string; repo: string; pull_number: string; review_id: string }>
  'pulls/list-review-comments': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/list-review-comments-for-repo': OperationTypes<{ owner: string; repo: string }>
  'pulls/create-review-comment': OperationTypes<{ owner: string; repo: string; pull_number: string }>
  'pulls/create-reply-for-review-comment': OperationTypes<{ owner: string; repo: string; pull_number: string; comment_id: string }, { body: string }>
  'pulls/get-review-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'pulls/update-review-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }, { body: string }>
  'pulls/delete-review-comment': OperationTypes<{ owner: string; repo: string; comment_id: string }>
  'users/get-authenticated': OperationTypes<Record<never, string>>
  'users/update-authenticated': OperationTypes<Record<never, string>, { name?: string | null; email?: string | null; blog?: string | null; twitter_username?: string | null; company?: string | null; location?: string | null; hireable?: boolean | null; bio?: string | null }>
  'users/get-by-id': OperationTypes<{ account_id: string }>
  'users/list': OperationTypes<Record<never, string>>
  'users/get-context-for-user': OperationTypes<{ username: string }>
  'users/get-by-username': OperationTypes<{ username: string }>
  'users/list-followers-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/list-followed-by-authenticated-user': OperationTypes<Record<never, string>>
  'users/check-person-is-followed-by-authenticated': OperationTypes<{ username: string }>
  'users/follow': OperationTypes<{ username: string }>
  'users/unfollow': OperationTypes<{ username: string }>
  'users/list-followers-for-user': OperationTypes<{ username: string }>
  'users/list-following-for-user': OperationTypes<{ username: string }>
  'users/check-following-for-user': OperationTypes<{ username: string; target_user: string }>
  'users/list-emails-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/add-email-for-authenticated-user': OperationTypes<Record<never, string>, string | string[] | { emails?: string[] }>
  'users/delete-email-for-authenticated-user': OperationTypes<Record<never, string>, string | string[] | { emails?: string[] }>
  'users/list-public-emails-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/set-primary-email-visibility-for-authenticated-user': OperationTypes<Record<never, string>, { visibility: "public" | "private" }>
  'users/list-blocked-by-authenticated-user': OperationTypes<Record<never, string>>
  'users/check-blocked': OperationTypes<{ username: string }>
  'users/block': OperationTypes<{ username: string }>
  'users/unblock': OperationTypes<{ username: string }>
  'orgs/list-blocked-users': OperationTypes<{ org: string }>
  'orgs/check-blocked-user': OperationTypes<{ org: string; username: string }>
  'orgs/block-user': OperationTypes<{ org: string; username: string }>
  'orgs/unblock-user': OperationTypes<{ org: string; username: string }>
  'users/list-public-ssh-keys-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/create-public-ssh-key-for-authenticated-user': OperationTypes<Record<never, string>, { title?: string | null; key: string; read_only?: boolean }>
  'users/get-public-ssh-key-for-authenticated-user': OperationTypes<{ key_id: string }>
  'users/delete-public-ssh-key-for-authenticated-user': OperationTypes<{ key_id: string }>
  'users/list-public-keys-for-user': OperationTypes<{ username: string }>
  'users/list-ssh-signing-keys-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/create-ssh-signing-key-for-authenticated-user': OperationTypes<Record<never, string>, { title?: string | null; key: string; read_only?: boolean }>
  'users/get-ssh-signing-key-for-authenticated-user': OperationTypes<{ ssh_signing_key_id: string }>
  'users/delete-ssh-signing-key-for-authenticated-user': OperationTypes<{ ssh_signing_key_id: string }>
  'users/list-ssh-signing-keys-for-user': OperationTypes<{ username: string }>
  'repos/list-deploy-keys': OperationTypes<{ owner: string; repo: string }>
  'repos/create-deploy-key': OperationTypes<{ owner: string; repo: string }, { title?: string | null; key: string; read_only?: boolean }>
  'repos/get-deploy-key': OperationTypes<{ owner: string; repo: string; key_id: string }>
  'repos/delete-deploy-key': OperationTypes<{ owner: string; repo: string; key_id: string }>
  'users/list-gpg-keys-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/create-gpg-key-for-authenticated-user': OperationTypes<Record<never, string>, { name?: string | null; armored_public_key: string }>
  'users/get-gpg-key-for-authenticated-user': OperationTypes<{ gpg_key_id: string }>
  'users/delete-gpg-key-for-authenticated-user': OperationTypes<{ gpg_key_id: string }>
  'users/list-gpg-keys-for-user': OperationTypes<{ username: string }>
  'users/list-social-accounts-for-authenticated-user': OperationTypes<Record<never, string>>
  'users/add-social-account-for-authenticated-user': OperationTypes<Record<never, string>, { account_urls: string[] }>
  'users/delete-social-account-for-authenticated-user': OperationTypes<Record<never, string>, { account_urls: string[] }>
  'users/list-social-accounts-for-user': OperationTypes<{ username: string }>
  'orgs/list': OperationTypes<Record<never, string>>
  'orgs/list-for-authenticated-user': OperationTypes<Record<never, string>>
  'orgs/list-for-user': OperationTypes<{ username: string }>
  'orgs/get': OperationTypes<{ org: string }>
  'orgs/update': OperationTypes<{ org: string }, object>
  'orgs/delete': OperationTypes<{ org: string }>
  'orgs/list-members': OperationTypes<{ org: string }>
  'orgs/check-membership-for-user': OperationTypes<{ org: string; username: string }>
  'orgs/remove-member': OperationTypes<{ org: string; username: string }>
  'orgs/list-public-members': OperationTypes<{ org: string }>
  'orgs/check-public-membership-for-user': OperationTypes<{ org: string; username: string }>
  'orgs/set-public-membership-for-authenticated-user': OperationTypes<{ org: string; username: string }>
  'orgs/remove-public-membership-for-authenticated-user': OperationTypes<{ org: string; username: string }>
  'orgs/get-membership-for-user': OperationTypes<{ org: string; username: string }>
  'orgs/set-membership-for-user': OperationTypes<{ org: string; username: string }, { role?: "admin" | "member" }>
  'orgs/remove-membership-for-user': OperationTypes<{ org: string; username: string }>
  'orgs/list-memberships-for-authenticated-user': OperationTypes<Record<never, string>>
  'orgs/get-membership-for-authenticated-user': OperationTypes<{ org: string }>
  'orgs/update-membership-for-authenticated-user': OperationTypes<{ org: string }, { state: "active" }>
  'orgs/list-pending-invitations': OperationTypes<{ org: string }>
  'orgs/list-failed-invitations': OperationTypes<{ org: string }>
  'orgs/create-invitation': OperationTypes<{ org: string }, { invitee_id?: number; email?: string; role?: "admin" | "direct_member"; team_ids?: number[] }>
  'orgs/cancel-invitation': OperationTypes<{ org: string; invitation_id: string }>
  'orgs/list-invitation-teams': OperationTypes<{ org: string; invitation_id: string }>
  'orgs/list-outside-collaborators': OperationTypes<{ org: string }>
  'orgs/convert-member-to-outside-collaborator': OperationTypes<{ org: string; username: string }, { async?: boolean }>
  'orgs/remove-outside-collaborator': OperationTypes<{ org: string; username: string }>
  'orgs/list-pat-grant-requests': OperationTypes<{ org: string }>
  'orgs/review-pat-grant-requests-in-bulk': OperationTypes<{ org: string }, { action: "approve" | "deny"; reason?: string | null; pat_request_ids?: number[] }>
  'orgs/review-pat-grant-request': OperationTypes<{ org: string; pat_request_id: string }, { action: "approve" | "deny"; reason?: string | null }>
  'orgs/list-pat-grant-request-repositories': OperationTypes<{ org: string; pat_request_id: string }>
  'orgs/list-pat-grants': OperationTypes<{ org: string }>
  'orgs/update-pat-accesses': OperationTypes<{ org: string }, { action: "revoke"; pat_ids: number[] }>
  'orgs/update-pat-access': OperationTypes<{ org: string; pat_id: string }, { action: "revoke" }>
  'orgs/list-pat-grant-repositories': OperationTypes<{ org: string; pat_id: string }>
  'orgs/list-org-roles': OperationTypes<{ org: string }>
  'orgs/list-organization-fine-grained-permissions': OperationTypes<{ org: string }>
  'orgs/revoke-all-org-roles-team': OperationTypes<{ org: string; team_slug: string }>
  'orgs/assign-team-to-org-role': OperationTypes<{ org: string; team_slug: string; role_id: string }>
  'orgs/revoke-org-role-team': OperationTypes<{ org: string; team_slug: string; role_id: string }>
  'orgs/revoke-all-org-roles-user': OperationTypes<{ org: string; username: string }>
  'orgs/assign-user-to-org-role': OperationTypes<{ org: string; username: string; role_id: string }>
  'orgs/revoke-org-role-user': OperationTypes<{ org: string; username: string; role_id: string }>
  'orgs/get-org-role': OperationTypes<{ org: string; role_id: string }>
  'orgs/list-org-role-teams': OperationTypes<{ org: string; role_id: string }>
  'orgs/list-org-role-users': OperationTypes<{ org: string; role_id: string }>
  'orgs/list-security-manager-teams': OperationTypes<{ org: string }>
  'orgs/add-security-manager-team': OperationTypes<{ org: string; team_slug: string }>
  'orgs/remove-security-manager-team': OperationTypes<{ org: string; team_slug: string }>
  'teams/list': OperationTypes<{ org: string }>
  'teams/create': OperationTypes<{ org: string }, { name: string; description?: string | null; maintainers?: string[]; repo_names?: string[]; privacy?: "secret" | "closed"; notification_setting?: "notifications_enabled" | "notifications_disabled"; permission?: "pull" | "push" | "admin"; parent_team_id?: number | null; parent_team_slug?: string | null }>
  'teams/list-for-authenticated-user': OperationTypes<Record<never, string>>
  'teams/get-by-name': OperationTypes
  'teams/update-in-org': OperationTypes
  'teams/delete-in-org': OperationTypes
  'teams/list-child-in-org': OperationTypes
  'teams/get-legacy': OperationTypes<{ team_id: string }>
  'teams/update-legacy': OperationTypes<{ team_id: string }, { name?: string; description?: string | null; privacy?: "secret" | "closed"; notification_setting?: "notifications_enabled" | "notifications_disabled"; permission?: "pull" | "push" | "admin"; parent_team_id?: number | null; parent_team_slug?: string | null }>
  'teams/delete-legacy': OperationTypes<{ team_id: string }>
  'teams/list-child-legacy': OperationTypes<{ team_id: string }>
  'teams/list-members-in-org': OperationTypes
  'teams/get-membership-for-user-in-org': OperationTypes
  'teams/add-or-update-membership-for-user-in-org': OperationTypes
  'teams/list-pending-invitations-in-org': OperationTypes
  'teams/remove-membership-for-user-in-org': OperationTypes
  'teams/list-members-legacy': OperationTypes<{ team_id: string }>
  'teams/get-membership-for-user-legacy': OperationTypes<{ team_id: string; username: string }>
  'teams/add-or-update-membership-for-user-legacy': OperationTypes<{ team_id: string; username: string }, { role?: "member" | "maintainer" }>
  'teams/list-pending-invitations-legacy': OperationTypes<{ team_id: string }>
  'teams/remove-membership-for-user-legacy': OperationTypes<{ team_id: string; username: string }>
  'teams/get-member-legacy': OperationTypes<{ team_id: string; username: string }>
  'teams/add-member-legacy': OperationTypes<{ team_id: string; username: string }>
  'teams/remove-member-legacy': OperationTypes<{ team_id: string; username: string }>
  'repos/list-teams': OperationTypes<{ owner: string; repo: string }>
  'teams/list-repos-in-org': OperationTypes
  'teams/check-permissions-for-repo-in-org': OperationTypes
  'teams/add-or-update-repo-permissions-in-org': OperationTypes
  'teams/remove-repo-in-org': OperationTypes
  'teams/list-repos-legacy': OperationTypes<{ team_id: string }>
  'teams/check-permissions-for-repo-legacy': OperationTypes<{ team_id: string; owner: string; repo: string }>
  'teams/add-or-update-repo-permissions-legacy': OperationTypes<{ team_id: string; owner: string; repo: string }, { permission?: string }>
  'teams/remove-repo-legacy': OperationTypes<{ team_id: string; owner: string; repo: string }>
  'repos/list-webhooks': OperationTypes<{ owner: string; repo: string }>
  'repos/create-webhook': OperationTypes<{ owner: string; repo: string }, { name?: string; config?: { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }; events?: string[]; active?: boolean }>
  'repos/get-webhook': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/update-webhook': OperationTypes<{ owner: string; repo: string; hook_id: string }, { name?: string; config?: { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }; events?: string[]; add_events?: string[]; remove_events?: string[]; active?: boolean }>
  'repos/delete-webhook': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/get-webhook-config-for-repo': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/update-webhook-config-for-repo': OperationTypes<{ owner: string; repo: string; hook_id: string }, { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }>
  'repos/ping-webhook': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/test-push-webhook': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/list-webhook-deliveries': OperationTypes<{ owner: string; repo: string; hook_id: string }>
  'repos/get-webhook-delivery': OperationTypes<{ owner: string; repo: string; hook_id: string; delivery_id: string }>
  'repos/redeliver-webhook-delivery': OperationTypes<{ owner: string; repo: string; hook_id: string; delivery_id: string }>
  'orgs/list-webhooks': OperationTypes<{ org: string }>
  'orgs/create-webhook': OperationTypes<{ org: string }, { name: string; config: { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }; events?: string[]; active?: boolean }>
  'orgs/get-webhook': OperationTypes<{ org: string; hook_id: string }>
  'orgs/update-webhook': OperationTypes<{ org: string; hook_id: string }, { name?: string; config?: { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }; events?: string[]; add_events?: string[]; remove_events?: string[]; active?: boolean }>
  'orgs/delete-webhook': OperationTypes<{ org: string; hook_id: string }>
  'orgs/get-webhook-config-for-org': OperationTypes<{ org: string; hook_id: string }>
  'orgs/update-webhook-config-for-org': OperationTypes<{ org: string; hook_id: string }, { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }>
  'orgs/ping-webhook': OperationTypes<{ org: string; hook_id: string }>
  'orgs/list-webhook-deliveries': OperationTypes<{ org: string; hook_id: string }>
  'orgs/get-webhook-delivery': OperationTypes<{ org: string; hook_id: string; delivery_id: string }>
  'orgs/redeliver-webhook-delivery': OperationTypes<{ org: string; hook_id: string; delivery_id: string }>
  'actions/list-repo-secrets': OperationTypes<{ owner: string; repo: string }>
  'actions/get-repo-public-key': OperationTypes<{ owner: string; repo: string }>
  'actions/get-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'actions/create-or-update-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }, { encrypted_value: string; key_id: string }>
  'actions/delete-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'actions/list-repo-organization-secrets': OperationTypes<{ owner: string; repo: string }>
  'dependabot/list-repo-secrets': OperationTypes<{ owner: string; repo: string }>
  'dependabot/get-repo-public-key': OperationTypes<{ owner: string; repo: string }>
  'dependabot/get-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'dependabot/create-or-update-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }, { encrypted_value: string; key_id: string }>
  'dependabot/delete-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'codespaces/list-repo-secrets': OperationTypes<{ owner: string; repo: string }>
  'codespaces/get-repo-public-key': OperationTypes<{ owner: string; repo: string }>
  'codespaces/get-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'codespaces/create-or-update-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }, { encrypted_value: string; key_id: string }>
  'codespaces/delete-repo-secret': OperationTypes<{ owner: string; repo: string; secret_name: string }>
  'actions/list-org-secrets': OperationTypes<{ org: string }>
  'actions/get-org-public-key': OperationTypes<{ org: string }>
  'actions/get-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'actions/create-or-update-org-secret': OperationTypes<{ org: string; secret_name: string }, { encrypted_value?: string; key_id?: string; visibility: "all" | "private" | "selected"; selected_repository_ids?: (number | string)[] }>
  'actions/delete-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'actions/list-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'actions/set-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }, { selected_repository_ids: number[] }>
  'actions/add-selected-repo-to-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'actions/remove-selected-repo-from-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'dependabot/list-org-secrets': OperationTypes<{ org: string }>
  'dependabot/get-org-public-key': OperationTypes<{ org: string }>
  'dependabot/get-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'dependabot/create-or-update-org-secret': OperationTypes<{ org: string; secret_name: string }, { encrypted_value?: string; key_id?: string; visibility: "all" | "private" | "selected"; selected_repository_ids?: (number | string)[] }>
  'dependabot/delete-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'dependabot/list-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'dependabot/set-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }, { selected_repository_ids: number[] }>
  'dependabot/add-selected-repo-to-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'dependabot/remove-selected-repo-from-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'codespaces/list-org-secrets': OperationTypes<{ org: string }>
  'codespaces/get-org-public-key': OperationTypes<{ org: string }>
  'codespaces/get-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'codespaces/create-or-update-org-secret': OperationTypes<{ org: string; secret_name: string }, { encrypted_value?: string; key_id?: string; visibility: "all" | "private" | "selected"; selected_repository_ids?: (number | string)[] }>
  'codespaces/delete-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'codespaces/list-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }>
  'codespaces/set-selected-repos-for-org-secret': OperationTypes<{ org: string; secret_name: string }, { selected_repository_ids: number[] }>
  'codespaces/add-selected-repo-to-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'codespaces/remove-selected-repo-from-org-secret': OperationTypes<{ org: string; secret_name: string; repository_id: string }>
  'actions/list-repo-variables': OperationTypes<{ owner: string; repo: string }>
  'actions/list-repo-organization-variables': OperationTypes<{ owner: string; repo: string }>
  'actions/create-repo-variable': OperationTypes<{ owner: string; repo: string }, { name: string; value: string }>
  'actions/get-repo-variable': OperationTypes<{ owner: string; repo: string; name: string }>
  'actions/update-repo-variable': OperationTypes<{ owner: string; repo: string; name: string }, { name?: string; value?: string }>
  'actions/delete-repo-variable': OperationTypes<{ owner: string; repo: string; name: string }>
  'actions/list-org-variables': OperationTypes<{ org: string }>
  'actions/create-org-variable': OperationTypes<{ org: string }, { name: string; value: string; visibility: "all" | "private" | "selected"; selected_repository_ids?: (number | string)[] }>
  'actions/get-org-variable': OperationTypes<{ org: string; name: string }>
  'actions/update-org-variable': OperationTypes<{ org: string; name: string }, { name?: string; value?: string; visibility?: "all" | "private" | "selected"; selected_repository_ids?: (number | string)[] }>
  'actions/delete-org-variable': OperationTypes<{ org: string; name: string }>
  'actions/list-selected-repos-for-org-variable': OperationTypes<{ org: string; name: string }>
  'actions/set-selected-repos-for-org-variable': OperationTypes<{ org: string; name: string }, { selected_repository_ids: number[] }>
  'actions/add-selected-repo-to-org-variable': OperationTypes<{ org: string; name: string; repository_id: string }>
  'actions/remove-selected-repo-from-org-variable': OperationTypes<{ org: string; name: string; repository_id: string }>
  'actions/list-repo-workflows': OperationTypes<{ owner: string; repo: string }>
  'actions/get-workflow': OperationTypes<{ owner: string; repo: string; workflow_id: string }>
  'actions/enable-workflow': OperationTypes<{ owner: string; repo: string; workflow_id: string }>
  'actions/disable-workflow': OperationTypes<{ owner: string; repo: string; workflow_id: string }>
  'actions/create-workflow-dispatch': OperationTypes<{ owner: string; repo: string; workflow_id: string }, { ref: string; inputs?: { [name: string]: string | number | boolean }; return_run_details?: boolean }>
  'actions/list-workflow-runs-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/list-workflow-runs': OperationTypes<{ owner: string; repo: string; workflow_id: string }>
  'actions/get-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/get-workflow-run-attempt': OperationTypes<{ owner: string; repo: string; run_id: string; attempt_number: string }>
  'actions/delete-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/approve-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/cancel-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/force-cancel-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/re-run-workflow': OperationTypes<{ owner: string; repo: string; run_id: string }, { enable_debug_logging?: boolean } | null>
  'actions/re-run-workflow-failed-jobs': OperationTypes<{ owner: string; repo: string; run_id: string }, { enable_debug_logging?: boolean } | null>
  'actions/download-workflow-run-logs': OperationTypes
  'actions/download-workflow-run-attempt-logs': OperationTypes<{ owner: string; repo: string; run_id: string; attempt_number: string }>
  'actions/delete-workflow-run-logs': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/get-workflow-run-usage': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/get-workflow-usage': OperationTypes<{ owner: string; repo: string; workflow_id: string }>
  'actions/get-pending-deployments-for-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/review-pending-deployments-for-run': OperationTypes<{ owner: string; repo: string; run_id: string }, { environment_ids: number[]; state: "approved" | "rejected"; comment: string }>
  'actions/get-reviews-for-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/review-custom-gates-for-run': OperationTypes<{ owner: string; repo: string; run_id: string }, { environment_name: string; state?: "approved" | "rejected"; comment?: string }>
  'actions/get-github-actions-permissions-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-github-actions-permissions-repository': OperationTypes<{ owner: string; repo: string }, { enabled: boolean; allowed_actions?: "all" | "local_only" | "selected"; sha_pinning_required?: boolean }>
  'actions/get-workflow-access-to-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-workflow-access-to-repository': OperationTypes<{ owner: string; repo: string }, { access_level: "none" | "user" | "organization" }>
  'actions/get-allowed-actions-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-allowed-actions-repository': OperationTypes<{ owner: string; repo: string }, { github_owned_allowed?: boolean; verified_allowed?: boolean; patterns_allowed?: string[] }>
  'actions/get-github-actions-default-workflow-permissions-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-github-actions-default-workflow-permissions-repository': OperationTypes<{ owner: string; repo: string }, { default_workflow_permissions?: "read" | "write"; can_approve_pull_request_reviews?: boolean }>
  'actions/get-artifact-and-log-retention-settings-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-artifact-and-log-retention-settings-repository': OperationTypes<{ owner: string; repo: string }, { days: number }>
  'actions/get-fork-pr-contributor-approval-permissions-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-fork-pr-contributor-approval-permissions-repository': OperationTypes<{ owner: string; repo: string }, { approval_policy: "first_time_contributors_new_to_github" | "first_time_contributors" | "all_external_contributors" }>
  'actions/get-private-repo-fork-pr-workflows-settings-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-private-repo-fork-pr-workflows-settings-repository': OperationTypes<{ owner: string; repo: string }, { run_workflows_from_fork_pull_requests: boolean; send_write_tokens_to_workflows?: boolean; send_secrets_and_variables?: boolean; require_approval_for_fork_pr_workflows?: boolean }>
  'actions/get-github-actions-permissions-organization': OperationTypes<{ org: string }>
  'actions/set-github-actions-permissions-organization': OperationTypes<{ org: string }, { enabled_repositories: "all" | "none" | "selected"; allowed_actions?: "all" | "local_only" | "selected"; sha_pinning_required?: boolean }>
  'actions/list-selected-repositories-enabled-github-actions-organization': OperationTypes<{ org: string }>
  'actions/set-selected-repositories-enabled-github-actions-organization': OperationTypes<{ org: string }, { selected_repository_ids: number[] }>
  'actions/enable-selected-repository-github-actions-organization': OperationTypes<{ org: string; repository_id: string }>
  'actions/disable-selected-repository-github-actions-organization': OperationTypes<{ org: string; repository_id: string }>
  'actions/get-allowed-actions-organization': OperationTypes<{ org: string }>
  'actions/set-allowed-actions-organization': OperationTypes<{ org: string }, { github_owned_allowed?: boolean; verified_allowed?: boolean; patterns_allowed?: string[] }>
  'actions/get-github-actions-default-workflow-permissions-organization': OperationTypes<{ org: string }>
  'actions/set-github-actions-default-workflow-permissions-organization': OperationTypes<{ org: string }, { default_workflow_permissions?: "read" | "write"; can_approve_pull_request_reviews?: boolean }>
  'actions/get-artifact-and-log-retention-settings-organization': OperationTypes<{ org: string }>
  'actions/set-artifact-and-log-retention-settings-organization': OperationTypes<{ org: string }, { days: number }>
  'actions/get-fork-pr-contributor-approval-permissions-organization': OperationTypes<{ org: string }>
  'actions/set-fork-pr-contributor-approval-permissions-organization': OperationTypes<{ org: string }, { approval_policy: "first_time_contributors_new_to_github" | "first_time_contributors" | "all_external_contributors" }>
  'actions/get-private-repo-fork-pr-workflows-settings-organization': OperationTypes<{ org: string }>
  'actions/set-private-repo-fork-pr-workflows-settings-organization': OperationTypes<{ org: string }, { run_workflows_from_fork_pull_requests: boolean; send_write_tokens_to_workflows?: boolean; send_secrets_and_variables?: boolean; require_approval_for_fork_pr_workflows?: boolean }>
  'actions/get-self-hosted-runners-permissions-organization': OperationTypes<{ org: string }>
  'actions/set-self-hosted-runners-permissions-organization': OperationTypes<{ org: string }, { enabled_repositories: "all" | "selected" | "none" }>
  'actions/list-selected-repositories-self-hosted-runners-organization': OperationTypes<{ org: string }>
  'actions/set-selected-repositories-self-hosted-runners-organization': OperationTypes<{ org: string }, { selected_repository_ids: number[] }>
  'actions/enable-selected-repository-self-hosted-runners-organization': OperationTypes<{ org: string; repository_id: string }>
  'actions/disable-selected-repository-self-hosted-runners-organization': OperationTypes<{ org: string; repository_id: string }>
  'actions/list-concurrency-groups-for-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/get-concurrency-group-for-repository': OperationTypes<{ owner: string; repo: string; concurrency_group_name: string }>
  'actions/list-concurrency-groups-for-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/list-hosted-runners-for-org': OperationTypes<{ org: string }>
  'actions/create-hosted-runner-for-org': OperationTypes<{ org: string }, { name: string; image: { id?: string; source?: "github" | "partner" | "custom"; version?: string | null }; size: string; runner_group_id: number; maximum_runners?: number; enable_static_ip?: boolean; image_gen?: boolean }>
  'actions/list-custom-images-for-org': OperationTypes<{ org: string }>
  'actions/get-custom-image-for-org': OperationTypes<{ org: string; image_definition_id: string }>
  'actions/delete-custom-image-from-org': OperationTypes<{ org: string; image_definition_id: string }>
  'actions/list-custom-image-versions-for-org': OperationTypes<{ org: string; image_definition_id: string }>
  'actions/get-custom-image-version-for-org': OperationTypes<{ org: string; image_definition_id: string; version: string }>
  'actions/delete-custom-image-version-from-org': OperationTypes<{ org: string; image_definition_id: string; version: string }>
  'actions/get-hosted-runners-github-owned-images-for-org': OperationTypes<{ org: string }>
  'actions/get-hosted-runners-partner-images-for-org': OperationTypes<{ org: string }>
  'actions/get-hosted-runners-limits-for-org': OperationTypes<{ org: string }>
  'actions/get-hosted-runners-machine-specs-for-org': OperationTypes<{ org: string }>
  'actions/get-hosted-runners-platforms-for-org': OperationTypes<{ org: string }>
  'actions/get-hosted-runner-for-org': OperationTypes<{ org: string; hosted_runner_id: string }>
  'actions/update-hosted-runner-for-org': OperationTypes<{ org: string; hosted_runner_id: string }, { name?: string; runner_group_id?: number; maximum_runners?: number; enable_static_ip?: boolean; size?: string; image_source?: "github" | "partner" | "custom"; image_id?: string; image_version?: string | null; image_gen?: boolean }>
  'actions/delete-hosted-runner-for-org': OperationTypes<{ org: string; hosted_runner_id: string }>
  'actions/list-jobs-for-workflow-run': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/list-jobs-for-workflow-run-attempt': OperationTypes<{ owner: string; repo: string; run_id: string; attempt_number: string }>
  'actions/get-job-for-workflow-run': OperationTypes<{ owner: string; repo: string; job_id: string }>
  'actions/re-run-job-for-workflow-run': OperationTypes<{ owner: string; repo: string; job_id: string }, { enable_debug_logging?: boolean; enable_debugger?: boolean } | null>
  'actions/download-job-logs-for-workflow-run': OperationTypes
  'actions/list-artifacts-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/list-workflow-run-artifacts': OperationTypes<{ owner: string; repo: string; run_id: string }>
  'actions/get-artifact': OperationTypes<{ owner: string; repo: string; artifact_id: string }>
  'actions/delete-artifact': OperationTypes<{ owner: string; repo: string; artifact_id: string }>
  'actions/download-artifact': OperationTypes
  'actions/get-actions-cache-retention-limit-for-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-actions-cache-retention-limit-for-repository': OperationTypes<{ owner: string; repo: string }, { max_cache_retention_days?: number }>
  'actions/get-actions-cache-storage-limit-for-repository': OperationTypes<{ owner: string; repo: string }>
  'actions/set-actions-cache-storage-limit-for-repository': OperationTypes<{ owner: string; repo: string }, { max_cache_size_gb?: number }>
  'actions/get-actions-cache-retention-limit-for-organization': OperationTypes<{ org: string }>
  'actions/set-actions-cache-retention-limit-for-organization': OperationTypes<{ org: string }, { max_cache_retention_days?: number }>
  'actions/get-actions-cache-storage-limit-for-organization': OperationTypes<{ org: string }>
  'actions/set-actions-cache-storage-limit-for-organization': OperationTypes<{ org: string }, { max_cache_size_gb?: number }>
  'actions/get-actions-cache-list': OperationTypes<{ owner: string; repo: string }>
  'actions/delete-actions-cache-by-key': OperationTypes<{ owner: string; repo: string }>
  'actions/delete-actions-cache-by-id': OperationTypes<{ owner: string; repo: string; cache_id: string }>
  'actions/get-actions-cache-usage': OperationTypes<{ owner: string; repo: string }>
  'actions/get-actions-cache-usage-for-org': OperationTypes<{ org: string }>
  'actions/get-actions-cache-usage-by-repo-for-org': OperationTypes<{ org: string }>
  'actions-results/create-artifact': OperationTypes<Record<never, string>>
  'actions-results/finalize-artifact': OperationTypes<Record<never, string>>
  'actions-results/list-artifacts': OperationTypes<Record<never, string>>
  'actions-results/get-signed-artifact-url': OperationTypes<Record<never, string>>
  'actions-results/delete-artifact': OperationTypes<Record<never, string>>
  'actions-results/create-cache-entry': OperationTypes<Record<never, string>>
  'actions-results/finalize-cache-entry-upload': OperationTypes<Record<never, string>>
  'actions-results/get-cache-entry-download-url': OperationTypes<Record<never, string>>
  'actions-results/upload': OperationTypes<{ upload_id: string }>
  'actions-results/download': OperationTypes<{ cache_id: string }>
  'actions-oidc/discovery': OperationTypes<Record<never, string>>
  'actions-oidc/keys': OperationTypes<Record<never, string>>
  'actions-oidc/token': OperationTypes<Record<never, string>>
  'actions/get-custom-oidc-sub-claim-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/set-custom-oidc-sub-claim-for-repo': OperationTypes<{ owner: string; repo: string }, { use_default: boolean; include_claim_keys?: string[] }>
  'oidc/get-oidc-custom-sub-template-for-org': OperationTypes<{ org: string }>
  'oidc/update-oidc-custom-sub-template-for-org': OperationTypes<{ org: string }, { include_claim_keys: string[] }>
  'oidc/list-oidc-custom-property-inclusions-for-org': OperationTypes<{ org: string }>
  'oidc/create-oidc-custom-property-inclusion-for-org': OperationTypes<{ org: string }, { custom_property_name: string }>
  'oidc/delete-oidc-custom-property-inclusion-for-org': OperationTypes<{ org: string; custom_property_name: string }>
  'repos/list-deployments': OperationTypes<{ owner: string; repo: string }>
  'repos/create-deployment': OperationTypes<{ owner: string; repo: string }, { ref: string; task?: string; auto_merge?: boolean; required_contexts?: string[] | null; payload?: { [name: string]: unknown } | string; environment?: string; description?: string | null; transient_environment?: boolean | null; production_environment?: boolean | null }>
  'repos/get-deployment': OperationTypes<{ owner: string; repo: string; deployment_id: string }>
  'repos/delete-deployment': OperationTypes<{ owner: string; repo: string; deployment_id: string }>
  'repos/list-deployment-statuses': OperationTypes<{ owner: string; repo: string; deployment_id: string }>
  'repos/create-deployment-status': OperationTypes<{ owner: string; repo: string; deployment_id: string }, { state: "error" | "failure" | "inactive" | "in_progress" | "queued" | "pending" | "success"; target_url?: string | null; log_url?: string | null; description?: string | null; environment?: string; environment_url?: string | null; auto_inactive?: boolean }>
  'repos/get-deployment-status': OperationTypes<{ owner: string; repo: string; deployment_id: string; status_id: string }>
  'repos/get-all-environments': OperationTypes<{ owner: string; repo: string }>
  'repos/get-environment': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'repos/create-or-update-environment': OperationTypes<{ owner: string; repo: string; environment_name: string }, { wait_timer?: number; prevent_self_review?: boolean; reviewers?: ({ type: "User" | "Team"; id: number })[] | null; deployment_branch_policy?: { protected_branches: boolean; custom_branch_policies: boolean } | null } | null>
  'repos/delete-an-environment': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'repos/list-deployment-branch-policies': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'repos/create-deployment-branch-policy': OperationTypes<{ owner: string; repo: string; environment_name: string }, { name: string; type?: "branch" | "tag" }>
  'repos/get-deployment-branch-policy': OperationTypes<{ owner: string; repo: string; environment_name: string; branch_policy_id: string }>
  'repos/update-deployment-branch-policy': OperationTypes<{ owner: string; repo: string; environment_name: string; branch_policy_id: string }, { name: string }>
  'repos/delete-deployment-branch-policy': OperationTypes<{ owner: string; repo: string; environment_name: string; branch_policy_id: string }>
  'repos/get-all-deployment-protection-rules': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'repos/list-custom-deployment-rule-integrations': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'repos/create-deployment-protection-rule': OperationTypes<{ owner: string; repo: string; environment_name: string }, { integration_id: number }>
  'repos/get-custom-deployment-protection-rule': OperationTypes<{ owner: string; repo: string; environment_name: string; protection_rule_id: string }>
  'repos/disable-deployment-protection-rule': OperationTypes<{ owner: string; repo: string; environment_name: string; protection_rule_id: string }>
  'actions/list-environment-secrets': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'actions/get-environment-public-key': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'actions/get-environment-secret': OperationTypes<{ owner: string; repo: string; environment_name: string; secret_name: string }>
  'actions/create-or-update-environment-secret': OperationTypes<{ owner: string; repo: string; environment_name: string; secret_name: string }, { encrypted_value: string; key_id: string }>
  'actions/delete-environment-secret': OperationTypes<{ owner: string; repo: string; environment_name: string; secret_name: string }>
  'actions/list-environment-variables': OperationTypes<{ owner: string; repo: string; environment_name: string }>
  'actions/create-environment-variable': OperationTypes<{ owner: string; repo: string; environment_name: string }, { name: string; value: string }>
  'actions/get-environment-variable': OperationTypes<{ owner: string; repo: string; environment_name: string; name: string }>
  'actions/update-environment-variable': OperationTypes<{ owner: string; repo: string; environment_name: string; name: string }, { name?: string; value?: string }>
  'actions/delete-environment-variable': OperationTypes<{ owner: string; repo: string; environment_name: string; name: string }>
  'apps/get-by-slug': OperationTypes<{ app_slug: string }>
  'apps/get-authenticated': OperationTypes<Record<never, string>>
  'apps/list-installation-requests-for-authenticated-app': OperationTypes<Record<never, string>>
  'apps/list-installations': OperationTypes<Record<never, string>>
  'apps/get-installation': OperationTypes<{ installation_id: string }>
  'apps/delete-installation': OperationTypes<{ installation_id: string }>
  'apps/create-installation-access-token': OperationTypes<{ installation_id: string }, { repositories?: string[]; repository_ids?: number[]; permissions?: { [name: string]: "read" | "write" | "admin" } }>
  'apps/suspend-installation': OperationTypes<{ installation_id: string }>
  'apps/unsuspend-installation': OperationTypes<{ installation_id: string }>
  'apps/get-org-installation': OperationTypes<{ org: string }>
  'apps/get-user-installation': OperationTypes<{ username: string }>
  'apps/get-repo-installation': OperationTypes<{ owner: string; repo: string }>
  'apps/get-webhook-config-for-app': OperationTypes<Record<never, string>>
  'apps/update-webhook-config-for-app': OperationTypes<Record<never, string>, { url?: string; content_type?: "json" | "form"; secret?: string | null; insecure_ssl?: "0" | "1" | 0 | 1 }>
  'apps/list-webhook-deliveries': OperationTypes<Record<never, string>>
  'apps/get-webhook-delivery': OperationTypes<{ delivery_id: string }>
  'apps/redeliver-webhook-delivery': OperationTypes<{ delivery_id: string }>
  'apps/register-from-manifest': OperationTypes
  'apps/create-from-manifest': OperationTypes<{ code: string }>
  'apps/list-repos-accessible-to-installation': OperationTypes<Record<never, string>>
  'apps/revoke-installation-access-token': OperationTypes<Record<never, string>>
  'orgs/list-app-installations': OperationTypes<{ org: string }>
  'apps/list-installations-for-authenticated-user': OperationTypes<Record<never, string>>
  'apps/list-installation-repos-for-authenticated-user': OperationTypes<{ installation_id: string }>
  'apps/add-repo-to-installation-for-authenticated-user': OperationTypes<{ installation_id: string; repository_id: string }>
  'apps/remove-repo-from-installation-for-authenticated-user': OperationTypes<{ installation_id: string; repository_id: string }>
  'oauth/authorize': OperationTypes<Record<never, string>>
  'oauth/answer': OperationTypes<Record<never, string>>
  'oauth/access-token': OperationTypes<Record<never, string>>
  'oauth/device-code': OperationTypes<Record<never, string>>
  'oauth/device': OperationTypes<Record<never, string>>
  'oauth/device-answer': OperationTypes<Record<never, string>>
  'apps/check-token': OperationTypes<{ client_id: string }, { access_token: string }>
  'apps/reset-token': OperationTypes<{ client_id: string }, { access_token: string }>
  'apps/scope-token': OperationTypes<{ client_id: string }, { access_token: string; target?: string; target_id?: number; repositories?: string[]; repository_ids?: number[]; permissions?: { [name: string]: "read" | "write" | "admin" } }>
  'apps/delete-token': OperationTypes<{ client_id: string }, { access_token: string }>
  'apps/delete-authorization': OperationTypes<{ client_id: string }, { access_token: string }>
  'credentials/revoke': OperationTypes<Record<never, string>, { credentials: string[] }>
  'issues/list-labels-for-repo': OperationTypes<{ owner: string; repo: string }>
  'issues/create-label': OperationTypes<{ owner: string; repo: string }, { name: string; color?: string; description?: string | null }>
  'issues/get-label': OperationTypes<{ owner: string; repo: string; '*': string }>
  'issues/update-label': OperationTypes<{ owner: string; repo: string; '*': string }, { new_name?: string; color?: string; description?: string | null }>
  'issues/delete-label': OperationTypes<{ owner: string; repo: string; '*': string }>
  'activity/get-feeds': OperationTypes<Record<never, string>>
  'projects/list-for-org': OperationTypes<{ org: string }>
  'projects/get-for-org': OperationTypes<{ org: string; project_number: string }>
  'projects/create-draft-item-for-org': OperationTypes<{ org: string; project_number: string }, { title: string; body?: string | null }>
  'projects/list-fields-for-org': OperationTypes<{ org: string; project_number: string }>
  'projects/add-field-for-org': OperationTypes<{ org: string; project_number: string }, { name: string; data_type: "text" | "number" | "date" | "single_select" | "iteration"; single_select_options?: ({ name: string; color?: string; description?: string })[]; iteration_configuration?: { start_date?: string; duration?: number; iterations?: ({ title?: string; start_date: string; duration: number })[] } }>
  'projects/get-field-for-org': OperationTypes<{ org: string; project_number: string; field_id: string }>
  'projects/list-items-for-org': OperationTypes<{ org: string; project_number: string }>
  'projects/add-item-for-org': OperationTypes<{ org: string; project_number: string }, { type: "Issue" | "PullRequest"; id?: number; owner?: string; repo?: string; number?: number }>
  'projects/get-org-item': OperationTypes<{ org: string; project_number: string; item_id: string }>
  'projects/update-item-for-org': OperationTypes<{ org: string; project_number: string; item_id: string }, { fields: ({ id: number; value: string | number | null })[] }>
  'projects/delete-item-for-org': OperationTypes<{ org: string; project_number: string; item_id: string }>
  'projects/create-view-for-org': OperationTypes<{ org: string; project_number: string }, { name: string; layout: "table" | "board" | "roadmap"; filter?: string; visible_fields?: number[] }>
  'projects/list-view-items-for-org': OperationTypes<{ org: string; project_number: string; view_number: string }>
  'projects/list-for-user': OperationTypes<{ username: string }>
  'projects/get-for-user': OperationTypes<{ username: string; project_number: string }>
  'projects/create-draft-item-for-authenticated-user': OperationTypes<{ user_id: string; project_number: string }, { title: string; body?: string | null }>
  'projects/list-fields-for-user': OperationTypes<{ username: string; project_number: string }>
  'projects/add-field-for-user': OperationTypes<{ username: string; project_number: string }, { name: string; data_type: "text" | "number" | "date" | "single_select" | "iteration"; single_select_options?: ({ name: string; color?: string; description?: string })[]; iteration_configuration?: { start_date?: string; duration?: number; iterations?: ({ title?: string; start_date: string; duration: number })[] } }>
  'projects/get-field-for-user': OperationTypes<{ username: string; project_number: string; field_id: string }>
  'projects/list-items-for-user': OperationTypes<{ username: string; project_number: string }>
  'projects/add-item-for-user': OperationTypes<{ username: string; project_number: string }, { type: "Issue" | "PullRequest"; id?: number; owner?: string; repo?: string; number?: number }>
  'projects/get-user-item': OperationTypes<{ username: string; project_number: string; item_id: string }>
  'projects/update-item-for-user': OperationTypes<{ username: string; project_number: string; item_id: string }, { fields: ({ id: number; value: string | number | null })[] }>
  'projects/delete-item-for-user': OperationTypes<{ username: string; project_number: string; item_id: string }>
  'projects/create-view-for-user': OperationTypes<{ user_id: string; project_number: string }, { name: string; layout: "table" | "board" | "roadmap"; filter?: string; visible_fields?: number[] }>
  'projects/list-view-items-for-user': OperationTypes<{ username: string; project_number: string; view_number: string }>
  'actions/list-self-hosted-runners-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/list-runner-applications-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/generate-runner-jitconfig-for-repo': OperationTypes<{ owner: string; repo: string }, { name: string; runner_group_id: number; labels: string[]; work_folder?: string }>
  'actions/create-registration-token-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/create-remove-token-for-repo': OperationTypes<{ owner: string; repo: string }>
  'actions/get-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }>
  'actions/delete-self-hosted-runner-from-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }>
  'actions/list-labels-for-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }>
  'actions/add-custom-labels-to-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }, { labels: string[] }>
  'actions/set-custom-labels-for-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }, { labels: string[] }>
  'actions/remove-all-custom-labels-from-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string }>
  'actions/remove-custom-label-from-self-hosted-runner-for-repo': OperationTypes<{ owner: string; repo: string; runner_id: string; name: string }>
  'actions/list-self-hosted-runners-for-org': OperationTypes<{ org: string }>
  'actions/list-runner-applications-for-org': OperationTypes<{ org: string }>
  'actions/generate-runner-jitconfig-for-org': OperationTypes<{ org: string }, { name: string; runner_group_id: number; labels: string[]; work_folder?: string }>
  'actions/create-registration-token-for-org': OperationTypes<{ org: string }>
  'actions/create-remove-token-for-org': OperationTypes<{ org: string }>
  'actions/get-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string }>
  'actions/delete-self-hosted-runner-from-org': OperationTypes<{ org: string; runner_id: string }>
  'actions/list-labels-for-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string }>
  'actions/add-custom-labels-to-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string }, { labels: string[] }>
  'actions/set-custom-labels-for-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string }, { labels: string[] }>
  'actions/remove-all-custom-labels-from-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string }>
  'actions/remove-custom-label-from-self-hosted-runner-for-org': OperationTypes<{ org: string; runner_id: string; name: string }>
  'actions/list-self-hosted-runner-groups-for-org': OperationTypes<{ org: string }>
  'actions/create-self-hosted-runner-group-for-org': OperationTypes<{ org: string }, { name: string; visibility?: "selected" | "all" | "private"; allows_public_repositories?: boolean; restricted_to_workflows?: boolean; selected_workflows?: string[]; selected_repository_ids?: number[]; runners?: number[] }>
  'actions/get-self-hosted-runner-group-for-org': OperationTypes<{ org: string; runner_group_id: string }>
  'actions/update-self-hosted-runner-group-for-org': OperationTypes<{ org: string; runner_group_id: string }, { name: string; visibility?: "selected" | "all" | "private"; allows_public_repositories?: boolean; restricted_to_workflows?: boolean; selected_workflows?: string[] }>
  'actions/delete-self-hosted-runner-group-from-org': OperationTypes<{ org: string; runner_group_id: string }>
  'actions/list-github-hosted-runners-in-group-for-org': OperationTypes<{ org: string; runner_group_id: string }>
  'actions/list-repo-access-to-self-hosted-runner-group-in-org': OperationTypes<{ org: string; runner_group_id: string }>
  'actions/set-repo-access-to-self-hosted-runner-group-in-org': OperationTypes<{ org: string; runner_group_id: string }, { selected_repository_ids: number[] }>
  'actions/add-repo-access-to-self-hosted-runner-group-in-org': OperationTypes<{ org: string; runner_group_id: string; repository_id: string }>
  'actions/remove-repo-access-to-self-hosted-runner-group-in-org': OperationTypes<{ org: string; runner_group_id: string; repository_id: string }>
  'actions/list-self-hosted-runners-in-group-for-org': OperationTypes<{ org: string; runner_group_id: string }>
  'actions/set-self-hosted-runners-in-group-for-org': OperationTypes<{ org: string; runner_group_id: string }, { runners: number[] }>
  'actions/add-self-hosted-runner-to-group-for-org': OperationTypes<{ org: string; runner_group_id: string; runner_id: string }>
  'actions/remove-self-hosted-runner-from-group-for-org': OperationTypes<{ org: string; runner_group_id: string; runner_id: string }>
  'packages/list-docker-migration-conflicting-packages-for-organization': OperationTypes<{ org: string }>
  'packages/list-packages-for-organization': OperationTypes<{ org: string }>
  'packages/get-package-for-organization': OperationTypes<{ org: string; package_type: string; package_name: string }>
  'packages/delete-package-for-org': OperationTypes<{ org: string; package_type: string; package_name: string }>
  'packages/restore-package-for-org': OperationTypes<{ org: string; package_type: string; package_name: string }>
  'packages/get-all-package-versions-for-package-owned-by-org': OperationTypes<{ org: string; package_type: string; package_name: string }>
  'packages/get-package-version-for-organization': OperationTypes<{ org: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/delete-package-version-for-org': OperationTypes<{ org: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/restore-package-version-for-org': OperationTypes<{ org: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/list-docker-migration-conflicting-packages-for-user': OperationTypes<{ username: string }>
  'packages/list-packages-for-user': OperationTypes<{ username: string }>
  'packages/get-package-for-user': OperationTypes<{ username: string; package_type: string; package_name: string }>
  'packages/delete-package-for-user': OperationTypes<{ username: string; package_type: string; package_name: string }>
  'packages/restore-package-for-user': OperationTypes<{ username: string; package_type: string; package_name: string }>
  'packages/get-all-package-versions-for-package-owned-by-user': OperationTypes<{ username: string; package_type: string; package_name: string }>
  'packages/get-package-version-for-user': OperationTypes<{ username: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/delete-package-version-for-user': OperationTypes<{ username: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/restore-package-version-for-user': OperationTypes<{ username: string; package_type: string; package_name: string; package_version_id: string }>
  'packages/list-docker-migration-conflicting-packages-for-authenticated-user': OperationTypes<Record<never, string>>
  'packages/list-packages-for-authenticated-user': OperationTypes<Record<never, string>>
  'packages/get-package-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string }>
  'packages/delete-package-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string }>
  'packages/restore-package-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string }>
  'packages/get-all-package-versions-for-package-owned-by-authenticated-user': OperationTypes<{ package_type: string; package_name: string }>
  'packages/get-package-version-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string; package_version_id: string }>
  'packages/delete-package-version-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string; package_version_id: string }>
  'packages/restore-package-version-for-authenticated-user': OperationTypes<{ package_type: string; package_name: string; package_version_id: string }>
  'repos/get-pages': OperationTypes<{ owner: string; repo: string }>
  'repos/create-pages-site': OperationTypes<{ owner: string; repo: string }, { build_type?: "legacy" | "workflow"; source?: { branch: string; path?: "/" | "/docs" } }>
  'repos/update-information-about-pages-site': OperationTypes<{ owner: string; repo: string }, { cname?: string | null; https_enforced?: boolean; build_type?: "legacy" | "workflow"; source?: "gh-pages" | "master" | "master /docs" | { branch: string; path?: "/" | "/docs" } }>
  'repos/delete-pages-site': OperationTypes<{ owner: string; repo: string }>
  'repos/get-pages-health-check': OperationTypes<{ owner: string; repo: string }>
  'repos/list-pages-builds': OperationTypes<{ owner: string; repo: string }>
  'repos/request-pages-build': OperationTypes<{ owner: string; repo: string }>
  'repos/get-latest-pages-build': OperationTypes<{ owner: string; repo: string }>
  'repos/get-pages-build': OperationTypes<{ owner: string; repo: string; build_id: string }>
  'repos/create-pages-deployment': OperationTypes<{ owner: string; repo: string }, { artifact_id?: number; artifact_url?: string; environment?: string; pages_build_version: string; oidc_token: string }>
  'repos/get-pages-deployment': OperationTypes<{ owner: string; repo: string; pages_deployment_id: string }>
  'repos/cancel-pages-deployment': OperationTypes<{ owner: string; repo: string; pages_deployment_id: string }>
  'code-scanning/list-alerts-for-org': OperationTypes<{ org: string }>
  'code-scanning/list-alerts-for-repo': OperationTypes<{ owner: string; repo: string }>
  'code-scanning/get-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'code-scanning/update-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }, { state?: "open" | "dismissed"; dismissed_reason?: "false positive" | "won't fix" | "used in tests" | "mitigated" | null; dismissed_comment?: string | null }>
  'code-scanning/list-alert-instances': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'code-scanning/list-recent-analyses': OperationTypes<{ owner: string; repo: string }>
  'code-scanning/get-analysis': OperationTypes<{ owner: string; repo: string; analysis_id: string }>
  'code-scanning/delete-analysis': OperationTypes<{ owner: string; repo: string; analysis_id: string }>
  'code-scanning/upload-sarif': OperationTypes<{ owner: string; repo: string }, { commit_sha: string; ref: string; sarif: string; checkout_uri?: string; started_at?: string; tool_name?: string; validate?: boolean }>
  'code-scanning/get-sarif': OperationTypes<{ owner: string; repo: string; sarif_id: string }>
  'code-scanning/get-default-setup': OperationTypes<{ owner: string; repo: string }>
  'code-scanning/update-default-setup': OperationTypes<{ owner: string; repo: string }, { state?: "configured" | "not-configured"; runner_type?: "standard" | "labeled"; runner_label?: string | null; query_suite?: "default" | "extended"; threat_model?: "remote" | "remote_and_local"; languages?: ("actions" | "c-cpp" | "csharp" | "go" | "java-kotlin" | "javascript-typescript" | "python" | "ruby" | "swift")[] }>
  'code-scanning/list-codeql-databases': OperationTypes<{ owner: string; repo: string }>
  'code-scanning/get-codeql-database': OperationTypes<{ owner: string; repo: string; language: string }>
  'code-scanning/delete-codeql-database': OperationTypes<{ owner: string; repo: string; language: string }>
  'code-scanning/create-variant-analysis': OperationTypes<{ owner: string; repo: string }, { language: "actions" | "cpp" | "csharp" | "go" | "java" | "javascript" | "python" | "ruby" | "rust" | "swift"; query_pack: string; repositories?: string[]; repository_lists?: string[]; repository_owners?: string[] }>
  'code-scanning/get-variant-analysis': OperationTypes<{ owner: string; repo: string; codeql_variant_analysis_id: string }>
  'code-scanning/get-variant-analysis-repo-task': OperationTypes<{ owner: string; repo: string; codeql_variant_analysis_id: string; repo_owner: string; repo_name: string }>
  'code-scanning/get-autofix': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'code-scanning/create-autofix': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'code-scanning/commit-autofix': OperationTypes<{ owner: string; repo: string; alert_number: string }, { target_ref?: string; message?: string } | null>
  'code-security/get-configurations-for-org': OperationTypes<{ org: string }>
  'code-security/create-configuration': OperationTypes<{ org: string }, object>
  'code-security/get-default-configurations': OperationTypes<{ org: string }>
  'code-security/detach-configuration': OperationTypes<{ org: string }, { selected_repository_ids: number[] }>
  'code-security/get-configuration': OperationTypes<{ org: string; configuration_id: string }>
  'code-security/update-configuration': OperationTypes<{ org: string; configuration_id: string }, object>
  'code-security/delete-configuration': OperationTypes<{ org: string; configuration_id: string }>
  'code-security/attach-configuration': OperationTypes<{ org: string; configuration_id: string }, { scope: "all" | "all_without_configurations" | "public" | "private_or_internal" | "selected"; selected_repository_ids?: number[] }>
  'code-security/set-configuration-as-default': OperationTypes<{ org: string; configuration_id: string }, { default_for_new_repos?: "all" | "none" | "private_and_internal" | "public" }>
  'code-security/get-repositories-for-configuration': OperationTypes<{ org: string; configuration_id: string }>
  'code-security/get-configuration-for-repository': OperationTypes<{ owner: string; repo: string }>
  'orgs/enable-or-disable-security-product-on-all-org-repos': OperationTypes<{ org: string; enablement: string }>
  'dependabot/repository-access-for-org': OperationTypes<{ org: string }>
  'dependabot/update-repository-access-for-org': OperationTypes<{ org: string }, { repository_ids_to_add?: number[]; repository_ids_to_remove?: number[] }>
  'dependabot/set-repository-access-default-level': OperationTypes<{ org: string }, { default_level: "public" | "internal" }>
  'secret-scanning/list-org-custom-patterns': OperationTypes<{ org: string }>
  'secret-scanning/bulk-create-org-custom-patterns': OperationTypes<{ org: string }, { patterns: ({ name: string; pattern: string; start_delimiter?: string; end_delimiter?: string; must_match?: string[]; must_not_match?: string[] })[] }>
  'secret-scanning/bulk-delete-org-custom-patterns': OperationTypes<{ org: string }, { patterns: ({ pattern_id: number; custom_pattern_version?: string | null })[]; post_delete_action?: "delete_alerts" | "resolve_alerts" }>
  'secret-scanning/update-org-custom-pattern': OperationTypes<{ org: string; pattern_id: string }, { pattern?: string; start_delimiter?: string; end_delimiter?: string; must_match?: string[]; must_not_match?: string[]; custom_pattern_version: string | null }>
  'secret-scanning/list-repo-custom-patterns': OperationTypes<{ owner: string; repo: string }>
  'secret-scanning/bulk-create-repo-custom-patterns': OperationTypes<{ owner: string; repo: string }, { patterns: ({ name: string; pattern: string; start_delimiter?: string; end_delimiter?: string; must_match?: string[]; must_not_match?: string[] })[] }>
  'secret-scanning/bulk-delete-repo-custom-patterns': OperationTypes<{ owner: string; repo: string }, { patterns: ({ pattern_id: number; custom_pattern_version?: string | null })[]; post_delete_action?: "delete_alerts" | "resolve_alerts" }>
  'secret-scanning/update-repo-custom-pattern': OperationTypes<{ owner: string; repo: string; pattern_id: string }, { pattern?: string; start_delimiter?: string; end_delimiter?: string; must_match?: string[]; must_not_match?: string[]; custom_pattern_version: string | null }>
  'secret-scanning/list-org-pattern-configs': OperationTypes<{ org: string }>
  'secret-scanning/update-org-pattern-configs': OperationTypes<{ org: string }, { pattern_config_version?: string | null; provider_pattern_settings?: ({ token_type: string; push_protection_setting: "not-set" | "disabled" | "enabled" })[]; custom_pattern_settings?: ({ token_type: string; custom_pattern_version?: string | null; push_protection_setting: "disabled" | "enabled" })[] }>
  'secret-scanning/create-push-protection-bypass': OperationTypes<{ owner: string; repo: string }, { reason: "false_positive" | "used_in_tests" | "will_fix_later"; placeholder_id: string }>
  'secret-scanning/get-scan-history': OperationTypes<{ owner: string; repo: string }>
  'dependabot/list-alerts-for-org': OperationTypes<{ org: string }>
  'dependabot/list-alerts-for-repo': OperationTypes<{ owner: string; repo: string }>
  'dependabot/get-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'dependabot/update-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }, { state?: "dismissed" | "open"; dismissed_reason?: "fix_started" | "inaccurate" | "no_bandwidth" | "not_used" | "tolerable_risk"; dismissed_comment?: string; assignees?: string[] }>
  'secret-scanning/list-alerts-for-org': OperationTypes<{ org: string }>
  'secret-scanning/list-alerts-for-repo': OperationTypes<{ owner: string; repo: string }>
  'secret-scanning/get-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'secret-scanning/update-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }, { state?: "open" | "resolved"; resolution?: "false_positive" | "wont_fix" | "revoked" | "used_in_tests" | null; resolution_comment?: string | null; assignee?: string | null; validity?: "active" | "inactive" | null }>
  'secret-scanning/list-locations-for-alert': OperationTypes<{ owner: string; repo: string; alert_number: string }>
  'security-advisories/list-global-advisories': OperationTypes<Record<never, string>>
  'security-advisories/get-global-advisory': OperationTypes<{ ghsa_id: string }>
  'security-advisories/list-org-repository-advisories': OperationTypes<{ org: string }>
  'security-advisories/list-repository-advisories': OperationTypes<{ owner: string; repo: string }>
  'security-advisories/create-repository-advisory': OperationTypes<{ owner: string; repo: string }, object>
  'security-advisories/create-private-vulnerability-report': OperationTypes<{ owner: string; repo: string }, { cwe_ids?: string[] | null; severity?: "low" | "medium" | "high" | "critical" | null; cvss_vector_string?: string | null; summary: string; description: string; vulnerabilities?: ({ package: { ecosystem: "rubygems" | "npm" | "pip" | "maven" | "nuget" | "composer" | "go" | "rust" | "erlang" | "actions" | "pub" | "other" | "swift"; name?: string | null }; vulnerable_version_range?: string | null; patched_versions?: string | null; vulnerable_functions?: string[] | null })[] | null; start_private_fork?: boolean }>
  'security-advisories/get-repository-advisory': OperationTypes<{ owner: string; repo: string; ghsa_id: string }>
  'security-advisories/update-repository-advisory': OperationTypes<{ owner: string; repo: string; ghsa_id: string }, object>
  'security-advisories/create-repository-advisory-cve-request': OperationTypes<{ owner: string; repo: string; ghsa_id: string }>
  'security-advisories/create-fork': OperationTypes<{ owner: string; repo: string; ghsa_id: string }>
  'repos/create-attestation': OperationTypes<{ owner: string; repo: string }, { bundle: { mediaType?: string; verificationMaterial?: object; dsseEnvelope: { payload: string } } }>
  'repos/list-attestations': OperationTypes<{ owner: string; repo: string; subject_digest: string }>
  'orgs/list-attestation-repositories': OperationTypes<{ org: string }>
  'orgs/list-attestations-bulk': OperationTypes<{ org: string }, { subject_digests: string[]; predicate_type?: string }>
  'orgs/delete-attestations-bulk': OperationTypes<{ org: string }, { subject_digests?: string[]; attestation_ids?: number[] }>
  'orgs/delete-attestations-by-subject-digest': OperationTypes<{ org: string; subject_digest: string }>
  'orgs/delete-attestations-by-id': OperationTypes<{ org: string; attestation_id: string }>
  'orgs/list-attestations': OperationTypes<{ org: string; subject_digest: string }>
  'users/list-attestations-bulk': OperationTypes<{ username: string }, { subject_digests: string[]; predicate_type?: string }>
  'users/delete-attestations-bulk': OperationTypes<{ username: string }, { subject_digests?: string[]; attestation_ids?: number[] }>
  'users/delete-attestations-by-subject-digest': OperationTypes<{ username: string; subject_digest: string }>
  'users/delete-attestations-by-id': OperationTypes<{ username: string; attestation_id: string }>
  'users/list-attestations': OperationTypes<{ username: string; subject_digest: string }>
  'dependency-graph/export-sbom': OperationTypes<{ owner: string; repo: string }>
  'dependency-graph/generate-sbom-report': OperationTypes<{ owner: string; repo: string }>
  'dependency-graph/fetch-sbom-report': OperationTypes
  'dependency-graph/diff-range': OperationTypes<{ owner: string; repo: string; '*': string }>
  'dependency-graph/create-repository-snapshot': OperationTypes<{ owner: string; repo: string }, { version: number; job: { id: string; correlator: string }; sha: string; ref: string; detector: { name: string; version: string; url: string }; manifests?: { [name: string]: { name: string; file?: { source_location?: string }; resolved?: { [name: string]: { package_url?: string; scope?: "runtime" | "development" } } } }; scanned: string }>
  'search/repos': OperationTypes<Record<never, string>>
  'search/issues-and-pull-requests': OperationTypes<Record<never, string>>
  'search/users': OperationTypes<Record<never, string>>
  'search/code': OperationTypes<Record<never, string>>
  'search/commits': OperationTypes<Record<never, string>>
  'search/topics': OperationTypes<Record<never, string>>
  'search/labels': OperationTypes<Record<never, string>>
  'graphql': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'licenses/get-all-commonly-used': OperationTypes<Record<never, string>>
  'licenses/get': OperationTypes<{ license: string }>
  'licenses/get-for-repo': OperationTypes<{ owner: string; repo: string }>
  'repos/get-community-profile-metrics': OperationTypes<{ owner: string; repo: string }>
  'gitignore/get-all-templates': OperationTypes<Record<never, string>>
  'gitignore/get-template': OperationTypes<{ name: string }>
  'codes-of-conduct/get-all-codes-of-conduct': OperationTypes<Record<never, string>>
  'codes-of-conduct/get-conduct-code': OperationTypes<{ key: string }>
  'markdown/render': OperationTypes<Record<never, string>, { text: string; mode?: "markdown" | "gfm"; context?: string }>
  'markdown/render-raw': OperationTypes<Record<never, string>>
  'meta/root': OperationTypes<Record<never, string>>
  'meta/get': OperationTypes<Record<never, string>>
  'meta/get-zen': OperationTypes<Record<never, string>>
  'meta/get-octocat': OperationTypes<Record<never, string>>
  'meta/get-all-versions': OperationTypes<Record<never, string>>
  'emojis/get': OperationTypes<Record<never, string>>
  'rate-limit/get': OperationTypes<Record<never, string>>
  'query id': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query relay': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query viewer': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query repository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query repositoryOwner': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query user': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query organization': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query node': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query nodes': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query search': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query resource': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query license': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query licenses': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query meta': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'query rateLimit': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation changeUserStatus': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation setRepositoryInteractionLimit': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation setOrganizationInteractionLimit': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation setUserInteractionLimit': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeOutsideCollaborator': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateOrganizationWebCommitSignoffSetting': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateOrganizationAllowPrivateRepositoryForkingSetting': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateRepositoryWebCommitSignoffSetting': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation dismissRepositoryVulnerabilityAlert': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deletePackageVersion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateCheckSuitePreferences': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createCheckRun': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateCheckRun': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createCheckSuite': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation rerequestCheckSuite': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createDeployment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createDeploymentStatus': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteDeployment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createEnvironment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateEnvironment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteEnvironment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation approveDeployments': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation rejectDeployments': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createDiscussion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateDiscussion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteDiscussion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation closeDiscussion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation reopenDiscussion': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addDiscussionComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateDiscussionComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteDiscussionComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation markDiscussionCommentAsAnswer': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unmarkDiscussionCommentAsAnswer': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addDiscussionPollVote': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addUpvote': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeUpvote': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation closeIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation reopenIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation transferIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation pinIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unpinIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation lockLockable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unlockLockable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addLabelsToLabelable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeLabelsFromLabelable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation clearLabelsFromLabelable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addAssigneesToAssignable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeAssigneesFromAssignable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation replaceActorsForAssignable': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateIssueComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteIssueComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addBlockedBy': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeBlockedBy': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unmarkIssueAsDuplicate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateIssueIssueType': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createIssueType': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateIssueType': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteIssueType': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addSubIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeSubIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation reprioritizeSubIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createLinkedBranch': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteLinkedBranch': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createLabel': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateLabel': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteLabel': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createProjectV2': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteProjectV2': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation copyProjectV2': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation markProjectV2AsTemplate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unmarkProjectV2AsTemplate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2Collaborators': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteProjectV2Workflow': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createProjectV2Field': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2Field': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteProjectV2Field': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation linkProjectV2ToRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unlinkProjectV2FromRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation linkProjectV2ToTeam': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unlinkProjectV2FromTeam': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createProjectV2StatusUpdate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2StatusUpdate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteProjectV2StatusUpdate': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addProjectV2ItemById': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addProjectV2DraftIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2DraftIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation convertProjectV2DraftIssueItemToIssue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteProjectV2Item': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation archiveProjectV2Item': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unarchiveProjectV2Item': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2ItemPosition': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateProjectV2ItemFieldValue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation clearProjectV2ItemFieldValue': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createBranchProtectionRule': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateBranchProtectionRule': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteBranchProtectionRule': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createRepositoryRuleset': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateRepositoryRuleset': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteRepositoryRuleset': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createPullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updatePullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation closePullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation reopenPullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation mergePullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updatePullRequestBranch': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation markFileAsViewed': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unmarkFileAsViewed': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation revertPullRequest': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation markPullRequestReadyForReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation convertPullRequestToDraft': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation enablePullRequestAutoMerge': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation disablePullRequestAutoMerge': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation requestReviews': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation requestReviewsByLogin': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addPullRequestReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation submitPullRequestReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updatePullRequestReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deletePullRequestReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation dismissPullRequestReview': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addPullRequestReviewThread': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addPullRequestReviewComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addPullRequestReviewThreadReply': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updatePullRequestReviewComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deletePullRequestReviewComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation resolveReviewThread': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unresolveReviewThread': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation cloneTemplateRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateTeamsRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation archiveRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unarchiveRepository': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createRef': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateRef': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateRefs': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation deleteRef': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation createCommitOnBranch': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation mergeBranch': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateTopics': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addStar': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeStar': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation addReaction': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation removeReaction': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation minimizeComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unminimizeComment': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation updateSubscription': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation followUser': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unfollowUser': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation followOrganization': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
  'mutation unfollowOrganization': OperationTypes<Record<never, string>, { query?: unknown; variables?: { [name: string]: unknown } | string | null; operationName?: string | null }>
}

import type { PermissionTable } from './table.ts'

/** Operations for installations and users that need no permission. */
export const OPEN: PermissionTable = [
  ['', 'activity/get-feeds users/get-context-for-user'],
  [
    '',
    'activity/list-repos-starred-by-user activity/list-repos-watched-by-user users/list-public-keys-for-user',
    'activity/list-events-for-authenticated-user activity/list-public-events activity/list-public-events-for-user',
    'activity/list-public-org-events activity/list-received-events-for-user',
    'activity/list-received-public-events-for-user',
    'users/list-social-accounts-for-user users/list-ssh-signing-keys-for-user users/list-gpg-keys-for-user apps/get-by-slug apps/create-from-manifest emojis/get graphql',
    'codes-of-conduct/get-all-codes-of-conduct codes-of-conduct/get-conduct-code markdown/render markdown/render-raw',
    'security-advisories/get-global-advisory security-advisories/list-global-advisories',
    'gitignore/get-all-templates gitignore/get-template licenses/get licenses/get-all-commonly-used',
    'meta/get meta/get-all-versions',
    'meta/get-octocat',
    'meta/get-zen meta/root orgs/get orgs/list orgs/list-for-user rate-limit/get search/code search/commits',
    'search/issues-and-pull-requests search/repos search/topics search/users users/check-following-for-user',
    'gists/get gists/get-comment gists/get-revision gists/list-comments gists/list-commits gists/list-for-user',
    'gists/list-forks gists/list-public',
    'users/get-by-id users/get-by-username users/list users/list-followers-for-user users/list-following-for-user',
  ],
]

import type { PermissionTable } from './table.ts'

/** Operations for the token of a user who signed in with the app. */
export const USERS: PermissionTable = [
  [
    '',
    'apps/list-installations-for-authenticated-user issues/list issues/list-for-authenticated-user issues/list-for-org',
    'orgs/list-for-authenticated-user orgs/list-memberships-for-authenticated-user teams/list-for-authenticated-user',
    'repos/list-invitations-for-authenticated-user repos/accept-invitation-for-authenticated-user',
    'repos/decline-invitation-for-authenticated-user',
    'users/get-authenticated gists/check-is-starred gists/list gists/list-starred',
  ],
  [
    'gists=write',
    'gists/create gists/create-comment gists/delete gists/delete-comment gists/fork gists/star gists/unstar gists/update',
    'gists/update-comment',
  ],
  ['metadata=read', 'apps/list-installation-repos-for-authenticated-user repos/list-for-authenticated-user'],
  ['starring=read', 'activity/list-repos-starred-by-authenticated-user'],
  ['starring=read,metadata=read', 'activity/check-repo-is-starred-by-authenticated-user'],
  [
    'starring=write,metadata=read',
    'activity/star-repo-for-authenticated-user activity/unstar-repo-for-authenticated-user',
  ],
  ['emails=read', 'users/list-emails-for-authenticated-user users/list-public-emails-for-authenticated-user'],
  [
    'emails=write',
    'users/add-email-for-authenticated-user users/delete-email-for-authenticated-user',
    'users/set-primary-email-visibility-for-authenticated-user',
  ],
  [
    'followers=read',
    'users/check-person-is-followed-by-authenticated users/list-followed-by-authenticated-user',
    'users/list-followers-for-authenticated-user',
  ],
  ['followers=write', 'users/follow users/unfollow'],
  ['', 'activity/list-org-events-for-authenticated-user'],
  ['watching=read', 'activity/get-repo-subscription activity/list-watched-repos-for-authenticated-user'],
  ['watching=write', 'activity/delete-repo-subscription activity/set-repo-subscription'],
  [
    'git_ssh_keys=read',
    'users/get-public-ssh-key-for-authenticated-user users/list-public-ssh-keys-for-authenticated-user',
  ],
  [
    'git_ssh_keys=write',
    'users/create-public-ssh-key-for-authenticated-user users/delete-public-ssh-key-for-authenticated-user',
  ],
  ['gpg_keys=read', 'users/get-gpg-key-for-authenticated-user users/list-gpg-keys-for-authenticated-user'],
  ['gpg_keys=write', 'users/create-gpg-key-for-authenticated-user users/delete-gpg-key-for-authenticated-user'],
  [
    'packages=read',
    'packages/get-all-package-versions-for-package-owned-by-authenticated-user',
    'packages/get-package-for-authenticated-user packages/get-package-version-for-authenticated-user',
    'packages/list-docker-migration-conflicting-packages-for-authenticated-user',
    'packages/list-packages-for-authenticated-user',
  ],
  [
    'packages=write',
    'packages/delete-package-for-authenticated-user packages/delete-package-version-for-authenticated-user',
    'packages/restore-package-for-authenticated-user packages/restore-package-version-for-authenticated-user',
  ],
  [
    'git_signing_ssh_public_keys=read',
    'users/get-ssh-signing-key-for-authenticated-user users/list-ssh-signing-keys-for-authenticated-user',
  ],
  [
    'git_signing_ssh_public_keys=write',
    'users/create-ssh-signing-key-for-authenticated-user users/delete-ssh-signing-key-for-authenticated-user',
  ],
  ['profile=read', 'users/list-social-accounts-for-authenticated-user'],
  [
    'profile=write',
    'users/add-social-account-for-authenticated-user users/delete-social-account-for-authenticated-user',
    'users/update-authenticated',
  ],
  ['administration=write', 'repos/create-for-authenticated-user repos/transfer'],
  ['members=read', 'orgs/get-membership-for-authenticated-user'],
  [
    'members=write',
    'orgs/remove-public-membership-for-authenticated-user orgs/set-public-membership-for-authenticated-user',
    'orgs/update-membership-for-authenticated-user',
  ],
  ['blocking=read', 'users/check-blocked users/list-blocked-by-authenticated-user'],
  ['blocking=write', 'users/block users/unblock'],
  ['interaction_limits=read', 'interactions/get-restrictions-for-authenticated-user'],
  [
    'interaction_limits=write',
    'interactions/remove-restrictions-for-authenticated-user interactions/set-restrictions-for-authenticated-user',
  ],
]

import type { PermissionTable } from './table.ts'

/** Operations for an installation token. */
export const INSTALLATIONS: PermissionTable = [
  ['', 'apps/revoke-installation-access-token'],
  ['metadata=read', 'apps/list-repos-accessible-to-installation'],
]

/** Operations for the JWT of an app. */
export const APPS: PermissionTable = [
  [
    '',
    'apps/create-installation-access-token apps/delete-installation apps/get-authenticated apps/get-installation',
    'apps/get-org-installation apps/get-repo-installation apps/get-user-installation apps/get-webhook-config-for-app',
    'apps/list-installation-requests-for-authenticated-app',
    'apps/get-webhook-delivery apps/list-installations apps/list-webhook-deliveries apps/redeliver-webhook-delivery',
    'apps/suspend-installation apps/unsuspend-installation apps/update-webhook-config-for-app',
  ],
]

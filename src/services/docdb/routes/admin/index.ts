import { accessListRoutes } from './access-list.ts'
import { apiKeysRoutes } from './api-keys.ts'
import { clustersRoutes } from './clusters.ts'
import { customRolesRoutes } from './custom-roles.ts'
import { databaseUsersRoutes } from './database-users.ts'
import { invitationsRoutes } from './invitations.ts'
import { projectsRoutes } from './projects.ts'
import { serviceAccountsRoutes } from './service-accounts.ts'

/** The administration API. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/ */
export const adminRoutes = [
  ...projectsRoutes,
  ...clustersRoutes,
  ...databaseUsersRoutes,
  ...accessListRoutes,
  ...customRolesRoutes,
  ...apiKeysRoutes,
  ...serviceAccountsRoutes,
  ...invitationsRoutes,
]

import { accessRoutes } from './admin/access.ts'
import { clustersRoutes } from './admin/clusters.ts'
import { keysRoutes } from './admin/keys.ts'
import { projectsRoutes } from './admin/projects.ts'

/** The administration API. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/ */
export const adminRoutes = [...projectsRoutes, ...clustersRoutes, ...accessRoutes, ...keysRoutes]

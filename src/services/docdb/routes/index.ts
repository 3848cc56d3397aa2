import { dataApiRoutes } from './data-api/index.ts'
import { adminRoutes } from './admin/index.ts'
import { explorerRoutes } from './explorer.ts'

/** The routes of the service. */
export const routes = [...adminRoutes, ...dataApiRoutes, ...explorerRoutes]

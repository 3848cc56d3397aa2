import { dataApiRoutes } from './routes/data-api.ts'
import { adminRoutes } from './routes/admin.ts'
import { explorerRoutes } from './routes/explorer.ts'

/** The routes of the service. */
export const routes = [...adminRoutes, ...dataApiRoutes, ...explorerRoutes]

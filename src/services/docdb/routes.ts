import { dataApiRoutes } from './routes/data-api.ts'
import { adminRoutes } from './routes/admin.ts'

/** The routes of the service. */
export const routes = [...adminRoutes, ...dataApiRoutes]

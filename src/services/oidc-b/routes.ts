import { oauthRoutes } from './routes/oauth.ts'

/** The routes of the service. */
export const routes = oauthRoutes

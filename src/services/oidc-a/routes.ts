import { oauthRoutes } from './routes/oauth.ts'
import { tokenInfoRoutes } from './routes/token-info.ts'
import { userinfoRoutes } from './routes/userinfo.ts'

/** The routes of the service. */
export const routes = [...oauthRoutes, ...userinfoRoutes, ...tokenInfoRoutes]

import { oauthRoutes } from './routes/oauth.ts'
import { userinfoRoutes } from './routes/userinfo.ts'
import { userRoutes } from './routes/users.ts'

/** The routes of the service. */
export const routes = [...oauthRoutes, ...userinfoRoutes, ...userRoutes]

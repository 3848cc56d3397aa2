import { oauthRoutes } from './oauth.ts'
import { userinfoRoutes } from './userinfo.ts'
import { userRoutes } from './users.ts'

/** The routes of the service. */
export const routes = [...oauthRoutes, ...userinfoRoutes, ...userRoutes]

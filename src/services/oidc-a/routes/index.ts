import { browserLibraryRoutes } from './browser-library.ts'
import { oauthRoutes } from './oauth.ts'
import { serviceAccountRoutes } from './service-accounts.ts'
import { tokenInfoRoutes } from './token-info.ts'
import { userinfoRoutes } from './userinfo.ts'

/** The routes of the service. */
export const routes = [
  ...oauthRoutes,
  ...userinfoRoutes,
  ...tokenInfoRoutes,
  ...browserLibraryRoutes,
  ...serviceAccountRoutes,
]

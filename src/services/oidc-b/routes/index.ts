import { browserLibraryRoutes } from './browser-library.ts'
import { oauthRoutes } from './oauth.ts'

/** The routes of the service. */
export const routes = [...oauthRoutes, ...browserLibraryRoutes]

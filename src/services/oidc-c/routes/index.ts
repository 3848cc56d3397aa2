import type { Route } from '#core/routes.ts'
import { batchRoutesFor } from './batch.ts'
import { deletedItemRoutes } from './deleted-items.ts'
import { groupRoutes } from './groups.ts'
import { managerRoutes } from './managers.ts'
import { membershipCheckRoutes } from './membership-checks.ts'
import { oauthRoutes } from './oauth.ts'
import { organizationRoutes } from './organization.ts'
import { photoRoutes } from './photos.ts'
import { relationRoutes } from './relations.ts'
import { userinfoRoutes } from './userinfo.ts'
import { userRoutes } from './users.ts'

const released: readonly Route[] = [
  ...userRoutes,
  ...photoRoutes,
  ...managerRoutes,
  ...groupRoutes,
  ...relationRoutes,
  ...membershipCheckRoutes,
  ...deletedItemRoutes,
  ...organizationRoutes,
]

/** The routes of Graph: those of version 1.0, and the same under `/beta`. */
const graphRoutes = [...released, ...released.map(betaOf)]

/** The routes of the service. */
export const routes = [...oauthRoutes, ...userinfoRoutes, ...graphRoutes, ...batchRoutesFor(graphRoutes)]

function betaOf(route: Route): Route {
  return { ...route, operation: `beta/${route.operation}`, path: route.path.replace(/^\/v1\.0/, '/beta') }
}

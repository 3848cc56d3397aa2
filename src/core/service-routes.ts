import { isLazy, Router, type RouteTable } from './routes.ts'
import type { AnyService } from './service.ts'

/**
 * The routes of a service with the router that finds them. All instances of the service share it, as it holds no state.
 */
export interface LoadedRoutes extends RouteTable {
  readonly router: Router
}

const loaded = new WeakMap<AnyService, LoadedRoutes | Promise<LoadedRoutes>>()

/** Returns the routes of a service, which the first call begins to load; a promise until they are loaded. */
export function routesOf(service: AnyService): LoadedRoutes | Promise<LoadedRoutes> {
  const present = loaded.get(service)
  if (present !== undefined) return present
  const { routes, identify } = service
  const found = isLazy(routes)
    ? load(service, routes.load)
    : withRouter(service, { routes, ...(identify && { identify }) })
  loaded.set(service, found)
  return found
}

async function load(service: AnyService, loadTable: () => Promise<RouteTable>): Promise<LoadedRoutes> {
  try {
    const table = withRouter(service, await loadTable())
    loaded.set(service, table)
    return table
  } catch (error) {
    // The next request tries again.
    loaded.delete(service)
    throw error
  }
}

function withRouter({ unimplemented }: AnyService, table: RouteTable): LoadedRoutes {
  const { routes, identify, carried, refuseByHead } = table
  const router = new Router(routes, identify !== undefined, unimplemented)
  return {
    routes,
    router,
    ...(identify && { identify }),
    ...(carried && { carried }),
    ...(refuseByHead && { refuseByHead }),
  }
}

/** Returns the ids of a service's operations, loaded or not. */
export function operationsOf({ routes }: AnyService): readonly string[] {
  return isLazy(routes) ? routes.operations : routes.map(({ operation }) => operation)
}

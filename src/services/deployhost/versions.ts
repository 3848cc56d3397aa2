import type { Dialect } from '../../core/errors.ts'
import { Router, type Route } from '../../core/routes.ts'
import type { DeployhostCall } from './call.ts'
import { invalidVersion } from './errors.ts'

/** Writes the same route under each path that the operation has. */
export function under<P extends string>(paths: readonly P[], write: (path: P) => Route): Route[] {
  return paths.map(write)
}

/** The dialect, with the vendor's refusal of versions that a path of these routes does not have. */
export function refusingVersions(dialect: Dialect<DeployhostCall>, routes: readonly Route[]): Dialect<DeployhostCall> {
  // Made when it is first asked for: most clients only ask for what there is.
  let versionless: Router | undefined
  return {
    ...dialect,
    unknownRoute(hint, call) {
      const path = withoutVersion(call.path)
      versionless ??= new Router(routes.flatMap(versionlessRoute))
      const known = path !== null && versionless.match(call.method, path) !== null
      return known ? invalidVersion() : dialect.unknownRoute(hint, call)
    },
  }
}

function versionlessRoute(route: Route): Route[] {
  const path = withoutVersion(route.path)
  return path === null ? [] : [{ ...route, path }]
}

/** `/projects` of `/v9/projects`; null for a path that begins with no version. */
function withoutVersion(path: string): string | null {
  return /^\/v\d+(\/.*)$/.exec(path)?.[1] ?? null
}

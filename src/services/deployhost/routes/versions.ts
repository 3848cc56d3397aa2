import type { Dialect } from '#core/errors.ts'
import type { RoutePath } from '#core/route-path.ts'
import { Router, type Route } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { invalidVersion } from '#deployhost/errors.ts'

/** Returns a route for each path of an operation. */
export function atPaths<P extends string>(paths: readonly P[], write: (path: P) => Route): Route[] {
  return paths.map(write)
}

/** Returns the dialect with the vendor's failure of paths that exist only in other versions. */
export function withVersionErrors(
  dialect: Dialect<DeployhostCall>,
  unimplemented: readonly string[],
): Dialect<DeployhostCall> {
  // Created on first use, because most clients request only existing paths.
  let versionless: Router<RoutePath> | undefined
  return {
    ...dialect,
    unknownRoute(hint, call, routes) {
      const path = withoutVersion(call.path)
      versionless ??= new Router(routes.flatMap(versionlessRoute), false, unimplemented.map(versionlessOperation))
      const known = path !== null && versionless.match(call.method, path) !== null
      return known ? invalidVersion() : dialect.unknownRoute(hint, call, routes)
    },
  }
}

function versionlessRoute(route: RoutePath): RoutePath[] {
  const path = withoutVersion(route.path)
  return path === null ? [] : [{ ...route, path }]
}

function versionlessOperation(operation: string): string {
  const [method, path = ''] = operation.split(' ')
  return `${method} ${withoutVersion(path) ?? path}`
}

/** Returns `/projects` for `/v9/projects`; null for a path without a version. */
function withoutVersion(path: string): string | null {
  return /^\/v\d+(\/.*)$/.exec(path)?.[1] ?? null
}

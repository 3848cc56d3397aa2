import type { Route } from '#core/routes.ts'

/** Returns routes for secrets of Actions as the vendor names them for Dependabot. */
export function forDependabot(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    operation: route.operation.replace(/^actions\//, 'dependabot/'),
    path: route.path.replace('/actions/', '/dependabot/'),
  }))
}

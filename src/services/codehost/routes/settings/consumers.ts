import type { Route } from '#core/routes.ts'

/** Returns routes for secrets of Actions as the vendor names them for another reader of secrets. */
export function forConsumer(consumer: 'dependabot' | 'codespaces', routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    operation: route.operation.replace(/^actions\//, `${consumer}/`),
    path: route.path.replace('/actions/', `/${consumer}/`),
  }))
}

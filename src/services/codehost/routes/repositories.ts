import type { Route } from '../../../core/routes.ts'

export const repositoriesRoutes: readonly Route[] = []

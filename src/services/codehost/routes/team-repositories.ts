import type { Route } from '../../../core/routes.ts'

export const teamRepositoriesRoutes: readonly Route[] = []

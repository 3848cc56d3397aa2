import type { Route } from '../../../core/routes.ts'

export const teamsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const branchesRoutes: readonly Route[] = []

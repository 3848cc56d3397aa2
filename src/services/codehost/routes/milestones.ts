import type { Route } from '../../../core/routes.ts'

export const milestonesRoutes: readonly Route[] = []

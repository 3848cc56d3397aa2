import type { Route } from '../../../core/routes.ts'

export const issuesRoutes: readonly Route[] = []

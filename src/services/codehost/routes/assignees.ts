import type { Route } from '../../../core/routes.ts'

export const assigneesRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const statusesRoutes: readonly Route[] = []

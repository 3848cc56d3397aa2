import type { Route } from '../../../core/routes.ts'

export const mergingRoutes: readonly Route[] = []

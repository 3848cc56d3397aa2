import type { Route } from '../../../core/routes.ts'

export const pullsRoutes: readonly Route[] = []

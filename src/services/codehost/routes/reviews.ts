import type { Route } from '../../../core/routes.ts'

export const reviewsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const requestedReviewersRoutes: readonly Route[] = []

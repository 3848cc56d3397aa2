import type { Route } from '../../../core/routes.ts'

export const reviewCommentsRoutes: readonly Route[] = []

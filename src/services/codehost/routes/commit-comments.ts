import type { Route } from '../../../core/routes.ts'

export const commitCommentsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const issueCommentsRoutes: readonly Route[] = []

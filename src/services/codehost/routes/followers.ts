import type { Route } from '../../../core/routes.ts'

export const followersRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const usersRoutes: readonly Route[] = []

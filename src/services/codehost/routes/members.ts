import type { Route } from '../../../core/routes.ts'

export const membersRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const emailsRoutes: readonly Route[] = []

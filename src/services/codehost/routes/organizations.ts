import type { Route } from '../../../core/routes.ts'

export const organizationsRoutes: readonly Route[] = []

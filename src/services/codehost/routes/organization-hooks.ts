import type { Route } from '../../../core/routes.ts'

export const organizationHooksRoutes: readonly Route[] = []

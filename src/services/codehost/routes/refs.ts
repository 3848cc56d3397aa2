import type { Route } from '../../../core/routes.ts'

export const refsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const collaboratorsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const contentsRoutes: readonly Route[] = []

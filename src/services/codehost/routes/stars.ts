import type { Route } from '../../../core/routes.ts'

export const starsRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const hooksRoutes: readonly Route[] = []

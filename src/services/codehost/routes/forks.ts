import type { Route } from '../../../core/routes.ts'

export const forksRoutes: readonly Route[] = []

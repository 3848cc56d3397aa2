import type { Route } from '../../../core/routes.ts'

export const gitRoutes: readonly Route[] = []

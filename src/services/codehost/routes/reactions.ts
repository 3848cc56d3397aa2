import type { Route } from '../../../core/routes.ts'

export const reactionsRoutes: readonly Route[] = []

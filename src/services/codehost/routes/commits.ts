import type { Route } from '../../../core/routes.ts'

export const commitsRoutes: readonly Route[] = []

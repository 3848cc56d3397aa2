import type { Route } from '../../../core/routes.ts'

export const protectionRoutes: readonly Route[] = []

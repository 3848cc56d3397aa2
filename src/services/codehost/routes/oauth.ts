import type { Route } from '../../../core/routes.ts'

export const oauthRoutes: readonly Route[] = []

import type { Route } from '../../../core/routes.ts'

export const issueEventsRoutes: readonly Route[] = []

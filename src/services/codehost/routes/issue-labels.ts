import type { Route } from '../../../core/routes.ts'

export const issueLabelsRoutes: readonly Route[] = []

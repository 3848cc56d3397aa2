import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { findProject } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { invalidRequest } from '#deployhost/errors.ts'
import { loadAccount } from '#deployhost/steps/accounts.ts'

const { get, post } = routesFor<DeployhostCall>()

const EventsQuery = v.object({
  event: v.string(),
  scope: v.object({ ownerId: v.string(), projectIds: v.optional(v.array(v.string()), []) }),
})

/** The runtime logs that the vendor's command line reads. They are empty: deployed functions do not run here. */
export const observabilityRoutes = [
  post(
    'queryObservabilityEvents',
    '/v1/observability/events',
    loadAccount,
    body(EventsQuery),
    ({ rows, account, body }) => {
      for (const id of body.scope.projectIds) findProject(rows, account, id)
      return json({ events: [], pagination: { hasMore: false, nextCursor: null } })
    },
  ),
  // Older versions of the command line read them at the vendor's site.
  get('listRequestLogs', '/api/logs/request-logs', loadAccount, ({ rows, account, query }) => {
    const projectId = query.get('projectId')
    if (projectId === null) throw invalidRequest('missing required property `projectId`')
    findProject(rows, account, projectId)
    return json({ rows: [], hasMoreRows: false })
  }),
]

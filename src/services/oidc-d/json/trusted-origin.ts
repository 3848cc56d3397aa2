import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { TrustedOrigin } from '#oidc-d/schema.ts'
import { lifecycleLinks } from './links.ts'

/** Returns a trusted origin. */
export function trustedOriginJson({ origin }: Pick<Site, 'origin'>, row: TrustedOrigin) {
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    scopes: row.scopes,
    status: row.status,
    created: date(row.created),
    createdBy: row.createdBy,
    lastUpdated: date(row.lastUpdated),
    lastUpdatedBy: row.lastUpdatedBy,
    _links: lifecycleLinks(`${origin}/api/v1/trustedOrigins/${row.id}`, row.status),
  }
}

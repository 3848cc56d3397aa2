import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { Authenticator } from '#oidc-d/schema.ts'
import { POST } from './links.ts'

/** Returns an authenticator of the organization. */
export function authenticatorJson({ origin }: Pick<Site, 'origin'>, row: Authenticator) {
  const self = `${origin}/api/v1/authenticators/${row.id}`
  const step = row.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    type: row.type,
    id: row.id,
    key: row.key,
    status: row.status,
    name: row.name,
    created: date(row.created),
    lastUpdated: date(row.lastUpdated),
    _links: {
      self: { href: self, hints: { allow: ['GET', 'PUT'] } },
      // The password cannot be deactivated.
      ...(row.type === 'password' ? {} : { [step]: { href: `${self}/lifecycle/${step}`, ...POST } }),
    },
  }
}

import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { NetworkZone } from '#oidc-d/schema.ts'
import { lifecycleLinks } from './links.ts'

/** Returns a network zone. */
export function networkZoneJson({ origin }: Pick<Site, 'origin'>, zone: NetworkZone) {
  return {
    type: zone.type,
    id: zone.id,
    name: zone.name,
    status: zone.status,
    usage: zone.usage,
    created: date(zone.created),
    lastUpdated: date(zone.lastUpdated),
    system: zone.system,
    ...zone.members,
    _links: lifecycleLinks(`${origin}/api/v1/zones/${zone.id}`, zone.status),
  }
}

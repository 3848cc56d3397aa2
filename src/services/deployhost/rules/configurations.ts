import type { Client } from '#oauth/clients/clients.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { nextStamp } from './page.ts'
import type { IntegrationConfiguration, User } from '#deployhost/schema.ts'

/** Returns a user's installation of an integration, which is added when missing. */
export function configurationOf(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  client: Pick<Client, 'id'>,
  user: User,
): IntegrationConfiguration {
  const existing = rows.configurations.list('byAccount', user.id).find(({ clientId }) => clientId === client.id)
  if (existing !== undefined) return existing
  const now = Math.floor(clock.now())
  return rows.configurations.insert({
    id: `icfg_${ids.base62(24)}`,
    stamp: nextStamp(rows.configurations, now),
    clientId: client.id,
    accountId: user.id,
    teamId: null,
    userId: user.id,
    // The vendor's permissions of an integration; tokens here have scopes of their own.
    scopes: ['read:project', 'read-write:deployment', 'read:user'],
    createdAt: now,
    updatedAt: now,
  })
}

import type { Client } from '../../../oauth/clients.ts'
import type { DeployhostContext } from '../call.ts'
import { nextStamp } from '../pagination.ts'
import type { IntegrationConfiguration, User } from '../schema.ts'

/** The installation of an integration that a person has for themselves; made when there is none. */
export function configurationOf(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  client: Pick<Client, 'id'>,
  user: User,
): IntegrationConfiguration {
  const found = rows.configurations.list('byAccount', user.id).find(({ clientId }) => clientId === client.id)
  if (found !== undefined) return found
  const now = Math.floor(clock.now())
  return rows.configurations.insert({
    id: `icfg_${ids.base62(24)}`,
    stamp: nextStamp(rows.configurations, now),
    clientId: client.id,
    accountId: user.id,
    teamId: null,
    userId: user.id,
    // What integrations are granted at the vendor; tokens here have scopes of their own.
    scopes: ['read:project', 'read-write:deployment', 'read:user'],
    createdAt: now,
    updatedAt: now,
  })
}

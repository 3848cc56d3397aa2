import type { Client } from '#oauth/clients/clients.ts'
import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import type { IntegrationConfiguration, User } from '#deployhost/schema.ts'
import type { OAuthContext } from '#oauth/context.ts'
import { nextSortKey } from './sort-keys.ts'

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
    sortKey: nextSortKey(rows.configurations, now),
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

/** Deletes the access tokens and the grant that a user gave an integration. */
export function endTokensOf(
  { rows }: Pick<OAuthContext, 'rows'> & { readonly rows: Rows },
  clientId: string,
  userId: string,
): void {
  for (const token of rows.tokens.list('byUser', userId)) {
    if (token.clientId === clientId) rows.tokens.delete(token.id)
  }
  const grant = rows.oauthGrants.find('client', clientId, userId)
  if (grant !== undefined) rows.oauthGrants.delete(grant.id)
}

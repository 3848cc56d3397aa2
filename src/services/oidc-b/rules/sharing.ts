import type { Client } from '#oauth/clients/clients.ts'
import type { SignInContext } from '#oidc-b/call.ts'
import { isRelayAddress, relayAddressOf } from '#oidc-b/schema/identifiers.ts'
import type { User } from '#oidc-b/schema.ts'

/** The team of clients to which the seed gives none. */
const NO_TEAM = 'no team'

/** A person as the applications of one team see them. */
export interface SharedIdentity {
  readonly team: string
  readonly email: string
  /** True when `email` is a relay address that forwards to the person's own. */
  readonly hidden: boolean
}

/**
 * Returns the address that a client gets, as the person chose for it; without a choice, as the seed says. A seeded
 * address that is a relay address itself is hidden already.
 */
export function sharedWith({ rows }: Pick<SignInContext, 'rows'>, clientId: string, user: User): SharedIdentity {
  const team = rows.clients.get(clientId)?.teamId ?? NO_TEAM
  if (isRelayAddress(user.email)) return { team, email: user.email, hidden: true }
  const hidden = rows.emailChoices.find('who', clientId, user.id)?.hidden ?? user.privateEmail
  return { team, email: hidden ? relayAddressOf(user.id, team) : user.email, hidden }
}

/**
 * Stores whether a person hides their address from a client; null when they did not choose. People are asked once: the
 * choice that they made when the client first got the address holds until the client's access is revoked.
 */
export function chooseEmail(
  { rows }: Pick<SignInContext, 'rows'>,
  client: Client,
  userId: string,
  hidden: boolean | null,
): void {
  if (rows.oauthGrants.find('client', client.id, userId)?.scopes.includes('email') === true) return
  const before = rows.emailChoices.find('who', client.id, userId)
  if (before !== undefined) rows.emailChoices.delete(before.id)
  if (hidden !== null) rows.emailChoices.insert({ clientId: client.id, userId, hidden })
}

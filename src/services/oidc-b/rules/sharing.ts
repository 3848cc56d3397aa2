import type { Client } from '../../../oauth/clients.ts'
import type { SignInContext } from '../call.ts'
import { relayAddressOf } from '../identifiers.ts'
import type { User } from '../schema.ts'

/** Stands for the team of clients that the seed gives none. */
const NO_TEAM = 'no team'

/** What the applications of one team know a person by and get to know of their address. */
export interface Shared {
  readonly team: string
  readonly email: string
  /** Whether `email` is an address that forwards to the person's own. */
  readonly hidden: boolean
}

/** What a client gets to know of a person's address: what they chose for it, else what the seed says of them. */
export function sharedWith({ rows }: Pick<SignInContext, 'rows'>, clientId: string, user: User): Shared {
  const team = rows.clients.get(clientId)?.teamId ?? NO_TEAM
  const hidden = rows.emailChoices.find('who', clientId, user.id)?.hidden ?? user.privateEmail
  return { team, email: hidden ? relayAddressOf(user.id, team) : user.email, hidden }
}

/**
 * Keeps what a person chose about their address, null where they did not choose. They are asked once: what they chose when
 * the client first got the address stands until the client's access is taken back.
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

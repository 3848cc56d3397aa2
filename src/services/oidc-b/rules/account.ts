import type { OidcContext } from '#oidc-b/call.ts'
import type { OAuthClient, User } from '#oidc-b/schema.ts'
import type { EventType } from '#oidc-b/schema/events.ts'
import { sharedWith } from './sharing.ts'

/** Ends the use of an account with an application: its codes and tokens are revoked, and the application is told. */
export function endUse(context: OidcContext, user: User, client: OAuthClient, event: EventType): void {
  const { oauthGrants } = context.rows
  const grant = oauthGrants.find('client', client.id, user.id)
  if (grant === undefined) throw new Error(`${user.email} does not use ${client.id}`)
  context.emit({ event, client, user })
  // The deletion cascades to the codes and tokens of the grant.
  oauthGrants.delete(grant.id)
}

/** Deletes an account, and tells every application that it is used with. */
export function deleteUser(context: OidcContext, user: User): void {
  const { rows } = context
  for (const client of rows.clients.list('byPosition')) {
    if (rows.oauthGrants.find('client', client.id, user.id) !== undefined) {
      endUse(context, user, client, 'account-delete')
    }
  }
  for (const { id, userId } of rows.emailChoices.all()) if (userId === user.id) rows.emailChoices.delete(id)
  rows.users.delete(user.id)
}

/** Emits to an application that mail to the relay address of a person is forwarded again, or no longer. */
export function emitForwarding(context: OidcContext, user: User, client: OAuthClient, isOn: boolean): void {
  if (!sharedWith(context, client.id, user).hidden) {
    throw new Error(
      `${user.email} shares the address itself with ${client.id}: only mail to a relay address is forwarded`,
    )
  }
  context.emit({ event: isOn ? 'email-enabled' : 'email-disabled', client, user })
}

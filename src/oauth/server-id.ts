import type { OAuthContext } from './context.ts'
import type { Profile } from './profile.ts'

/** The parts of a server that tell it from the vendor's other authorization servers. */
export interface IdentifiedServer<X extends OAuthContext> {
  readonly profile: Pick<Profile<X>, 'serverId'>
  readonly context: X
}

/** The id of the authorization server that answers the request; empty when the vendor has only one. */
export function serverIdOf<X extends OAuthContext>({ profile, context }: IdentifiedServer<X>): string {
  return profile.serverId?.(context) ?? ''
}

/** Returns how messages name an authorization server. */
export function serverName(id: string): string {
  return id === '' ? 'the server at the root' : id
}

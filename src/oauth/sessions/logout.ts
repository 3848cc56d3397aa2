import { clientWithId, unknownClient, type Client } from '../clients/clients.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import { RequestRefused } from '../failure.ts'
import { verifyIdToken } from '../tokens/id-token.ts'
import { decodeJwt, JwtFlaw } from '../jwt/jwt.ts'
import type { Server } from '../profile.ts'
import { flawOf, requireKnownAddress, withParameters } from '../authorization/redirects.ts'

/**
 * Returns the address to which a browser goes that signs out (OpenID Connect RP-Initiated Logout): the application's
 * address with its `state`, or null when the request names none.
 *
 * @throws RequestRefused for an ID token of another server, an unknown client, and an address that is not the client's.
 */
export function logoutLocation<X extends OAuthContext>(
  server: Server<X>,
  parameters: Parameters,
  call: { mayRedirectTo(url: URL): boolean },
): string | null {
  const { profile } = server
  const { id_token_hint: hint, post_logout_redirect_uri: uri, client_id: clientId, state } = parameters
  if (hint === undefined && profile.logout?.idTokenHint === 'required') {
    throw refused('id_token_hint is missing; expected the ID token of the session to end')
  }
  const hinted = hint === undefined ? null : clientOfIdToken(server, hint)
  if (hinted !== null && clientId !== undefined && clientId !== hinted.id) {
    throw refused(`client_id is ${clientId}, but id_token_hint was issued to ${hinted.id}`)
  }
  const client = hinted ?? (clientId === undefined ? null : findClient(server, clientId))
  if (uri === undefined || uri === '') return null
  const flaw = flawOf(uri)
  if (flaw !== null) throw refused(`post_logout_redirect_uri ${uri} ${flaw}`)
  const registered = client?.postLogoutRedirectUris
  if (client !== null && registered !== undefined && !registered.some((each) => profile.redirectMatches(uri, each))) {
    throw new RequestRefused(
      400,
      'This sign-out cannot go on',
      `post_logout_redirect_uri ${uri} is not registered for ${client.id}; registered: ${registered.join(', ') || 'nothing'}`,
      ['Send one of the registered addresses, to the letter.', `Or add it to ${client.id}, under ${profile.registry}.`],
      'post_logout_redirect_uri',
    )
  }
  // Where the request names no application, the address may be that of any.
  const addresses =
    client === null
      ? profile
          .clients(server.context)
          .list()
          .flatMap((each) => each.postLogoutRedirectUris ?? [])
      : registered
  const isRegistered = addresses?.some((each) => profile.redirectMatches(uri, each)) === true
  requireKnownAddress(call, { name: 'post_logout_redirect_uri', uri, registered: isRegistered })
  return withParameters(uri, state === undefined ? {} : { state })
}

function clientOfIdToken<X extends OAuthContext>(server: Server<X>, token: string): Client {
  try {
    const { aud } = decodeJwt(token).claims
    const client = findClient(server, String(Array.isArray(aud) ? aud[0] : aud))
    // An expired token is accepted, since it still names its client.
    verifyIdToken(server, token, client)
    return client
  } catch (error) {
    if (error instanceof JwtFlaw) throw refused(`id_token_hint is no ID token of this server: ${error.message}`)
    throw error
  }
}

function findClient<X extends OAuthContext>({ profile, context }: Server<X>, id: string): Client {
  const clients = profile.clients(context)
  const client = clientWithId(clients, id)
  if (client === undefined) throw refused(unknownClient(clients, id))
  return client
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This sign-out cannot go on', message, [
    'Send id_token_hint, post_logout_redirect_uri and client_id as the application got or registered them.',
  ])
}

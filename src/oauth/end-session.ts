import { findClient, unknownClient, type Client } from './clients.ts'
import { RequestRefused } from './failure.ts'
import { verifyIdToken } from './id-token.ts'
import { decodeJwt, JwtFlaw } from './jwt.ts'
import type { OAuthContext, Parameters, Profile } from './profile.ts'
import { withParameters } from './redirects.ts'

/**
 * Where a browser goes that signs out (OpenID Connect RP-Initiated Logout): the application's address with its `state`, or
 * null where a page of ours says that it is done.
 *
 * @throws RequestRefused for an ID token that is not of this server, an unknown client, an address that is not the client's.
 */
export function logoutLocation<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  parameters: Parameters,
): string | null {
  const { id_token_hint: hint, post_logout_redirect_uri: uri, state } = parameters
  if (hint === undefined && profile.logout?.idTokenHint === 'required') {
    throw refused('id_token_hint is missing; expected the ID token of the session to end')
  }
  const hinted = hint === undefined ? null : clientOfIdToken(profile, context, hint)
  const asked = parameters['client_id']
  if (hinted !== null && asked !== undefined && asked !== hinted.id) {
    throw refused(`client_id is ${asked}, but id_token_hint was issued to ${hinted.id}`)
  }
  const client = hinted ?? (asked === undefined ? null : requireKnown(profile, context, asked))
  if (uri === undefined || uri === '') return null
  if (!URL.canParse(uri)) throw refused(`post_logout_redirect_uri ${uri} is not an absolute URI`)
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
  return withParameters(uri, state === undefined ? {} : { state })
}

function clientOfIdToken<X extends OAuthContext>(profile: Profile<X>, context: X, token: string): Client {
  try {
    const { aud } = decodeJwt(token).claims
    const client = requireKnown(profile, context, String(Array.isArray(aud) ? aud[0] : aud))
    // An expired one will do: it says who it was for.
    verifyIdToken(profile, context, token, client)
    return client
  } catch (error) {
    if (error instanceof JwtFlaw) throw refused(`id_token_hint is no ID token of this server: ${error.message}`)
    throw error
  }
}

function requireKnown<X extends OAuthContext>(profile: Profile<X>, context: X, id: string): Client {
  const clients = profile.clients(context)
  const client = findClient(clients, id)
  if (client === undefined) throw refused(unknownClient(clients, id))
  return client
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This sign-out cannot go on', message, [
    'Send id_token_hint, post_logout_redirect_uri and client_id as the application got or registered them.',
  ])
}

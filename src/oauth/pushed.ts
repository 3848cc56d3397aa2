import { authenticateClient } from './authenticate-client.ts'
import { checkRequest } from './authorization-checks.ts'
import { requireAuthenticated, type Client } from './clients.ts'
import { OAuthFailure, RequestRefused } from './failure.ts'
import type { Members, OAuthContext, Profile } from './profile.ts'
import { redirectUriFor } from './redirects.ts'
import type { TokenRequest } from './token.ts'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

/** What proves the client, and so is no part of what it asks. */
const CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type']

/**
 * Takes an authorization request in ahead of the browser (RFC 9126 section 2), checked as the authorization endpoint would;
 * gives the `request_uri` that stands for it.
 *
 * @throws OAuthFailure
 */
export function pushAuthorization<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  request: TokenRequest,
): Members {
  const { pushed } = profile
  if (pushed === undefined) throw new OAuthFailure('invalid_request', 'requests cannot be pushed here')
  const identified = authenticateClient(profile, context, request)
  requireAuthenticated(identified)
  const { client } = identified
  const query = new URLSearchParams(
    Object.entries({ ...request.parameters, client_id: client.id }).filter(([name]) => !CREDENTIALS.includes(name)),
  )
  if (query.has('request_uri')) throw new OAuthFailure('invalid_request', 'request_uri came with a pushed request')
  checkAddress(profile, client, query.get('redirect_uri') ?? undefined)
  checkRequest(profile, context, client, query)
  const { id } = context.rows.oauthPushedRequests.insert({
    id: PREFIX + context.ids.base62(32),
    clientId: client.id,
    query: query.toString(),
    server: profile.server?.(context) ?? '',
    expiresAt: context.clock.now() + pushed.lifetime,
  })
  return { request_uri: id, expires_in: pushed.lifetime / 1000 }
}

/**
 * The request that a browser brings: its query, or the one pushed before that its `request_uri` stands for, which is used up.
 *
 * @throws RequestRefused for a `request_uri` that is unknown, expired or another client's.
 */
export function broughtRequest<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  query: URLSearchParams,
): URLSearchParams {
  const id = query.get('request_uri')
  if (profile.pushed === undefined || id === null) return query
  const pushed = context.rows.oauthPushedRequests.get(id)
  if (pushed === undefined || pushed.server !== (profile.server?.(context) ?? '')) {
    throw refused(`request_uri ${id} was not issued, was used already, or the state was reset since`)
  }
  const given = query.get('client_id')
  if (given !== pushed.clientId) {
    throw refused(`request_uri was issued to ${pushed.clientId}; client_id is ${given ?? 'missing'}`)
  }
  if (pushed.expiresAt <= context.clock.now()) {
    throw refused(`request_uri expired at ${new Date(pushed.expiresAt).toISOString()}`)
  }
  context.rows.oauthPushedRequests.delete(id)
  return new URLSearchParams(pushed.query)
}

/** There is no browser yet that could show a page: what it would say is told the client. */
function checkAddress<X extends OAuthContext>(profile: Profile<X>, client: Client, given: string | undefined): void {
  try {
    redirectUriFor(client, given, profile)
  } catch (error) {
    if (error instanceof RequestRefused) throw new OAuthFailure('invalid_request', error.message, 'redirect_uri')
    throw error
  }
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This sign-in cannot go on', message, [
    'Push the request again and send what it gives.',
  ])
}

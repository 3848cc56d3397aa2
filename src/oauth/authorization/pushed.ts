import { requireClient } from '../clients/authentication.ts'
import { checkRequest } from './checks.ts'
import type { Client } from '../clients/clients.ts'
import type { Members, OAuthContext } from '../context.ts'
import { OAuthFailure, RequestRefused } from '../failure.ts'
import type { Profile, Server } from '../profile.ts'
import { redirectUriFor } from './redirects.ts'
import { serverIdOf } from '../server-id.ts'
import type { TokenRequest } from '../clients/token-request.ts'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

/** The parameters that authenticate the client, and are no part of its authorization request. */
const CREDENTIALS = ['client_secret', 'client_assertion', 'client_assertion_type']

/**
 * Stores an authorization request that a client sends ahead of the browser (RFC 9126 section 2), after the checks of
 * the authorization endpoint; returns the `request_uri` that stands for it.
 *
 * @throws OAuthFailure
 */
export function pushAuthorization<X extends OAuthContext>(server: Server<X>, request: TokenRequest): Members {
  const { profile, context } = server
  const { pushed } = profile
  if (pushed === undefined) throw new OAuthFailure('invalid_request', 'requests cannot be pushed here')
  const client = requireClient(server, request)
  const query = new URLSearchParams(
    Object.entries({ ...request.parameters, client_id: client.id }).filter(([name]) => !CREDENTIALS.includes(name)),
  )
  if (query.has('request_uri')) throw new OAuthFailure('invalid_request', 'request_uri came with a pushed request')
  checkRedirectUri(profile, client, query.get('redirect_uri') ?? undefined)
  checkRequest(server, client, query)
  const { id } = context.rows.oauthPushedRequests.insert({
    id: PREFIX + context.ids.secret.base62(32),
    clientId: client.id,
    query: query.toString(),
    server: serverIdOf(server),
    expiresAt: context.clock.now() + pushed.lifetime,
  })
  return { request_uri: id, expires_in: pushed.lifetime / 1000 }
}

/**
 * Returns the authorization request that a browser brings: its query, or the pushed request that its `request_uri`
 * stands for, which can be used once.
 *
 * @throws RequestRefused for a `request_uri` that is unknown, expired or another client's.
 */
export function resolveRequest<X extends OAuthContext>(server: Server<X>, query: URLSearchParams): URLSearchParams {
  const { rows, clock } = server.context
  const id = query.get('request_uri')
  if (server.profile.pushed === undefined || id === null) return query
  const pushed = rows.oauthPushedRequests.get(id)
  if (pushed === undefined || pushed.server !== serverIdOf(server)) {
    throw refused(`request_uri ${id} was not issued, was used already, or the state was reset since`)
  }
  const clientId = query.get('client_id')
  if (clientId !== pushed.clientId) {
    throw refused(`request_uri was issued to ${pushed.clientId}; client_id is ${clientId ?? 'missing'}`)
  }
  if (pushed.expiresAt <= clock.now()) {
    throw refused(`request_uri expired at ${new Date(pushed.expiresAt).toISOString()}`)
  }
  rows.oauthPushedRequests.delete(id)
  return new URLSearchParams(pushed.query)
}

/** Checks the redirect_uri; the client gets as a failure what a browser would show on an error page. */
function checkRedirectUri<X extends OAuthContext>(profile: Profile<X>, client: Client, uri: string | undefined): void {
  try {
    redirectUriFor(profile, client, uri)
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    throw new OAuthFailure('invalid_request', error.message, { culprit: 'redirect_uri' })
  }
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'This sign-in cannot go on', message, [
    'Push the request again and send what it gives.',
  ])
}

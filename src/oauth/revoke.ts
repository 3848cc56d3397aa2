import { requireAuthenticated, type Client } from './clients.ts'
import { authenticateClient } from './authenticate-client.ts'
import { OAuthFailure, requireParameter } from './failure.ts'
import type { OAuthContext, Profile } from './profile.ts'
import type { RevocationExtent, RevocationProfile } from './profile-parts.ts'
import { endFamily, endStem } from './stem.ts'
import type { TokenRequest } from './token.ts'

/**
 * Takes a token back, with all that goes with it (RFC 7009). `token_type_hint` does not matter: both kinds are looked for.
 *
 * @throws OAuthFailure
 */
export function revoke<X extends OAuthContext>(profile: Profile<X>, context: X, request: TokenRequest): void {
  const rules = profile.revocation
  if (rules === undefined) throw new OAuthFailure('invalid_request', 'tokens cannot be taken back here')
  const client = rules.authenticates ? authenticated(profile, context, request) : null
  const value = requireParameter(request.parameters, 'token')
  const found = findToken(profile, context, rules, value)
  // One of another server is as unknown here as one of nobody.
  if (found === undefined || found.server !== (profile.server?.(context) ?? '')) {
    if (rules.unknown === 'ok') return
    throw new OAuthFailure(
      'invalid_token',
      'the token was not issued here, has expired, was revoked already, or the state was reset since',
    )
  }
  // RFC 7009 section 2.1: a client takes its own tokens back only.
  if (client !== null && found.clientId !== client.id) {
    throw new OAuthFailure('unauthorized_client', `the token was issued to ${found.clientId}, not to ${client.id}`)
  }
  found.end()
}

interface Found {
  readonly clientId: string
  readonly server: string
  end(): void
}

function findToken<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  rules: RevocationProfile,
  value: string,
): Found | undefined {
  const { oauthAccessTokens, oauthRefreshTokens, oauthGrants } = context.rows
  const refresh = oauthRefreshTokens.get(value)
  if (refresh !== undefined) {
    const { clientId } = oauthGrants.require(refresh.grantId)
    const alone = () => endFamily(profile, context, refresh.family)
    return { clientId, server: refresh.server, end: () => end(profile, context, rules.refreshToken, refresh, alone) }
  }
  const access = oauthAccessTokens.get(value)
  if (access === undefined || access.expiresAt <= context.clock.now()) return undefined
  const alone = () => profile.endAccessToken(context, access.id)
  return {
    clientId: access.clientId,
    server: access.server,
    end: () => end(profile, context, rules.accessToken, access, alone),
  }
}

function end<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  extent: RevocationExtent,
  { grantId, origin }: { readonly grantId: number | null; readonly origin: string | null },
  alone: () => void,
): void {
  alone()
  if (extent === 'stem' && origin !== null) endStem(profile, context, origin)
  // Its codes and tokens go with it.
  if (extent === 'grant' && grantId !== null) context.rows.oauthGrants.delete(grantId)
}

/** The client of a request that must prove who it is; public ones are taken at their word. Throws OAuthFailure. */
export function authenticated<X extends OAuthContext>(profile: Profile<X>, context: X, request: TokenRequest): Client {
  const identified = authenticateClient(profile, context, request)
  requireAuthenticated(identified)
  return identified.client
}

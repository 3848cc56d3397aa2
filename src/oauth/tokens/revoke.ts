import { requireClient } from '../clients/authentication.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure, requireParameter } from '../failure.ts'
import type { Server } from '../profile.ts'
import type { RevocationExtent, RevocationProfile } from '../profile-parts.ts'
import { serverIdOf } from '../server-id.ts'
import { endFamily, endTokensOfCode } from './end.ts'
import type { TokenRequest } from '../clients/token-request.ts'

/**
 * Revokes a token, with everything that the profile ends along with it (RFC 7009). `token_type_hint` is ignored: the
 * token is looked for among both kinds.
 *
 * @throws OAuthFailure
 */
export function revoke<X extends OAuthContext>(server: Server<X>, request: TokenRequest): void {
  const rules = server.profile.revocation
  if (rules === undefined) throw new OAuthFailure('invalid_request', 'tokens cannot be taken back here')
  const client = rules.authenticates ? requireClient(server, request) : null
  const value = requireParameter(request.parameters, 'token')
  const token = revocableToken(server, rules, value)
  // A token of another server of the vendor counts as unknown.
  if (token === undefined || token.server !== serverIdOf(server)) {
    if (rules.unknown === 'ok') return
    throw new OAuthFailure(
      'invalid_token',
      'the token was not issued here, has expired, was revoked already, or the state was reset since',
    )
  }
  // RFC 7009 section 2.1: a client can only revoke its own tokens.
  if (client !== null && token.clientId !== client.id) {
    throw new OAuthFailure('unauthorized_client', `the token was issued to ${token.clientId}, not to ${client.id}`)
  }
  token.end()
}

interface RevocableToken {
  readonly clientId: string
  readonly server: string
  end(): void
}

function revocableToken<X extends OAuthContext>(
  server: Server<X>,
  rules: RevocationProfile,
  value: string,
): RevocableToken | undefined {
  const { profile, context } = server
  const { oauthAccessTokens, oauthRefreshTokens, oauthGrants } = context.rows
  const refresh = oauthRefreshTokens.get(value)
  if (refresh !== undefined) {
    const { clientId } = oauthGrants.require(refresh.grantId)
    return {
      clientId,
      server: refresh.server,
      end() {
        endFamily(server, refresh.family)
        endRest(server, rules.refreshToken, refresh)
      },
    }
  }
  const access = oauthAccessTokens.get(value)
  if (access === undefined || access.expiresAt <= context.clock.now()) return undefined
  return {
    clientId: access.clientId,
    server: access.server,
    end() {
      profile.endAccessToken(context, access.id)
      endRest(server, rules.accessToken, access)
    },
  }
}

/** Ends the tokens beyond the revoked one, as far as the profile says. */
function endRest<X extends OAuthContext>(
  server: Server<X>,
  extent: RevocationExtent,
  { grantId, origin }: { readonly grantId: number | null; readonly origin: string | null },
): void {
  if (extent === 'code' && origin !== null) endTokensOfCode(server, origin)
  // The deletion cascades to the codes and tokens of the grant.
  if (extent === 'grant' && grantId !== null) server.context.rows.oauthGrants.delete(grantId)
}

import { validAccessToken } from './access-tokens.ts'
import { requireClient } from '../clients/authentication.ts'
import type { OAuthContext } from '../context.ts'
import { OAuthFailure, requireParameter } from '../failure.ts'
import type { Claims } from '../jwt/jwt.ts'
import type { Server } from '../profile.ts'
import { serverIdOf } from '../server-id.ts'
import type { TokenRequest } from '../clients/token-request.ts'

/**
 * Describes a token to a client that authenticates (RFC 7662): `active: false` for a token that is not valid, whatever
 * the reason.
 *
 * @throws OAuthFailure
 */
export function introspect<X extends OAuthContext>(server: Server<X>, request: TokenRequest): Claims {
  const { profile, context } = server
  const rules = profile.introspection
  if (rules === undefined) throw new OAuthFailure('invalid_request', 'tokens cannot be asked about here')
  requireClient(server, request)
  const value = requireParameter(request.parameters, 'token')
  const access = validAccessToken(server, value)
  if (access !== undefined) return { active: true, ...rules.accessToken(context, access) }
  const refresh = context.rows.oauthRefreshTokens.get(value)
  if (refresh === undefined) {
    const other = rules.otherToken?.(context, value) ?? null
    return other === null ? { active: false } : { active: true, ...other }
  }
  if (refresh.usedAt !== null || refresh.expiresAt <= context.clock.now()) return { active: false }
  const { clientId, userId } = context.rows.oauthGrants.require(refresh.grantId)
  if (refresh.server !== serverIdOf(server)) return { active: false }
  if (profile.active?.(context, userId) === false) return { active: false }
  return { active: true, ...rules.refreshToken(context, refresh, clientId, userId) }
}

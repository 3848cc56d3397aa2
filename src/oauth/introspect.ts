import { goodAccessToken } from './access-tokens.ts'
import { OAuthFailure, requireParameter } from './failure.ts'
import type { Claims } from './jwt.ts'
import type { OAuthContext, Profile } from './profile.ts'
import { authenticated } from './revoke.ts'
import type { TokenRequest } from './token.ts'

/**
 * What there is to say of a token to a client that proves who it is (RFC 7662): `active: false` of one that is not good, for
 * whatever reason.
 *
 * @throws OAuthFailure
 */
export function introspect<X extends OAuthContext>(profile: Profile<X>, context: X, request: TokenRequest): Claims {
  const rules = profile.introspection
  if (rules === undefined) throw new OAuthFailure('invalid_request', 'tokens cannot be asked about here')
  authenticated(profile, context, request)
  const value = requireParameter(request.parameters, 'token')
  const access = goodAccessToken(profile, context, value)
  if (access !== undefined) return { active: true, ...rules.accessToken(context, access) }
  const refresh = context.rows.oauthRefreshTokens.get(value)
  if (refresh === undefined) {
    const other = rules.otherToken?.(context, value) ?? null
    return other === null ? { active: false } : { active: true, ...other }
  }
  if (refresh.usedAt !== null || refresh.expiresAt <= context.clock.now()) return { active: false }
  const { clientId, userId } = context.rows.oauthGrants.require(refresh.grantId)
  if (refresh.server !== (profile.server?.(context) ?? '')) return { active: false }
  if (profile.active?.(context, userId) === false) return { active: false }
  return { active: true, ...rules.refreshToken(context, refresh, clientId, userId) }
}

import type { OAuthAccessToken, OAuthRefreshToken } from '#oauth/collections.ts'
import { decodeJwt, JwtFlaw, verifyOwnJwt, type Claims } from '#oauth/jwt/jwt.ts'
import type { IntrospectionProfile } from '#oauth/profile-parts.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { dateInSeconds } from '#oidc-d/rules/dates.ts'
import { tokenTypeOf } from '#oidc-d/rules/tokens/bound-keys.ts'
import { activeKey, otherKeys } from './signing.ts'

/**
 * The introspection of the vendor: the members for valid tokens.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/#tag/CustomAS/operation/introspectCustomAS
 */
export const introspection: IntrospectionProfile<SignInContext> = {
  accessToken({ rows }, token: OAuthAccessToken) {
    const { details, scopes, clientId, userId } = token
    const {
      ver: _ver,
      scp: _scp,
      cid: _cid,
      auth_time: _at,
      iss,
      aud,
      sub,
      iat,
      exp,
      jti,
      uid,
      ...custom
    } = details['claims'] as Claims // storeAccessToken was called with claims
    const login = rows.users.get(userId)?.profile.login
    return {
      scope: scopes.join(' '),
      ...(login === undefined ? {} : { username: login }),
      exp,
      iat,
      sub,
      aud,
      iss,
      jti,
      token_type: tokenTypeOf(token),
      client_id: clientId,
      ...(uid === undefined ? {} : { uid }),
      ...custom,
    }
  },
  refreshToken({ rows }, { scopes, expiresAt, createdAt }: OAuthRefreshToken, clientId, userId) {
    const { login } = rows.users.require(userId).profile
    return {
      scope: scopes.join(' '),
      username: login,
      exp: dateInSeconds(expiresAt),
      iat: dateInSeconds(createdAt),
      sub: login,
      token_type: 'Bearer',
      client_id: clientId,
      uid: userId,
    }
  },
  otherToken: idTokenMembers,
}

/**
 * Returns the claims of an ID token of this server that has not expired and whose user may still sign in; else null.
 */
function idTokenMembers(context: SignInContext, value: string): Claims | null {
  const { rows, clock, issuer } = context
  try {
    const { claims } = decodeJwt(value)
    verifyOwnJwt(value, activeKey(context), ...otherKeys(context))
    const user = rows.users.get(String(claims['sub']))
    const expired = Number(claims['exp']) * 1000 <= clock.now()
    if (user?.status !== 'ACTIVE' || expired || claims['iss'] !== issuer) return null
    const { login } = user.profile
    return { token_type: 'Bearer', client_id: claims['aud'], username: login, ...claims }
  } catch (error) {
    if (error instanceof JwtFlaw) return null
    throw error
  }
}

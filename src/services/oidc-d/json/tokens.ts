import type { OAuthAccessToken, OAuthRefreshToken } from '#oauth/collections.ts'
import { decodeJwt, JwtFlaw, verifyOwnJwt, type Claims } from '#oauth/jwt/jwt.ts'
import type { ClientAuthorization, Authorization } from '#oauth/authorization.ts'
import type { IntrospectionProfile } from '#oauth/profile-parts.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { customClaims } from '#oidc-d/rules/claims/custom-claims.ts'
import { activeKey, otherKeys } from '#oidc-d/oauth/signing.ts'
import { dateInSeconds } from './format.ts'

/**
 * Returns the claims of an access token. Tokens of the organization's server, which only the vendor reads, have the
 * same claims. https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/#access-token
 */
export function accessTokenClaims(
  context: SignInContext,
  granted: Authorization | ClientAuthorization,
  jti: string,
  lifetime: number,
): Claims {
  const { authorizationServer, issuer, clock, rows } = context
  const { client, scopes } = granted
  const person = 'grant' in granted ? granted : null
  const user = person === null ? null : rows.users.require(person.grant.userId)
  const { sub = user?.profile.login ?? client.id, ...custom } = customClaims(context, 'RESOURCE', {
    clientId: client.id,
    user,
    scopes,
  })
  const iat = dateInSeconds(clock.now())
  return {
    ver: 1,
    jti,
    iss: issuer,
    aud: authorizationServer?.audiences[0] ?? issuer,
    iat,
    exp: iat + lifetime / 1000,
    cid: client.id,
    ...(user === null ? {} : { uid: user.id }),
    scp: scopes,
    ...(person === null || person.authTime === null ? {} : { auth_time: dateInSeconds(person.authTime) }),
    sub,
    ...custom,
  }
}

/**
 * The introspection answer for valid tokens.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/#tag/CustomAS/operation/introspectCustomAS
 */
export const introspected: IntrospectionProfile<SignInContext> = {
  accessToken({ rows }, { details, scopes, clientId, userId }: OAuthAccessToken) {
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
      token_type: 'Bearer',
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

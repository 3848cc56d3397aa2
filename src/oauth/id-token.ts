import { halfHash, signJwt } from './jwt.ts'
import type { Granted, OAuthContext, OpenIdProfile, Profile, StandardClaims } from './profile.ts'

/** What an ID token is bound to, by hash. */
export interface Bound {
  readonly code?: string
  readonly accessToken?: string
}

/** Whether what was granted makes an ID token: the vendor signs people in with them, and `openid` was granted. */
export function wantsIdToken<X extends OAuthContext>({ openId }: Profile<X>, granted: Granted): boolean {
  if (openId === undefined) return false
  return openId.appliesTo?.(granted) ?? granted.scopes.includes('openid')
}

/**
 * The ID token for what was granted (OpenID Connect Core section 2), signed as the profile says.
 *
 * @throws TypeError when the profile has no OpenID Connect.
 */
export function idToken<X extends OAuthContext>(
  { openId }: Pick<Profile<X>, 'openId'>,
  context: X,
  granted: Granted,
  bound: Bound,
): string {
  if (openId === undefined) throw new TypeError('a profile without openId makes no ID token')
  const claims = openId.idTokenClaims(context, granted, standardClaims(openId, context, granted, bound))
  return signJwt(claims, openId.signingKey(context, granted.client))
}

function standardClaims<X extends OAuthContext>(
  openId: OpenIdProfile<X>,
  context: X,
  granted: Granted,
  { code, accessToken }: Bound,
): StandardClaims {
  const iat = Math.floor(context.clock.now() / 1000)
  const nonce = granted.parameters['nonce']
  return {
    iss: openId.issuer(context, granted),
    aud: granted.client.id,
    iat,
    exp: iat + Math.floor(openId.idTokenLifetime / 1000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(granted.authTime === null ? {} : { auth_time: Math.floor(granted.authTime / 1000) }),
    ...(accessToken === undefined ? {} : { at_hash: halfHash(accessToken) }),
    ...(code === undefined ? {} : { c_hash: halfHash(code) }),
  }
}

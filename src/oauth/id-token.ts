import type { Client } from './clients.ts'
import { halfHash, JwtFlaw, signJwt, verifyOwnJwt, type Claims } from './jwt.ts'
import type { Granted, Issued, OAuthContext, Profile } from './profile.ts'
import type { OpenIdProfile, StandardClaims } from './profile-parts.ts'

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

/** The tokens that a command hands out. */
export interface HandedOut {
  readonly accessToken: string
  /** Null where what was granted makes none. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
}

/** Tokens that were made, with the ID token that goes with them. */
export function withIdToken<X extends OAuthContext>(profile: Profile<X>, context: X, issued: Issued): HandedOut {
  const { accessToken, refreshToken, scopes } = issued
  const signed = wantsIdToken(profile, issued) ? idToken(profile, context, issued, { accessToken }) : null
  return { accessToken, idToken: signed, refreshToken, scopes }
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

/**
 * What an ID token says that this server has made for a client; it may have expired.
 *
 * @throws JwtFlaw when another has made it, or nobody.
 * @throws TypeError when the profile has no OpenID Connect.
 */
export function verifyIdToken<X extends OAuthContext>(
  { openId }: Pick<Profile<X>, 'openId'>,
  context: X,
  token: string,
  client: Client,
): Claims {
  if (openId === undefined) throw new TypeError('a profile without openId has made no ID token')
  const claims = verifyOwnJwt(token, openId.signingKey(context, client), ...(openId.otherKeys?.(context) ?? []))
  if (openId.isIssuer(context, claims)) return claims
  throw new JwtFlaw(`its issuer is ${String(claims['iss'])}, which is not this server`)
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

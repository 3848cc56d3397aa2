import type { Authorization, IssuedTokens } from '../authorization.ts'
import type { Client } from '../clients/clients.ts'
import type { OAuthContext } from '../context.ts'
import { halfHash, JwtFlaw, signJwt, verifyOwnJwt, type Claims } from '../jwt/jwt.ts'
import type { Profile, Server } from '../profile.ts'
import type { StandardClaims } from '../profile-parts.ts'

/** The values to which an ID token is bound by their hashes. */
export interface TokenBindings {
  readonly code?: string
  readonly accessToken?: string
}

/** Returns whether an authorization makes an ID token: the vendor has OpenID Connect, and `openid` was granted. */
export function wantsIdToken<X extends OAuthContext>({ openId }: Profile<X>, authorization: Authorization): boolean {
  if (openId === undefined) return false
  return openId.appliesTo?.(authorization) ?? authorization.scopes.includes('openid')
}

/** The tokens that a command of an emulator returns. */
export interface TokenSet {
  readonly accessToken: string
  /** Null when the authorization makes none. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
}

/** Returns issued tokens together with the ID token for the same authorization. */
export function withIdToken<X extends OAuthContext>(server: Server<X>, issued: IssuedTokens): TokenSet {
  const { accessToken, refreshToken, scopes } = issued
  const signed = wantsIdToken(server.profile, issued) ? idToken(server, issued, { accessToken }) : null
  return { accessToken, idToken: signed, refreshToken, scopes }
}

/**
 * Makes the ID token for an authorization (OpenID Connect Core section 2), signed with the profile's key.
 *
 * @throws TypeError when the profile has no OpenID Connect.
 */
export function idToken<X extends OAuthContext>(
  server: Server<X>,
  authorization: Authorization,
  bindings: TokenBindings,
): string {
  const { profile, context } = server
  const { openId } = profile
  if (openId === undefined) throw new TypeError('a profile without openId makes no ID token')
  const claims = openId.idTokenClaims(context, authorization, {
    iss: openId.issuer(context, authorization),
    ...standardClaims(context, authorization, bindings, openId.idTokenLifetime),
  })
  return signJwt(claims, openId.signingKey(context, authorization.client))
}

/**
 * Returns the claims of an ID token that this server has made for a client; the token may have expired.
 *
 * @throws JwtFlaw when this server has not made it.
 * @throws TypeError when the profile has no OpenID Connect.
 */
export function verifyIdToken<X extends OAuthContext>(
  { profile: { openId }, context }: Server<X>,
  token: string,
  client: Client,
): Claims {
  if (openId === undefined) throw new TypeError('a profile without openId has made no ID token')
  const claims = verifyOwnJwt(token, openId.signingKey(context, client), ...(openId.otherKeys?.(context) ?? []))
  if (openId.isIssuer(context, claims)) return claims
  throw new JwtFlaw(`its issuer is ${String(claims['iss'])}, which is not this server`)
}

function standardClaims(
  { clock }: OAuthContext,
  { client, parameters, authTime }: Authorization,
  { code, accessToken }: TokenBindings,
  lifetime: number,
): Omit<StandardClaims, 'iss'> {
  const iat = Math.floor(clock.now() / 1000)
  const nonce = parameters['nonce']
  return {
    aud: client.id,
    iat,
    exp: iat + Math.floor(lifetime / 1000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(authTime === null ? {} : { auth_time: Math.floor(authTime / 1000) }),
    ...(accessToken === undefined ? {} : { at_hash: halfHash(accessToken) }),
    ...(code === undefined ? {} : { c_hash: halfHash(code) }),
  }
}

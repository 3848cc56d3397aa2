import type { Claims } from '#oauth/jwt/jwt.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import type { User } from '#deployhost/schema.ts'
import { userinfoJson } from '#deployhost/json/claims.ts'

/** The claims of an ID token, as far as the scopes permit. https://vercel.com/docs/sign-in-with-vercel/tokens */
export function idTokenClaims(user: User, scopes: readonly string[], standard: StandardClaims, jti: string): Claims {
  const { email, email_verified, name, preferred_username, picture } = userinfoJson(user)
  return {
    iss: standard.iss,
    sub: user.id,
    aud: standard.aud,
    exp: standard.exp,
    iat: standard.iat,
    nbf: standard.iat,
    jti,
    ...(scopes.includes('profile') ? { name, preferred_username, picture } : {}),
    ...(scopes.includes('email') ? { email, email_verified } : {}),
    ...(standard.nonce === undefined ? {} : { nonce: standard.nonce }),
    ...(standard.at_hash === undefined ? {} : { at_hash: standard.at_hash }),
  }
}

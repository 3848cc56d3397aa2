import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Authorization } from '#oauth/authorization.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import { subjectOf } from '#oidc-b/schema/identifiers.ts'
import type { SharedIdentity } from '#oidc-b/rules/sharing.ts'
import type { User } from '#oidc-b/schema.ts'

/**
 * The claims of an ID token, in the vendor's order. `is_private_email` is present only when it is true; an ID token of
 * a refresh has no `auth_time`.
 * https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export function idTokenClaimsJson(
  user: User,
  shared: SharedIdentity,
  { scopes, by }: Authorization,
  standard: StandardClaims,
): Claims {
  const { iss, aud, exp, iat, nonce, c_hash, at_hash, auth_time } = standard
  return {
    iss,
    aud,
    exp,
    iat,
    sub: subjectOf(user.id, shared.team),
    nonce,
    c_hash,
    at_hash,
    ...(scopes.includes('email') ? emailClaims(user, shared) : {}),
    ...(by === 'refresh_token' ? {} : { auth_time }),
    nonce_supported: true,
    ...(user.realUserStatus === null ? {} : { real_user_status: user.realUserStatus }),
  }
}

function emailClaims({ emailVerified }: User, { email, hidden }: SharedIdentity): Claims {
  return hidden ? { email, email_verified: true, is_private_email: true } : { email, email_verified: emailVerified }
}

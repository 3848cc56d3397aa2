import type { Claims } from '#oauth/jwt/jwt.ts'
import type { Authorization } from '#oauth/authorization.ts'
import type { StandardClaims } from '#oauth/profile-parts.ts'
import type { Account, ServiceAccount, User } from '#oidc-a/schema.ts'
import { EMAIL_SCOPE, PROFILE_SCOPE } from '#oidc-a/oauth/scopes.ts'

/**
 * The claims of an ID token. https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
export function idTokenClaimsJson(user: User, { scopes, parameters }: Authorization, standard: StandardClaims): Claims {
  const { iss, aud, iat, exp, nonce, at_hash, auth_time } = standard
  return {
    iss,
    azp: aud,
    aud,
    sub: user.id,
    ...(user.hostedDomain === null ? {} : { hd: user.hostedDomain }),
    ...emailClaims(user, scopes),
    at_hash,
    nonce,
    // Required only in answer to `max_age`. OpenID Connect Core section 2
    ...(parameters['max_age'] === undefined ? {} : { auth_time }),
    ...profileClaims(user, scopes),
    iat,
    exp,
  }
}

/**
 * The claims of a credential, the ID token that the library for browsers hands to a page. `id` is that of the token.
 * https://developers.google.com/identity/gsi/web/reference/js-reference#credential
 */
export function credentialClaimsJson(user: User, standard: StandardClaims, id: string): Claims {
  const { iss, aud, iat, exp, nonce } = standard
  return {
    iss,
    azp: aud,
    aud,
    sub: user.id,
    ...(user.hostedDomain === null ? {} : { hd: user.hostedDomain }),
    ...emailClaims(user, [EMAIL_SCOPE]),
    nonce,
    nbf: iat - CLOCK_SKEW,
    ...profileClaims(user, [PROFILE_SCOPE]),
    iat,
    exp,
    jti: id,
  }
}

/**
 * The claims of an ID token of a service account.
 * https://cloud.google.com/docs/authentication/token-types#id
 */
export function serviceAccountClaimsJson(
  { id, email }: ServiceAccount,
  request: { readonly azp: string; readonly email: boolean },
  { iss, aud, iat, exp }: StandardClaims,
): Claims {
  return {
    aud,
    azp: request.azp,
    ...(request.email ? { email, email_verified: true } : {}),
    exp,
    iat,
    iss,
    sub: id,
  }
}

/** How long before its making a credential is valid, for servers whose clocks are late. Seconds. */
const CLOCK_SKEW = 300

/**
 * The claims of the userinfo endpoint.
 * https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation
 */
export function userinfoJson(user: Account, scopes: readonly string[]): Claims {
  return {
    sub: user.id,
    ...profileClaims(user, scopes),
    ...emailClaims(user, scopes),
    ...(user.hostedDomain === null ? {} : { hd: user.hostedDomain }),
  }
}

/** The claims of the older userinfo endpoint, which has `id` and `verified_email` for `sub` and `email_verified`. */
export function olderUserinfoJson(user: Account, scopes: readonly string[]): Claims {
  const { email, email_verified: verified } = emailClaims(user, scopes)
  return {
    id: user.id,
    ...(email === undefined ? {} : { email, verified_email: verified }),
    ...profileClaims(user, scopes),
    ...(user.hostedDomain === null ? {} : { hd: user.hostedDomain }),
  }
}

function emailClaims({ email, emailVerified }: Account, scopes: readonly string[]): Claims {
  return scopes.includes(EMAIL_SCOPE) ? { email, email_verified: emailVerified } : {}
}

function profileClaims({ name, picture, givenName, familyName, locale }: Account, scopes: readonly string[]): Claims {
  if (!scopes.includes(PROFILE_SCOPE)) return {}
  return {
    ...(name === null ? {} : { name }),
    ...(picture === null ? {} : { picture }),
    ...(givenName === null ? {} : { given_name: givenName }),
    ...(familyName === null ? {} : { family_name: familyName }),
    ...(locale === null ? {} : { locale }),
  }
}

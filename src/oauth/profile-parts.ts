import type { Id } from '#core/store.ts'
import type { Authorization, ClientAuthorization, ScopeRequest } from './authorization.ts'
import type { AuthenticationMethod, Client } from './clients/clients.ts'
import type { OAuthAccessToken, OAuthDevice, OAuthRefreshToken } from './collections.ts'
import type { Members, OAuthContext, Parameters } from './context.ts'
import type { Claims, SigningKey } from './jwt/jwt.ts'

// The parts of a profile: how one vendor does one thing.

/** How a vendor issues and renews refresh tokens. */
export interface RefreshProfile<X extends OAuthContext> {
  /** The lifetime of a refresh token, milliseconds; the same for all, or computed for one authorization. */
  readonly lifetime: number | ((context: X, authorization: Authorization) => number)
  /** True when the lifetime begins again each time the token is used. Default: false */
  readonly slides?: boolean
  /** How many refresh tokens one grant can have; a further one ends the oldest. Default: any number */
  readonly limit?: number
  /** Returns whether the vendor issues a refresh token for this authorization. */
  appliesTo(context: X, authorization: Authorization): boolean
  create(context: X): string
  /** True when using a refresh token replaces it, at this vendor or for this client. */
  readonly rotates: boolean | ((context: X, client: Client) => boolean)
  /** True when replacing a refresh token ends the access token that came with it. Default: true */
  readonly endsAccessToken?: boolean
  /** How long a replaced refresh token remains valid, milliseconds; `Infinity`: until it expires. Default: 0 */
  readonly grace?: number | ((context: X, client: Client) => number)
  /** The effect of using a replaced refresh token, beside its refusal. */
  readonly onReuse: 'nothing' | 'end the family'
  /**
   * Returns the scopes of the new access token. Default: the requested ones, which must be among those of the refresh
   * token.
   *
   * @throws OAuthFailure invalid_scope
   */
  scopes?(
    context: X,
    token: OAuthRefreshToken,
    requested: readonly string[] | null,
    request: Parameters,
  ): readonly string[]
}

/** How a vendor does the device flow. https://datatracker.ietf.org/doc/html/rfc8628 */
export interface DeviceProfile<X extends OAuthContext> {
  /** Milliseconds. */
  readonly lifetime: number
  /**
   * The first interval between two polls, which is also what each poll that comes too early adds to it. Milliseconds.
   */
  readonly interval: number
  /**
   * True when a client that has a secret authenticates when it polls, and when it refreshes the tokens. Default: true
   */
  readonly authenticates?: boolean
  createDeviceCode(context: X): string
  createUserCode(context: X): string
  /** The answer of the device authorization endpoint; needed by the handlers of `oauth/endpoints/device.ts` only. */
  members?(context: X, device: OAuthDevice): Members
}

/** The ways in which a vendor's clients authenticate. */
export interface ClientAuthentication<X extends OAuthContext> {
  readonly methods: readonly AuthenticationMethod[]
  /** The values that the `aud` of a client's JWT may have: the token endpoint, the issuer. */
  audiences?(context: X): readonly string[]
  /** How far in the future the `exp` of a client's JWT may be, milliseconds. Default: any time */
  readonly longestAssertion?: number
  /**
   * Checks a `client_secret` instead of comparing it with the registered one, for vendors whose secrets are JWTs.
   *
   * @throws OAuthFailure invalid_client
   */
  checkSecret?(context: X, client: Client, secret: string): void
}

/** How a vendor's clients get tokens for themselves. RFC 6749 section 4.4 */
export interface ClientCredentialsProfile<X extends OAuthContext> {
  /**
   * Returns the scopes that the client gets.
   *
   * @throws OAuthFailure invalid_scope
   */
  scopes(context: X, request: ScopeRequest): readonly string[]
  createAccessToken(context: X, authorization: ClientAuthorization): string
  /** The answer of the token endpoint. */
  tokenMembers(context: X, authorization: ClientAuthorization, accessToken: string): Members
}

/**
 * The claims of an ID token that the engine computes; a profile puts them in its vendor's order, with those of the
 * person.
 */
export interface StandardClaims {
  readonly iss: string
  readonly aud: string
  /** Seconds. */
  readonly iat: number
  /** Seconds. */
  readonly exp: number
  readonly nonce?: string
  /** Seconds. Absent when nobody signed in. */
  readonly auth_time?: number
  readonly at_hash?: string
  readonly c_hash?: string
}

/** How a vendor does OpenID Connect. https://openid.net/specs/openid-connect-core-1_0.html */
export interface OpenIdProfile<X extends OAuthContext> {
  /** Returns whether this authorization makes an ID token. Default: that `openid` is among the scopes. */
  appliesTo?(authorization: Authorization): boolean
  issuer(context: X, authorization: Authorization): string
  /**
   * Returns whether claims whose signature is right name this server as their issuer; every instance signs with the
   * same keys.
   */
  isIssuer(context: X, claims: Claims): boolean
  /**
   * Returns whether the claims of an ID token are about this person, for the `id_token_hint` of an authorization
   * request with `prompt=none`. Absent: the parameter is ignored.
   */
  isSubject?(claims: Claims, userId: Id): boolean
  signingKey(context: X, client: Client): SigningKey
  /** Further keys whose ID tokens are valid, at a vendor that rotates its keys. Default: none */
  otherKeys?(context: X): readonly SigningKey[]
  /** Milliseconds. */
  readonly idTokenLifetime: number
  /** All claims of an ID token, in the vendor's order. Members that are undefined are left out. */
  idTokenClaims(context: X, authorization: Authorization, standard: StandardClaims): Claims
  /** True when an ID token may come from the authorization endpoint without a `nonce` in the request. Default: false */
  readonly nonceOptional?: boolean
}

/** How a vendor revokes tokens. https://datatracker.ietf.org/doc/html/rfc7009 */
export interface RevocationProfile {
  /** True when the client must authenticate. */
  readonly authenticates: boolean
  /** The answer to an unknown token: 200 as in RFC 7009, or the error `invalid_token`. */
  readonly unknown: 'ok' | 'invalid_token'
  readonly accessToken: RevocationExtent
  readonly refreshToken: RevocationExtent
}

/** The extent of a revocation: the token alone, every token of the same code, or the person's whole grant. */
export type RevocationExtent = 'token' | 'code' | 'grant'

/** How a vendor introspects tokens. https://datatracker.ietf.org/doc/html/rfc7662 */
export interface IntrospectionProfile<X extends OAuthContext> {
  /** The members for a valid access token, after `active: true`. */
  accessToken(context: X, token: OAuthAccessToken): Claims
  /** The members for a valid refresh token, after `active: true`. */
  refreshToken(context: X, token: OAuthRefreshToken, clientId: string, userId: Id): Claims
  /**
   * The members for a valid token of another kind, such as an ID token, after `active: true`; null when it is not
   * valid.
   */
  otherToken?(context: X, value: string): Claims | null
}

/** How a vendor signs people out. https://openid.net/specs/openid-connect-rpinitiated-1_0.html */
export interface LogoutProfile {
  readonly idTokenHint: 'required' | 'optional'
}

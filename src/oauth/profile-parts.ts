import type { Id } from '../core/store.ts'
import type { AuthenticationMethod, Client } from './clients.ts'
import type { OAuthAccessToken, OAuthDevice, OAuthRefreshToken } from './collections.ts'
import type { Claims, SigningKey } from './jwt.ts'
import type { ClientGranted, Granted, Members, OAuthContext, Parameters } from './profile.ts'

// The parts of a profile: how one vendor does one thing.

/** How refresh tokens are at a vendor. */
export interface RefreshProfile<X extends OAuthContext> {
  /** Milliseconds; at this vendor, or for this. */
  readonly lifetime: number | ((context: X, granted: Granted) => number)
  /** Whether using one begins its lifetime again. Default: false */
  readonly slides?: boolean
  /** How many of one grant there can be; more end the oldest. Default: any number */
  readonly limit?: number
  /** Whether the vendor issues one for this. */
  appliesTo(context: X, granted: Granted): boolean
  create(context: X): string
  /** Whether one is replaced when it is used, at this vendor or for this client. */
  readonly rotates: boolean | ((context: X, client: Client) => boolean)
  /** Whether the access token that came with it ends when it is replaced. Default: true */
  readonly endsAccessToken?: boolean
  /** What becomes of one that was replaced: no longer good, good for some milliseconds more, or good for ever. Default: 0 */
  readonly grace?: number | ((context: X, client: Client) => number)
  /** What using a replaced one does beside being refused. */
  readonly onReuse: 'nothing' | 'end the family'
  /**
   * The scopes of the new access token. Default: those asked for, which must be among those of the refresh token.
   *
   * @throws OAuthFailure invalid_scope
   */
  scopes?(context: X, token: OAuthRefreshToken, asked: readonly string[] | null, request: Parameters): readonly string[]
}

/** How the device flow is at a vendor. https://datatracker.ietf.org/doc/html/rfc8628 */
export interface DeviceProfile<X extends OAuthContext> {
  /** Milliseconds. */
  readonly lifetime: number
  /** Milliseconds between two polls at first, and how many more after each that came too early. */
  readonly interval: number
  /** Whether a client that has a secret proves itself when it polls, and when it renews what it got. Default: true */
  readonly authenticates?: boolean
  createDeviceCode(context: X): string
  createUserCode(context: X): string
  /** The answer of the device authorization endpoint. Only for those that `oauth/device-routes.ts` makes. */
  members?(context: X, device: OAuthDevice): Members
}

/** Which ways clients have to prove who they are. */
export interface ClientAuthentication<X extends OAuthContext> {
  readonly methods: readonly AuthenticationMethod[]
  /** What the `aud` of a client's JWT may be: the token endpoint, the issuer. */
  audiences?(context: X): readonly string[]
  /** How far ahead the `exp` of a client's JWT may be, milliseconds. Default: any time */
  readonly longestAssertion?: number
  /**
   * Judges a `client_secret` instead of comparing it, for vendors whose secrets are something else than text.
   *
   * @throws OAuthFailure invalid_client
   */
  checkSecret?(context: X, client: Client, secret: string): void
}

/** How clients get tokens for themselves. RFC 6749 section 4.4 */
export interface ClientCredentialsProfile<X extends OAuthContext> {
  /**
   * What is granted of what is asked, null when the client sent no scope.
   *
   * @throws OAuthFailure invalid_scope
   */
  scopes(context: X, client: Client, asked: readonly string[] | null, request: Parameters): readonly string[]
  createAccessToken(context: X, granted: ClientGranted): string
  /** The answer of the token endpoint. */
  tokenMembers(context: X, granted: ClientGranted, accessToken: string): Members
}

/** The claims of an ID token that the engine reckons; a profile puts them in its vendor's order, with those of the person. */
export interface StandardClaims {
  readonly iss: string
  readonly aud: string
  /** Seconds. */
  readonly iat: number
  /** Seconds. */
  readonly exp: number
  readonly nonce?: string
  /** Seconds. Absent where nobody signed in. */
  readonly auth_time?: number
  readonly at_hash?: string
  readonly c_hash?: string
}

/** How a vendor tells clients who signed in. https://openid.net/specs/openid-connect-core-1_0.html */
export interface OpenIdProfile<X extends OAuthContext> {
  /** Whether this authorization makes an ID token. Default: that `openid` is among the scopes. */
  appliesTo?(granted: Granted): boolean
  issuer(context: X, granted: Granted): string
  /** Whether claims under a right signature name this server as their issuer: the prebuilt keys are those of every instance. */
  isIssuer(context: X, claims: Claims): boolean
  /**
   * Whether such claims are of this person: what the `id_token_hint` of an authorization request is held to where nothing may be
   * asked. Absent: the parameter is not known here.
   */
  isSubject?(claims: Claims, userId: Id): boolean
  signingKey(context: X, client: Client): SigningKey
  /** Keys of which there are ID tokens too that are good, at a vendor whose keys are rotated. Default: none */
  otherKeys?(context: X): readonly SigningKey[]
  /** Milliseconds. */
  readonly idTokenLifetime: number
  /** Everything that an ID token says, in the vendor's order. Members that are undefined are left out. */
  idTokenClaims(context: X, granted: Granted, standard: StandardClaims): Claims
  /** Whether an ID token may come from the authorization endpoint without a `nonce` in the request. Default: false */
  readonly nonceOptional?: boolean
}

/** How tokens are taken back. https://datatracker.ietf.org/doc/html/rfc7009 */
export interface RevocationProfile {
  /** Whether the client must prove who it is. */
  readonly authenticates: boolean
  /** What an unknown token is answered with: 200 as RFC 7009 has it, or the error `invalid_token`. */
  readonly unknown: 'ok' | 'invalid_token'
  /** What goes with an access token, and with a refresh token. `stem`: every token of the same code. */
  readonly accessToken: RevocationExtent
  readonly refreshToken: RevocationExtent
}

/** How much of what was granted goes with a token that is taken back. */
export type RevocationExtent = 'token' | 'stem' | 'grant'

/** How tokens are asked about. https://datatracker.ietf.org/doc/html/rfc7662 */
export interface IntrospectionProfile<X extends OAuthContext> {
  /** What is said of an access token that is good, after `active: true`. */
  accessToken(context: X, token: OAuthAccessToken): Claims
  /** What is said of a refresh token that is good, after `active: true`. */
  refreshToken(context: X, token: OAuthRefreshToken, clientId: string, userId: Id): Claims
  /** What is said of a token of another kind that is good, such as an ID token, after `active: true`; null of one that is not. */
  otherToken?(context: X, value: string): Claims | null
}

/** How people sign out. https://openid.net/specs/openid-connect-rpinitiated-1_0.html */
export interface LogoutProfile {
  readonly idTokenHint: 'required' | 'optional'
}

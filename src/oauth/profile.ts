import type { Id } from '#core/store.ts'
import type {
  Approval,
  Authorization,
  AuthorizationRequest,
  ConsentRequest,
  IssuedTokens,
  Person,
  PresentedSignIn,
  ScopeRequest,
} from './authorization.ts'
import type { OAuthAccessToken } from './collections.ts'
import type { Client, Clients, IdentifiedClient } from './clients/clients.ts'
import type { BearerRequest, Members, OAuthContext, Parameters } from './context.ts'
import type { OAuthFailure, RequestRefused } from './failure.ts'
import type { Claims } from './jwt/jwt.ts'
import type { ChallengeMethod } from './authorization/pkce.ts'
import type {
  ClientAuthentication,
  ClientCredentialsProfile,
  DeviceProfile,
  IntrospectionProfile,
  LogoutProfile,
  OpenIdProfile,
  RefreshProfile,
  RevocationProfile,
} from './profile-parts.ts'
import type { ResponseMode } from './authorization/response.ts'

/**
 * An authorization server while it answers one request: the profile says how its vendor does things, the context is the
 * state. `C` is what a function needs of the context beside that, such as the request's headers.
 */
export interface Server<X extends OAuthContext, C = unknown> {
  readonly profile: Profile<X>
  readonly context: X & C
}

/**
 * One value of `grant_type` at one vendor: checks the client and the parameters, in order, and returns the answer.
 *
 * @throws OAuthFailure
 */
export type GrantTypeOf<X extends OAuthContext> = (
  server: Server<X>,
  identified: IdentifiedClient,
  parameters: Parameters,
) => Members

/** One value of `grant_type`, for any vendor. */
export type GrantType = <X extends OAuthContext>(
  server: Server<X>,
  identified: IdentifiedClient,
  parameters: Parameters,
) => Members

/**
 * One value of `grant_type` whose requests name no client: an assertion alone proves who gets the tokens. RFC 7523
 *
 * @throws OAuthFailure
 */
export type AssertionGrantOf<X extends OAuthContext> = (server: Server<X>, parameters: Parameters) => Members

/** Everything in which one vendor's authorization server differs from another's. */
export interface Profile<X extends OAuthContext> {
  /** Where clients are registered, for error texts: `codehost.oauth_apps in the seed`. */
  readonly registry: string
  clients(context: X): Clients
  /**
   * The people who can sign in, in the order of the page; `parameters` are those of the authorization request, if any.
   */
  people(context: X, parameters?: Parameters): readonly Person[]
  /** The person with this handle; undefined when there is none who may sign in. */
  person(context: X, handle: string): Person | undefined

  /** True when an authorization request must have a `response_type`. */
  readonly responseTypeRequired: boolean
  readonly challengeMethods: readonly ChallengeMethod[]
  /**
   * Returns whether a redirect_uri matches a registered one. Both are absolute and without a fragment.
   *
   * @param client The client that it is registered for; absent for an address after a sign-out.
   */
  redirectMatches(uri: string, registered: string, client?: Client): boolean
  /**
   * `required`: an authorization request without redirect_uri is an error page. `optional`: the first registered
   * address takes its place.
   */
  readonly redirectUriAtAuthorization: 'required' | 'optional'
  /** Splits the `scope` parameter of a request into scopes. */
  scopesIn(scope: string): readonly string[]
  /**
   * Checks the scopes that a client requests.
   *
   * @throws OAuthFailure invalid_scope
   */
  checkScopes(context: X, request: ScopeRequest): void
  /** Returns the scopes that a person grants who agrees to the request. */
  scopesGranted(context: X, request: ConsentRequest): readonly string[]
  /**
   * The id of the authorization server in use, at a vendor with several: the codes and tokens of one are unknown to the
   * others.
   */
  serverId?(context: X): string
  /** The values of `response_type`, their words in any order. Default: `code` */
  readonly responseTypes?: readonly string[]
  /** The values of `response_mode`. Absent: the parameter is ignored, and answers are in the query. */
  readonly responseModes?: readonly ResponseMode[]
  /** The values of `prompt`. Absent: the parameter is ignored. */
  readonly prompts?: readonly string[]
  /** Returns whether this client must send a `code_challenge`. Default: true for a public client */
  challengeRequired?(context: X, client: Client): boolean
  /**
   * Returns the scopes that the person must still consent to, at a vendor where other scopes need no consent: only
   * these show the consent page and make `prompt=none` fail. Absent: the page is shown only when the request asks for
   * it, and `prompt=none` fails for every scope that was not granted before.
   */
  scopesToConsent?(context: X, request: ConsentRequest): readonly string[]
  /**
   * Checks what only this vendor demands of an authorization request.
   *
   * @throws OAuthFailure, which goes back to the client.
   */
  checkRequest?(context: X, request: AuthorizationRequest): void
  /**
   * Checks that this person may use this client.
   *
   * @throws OAuthFailure, which goes back to the client.
   */
  checkPerson?(context: X, client: Client, person: Person, parameters: Parameters): void
  /**
   * Returns the sign-in that the request itself proves, such as with a token from the vendor's own API; undefined when
   * it proves none.
   *
   * @throws OAuthFailure which goes back to the client.
   */
  presentedSignIn?(context: X, parameters: Parameters): PresentedSignIn | undefined
  /** Called when a person has signed in, for a vendor that records it with the person. */
  signedIn?(context: X, person: Person): void
  /** The members that only this vendor's authorization response has, beside `code`, `id_token` and `state`. */
  responseMembers?(context: X, approval: Approval): Members
  /** Returns whether this person's tokens are still valid. Default: true */
  active?(context: X, userId: Id): boolean
  /** How clients authenticate. Absent: with a secret, in the body or in a Basic header. */
  readonly clientAuthentication?: ClientAuthentication<X>
  readonly openId?: OpenIdProfile<X>

  /** Milliseconds. */
  readonly codeLifetime: number
  createCode(context: X): string
  /** The effect of the second use of a code, beside its refusal. Default: nothing */
  readonly onCodeReuse?: 'nothing' | 'end its tokens'
  /** `required`: the token request must repeat the redirect_uri of the authorization request. */
  readonly redirectUriAtToken: 'required' | 'optional'
  /** The values of `grant_type` that the token endpoint accepts. */
  readonly grantTypes: Readonly<Record<string, GrantTypeOf<X>>>
  /** Further values of `grant_type`, whose requests need no client. Default: none */
  readonly assertionGrants?: Readonly<Record<string, AssertionGrantOf<X>>>
  /**
   * Checks what only this vendor demands of a token request, once its client is known, and returns its parameters. The
   * member `dpop_jkt` is the thumbprint of the key that the request has proved; the refresh token is bound to it.
   *
   * @throws OAuthFailure
   */
  tokenRequest?(context: X, identified: IdentifiedClient, parameters: Parameters): Parameters
  /**
   * Checks that a request for a resource proves the key that its access token is bound to. Present: tokens may come
   * with the scheme `DPoP` too. https://datatracker.ietf.org/doc/html/rfc9449#section-7
   *
   * @throws BearerFailure
   */
  checkPossession?(context: X & BearerRequest, token: OAuthAccessToken): void
  /** The `grant_type` of a request that names none; null: such a request is refused. */
  readonly defaultGrantType: string | null
  /**
   * Makes an access token.
   *
   * @throws OAuthFailure when the person may not have one.
   */
  createAccessToken(context: X, authorization: Authorization): string
  /** Ends an access token; does nothing when it has ended already. */
  endAccessToken(context: X, token: string): void
  readonly refresh: RefreshProfile<X> | null
  readonly device: DeviceProfile<X> | null
  readonly clientCredentials?: ClientCredentialsProfile<X>
  readonly revocation?: RevocationProfile
  readonly introspection?: IntrospectionProfile<X>
  readonly logout?: LogoutProfile
  /** The lifetime of a pushed authorization request (RFC 9126), milliseconds. Absent: requests cannot be pushed. */
  readonly pushed?: { readonly lifetime: number }

  /** The answer of the token endpoint. */
  tokenMembers(issued: IssuedTokens, context: X): Members
  /** `error`, `error_description` and the vendor's other members for a failure, in an answer or in a redirect. */
  errorMembers(failure: OAuthFailure, context: X): Members
  /**
   * The body that an endpoint for clients answers to a failure, when it differs from the redirect's. Default:
   * `errorMembers`
   */
  errorBody?(failure: OAuthFailure, context: X): Claims
  /** The status of a failure at an endpoint. Default: 401 for `invalid_client`, else 400. */
  errorStatus?(failure: OAuthFailure): number
  /** The vendor's title (`Error 400: redirect_uri_mismatch`) and status of the error page for a refused request. */
  errorPage?(refused: RequestRefused): { readonly title: string; readonly status: number }
}

import type { Clock } from '../core/clock.ts'
import type { Ids } from '../core/ids.ts'
import type { Collections, Id } from '../core/store.ts'
import type { Client, Clients } from './clients.ts'
import type { oauthCollections, OAuthGrant, OAuthRequest } from './collections.ts'
import type { OAuthFailure, RequestRefused } from './failure.ts'
import type { GrantTypeOf } from './grants/grant.ts'
import type { Claims } from './jwt.ts'
import type { ChallengeMethod } from './pkce.ts'
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
import type { ResponseMode } from './response.ts'

/** What the engine works with. A call of a service that spreads `oauthCollections` into its own is one. */
export interface OAuthContext {
  readonly rows: Collections<typeof oauthCollections>
  readonly clock: Clock
  readonly ids: Ids
}

/** Someone who can sign in, as pages show them. */
export interface Person {
  readonly id: Id
  /** What forms post for them, unique and stable: a login or an e-mail address. */
  readonly handle: string
  /** What they are called; the handle when they have no name. */
  readonly name: string
  readonly email: string | null
}

/** Parameters of a request, by name. */
export type Parameters = Readonly<Record<string, string>>

/** What access tokens are made for. */
export interface Granted {
  readonly client: Client
  readonly grant: OAuthGrant
  readonly scopes: readonly string[]
  /** The parameters of the authorization request; empty where there was none. After a refresh, without `nonce`. */
  readonly parameters: Parameters
  /** How they are got: the authorization endpoint itself, a kind of grant, or a command of the emulator. */
  readonly by: 'authorization' | 'authorization_code' | 'refresh_token' | 'device_code' | 'password' | 'command'
  /** The parameters of the token request; empty where there was none. */
  readonly request: Parameters
  /** The code or device code that all tokens that follow stem from; null where there was none. */
  readonly origin: string | null
  /** When the person signed in, epoch milliseconds. */
  readonly authTime: number | null
}

/** What a client has tokens for without a person. RFC 6749 section 4.4 */
export interface ClientGranted {
  readonly client: Client
  readonly scopes: readonly string[]
  readonly request: Parameters
}

/** The tokens that were made. */
export interface Issued extends Granted {
  readonly accessToken: string
  readonly refreshToken: string | null
}

/** Members of an answer, in the vendor's order. */
export type Members = Readonly<Record<string, string | number>>

/** What an authorization request asks, to a profile's own check of it. */
export interface Asked {
  readonly client: Client
  readonly parameters: Parameters
  readonly scopes: readonly string[] | null
  readonly responseTypes: readonly string[]
  readonly responseMode: ResponseMode
}

/** Someone whom a request itself signs in. */
export interface Presented {
  readonly handle: string
  /** When they signed in, epoch milliseconds. */
  readonly authTime: number
}

/** What was agreed to, to what a profile adds to the answer. */
export interface Agreed {
  readonly request: OAuthRequest
  readonly client: Client
  readonly person: Person
  readonly scopes: readonly string[]
  /** Whether this person has never allowed this client anything before. */
  readonly first: boolean
}

/** Everything in which one vendor's authorization server differs from the next. */
export interface Profile<X extends OAuthContext> {
  /** Where clients are written down, for remedies: `codehost.oauth_apps in the seed`. */
  readonly registry: string
  clients(context: X): Clients
  /** Those who can sign in, in the order that pages list them; `parameters` are those of the request, where there is one. */
  people(context: X, parameters?: Parameters): readonly Person[]
  /** The person with this handle, if they may sign in. */
  person(context: X, handle: string): Person | undefined

  /** Whether an authorization request must say `response_type`. */
  readonly responseTypeRequired: boolean
  readonly challengeMethods: readonly ChallengeMethod[]
  /** Whether a redirect_uri fits one that is registered. Both are absolute and without a fragment. */
  redirectMatches(given: string, registered: string): boolean
  /** The scopes that a request names. */
  scopesIn(scope: string): readonly string[]
  /**
   * Checks what a client asks for, null when it sent no scope.
   *
   * @throws OAuthFailure invalid_scope
   */
  checkScopes(context: X, client: Client, asked: readonly string[] | null, parameters: Parameters): void
  /** What a person gives who agrees; `before` is what they have given the client earlier. */
  scopesGranted(
    context: X,
    client: Client,
    asked: readonly string[] | null,
    before: readonly string[],
    parameters: Parameters,
  ): readonly string[]
  /** Which of the vendor's authorization servers this is: codes and tokens of one are no good at another. */
  server?(context: X): string
  /** The values of `response_type`, their words in any order. Default: `code` */
  readonly responseTypes?: readonly string[]
  /** Absent: `response_mode` is not known here, and answers are in the query. */
  readonly responseModes?: readonly ResponseMode[]
  /** The values of `prompt`. Absent: it is not known here. */
  readonly prompts?: readonly string[]
  /** Whether this client must send a `code_challenge`. Default: one without a secret of its own must. */
  challengeRequired?(context: X, client: Client): boolean
  /**
   * The scopes for which a person must be asked who has given the client `before`, at a vendor that takes consent to others as
   * given: there is a page for these, and `prompt=none` fails for these only. Absent: nobody is asked unless the request says
   * so, and `prompt=none` fails for whatever was not given before.
   */
  scopesToConsent?(
    context: X,
    client: Client,
    asked: readonly string[] | null,
    before: readonly string[],
    parameters: Parameters,
  ): readonly string[]
  /** What only this vendor asks of a request. Throws OAuthFailure, which goes back to the client. */
  checkRequest?(context: X, asked: Asked): void
  /** Whether this person may use this client. Throws OAuthFailure, which goes back to the client. */
  checkPerson?(context: X, client: Client, person: Person, parameters: Parameters): void
  /**
   * Who is signed in by the request itself, without a page: where a vendor's own API has given the application something to
   * send along. Undefined where nobody is.
   *
   * @throws OAuthFailure which goes back to the client.
   */
  presented?(context: X, parameters: Parameters): Presented | undefined
  /** Notes that a person has signed in, where that is told elsewhere. */
  signedIn?(context: X, person: Person): void
  /** What only this vendor answers beside `code`, `id_token` and `state`. */
  responseMembers?(context: X, agreed: Agreed): Members
  /** Whether the person may go on using what they were given. Default: true */
  active?(context: X, userId: Id): boolean
  /** How clients prove who they are. Absent: with a secret, in the body or as Basic. */
  readonly clientAuthentication?: ClientAuthentication<X>
  readonly openId?: OpenIdProfile<X>

  /** Milliseconds. */
  readonly codeLifetime: number
  createCode(context: X): string
  /** What using a code again does beside being refused. Default: nothing */
  readonly onCodeReuse?: 'nothing' | 'end its tokens'
  /** Whether the token endpoint must be told the redirect_uri that the authorization request had. */
  readonly redirectUriAtToken: 'required' | 'optional'
  /** The values of `grant_type` that the token endpoint takes. */
  readonly grantTypes: Readonly<Record<string, GrantTypeOf<X>>>
  /** What an absent `grant_type` stands for; null: it must be there. */
  readonly defaultGrantType: string | null
  /** Makes an access token. Throws OAuthFailure where the person may not have one. */
  createAccessToken(context: X, granted: Granted): string
  /** Ends an access token, if it is there still. */
  endAccessToken(context: X, token: string): void
  readonly refresh: RefreshProfile<X> | null
  readonly device: DeviceProfile<X> | null
  readonly clientCredentials?: ClientCredentialsProfile<X>
  readonly revocation?: RevocationProfile
  readonly introspection?: IntrospectionProfile<X>
  readonly logout?: LogoutProfile
  /** How long a request that was pushed is good (RFC 9126), milliseconds. Absent: none can be. */
  readonly pushed?: { readonly lifetime: number }

  /** The answer of the token endpoint. */
  tokenMembers(issued: Issued, context: X): Members
  /** `error`, `error_description` and what else the vendor says of a failure, in an answer or a redirect. */
  errorMembers(failure: OAuthFailure, context: X): Members
  /** What an endpoint that clients call answers to a failure, where that is more than a redirect can carry. Default: the same */
  errorBody?(failure: OAuthFailure, context: X): Claims
  /** The status of a failure at an endpoint. Default: 401 for `invalid_client`, else 400. */
  errorStatus?(failure: OAuthFailure): number
  /** What the vendor heads the page with that answers a request (`Error 400: redirect_uri_mismatch`), and its status. */
  refusal?(refused: RequestRefused): { readonly title: string; readonly status: number }
}

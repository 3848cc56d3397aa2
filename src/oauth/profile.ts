import type { Clock } from '../core/clock.ts'
import type { Ids } from '../core/ids.ts'
import type { Collections, Id } from '../core/store.ts'
import type { Client, Clients } from './clients.ts'
import type { oauthCollections, OAuthGrant } from './collections.ts'
import type { OAuthFailure } from './failure.ts'
import type { GrantType } from './grants/grant.ts'
import type { ChallengeMethod } from './pkce.ts'

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

/** What access tokens are made for. */
export interface Granted {
  readonly client: Client
  readonly grant: OAuthGrant
  readonly scopes: readonly string[]
  /** The parameters of the authorization request; empty where there was none. */
  readonly parameters: Readonly<Record<string, string>>
}

/** The tokens that were made. */
export interface Issued extends Granted {
  readonly accessToken: string
  readonly refreshToken: string | null
}

/** Members of an answer, in the vendor's order. */
export type Members = Readonly<Record<string, string | number>>

/** How refresh tokens are at a vendor. */
interface RefreshProfile<X extends OAuthContext> {
  /** Milliseconds. */
  readonly lifetime: number
  /** Whether the vendor issues one for this. */
  appliesTo(context: X, granted: Granted): boolean
  create(context: X): string
  /** Whether one is replaced when it is used; the access token that came with it then ends too. */
  readonly rotates: boolean
  /** What using a replaced one does beside being refused. */
  readonly onReuse: 'nothing' | 'end the family'
}

/** How the device flow is at a vendor. https://datatracker.ietf.org/doc/html/rfc8628 */
interface DeviceProfile<X extends OAuthContext> {
  /** Milliseconds. */
  readonly lifetime: number
  /** Milliseconds between two polls at first, and how many more after each that came too early. */
  readonly interval: number
  createDeviceCode(context: X): string
  createUserCode(context: X): string
}

/** Everything in which one vendor's authorization server differs from the next. */
export interface Profile<X extends OAuthContext> {
  /** Where clients are written down, for remedies: `codehost.oauth_apps in the seed`. */
  readonly registry: string
  clients(context: X): Clients
  /** Those who can sign in, in the order that pages list them. */
  people(context: X): readonly Person[]
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
  checkScopes(context: X, client: Client, asked: readonly string[] | null): void
  /** What a person gives who agrees; `before` is what they have given the client earlier. */
  scopesGranted(
    context: X,
    client: Client,
    asked: readonly string[] | null,
    before: readonly string[],
  ): readonly string[]

  /** Milliseconds. */
  readonly codeLifetime: number
  createCode(context: X): string
  /** Whether the token endpoint must be told the redirect_uri that the authorization request had. */
  readonly redirectUriAtToken: 'required' | 'optional'
  /** The values of `grant_type` that the token endpoint takes. */
  readonly grantTypes: Readonly<Record<string, GrantType>>
  /** What an absent `grant_type` stands for; null: it must be there. */
  readonly defaultGrantType: string | null
  /** Makes an access token. Throws OAuthFailure where the person may not have one. */
  createAccessToken(context: X, granted: Granted): string
  /** Ends an access token, if it is there still. */
  endAccessToken(context: X, token: string): void
  readonly refresh: RefreshProfile<X> | null
  readonly device: DeviceProfile<X> | null

  /** The answer of the token endpoint. */
  tokenMembers(issued: Issued): Members
  /** `error`, `error_description` and what else the vendor says of a failure, in an answer or a redirect. */
  errorMembers(failure: OAuthFailure): Members
}

import type { Id } from '#core/store.ts'
import type { Client } from './clients/clients.ts'
import type { OAuthGrant, OAuthRequest } from './collections.ts'
import type { Parameters } from './context.ts'
import type { ResponseMode } from './authorization/response.ts'

/** A person who can sign in, as pages show them. */
export interface Person {
  readonly id: Id
  /** The value that forms post for the person, unique and stable: a login or an e-mail address. */
  readonly handle: string
  /** The handle, when the person has no name. */
  readonly name: string
  readonly email: string | null
}

/** The scopes that a client requests. */
export interface ScopeRequest {
  readonly client: Client
  /** The scopes that the request names; null when it has no `scope` parameter. */
  readonly requested: readonly string[] | null
  readonly parameters: Parameters
}

/** The scopes that a client requests of one person. */
export interface ConsentRequest extends ScopeRequest {
  /** The scopes that the person has granted the client before. */
  readonly before: readonly string[]
}

/** An authorization request whose parameters the engine has checked, for the profile's own check. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly parameters: Parameters
  readonly scopes: readonly string[] | null
  readonly responseTypes: readonly string[]
  readonly responseMode: ResponseMode
}

/** A sign-in that the authorization request itself proves, without a page. */
export interface PresentedSignIn {
  readonly handle: string
  /** When the person signed in, epoch milliseconds. */
  readonly authTime: number
}

/** A person's approval of an authorization request. */
export interface Approval {
  readonly request: OAuthRequest
  readonly client: Client
  readonly person: Person
  readonly scopes: readonly string[]
  /** True when the person had granted the client nothing before. */
  readonly first: boolean
  /** The authorization that the answer's code and tokens are made for. */
  readonly authorization: Authorization
}

/** The authorization of a client by a person, for which tokens are made. */
export interface Authorization {
  readonly client: Client
  readonly grant: OAuthGrant
  readonly scopes: readonly string[]
  /** The parameters of the authorization request; empty when there was none. After a refresh, without `nonce`. */
  readonly parameters: Parameters
  /**
   * How the client gets the tokens: from the authorization endpoint, by a grant type, or by a command of the emulator.
   */
  readonly by:
    | 'authorization'
    | 'authorization_code'
    | 'refresh_token'
    | 'device_code'
    | 'password'
    | 'direct_authentication'
    | 'token_exchange'
    | 'command'
  /** The parameters of the token request; empty when there was none. */
  readonly request: Parameters
  /** The code or device code from which all later tokens stem; null when there was none. */
  readonly origin: string | null
  /** When the person signed in, epoch milliseconds. */
  readonly authTime: number | null
}

/** The authorization of a client that acts for itself. RFC 6749 section 4.4 */
export interface ClientAuthorization {
  readonly client: Client
  readonly scopes: readonly string[]
  readonly request: Parameters
}

/** An authorization, with the tokens made for it. */
export interface IssuedTokens extends Authorization {
  readonly accessToken: string
  readonly refreshToken: string | null
}

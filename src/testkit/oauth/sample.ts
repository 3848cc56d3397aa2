import type { OAuthErrorCode } from '#oauth/failure.ts'
import type { ResponseMode } from '#oauth/authorization/response.ts'
import type { Emulator } from '#emulator.ts'
import type { AnyService } from '#core/service.ts'

/** A client that the seed of a sample registers. */
export interface SampleClient {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

/** A provider's properties for the contract: its endpoints, the people and clients of its seed, and its features. */
export interface OAuthSample {
  readonly service: AnyService
  /** Registers `client` and `other`, and at least the two people. */
  readonly seed: object
  /** The same seed without clients. */
  readonly withoutClients: object
  readonly client: SampleClient
  readonly other: SampleClient
  /** Two people: the handle that forms post, and the name that pages show. */
  readonly people: readonly [SamplePerson, SamplePerson]
  readonly paths: {
    readonly authorize: string
    readonly token: string
    readonly userinfo?: string
    readonly discovery?: string
    readonly keys?: string
    readonly revoke?: string
    readonly introspect?: string
    readonly endSession?: string
    readonly device?: { readonly code: string; readonly page: string }
  }
  /** A valid scope, and one that does not exist; null when every scope exists. */
  readonly scope: string
  readonly badScope: string | null
  /** Further parameters that every authorization request of the vendor needs. */
  readonly always?: Readonly<Record<string, string>>
  /** Addresses that must not match the registered one by the vendor's rule, beside those that match at no vendor. */
  readonly strangeRedirects: readonly string[]
  /** True when an authorization request needs `response_type`. */
  readonly responseTypeRequired: boolean
  /** The parameter that suggests a person. Default: `login_hint` */
  readonly hint?: string
  /** Milliseconds. */
  readonly codeLifetime: number
  readonly redirectUriAtAuthorization: 'required' | 'optional'
  readonly redirectUriAtToken: 'required' | 'optional'
  readonly codeReuseEndsTokens: boolean
  readonly challengeMethods: readonly ('plain' | 'S256')[]
  readonly authenticationMethods: readonly ('client_secret_basic' | 'client_secret_post' | 'private_key_jwt')[]
  /** Default: none, and `response_mode` is ignored. */
  readonly responseModes?: readonly ResponseMode[]
  readonly hybrid?: boolean
  /** True when requests can be pushed; then an unknown `request_uri` is an error page. */
  readonly pushed?: boolean
  readonly prompts?: readonly string[]
  /**
   * True when consent is implied, so that `prompt=none` works for a signed-in person without a grant. Default: false
   */
  readonly consentImplied?: boolean
  readonly openId?: OpenIdSample
  readonly refresh?: RefreshSample
  readonly revocation?: { readonly authenticates: boolean; readonly unknown: 'ok' | 'invalid_token' }
  readonly device?: DeviceSample
  readonly clientCredentials?: { readonly scope: string; readonly badScope: string }
  /** A client with this key is registered under this id. */
  readonly keyClient?: { readonly id: string; readonly redirectUri: string; sign(claims: object): Promise<string> }
  /** The lifetime of access tokens, milliseconds. Absent: they do not expire. */
  readonly accessTokenLifetime?: number
  /** Returns a secret for a client that is not registered, at a vendor whose secrets are not plain text. */
  secretFor?(id: string): string
  /** The vendor's error code for a failure. Default: that of the RFC */
  errorName?(code: OAuthErrorCode, about: About): string
  /** The vendor's error for a code that was redeemed already. Default: that for every wrong code */
  readonly usedCode?: string
  /** The status of a failure of the token endpoint. Default: 401 for invalid_client, else 400. */
  errorStatus?(code: OAuthErrorCode, about: About): number
  /** Headers for the token endpoint, such as one that asks for JSON. */
  readonly tokenHeaders?: Readonly<Record<string, string>>
  /** True when a token request may be JSON. */
  readonly takesJson?: boolean
}

/** The subject of a failure, at a vendor whose error codes depend on it. */
export type About =
  | 'client'
  | 'unknown client'
  | 'secret'
  | 'code'
  | 'redirect_uri'
  | 'verifier'
  | 'refresh_token'
  | 'device_code'
  | 'response_mode'
  | 'parameter'

export interface DeviceSample {
  readonly uriMember: string
  /** Milliseconds. */
  readonly lifetime: number
  /** True when a client that has a secret must send it when it polls. Default: true */
  readonly authenticates?: boolean
}

interface SamplePerson {
  readonly handle: string
  readonly name: string
}

export interface OpenIdSample {
  readonly alg: 'RS256' | 'HS256'
  issuer(emulator: Emulator): string
  /** Scopes, with the claims of the ID token and of userinfo that they add. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** A scope that signs a person in without further claims. */
  readonly least: string
  /** True when an ID token has `auth_time` if the request has `max_age`. */
  readonly authTime: boolean
}

export interface RefreshSample {
  /** The parameters of an authorization request that gets a refresh token. */
  readonly parameters: Readonly<Record<string, string>>
  readonly rotates: boolean
  /** True when a replaced refresh token stays valid. Default: false */
  readonly replacedStaysGood?: boolean
  readonly reuseEndsFamily: boolean
  /** Milliseconds; null: it does not expire. */
  readonly lifetime: number | null
  /** A part of `scope` that the token endpoint accepts; absent when `scope` has no parts. */
  readonly narrower?: string
  /** A scope that `scope` does not have. */
  readonly broader: string
}

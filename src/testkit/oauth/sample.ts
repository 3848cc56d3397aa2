import type { OAuthErrorCode } from '../../oauth/failure.ts'
import type { ResponseMode } from '../../oauth/response.ts'
import type { Emulator } from '../../emulator.ts'
import type { AnyService } from '../../core/service.ts'

/** A client that the seed of a sample registers. */
export interface SampleClient {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

/** What the contract needs to know of a provider: where its endpoints are, whom its seed has, and what it supports. */
export interface OAuthSample {
  readonly service: AnyService
  /** Registers `client` and `other`, and at least the two people. */
  readonly seed: object
  /** The same without any client. */
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
  /** A good scope, and one that there is not; null where every scope is one. */
  readonly scope: string
  readonly badScope: string | null
  /** Parameters that every authorization request of the vendor needs beside the usual ones. */
  readonly always?: Readonly<Record<string, string>>
  /** Addresses that must not fit the registered one, whatever the vendor's rule; beside those that fit nowhere. */
  readonly strangeRedirects: readonly string[]
  /** Whether an authorization request needs `response_type`. */
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
  /** Default: none, and `response_mode` is not known. */
  readonly responseModes?: readonly ResponseMode[]
  readonly hybrid?: boolean
  /** Whether requests can be pushed; then a `request_uri` that nobody knows is a page. */
  readonly pushed?: boolean
  readonly prompts?: readonly string[]
  /** Whether consent is taken as given, so that whoever is signed in need not have agreed before. Default: false */
  readonly consentImplied?: boolean
  readonly openId?: OpenIdSample
  readonly refresh?: RefreshSample
  readonly revocation?: { readonly authenticates: boolean; readonly unknown: 'ok' | 'invalid_token' }
  readonly device?: DeviceSample
  readonly clientCredentials?: { readonly scope: string; readonly badScope: string }
  /** A client with this key is registered under this id. */
  readonly keyClient?: { readonly id: string; readonly redirectUri: string; sign(claims: object): Promise<string> }
  /** Milliseconds that access tokens of the service are good, where they expire. */
  readonly accessTokenLifetime?: number
  /** A secret of a client that is not registered, where the vendor takes none that are plain text. */
  secretFor?(id: string): string
  /** What the vendor calls a failure. Default: as the RFC does. */
  errorName?(code: OAuthErrorCode, about: About): string
  /** The status of a failure of the token endpoint. Default: 401 for invalid_client, else 400. */
  errorStatus?(code: OAuthErrorCode, about: About): number
  /** Headers for the token endpoint, such as one that asks for JSON. */
  readonly tokenHeaders?: Readonly<Record<string, string>>
  /** Whether a token request may be JSON. */
  readonly takesJson?: boolean
}

/** What a failure is about, where a vendor names it by that. */
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
  /** Whether a client that has a secret must send it when it polls. Default: true */
  readonly authenticates?: boolean
}

export interface SamplePerson {
  readonly handle: string
  readonly name: string
}

export interface OpenIdSample {
  readonly alg: 'RS256' | 'HS256'
  issuer(emulator: Emulator): string
  /** Scopes and the claims of ID token and userinfo that come with them and not without. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** A scope that signs in and tells nothing more. */
  readonly least: string
  /** Whether an ID token says when the person signed in, if `max_age` is sent. */
  readonly authTime: boolean
}

export interface RefreshSample {
  /** What an authorization request must have to get one. */
  readonly parameters: Readonly<Record<string, string>>
  readonly rotates: boolean
  /** Whether one that was replaced stays good all the same. Default: false */
  readonly replacedStaysGood?: boolean
  readonly reuseEndsFamily: boolean
  /** Milliseconds; null: for ever. */
  readonly lifetime: number | null
  /** A part of `scope`, as the token endpoint takes it; absent where there is none. */
  readonly narrower?: string
  /** A scope that `scope` does not have. */
  readonly broader: string
}

import { collection, type Id } from '../core/store.ts'
import type { Challenge } from './pkce.ts'
import type { ResponseMode } from './response.ts'

/** What a client asks of a person, as it was checked when it came: pages post nothing but its id. */
export interface OAuthRequest {
  readonly id: string
  readonly clientId: string
  /** Where the answer goes: what the client sent, else the one that is registered. */
  readonly redirectUri: string
  /** Whether the client sent it; then the token endpoint may expect it again. */
  readonly redirectUriSent: boolean
  /** Null: the client sent no scope, and what it gets is the vendor's to say. */
  readonly scopes: readonly string[] | null
  readonly state: string | null
  readonly challenge: Challenge | null
  /** Every parameter as it came: what only one vendor has (`nonce`, `login_hint`) is read from here. */
  readonly parameters: Readonly<Record<string, string>>
  /** `code`, `id_token`, `token`: what the client is to get from the page. */
  readonly responseTypes: readonly string[]
  readonly responseMode: ResponseMode
  /** Which of the vendor's authorization servers it came to; empty where there is one. */
  readonly server: string
  readonly createdAt: number
}

/** What a person has allowed a client, over all its requests. */
export interface OAuthGrant {
  readonly id: number
  readonly clientId: string
  readonly userId: Id
  /** All that was ever allowed and not taken back. */
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** An authorization code; `id` is the code. It stays when it has been redeemed, so that a second use is known as one. */
export interface OAuthCode {
  readonly id: string
  readonly grantId: number
  readonly redirectUri: string
  readonly redirectUriSent: boolean
  readonly scopes: readonly string[]
  readonly challenge: Challenge | null
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** When the person signed in. */
  readonly authTime: number
  readonly expiresAt: number
  readonly redeemedAt: number | null
}

/** A refresh token; `id` is the token. It stays when it has been used, so that a second use is known as one. */
export interface OAuthRefreshToken {
  readonly id: string
  readonly grantId: number
  /** The first of the tokens that replaced one another. */
  readonly family: string
  /** The access token that was issued with it. */
  readonly accessToken: string
  readonly scopes: readonly string[]
  /** Whether the client need not authenticate to use it, as it did not to get it. */
  readonly withoutSecret: boolean
  /** Of the authorization request, without what holds for one sign-in only (`nonce`). */
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** The code or device code that it stems from; null for one that a command made. */
  readonly origin: string | null
  readonly authTime: number | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

/**
 * An access token of a service that keeps its tokens here; `id` is the token as clients send it. Services with tokens of
 * their own have none of these.
 */
export interface OAuthAccessToken {
  readonly id: string
  readonly clientId: string
  /** Null: the client acts for itself. */
  readonly grantId: number | null
  readonly userId: Id | null
  readonly scopes: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  readonly origin: string | null
  /** What else the vendor keeps with it: its audience, its `jti`. JSON. */
  readonly details: Readonly<Record<string, unknown>>
  readonly authTime: number | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** That someone has signed in with a browser; `id` is the value of its cookie. */
export interface OAuthSession {
  readonly id: string
  readonly userId: Id
  readonly handle: string
  readonly authTime: number
}

/** An authorization request that a client has pushed ahead of the browser; `id` is its `request_uri`. */
export interface OAuthPushedRequest {
  readonly id: string
  readonly clientId: string
  /** As the authorization endpoint would have got it. */
  readonly query: string
  readonly server: string
  readonly expiresAt: number
}

/** A client assertion that was used, so that a second use is known as one; `id` is the client's and its own. */
export interface OAuthAssertion {
  readonly id: string
  readonly expiresAt: number
}

/** A device that waits for a person; `id` is the device code. */
export interface OAuthDevice {
  readonly id: string
  /** What the person types, with its dash. */
  readonly userCode: string
  readonly clientId: string
  readonly scopes: readonly string[] | null
  readonly state: 'pending' | 'approved' | 'denied' | 'redeemed'
  /** What the person allowed; null until then. */
  readonly grantId: number | null
  /** What the tokens may do; set with `grantId`. */
  readonly granted: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** When the person signed in. */
  readonly authTime: number | null
  /** Milliseconds that must pass between two polls; grows when the client does not wait. */
  readonly interval: number
  readonly polledAt: number | null
  readonly expiresAt: number
}

const cascade = { to: 'oauthGrants', onDelete: 'cascade' } as const

/** The state of an authorization server, to be spread into a service's own collections. Tokens are the service's. */
export const oauthCollections = {
  oauthRequests: collection<OAuthRequest>()({}),
  oauthGrants: collection<OAuthGrant>()({ unique: { client: ['clientId', 'userId'] } }),
  oauthCodes: collection<OAuthCode>()({ references: { grantId: cascade } }),
  oauthRefreshTokens: collection<OAuthRefreshToken>()({
    indexes: {
      byFamily: ['family'],
      byAccessToken: ['accessToken'],
      byOrigin: ['origin'],
      byGrant: ['grantId', 'createdAt'],
    },
    references: { grantId: cascade },
  }),
  oauthAccessTokens: collection<OAuthAccessToken>()({
    indexes: { byOrigin: ['origin'] },
    references: { grantId: cascade },
  }),
  oauthSessions: collection<OAuthSession>()({ indexes: { byUser: ['userId'] } }),
  oauthAssertions: collection<OAuthAssertion>()({}),
  oauthPushedRequests: collection<OAuthPushedRequest>()({}),
  oauthDevices: collection<OAuthDevice>()({
    unique: { userCode: [(row) => bareCode(row.userCode)] },
    references: { grantId: cascade },
  }),
}

/** A user code without what people may type otherwise: case, dashes and spaces. */
export function bareCode(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

import { collection, type Id } from '#core/store.ts'
import type { Challenge } from './authorization/pkce.ts'
import type { ResponseMode } from './authorization/response.ts'

/**
 * An authorization request that waits for a person. It was checked when it came; the forms of pages post only its id.
 */
export interface OAuthRequest {
  readonly id: string
  readonly clientId: string
  /** The address of the answer: the redirect_uri of the request, else the first registered one. */
  readonly redirectUri: string
  /** True when the request had a redirect_uri; if so, the token endpoint may expect it again. */
  readonly redirectUriSent: boolean
  /** Null: the request had no scope, and the profile decides what the client gets. */
  readonly scopes: readonly string[] | null
  readonly state: string | null
  readonly challenge: Challenge | null
  /** Every parameter as it came, for the profile (`nonce`, `login_hint`). */
  readonly parameters: Readonly<Record<string, string>>
  /** The words of `response_type`: `code`, `id_token`, `token`. */
  readonly responseTypes: readonly string[]
  readonly responseMode: ResponseMode
  /** The id of the vendor's authorization server that took the request; empty at a vendor with one server. */
  readonly server: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Everything that a person has granted a client, over all its requests. */
export interface OAuthGrant {
  readonly id: number
  readonly clientId: string
  readonly userId: Id
  /** Every scope that was granted and not revoked. */
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** An authorization code; `id` is the code. It stays after it was redeemed, so that a second use is recognised. */
export interface OAuthCode {
  readonly id: string
  readonly grantId: number
  readonly redirectUri: string
  readonly redirectUriSent: boolean
  readonly scopes: readonly string[]
  readonly challenge: Challenge | null
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** When the person signed in, epoch milliseconds. */
  readonly authTime: number
  readonly expiresAt: number
  readonly redeemedAt: number | null
}

/** A refresh token; `id` is the token. It stays after it was replaced, so that a second use is recognised. */
export interface OAuthRefreshToken {
  readonly id: string
  readonly grantId: number
  /** The first of the tokens that replaced one another. */
  readonly family: string
  /** The access token that was issued with it. */
  readonly accessToken: string
  readonly scopes: readonly string[]
  /** True when the client may use it without authenticating, because it got it without authenticating. */
  readonly withoutSecret: boolean
  /** The parameters of the authorization request, without `nonce`, which belongs to one sign-in only. */
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** The code or device code from which the token stems; null for a token that a command made. */
  readonly origin: string | null
  readonly authTime: number | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

/**
 * An access token of a service that stores its tokens with the engine; `id` is the token as clients send it. Services
 * with a collection of their own for tokens have none of these.
 */
export interface OAuthAccessToken {
  readonly id: string
  readonly clientId: string
  /** Null: the client acts for itself, or the seed made the token. */
  readonly grantId: number | null
  readonly userId: Id | null
  readonly scopes: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  readonly origin: string | null
  /** The vendor's further fields of the token: its audience, its `jti`. JSON. */
  readonly details: Readonly<Record<string, unknown>>
  readonly authTime: number | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** The session of a person who has signed in with a browser; `id` is the value of its cookie. */
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
  /** The query that the authorization endpoint would have got. */
  readonly query: string
  readonly server: string
  readonly expiresAt: number
}

/** A client assertion that was used, so that a second use is recognised; `id` is the client's id and the `jti`. */
export interface OAuthAssertion {
  readonly id: string
  readonly expiresAt: number
}

/** A device authorization; `id` is the device code. */
export interface OAuthDevice {
  readonly id: string
  /** The code that the person types, with its dash. */
  readonly userCode: string
  readonly clientId: string
  readonly scopes: readonly string[] | null
  readonly state: 'pending' | 'approved' | 'denied' | 'redeemed'
  /** The grant of the person who approved; null until then. */
  readonly grantId: number | null
  /** The scopes that the person granted; set with `grantId`. */
  readonly granted: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  readonly server: string
  /** When the person signed in, epoch milliseconds. */
  readonly authTime: number | null
  /** Milliseconds that must pass between two polls; grows with each poll that comes too early. */
  readonly interval: number
  readonly polledAt: number | null
  readonly expiresAt: number
}

const cascade = { to: 'oauthGrants', onDelete: 'cascade' } as const

/** The collections of an authorization server, to be spread into a service's own. */
export const oauthCollections = {
  oauthRequests: collection<OAuthRequest>()({ indexes: { byExpiry: ['expiresAt'] } }),
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

/** Returns a user code in upper case and without dashes and spaces, which people may type differently. */
export function bareCode(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

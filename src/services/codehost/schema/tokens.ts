import { collection, value } from '#core/store.ts'
import type { AppPermissions, NarrowedAccess } from './apps.ts'
import { cascade } from './keys.ts'

// Tokens, and the OAuth apps that they were issued to.

/** The limits of a fine-grained personal access token. */
export interface FineGrainedAccess {
  /** The user or the organization whose resources the token reaches. */
  readonly resourceOwnerId: number
  readonly permissions: AppPermissions
  /** Null for all repositories of the owner. */
  readonly repositoryIds: readonly number[] | null
  /** The access to an organization, which it can revoke; null for the resources of a user. */
  readonly grantId: number | null
}

/** A bearer token. `id` is the token itself. */
export interface Token {
  readonly id: string
  readonly userId: number
  readonly scopes: readonly string[]
  /** The OAuth app that the token was issued to; null for a personal token. */
  readonly clientId: string | null
  /** Null for a token that never expires. */
  readonly expiresAt: number | null
  readonly createdAt: number
  /** The part of an installation that the token of a user is narrowed to; absent: all of the installations. */
  readonly narrowed?: NarrowedAccess
  /** The limits of a fine-grained personal access token; absent for a token with scopes. */
  readonly fineGrained?: FineGrainedAccess
}

/** An OAuth app of the seed. */
export interface OAuthApp {
  readonly id: number
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** The collections of tokens and OAuth apps, and the limits of the seed. */
export const tokenCollections = {
  /** True when the seed asks to refuse requests without a token. */
  strictAuth: value(false),
  /** The rate limit of the seed, in requests; undefined when the vendor's limits apply and do not block. */
  rateLimit: value<number>(),
  /** Requests by rate limit, client and number of the limit's window. */
  requestCounts: value<number, [resource: string, client: string, window: number]>(0),
  tokens: collection<Token>()({
    // The tokens of one user and one OAuth app, oldest first.
    indexes: { ofApp: ['userId', 'clientId', 'createdAt'] },
    references: { userId: cascade('accounts') },
  }),
  oauthApps: collection<OAuthApp>()({ unique: { clientId: ['clientId'] } }),
}

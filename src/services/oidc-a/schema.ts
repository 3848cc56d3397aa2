import { collection, value } from '#core/store.ts'
import { oauthCollections } from '#oauth/collections.ts'

// The rows of the store. Times are epoch milliseconds. The wire shapes are in json/.

/** A Google account; `id` is its `sub`. */
export interface User {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly givenName: string | null
  readonly familyName: string | null
  readonly picture: string | null
  readonly locale: string | null
  /** The domain of the account's organization; null for a personal account. */
  readonly hostedDomain: string | null
  /** The user's place in the seed, which is the order of the sign-in page. */
  readonly position: number
}

/** The subject of a token: a user, or a service account, which has no name. */
export type Account = Omit<User, 'name' | 'position'> & { readonly name: string | null }

/** A service account; `id` is its unique id, which is its client_id too. */
export interface ServiceAccount {
  readonly id: string
  readonly email: string
  readonly projectId: string
  /** Null: every key is accepted. */
  readonly keys: readonly AccountKey[] | null
  /** The scopes for which it may act as a user of an organization (domain-wide delegation). Null: every scope. */
  readonly delegatedScopes: readonly string[] | null
  /** The addresses of those who may get credentials of the account. Null: everyone. */
  readonly tokenCreators: readonly string[] | null
  /** The account's place in the seed. */
  readonly position: number
}

/** A key of a service account, of which only the public half is known. */
interface AccountKey {
  /** The `private_key_id` of the key's file, which is the `kid` of tokens. */
  readonly id: string
  /** A public key or a certificate. PEM */
  readonly pem: string
}

/** An OAuth client of the seed; `id` is its client_id. */
export interface OAuthClient {
  readonly id: string
  /** Null: every secret is accepted. */
  readonly secret: string | null
  readonly name: string
  /** Null: every address is accepted. */
  readonly redirectUris: readonly string[] | null
  /** The addresses (`storagerelay://http/localhost:3000`) of the pages that may get answers as messages. */
  readonly pages: readonly string[]
  readonly position: number
}

/**
 * The signature algorithm of ID tokens: the vendor's RS256, or the shared secret of an instance with an empty key set.
 */
export type SigningAlg = 'HS256' | 'RS256'

export const collections = {
  ...oauthCollections,
  /** The signature algorithm of ID tokens, from the seed. */
  signingAlg: value<SigningAlg>('HS256'),
  users: collection<User>()({
    unique: { email: [(user) => user.email.toLowerCase()] },
    indexes: { byPosition: ['position'] },
  }),
  clients: collection<OAuthClient>()({ indexes: { byPosition: ['position'] } }),
  serviceAccounts: collection<ServiceAccount>()({
    unique: { email: [(account) => account.email.toLowerCase()] },
    indexes: { byPosition: ['position'] },
  }),
}

import { collection, value } from '../../core/store.ts'
import { oauthCollections } from '../../oauth/collections.ts'

// Row types: what the service remembers. Times are epoch milliseconds. The wire shapes are in json/.

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
  /** The domain of its organization; null for an account of its own. */
  readonly hostedDomain: string | null
  /** Its place in the seed: the order in which pages list people. */
  readonly position: number
}

/** An OAuth client of the seed; `id` is its client_id. */
export interface OAuthClient {
  readonly id: string
  /** Null: any that it sends will do. */
  readonly secret: string | null
  readonly name: string
  /** Null: any will do. */
  readonly redirectUris: readonly string[] | null
  readonly position: number
}

/** The signature algorithm of ID tokens: the vendor's RS256, or the shared secret of an instance with an empty key set. */
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
}

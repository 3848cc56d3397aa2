import { collection } from '../../core/store.ts'
import { oauthCollections } from '../../oauth/collections.ts'

// Row types: what the service remembers. Times are epoch milliseconds. The wire shapes are in json/.

/** Whether the vendor takes someone for a real person: 0 cannot tell here, 1 does not know, 2 likely. */
export type RealUserStatus = 0 | 1 | 2

/** An Apple Account. Applications never see `id`: each team knows the person by a subject of its own. */
export interface User {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  /** Whether they hide their address where they are not asked. */
  readonly privateEmail: boolean
  /** Null: tokens do not say, as those of web applications at the vendor. */
  readonly realUserStatus: RealUserStatus | null
  /** Its place in the seed: the order in which pages list people. */
  readonly position: number
}

/** A Services ID or App ID of the seed; `id` is its client_id. */
export interface OAuthClient {
  readonly id: string
  readonly name: string
  /** Null: client secrets of any team will do. */
  readonly teamId: string | null
  /** Null: client secrets with any `kid` will do. */
  readonly keyId: string | null
  /** PEM, a P-256 key. Null: client secrets signed with any key will do. */
  readonly publicKey: string | null
  /** Null: any will do. */
  readonly redirectUris: readonly string[] | null
  readonly position: number
}

/** What someone chose on the page about their address, when an application first asked for it. */
export interface EmailChoice {
  readonly id: number
  readonly clientId: string
  readonly userId: string
  readonly hidden: boolean
}

export const collections = {
  ...oauthCollections,
  users: collection<User>()({
    unique: { email: [(user) => user.email.toLowerCase()] },
    indexes: { byPosition: ['position'] },
  }),
  clients: collection<OAuthClient>()({ indexes: { byPosition: ['position'] } }),
  emailChoices: collection<EmailChoice>()({ unique: { who: ['clientId', 'userId'] } }),
}

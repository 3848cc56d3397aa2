import { collection } from '#core/store.ts'
import { oauthCollections } from '#oauth/collections.ts'

// The rows of the store. Times are epoch milliseconds. The wire shapes are in json/.

/** The vendor's belief that a user is a real person: 0 unsupported, 1 unknown, 2 likely real. */
type RealUserStatus = 0 | 1 | 2

/** An Apple Account. Applications never see `id`: each team gets a `sub` of its own for the person. */
export interface User {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  /** True when the person hides their address unless they choose otherwise on the page. */
  readonly privateEmail: boolean
  /** Null: tokens do not have the claim, like those of web applications at the vendor. */
  readonly realUserStatus: RealUserStatus | null
  /** The user's place in the seed, which is the order of the sign-in page. */
  readonly position: number
}

/** A Services ID or App ID of the seed; `id` is its client_id. */
export interface OAuthClient {
  readonly id: string
  readonly name: string
  /** Null: client secrets of every team are accepted. */
  readonly teamId: string | null
  /** Null: client secrets with every `kid` are accepted. */
  readonly keyId: string | null
  /** PEM, a P-256 key. Null: client secrets signed with every key are accepted. */
  readonly publicKey: string | null
  /** Null: every address is accepted. */
  readonly redirectUris: readonly string[] | null
  /** Where server-to-server notifications are sent; null: nowhere. */
  readonly notificationUrl: string | null
  readonly position: number
}

/** A person's choice to share or hide their address, made on the page when an application first asks for it. */
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

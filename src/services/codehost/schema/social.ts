import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

/** A profile of a user at another site. */
export interface SocialAccount {
  readonly id: number
  readonly userId: number
  readonly provider: string
  readonly url: string
}

/** A user's wish to hear of a repository, or never to. */
export interface Subscription {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly ignored: boolean
  readonly createdAt: number
}

/** A reference in texts of a repository that links to another system. */
export interface Autolink {
  readonly id: number
  readonly repoId: number
  readonly keyPrefix: string
  readonly urlTemplate: string
  readonly isAlphanumeric: boolean
  readonly updatedAt: number
}

/** The switches of a repository that have an operation of their own. */
export type RepositorySwitch =
  | 'automated-security-fixes'
  | 'immutable-releases'
  | 'private-vulnerability-reporting'
  | 'vulnerability-alerts'

/** The status that a user shows. */
export interface UserStatus {
  readonly id: number
  readonly userId: number
  readonly emoji: string | null
  readonly message: string | null
  readonly isBusy: boolean
  /** The organization whose members see it; null for everybody. */
  readonly orgId: number | null
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collections of what people and repositories are linked to. */
export const socialCollections = {
  /** The switches that are on. */
  repositorySwitches: value<readonly RepositorySwitch[], [repoId: number]>([]),
  userStatuses: collection<UserStatus>()({
    unique: { user: ['userId'] },
    references: { userId: cascade('accounts'), orgId: cascade('accounts') },
  }),
  socialAccounts: collection<SocialAccount>()({
    unique: { url: ['userId', 'url'] },
    references: { userId: cascade('accounts') },
  }),
  subscriptions: collection<Subscription>()({
    unique: { user: ['repoId', 'userId'] },
    indexes: { byRepo: ['repoId', 'ignored'], byUser: ['userId', 'ignored'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  autolinks: collection<Autolink>()({
    unique: { prefix: ['repoId', ({ keyPrefix }) => keyPrefix.toLowerCase()] },
    references: { repoId: cascade('repos') },
  }),
}

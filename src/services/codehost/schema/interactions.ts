import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

// Limits of who may interact with whom.

/** A user whom another user or an organization has blocked. */
export interface Block {
  readonly id: number
  readonly blockerId: number
  readonly blockedId: number
}

/** The users who may still comment, and open issues and pull requests. */
export const INTERACTION_GROUPS = ['existing_users', 'contributors_only', 'collaborators_only'] as const

/** A limit for a repository, or for all repositories of an account. Exactly one of the two ids is set. */
export interface InteractionLimit {
  readonly id: number
  readonly accountId: number | null
  readonly repoId: number | null
  readonly group: (typeof INTERACTION_GROUPS)[number]
  readonly expiresAt: number
}

/** The most open pull requests that a user without write access may have in public repositories. */
export interface PullCap {
  readonly enabled: boolean
  readonly most: number
}

/** A user whom the limit of open pull requests of a repository does not hold. */
export interface PullCapBypass {
  readonly id: number
  readonly repoId: number
  readonly userId: number
}

/** The collections of blocks and interaction limits. */
export const interactionCollections = {
  blocks: collection<Block>()({
    unique: { pair: ['blockerId', 'blockedId'] },
    references: { blockerId: cascade('accounts'), blockedId: cascade('accounts') },
  }),
  interactionLimits: collection<InteractionLimit>()({
    unique: { account: ['accountId'], repo: ['repoId'] },
    references: { accountId: cascade('accounts'), repoId: cascade('repos') },
  }),
  pullCaps: value<PullCap, [owner: 'repo' | 'org', id: number]>({ enabled: false, most: 10 }),
  pullCapBypasses: collection<PullCapBypass>()({
    unique: { user: ['repoId', 'userId'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
}

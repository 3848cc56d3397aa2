import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

// Branch protection.

/** The protection of one branch. */
export interface Protection {
  readonly id: number
  readonly repoId: number
  readonly branch: string
  readonly requiredStatusChecks: {
    readonly strict: boolean
    readonly checks: readonly { readonly context: string; readonly appId: number | null }[]
  } | null
  readonly requiredReviews: {
    readonly dismissStaleReviews: boolean
    readonly requireCodeOwnerReviews: boolean
    readonly requireLastPushApproval: boolean
    /** 0 to 6. */
    readonly requiredApprovingReviewCount: number
    readonly dismissalRestrictions: Restrictions | null
    readonly bypassAllowances: Restrictions | null
  } | null
  readonly restrictions: Restrictions | null
  readonly enforceAdmins: boolean
  readonly requiredSignatures: boolean
  readonly requiredLinearHistory: boolean
  readonly allowForcePushes: boolean
  readonly allowDeletions: boolean
  readonly blockCreations: boolean
  readonly requiredConversationResolution: boolean
  readonly lockBranch: boolean
  readonly allowForkSyncing: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Users, teams and apps that a rule names, by login and slug. */
export interface Restrictions {
  readonly users: readonly string[]
  readonly teams: readonly string[]
  readonly apps: readonly string[]
}

/** The collection of branch protections. */
export const protectionCollections = {
  protections: collection<Protection>()({
    unique: { branch: ['repoId', 'branch'] },
    references: { repoId: cascade('repos') },
  }),
}

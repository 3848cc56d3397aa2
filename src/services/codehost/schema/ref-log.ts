import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

/** The kinds of changes of branches, by the vendor's names. */
export type RefChangeKind = 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge'

/** A change of a branch. */
export interface RefChange {
  readonly id: number
  readonly repoId: number
  /** The full name: `refs/heads/main`. */
  readonly ref: string
  /** The SHA before; forty zeros for a new branch. */
  readonly before: string
  /** The SHA after; forty zeros for a deleted branch. */
  readonly after: string
  readonly kind: RefChangeKind
  readonly actorId: number | null
  readonly createdAt: number
}

/** The collection of the changes of branches. */
export const refLogCollections = {
  refChanges: collection<RefChange>()({
    indexes: { byRepo: ['repoId'] },
    references: { repoId: cascade('repos'), actorId: setNull('accounts') },
  }),
}

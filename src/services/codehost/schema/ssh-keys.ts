import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/**
 * An SSH key: one that a user signs in to git with, one that they sign commits with, or one of a repository. Exactly
 * one of the two ids is set.
 */
export interface SshKey {
  readonly id: number
  readonly kind: 'login' | 'signing' | 'deploy'
  readonly userId: number | null
  readonly repoId: number | null
  readonly title: string
  /** The type and the key, without a comment. */
  readonly key: string
  readonly readOnly: boolean
  readonly addedById: number
  readonly createdAt: number
}

/** The collection of SSH keys. */
export const sshKeyCollections = {
  sshKeys: collection<SshKey>()({
    // A key names one user or one repository; a user may sign commits with the same one.
    unique: { key: [({ kind }) => kind === 'signing', 'key'] },
    indexes: { byUser: ['kind', 'userId'], byRepo: ['kind', 'repoId'] },
    references: { userId: cascade('accounts'), repoId: cascade('repos'), addedById: cascade('accounts') },
  }),
}

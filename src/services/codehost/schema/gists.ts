import { collection } from '#core/store.ts'
import type { Ref, StoredObject } from './git.ts'
import { cascade, setNull } from './keys.ts'

// Gists: small repositories of files without directories.

/** A gist. */
export interface Gist {
  readonly id: number
  /** The id in URLs: 32 hexadecimal digits. */
  readonly name: string
  readonly ownerId: number
  readonly description: string | null
  /** False for a secret gist, which is in no list of others; whoever knows its URL may read it. */
  readonly public: boolean
  readonly defaultBranch: string
  /** The gist that it was forked from; null for none. */
  readonly parentId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A comment on a gist. */
export interface GistComment {
  readonly id: number
  readonly gistId: number
  readonly userId: number
  readonly body: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A user's star on a gist. */
export interface GistStar {
  readonly id: number
  readonly gistId: number
  readonly userId: number
  readonly starredAt: number
}

/** The collections of gists. In `gistObjects` and `gistRefs`, `repoId` is the id of a gist. */
export const gistCollections = {
  gists: collection<Gist>()({
    unique: { name: ['name'] },
    indexes: {
      byPrivacy: ['public', 'updatedAt'],
      byOwner: ['ownerId', 'updatedAt'],
      byOwnerAndPrivacy: ['ownerId', 'public', 'updatedAt'],
    },
    references: {
      ownerId: cascade('accounts'),
      parentId: setNull('gists'),
    },
  }),
  gistComments: collection<GistComment>()({
    references: { gistId: cascade('gists'), userId: cascade('accounts') },
  }),
  gistStars: collection<GistStar>()({
    unique: { user: ['gistId', 'userId'] },
    indexes: { byUser: ['userId', 'starredAt'] },
    references: { gistId: cascade('gists'), userId: cascade('accounts') },
  }),
  gistObjects: collection<StoredObject>()({ references: { repoId: cascade('gists') } }),
  gistRefs: collection<Ref>()({
    unique: { name: ['repoId', 'name'] },
    indexes: { byName: ['repoId', 'name'], byKind: ['repoId', (ref) => ref.name.split('/')[1], 'name'] },
    references: { repoId: cascade('gists') },
  }),
}

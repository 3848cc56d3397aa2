import { collection } from '#core/store.ts'
import type { GitObject } from '#codehost/git/objects.ts'
import { cascade } from './keys.ts'

// Git objects and refs.

/** A git object of one repository; `id` is `<repository id> <sha>`. */
export interface StoredObject {
  readonly id: string
  readonly repoId: number
  readonly object: GitObject
}

/** A branch, a tag or another ref of a repository. */
export interface Ref {
  readonly id: number
  readonly repoId: number
  /** The full name: `refs/heads/main`. */
  readonly name: string
  readonly sha: string
  /** The account that moved the ref last; absent for a seeded ref. */
  readonly pusherId?: number
}

/** The collections of git objects and refs. */
export const gitCollections = {
  objects: collection<StoredObject>()({ references: { repoId: cascade('repos') } }),
  refs: collection<Ref>()({
    unique: { name: ['repoId', 'name'] },
    // The second part of the key is `heads` or `tags`, so that branches are listed without tags.
    indexes: { byName: ['repoId', 'name'], byKind: ['repoId', (ref) => ref.name.split('/')[1], 'name'] },
    references: { repoId: cascade('repos') },
  }),
}

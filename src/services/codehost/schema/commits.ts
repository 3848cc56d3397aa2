import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

// Comments and statuses of commits.

/** A comment on a commit, or on a line of a file in it. */
export interface CommitComment {
  readonly id: number
  readonly repoId: number
  readonly sha: string
  readonly userId: number
  readonly body: string
  /** The reason for which the comment is hidden; absent or null for a comment that is shown. */
  readonly minimizedReason?: string | null
  readonly path: string | null
  readonly line: number | null
  readonly position: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A status that a client reported for a commit. The newest one of a context counts. */
export interface CommitStatus {
  readonly id: number
  readonly repoId: number
  readonly sha: string
  readonly state: 'error' | 'failure' | 'pending' | 'success'
  readonly context: string
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creatorId: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collections of comments and statuses of commits. */
export const commitCollections = {
  commitComments: collection<CommitComment>()({
    indexes: { byCommit: ['repoId', 'sha'], byRepo: ['repoId'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  commitStatuses: collection<CommitStatus>()({
    indexes: { byCommit: ['repoId', 'sha'] },
    references: { repoId: cascade('repos'), creatorId: cascade('accounts') },
  }),
}

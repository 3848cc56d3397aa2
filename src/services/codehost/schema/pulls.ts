import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

// Pull requests and their reviews.

/** The pull side of a pull request. Title, body, state and number are in its issue. */
export interface Pull {
  readonly id: number
  readonly issueId: number
  readonly repoId: number
  /** Null once the head repository is deleted. */
  readonly headRepoId: number | null
  /** The login of the head's owner when the pull request was opened, for `head.label`. */
  readonly headOwner: string
  /** The head branch without `refs/heads/`. */
  readonly headRef: string
  readonly headSha: string
  /** The account that pushed the latest commits with changes of their own; absent for the author. */
  readonly lastPusherId?: number
  readonly baseRef: string
  readonly baseSha: string
  readonly draft: boolean
  readonly merged: boolean
  readonly mergedAt: number | null
  readonly mergedById: number | null
  readonly mergeCommitSha: string | null
  readonly maintainerCanModify: boolean
  /** The merge that happens once all requirements are met; absent or null for none. */
  readonly autoMerge?: AutoMerge | null
}

/** A merge that a user has asked for in advance. */
export interface AutoMerge {
  readonly method: 'merge' | 'squash' | 'rebase'
  /** The title of the merge commit; null for that of the repository's settings. */
  readonly title: string | null
  readonly message: string | null
  readonly enabledById: number
  readonly enabledAt: number
}

/** A user or a team whose review of a pull request was requested. Exactly one of the two ids is set. */
export interface RequestedReviewer {
  readonly id: number
  readonly pullId: number
  readonly userId: number | null
  readonly teamId: number | null
}

/** A review of a pull request. */
export interface Review {
  readonly id: number
  readonly repoId: number
  readonly pullId: number
  readonly userId: number
  readonly body: string
  readonly state: 'PENDING' | 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED'
  readonly commitId: string
  readonly submittedAt: number | null
  /** The reason for which the review is hidden; absent or null for a review that is shown. */
  readonly minimizedReason?: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A comment on the diff of a pull request. */
export interface ReviewComment {
  readonly id: number
  readonly repoId: number
  readonly pullId: number
  readonly reviewId: number | null
  readonly userId: number
  readonly body: string
  readonly path: string
  readonly diffHunk: string
  readonly commitId: string
  readonly originalCommitId: string
  readonly side: 'LEFT' | 'RIGHT'
  readonly startSide: 'LEFT' | 'RIGHT' | null
  readonly line: number | null
  readonly originalLine: number | null
  readonly startLine: number | null
  readonly originalStartLine: number | null
  /** The number of lines below the first hunk header of the file's patch. */
  readonly position: number | null
  readonly originalPosition: number | null
  readonly subjectType: 'line' | 'file'
  readonly inReplyToId: number | null
  /** True while the review is pending. Pending comments are visible only to their author. */
  readonly pending: boolean
  /** The account that resolved the thread which the comment begins; absent or null for none. */
  readonly resolvedById?: number | null
  /** The reason for which the comment is hidden; absent or null for a comment that is shown. */
  readonly minimizedReason?: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A file of a pull request that a user has looked at. */
export interface ViewedFile {
  readonly id: number
  readonly pullId: number
  readonly userId: number
  readonly path: string
  /** The blob that the file was then. */
  readonly blob: string
}

/** A merge that a client asked for without waiting for it. */
export interface AsyncMerge {
  /** A UUID. */
  readonly id: string
  readonly repoId: number
  readonly pullId: number
  readonly method: 'default' | 'merge' | 'squash' | 'rebase'
  readonly action: 'default' | 'direct_merge' | 'merge_queue'
  readonly headSha: string
  /** The new commit of the base branch; null where the merge was refused. */
  readonly sha: string | null
  readonly refusal: string | null
  readonly createdAt: number
}

/** The collections of pull requests and reviews. */
export const pullCollections = {
  pulls: collection<Pull>()({
    unique: { issue: ['issueId'] },
    indexes: {
      head: ['headRepoId', 'headRef'],
      base: ['repoId', 'baseRef'],
      label: ['repoId', ({ headOwner }) => headOwner.toLowerCase(), 'headRef'],
      headSha: ['repoId', 'headSha'],
      // Pull requests that are to be merged as soon as they can be.
      waiting: [({ autoMerge, merged }) => (autoMerge == null || merged ? null : 'auto-merge')],
    },
    references: { issueId: cascade('issues'), repoId: cascade('repos'), headRepoId: setNull('repos') },
  }),
  requestedReviewers: collection<RequestedReviewer>()({
    unique: { user: ['pullId', 'userId'], team: ['pullId', 'teamId'] },
    references: { pullId: cascade('pulls'), userId: cascade('accounts'), teamId: cascade('teams') },
  }),
  reviews: collection<Review>()({
    indexes: { byPull: ['pullId', 'createdAt'] },
    references: { repoId: cascade('repos'), pullId: cascade('pulls'), userId: cascade('accounts') },
  }),
  reviewComments: collection<ReviewComment>()({
    indexes: {
      byPull: ['pullId', 'pending', 'createdAt'],
      byRepo: ['repoId', 'pending', 'createdAt'],
      updatedByPull: ['pullId', 'pending', 'updatedAt'],
      updatedByRepo: ['repoId', 'pending', 'updatedAt'],
    },
    references: {
      repoId: cascade('repos'),
      pullId: cascade('pulls'),
      reviewId: cascade('reviews'),
      userId: cascade('accounts'),
    },
  }),
  viewedFiles: collection<ViewedFile>()({
    unique: { file: ['pullId', 'userId', 'path'] },
    references: { pullId: cascade('pulls'), userId: cascade('accounts') },
  }),
  asyncMerges: collection<AsyncMerge>()({
    references: { repoId: cascade('repos'), pullId: cascade('pulls') },
  }),
}

import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** Why a user hears of a thread. */
export type NotificationReason =
  | 'assign'
  | 'author'
  | 'comment'
  | 'manual'
  | 'mention'
  | 'review_requested'
  | 'subscribed'
  | 'team_mention'

/** The news of an issue, a pull request or a release, for one user. Exactly one of the two ids is set. */
export interface NotificationThread {
  readonly id: number
  readonly userId: number
  readonly repoId: number
  readonly issueId: number | null
  readonly releaseId: number | null
  readonly reason: NotificationReason
  readonly unread: boolean
  /** True once the user has put it aside, until something new happens. */
  readonly isDone: boolean
  /** The latest comment; null when the latest event was none. */
  readonly commentId: number | null
  readonly updatedAt: number
  readonly lastReadAt: number | null
}

/** A user's wish to hear of an issue or pull request, or not to. */
export interface ThreadSubscription {
  readonly id: number
  readonly userId: number
  readonly issueId: number
  /** `unsubscribed` lasts until the user takes part again; `ignored` lasts. */
  readonly state: 'subscribed' | 'unsubscribed' | 'ignored'
  readonly createdAt: number
}

/** The collections of notifications. */
export const notificationCollections = {
  notificationThreads: collection<NotificationThread>()({
    unique: { issue: ['userId', 'issueId'], release: ['userId', 'releaseId'] },
    indexes: { unread: [({ isDone, unread, userId }) => (isDone || !unread ? null : userId), 'updatedAt'] },
    references: {
      userId: cascade('accounts'),
      repoId: cascade('repos'),
      issueId: cascade('issues'),
      releaseId: cascade('releases'),
    },
  }),
  threadSubscriptions: collection<ThreadSubscription>()({
    unique: { user: ['userId', 'issueId'] },
    references: { userId: cascade('accounts'), issueId: cascade('issues') },
  }),
}

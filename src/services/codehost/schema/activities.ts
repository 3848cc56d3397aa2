import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The types of activities, by the vendor's names. */
type ActivityType =
  | 'CreateEvent'
  | 'DeleteEvent'
  | 'ForkEvent'
  | 'IssueCommentEvent'
  | 'IssuesEvent'
  | 'PublicEvent'
  | 'PullRequestEvent'
  | 'PullRequestReviewCommentEvent'
  | 'PullRequestReviewEvent'
  | 'PushEvent'
  | 'ReleaseEvent'
  | 'WatchEvent'

/** Something that a user did in a repository, as timelines show it. */
export interface Activity {
  readonly id: number
  readonly type: ActivityType
  readonly actorId: number
  readonly repoId: number
  readonly action: string | null
  /** The id of the issue, pull request, comment, review, release or fork; null for other types. */
  readonly subjectId: number | null
  /** The full name of a ref, for types about refs. */
  readonly ref: string | null
  readonly before: string | null
  readonly after: string | null
  readonly createdAt: number
}

/** The collection of activities. */
export const activityCollections = {
  activities: collection<Activity>()({
    indexes: { all: [() => true], byRepo: ['repoId'], byActor: ['actorId'] },
    references: { actorId: cascade('accounts'), repoId: cascade('repos') },
  }),
}

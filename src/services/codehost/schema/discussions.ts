import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'
import type { Issue } from './issues.ts'

// Discussions of repositories, with their categories, comments, votes and polls.

/** A category of discussions. */
export interface DiscussionCategory {
  readonly id: number
  readonly repoId: number
  readonly name: string
  readonly slug: string
  /** The name of an emoji between colons: `:mega:`. */
  readonly emoji: string
  readonly description: string | null
  /** True where a comment can be marked as the answer. */
  readonly answerable: boolean
  /** `announcement`: only users with push permission start discussions. `poll`: discussions have a poll. */
  readonly format: 'open' | 'announcement' | 'poll'
  readonly createdAt: number
  readonly updatedAt: number
}

/** A discussion. It shares its number with the issues and pull requests of the repository. */
export interface Discussion {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly categoryId: number
  readonly title: string
  readonly body: string
  readonly userId: number
  readonly state: 'open' | 'closed'
  readonly stateReason: 'resolved' | 'outdated' | 'duplicate' | 'reopened' | null
  readonly closedAt: number | null
  readonly locked: boolean
  readonly activeLockReason: Issue['activeLockReason']
  /** The comment that is the answer. */
  readonly answerId: number | null
  readonly answerChosenById: number | null
  readonly answerChosenAt: number | null
  /** The question of the poll; null for a discussion without one. */
  readonly pollQuestion: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A comment of a discussion, or a reply to one. */
export interface DiscussionComment {
  readonly id: number
  readonly repoId: number
  readonly discussionId: number
  /** The comment that this one replies to; null for a comment. */
  readonly parentId: number | null
  readonly userId: number
  readonly body: string
  /** The reason for which the comment is hidden; null for a comment that is shown. */
  readonly minimizedReason: string | null
  /** The time at which a comment with replies was deleted: it stays, without its text. */
  readonly deletedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A label of a discussion. */
export interface DiscussionLabel {
  readonly id: number
  readonly discussionId: number
  readonly labelId: number
}

/** A vote for a discussion or a comment. Exactly one of `discussionId` and `commentId` is set. */
export interface Upvote {
  readonly id: number
  readonly userId: number
  readonly discussionId: number | null
  readonly commentId: number | null
}

/** A choice of a poll. */
export interface PollOption {
  readonly id: number
  readonly repoId: number
  readonly discussionId: number
  readonly option: string
}

/** The vote of a user in a poll. */
export interface PollVote {
  readonly id: number
  readonly discussionId: number
  readonly optionId: number
  readonly userId: number
}

/** The collections of discussions. */
export const discussionCollections = {
  discussionCategories: collection<DiscussionCategory>()({
    unique: { slug: ['repoId', 'slug'] },
    references: { repoId: cascade('repos') },
  }),
  discussions: collection<Discussion>()({
    unique: { number: ['repoId', 'number'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      updated: ['repoId', 'updatedAt'],
      createdInCategory: ['categoryId', 'createdAt'],
      updatedInCategory: ['categoryId', 'updatedAt'],
    },
    references: {
      repoId: cascade('repos'),
      categoryId: cascade('discussionCategories'),
      userId: cascade('accounts'),
      answerId: setNull('discussionComments'),
      answerChosenById: setNull('accounts'),
    },
  }),
  discussionComments: collection<DiscussionComment>()({
    // Comments and replies apart, each in the order of their creation.
    indexes: {
      comments: [(row) => (row.parentId === null ? row.discussionId : null), 'createdAt'],
      replies: ['parentId', 'createdAt'],
    },
    references: {
      repoId: cascade('repos'),
      discussionId: cascade('discussions'),
      parentId: cascade('discussionComments'),
      userId: cascade('accounts'),
    },
  }),
  discussionLabels: collection<DiscussionLabel>()({
    unique: { label: ['discussionId', 'labelId'] },
    references: { discussionId: cascade('discussions'), labelId: cascade('labels') },
  }),
  upvotes: collection<Upvote>()({
    unique: { discussion: ['discussionId', 'userId'], comment: ['commentId', 'userId'] },
    references: {
      userId: cascade('accounts'),
      discussionId: cascade('discussions'),
      commentId: cascade('discussionComments'),
    },
  }),
  pollOptions: collection<PollOption>()({
    references: { repoId: cascade('repos'), discussionId: cascade('discussions') },
  }),
  pollVotes: collection<PollVote>()({
    unique: { once: ['discussionId', 'userId'] },
    references: {
      discussionId: cascade('discussions'),
      optionId: cascade('pollOptions'),
      userId: cascade('accounts'),
    },
  }),
}

import { collection, sequence } from '#core/store.ts'
import { cascade, lower, setNull } from './keys.ts'

// Issues, and the parts that pull requests share with them.

/** An issue, or the issue side of a pull request. */
export interface Issue {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly isPull: boolean
  readonly title: string
  readonly body: string | null
  readonly userId: number
  readonly state: 'open' | 'closed'
  readonly stateReason: 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null
  readonly locked: boolean
  readonly activeLockReason: 'resolved' | 'off-topic' | 'too heated' | 'spam' | null
  readonly milestoneId: number | null
  /** The type, of those that the organization has; absent or null for none. */
  readonly typeId?: number | null
  /** The number of comments, kept by rules/issues/comments. */
  readonly comments: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  readonly closedById: number | null
  /** The GitHub App through which the row was written; absent for none. */
  readonly appId?: number
}

/** A label on an issue or pull request. */
export interface IssueLabel {
  readonly id: number
  readonly issueId: number
  readonly labelId: number
}

/** An assignee of an issue or pull request. */
export interface IssueAssignee {
  readonly id: number
  readonly issueId: number
  readonly userId: number
}

/** A comment on an issue or in the conversation of a pull request. */
export interface Comment {
  readonly id: number
  readonly repoId: number
  readonly issueId: number
  readonly userId: number
  readonly body: string
  /** The reason for which the comment is hidden; absent or null for a comment that is shown. */
  readonly minimizedReason?: string | null
  /** The pin that shows the comment above the others of its issue; absent or null for none. */
  readonly pin?: { readonly at: number; readonly byId: number } | null
  readonly createdAt: number
  readonly updatedAt: number
  /** The GitHub App through which the row was written; absent for none. */
  readonly appId?: number
}

/** An event of an issue or pull request, for the lists of events and the timeline. */
export interface IssueEvent {
  readonly id: number
  readonly repoId: number
  readonly issueId: number
  readonly actorId: number
  /** The vendor's name: `closed`, `labeled`, `assigned`, `renamed`, … */
  readonly event: string
  readonly commitId: string | null
  /**
   * The vendor's additional members with wire names: `{ label: { name, color } }`. Those that only GraphQL shows begin
   * with `$`: `$issue`, `$repo`, `$from`, `$to`.
   */
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
  /** The GitHub App through which the row was written; absent for none. */
  readonly appId?: number
}

/** A reaction of a user. */
export interface Reaction {
  readonly id: number
  readonly repoId: number
  /**
   * The subject of the reaction: `issue 12`, `comment 3`, `review comment 4`, `commit comment 5`, `release 6`,
   * `discussion 7`, `discussion comment 8`.
   */
  readonly subject: string
  readonly userId: number
  readonly content: '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'
  readonly createdAt: number
}

/** An issue that is shown above the list of its repository. */
export interface PinnedIssue {
  readonly id: number
  readonly repoId: number
  readonly issueId: number
  readonly pinnedById: number
}

/** A label of a repository. */
export interface Label {
  readonly id: number
  readonly repoId: number
  readonly name: string
  /** Six hexadecimal digits, without `#`. */
  readonly color: string
  readonly description: string | null
}

/** A milestone of a repository. */
export interface Milestone {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly title: string
  readonly description: string | null
  readonly state: 'open' | 'closed'
  readonly creatorId: number
  readonly dueOn: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
}

/** A branch that was made for an issue. */
export interface LinkedBranch {
  readonly id: number
  readonly issueId: number
  /** The repository of the branch, which may be another one than the issue's. */
  readonly repoId: number
  /** The full name: `refs/heads/1-first`. */
  readonly ref: string
}

/** A key part that limits an index to pull requests. */
const repoOfPull = ({ isPull, repoId }: Issue): number | null => (isPull ? repoId : null)

/** The collections of issues, labels, milestones, comments, events and reactions. */
export const issueCollections = {
  /** The numbers that the issues and pull requests of a repository share. */
  issueNumbers: sequence<[repoId: number]>(),
  milestoneNumbers: sequence<[repoId: number]>(),
  linkedBranches: collection<LinkedBranch>()({
    references: { issueId: cascade('issues'), repoId: cascade('repos') },
  }),
  issues: collection<Issue>()({
    unique: { number: ['repoId', 'number'] },
    // Indexes for the API's lists, by creation and by update, of all states and of one. Lists of issues include pull
    // requests.
    indexes: {
      created: ['repoId', 'createdAt'],
      createdByState: ['repoId', 'state', 'createdAt'],
      updated: ['repoId', 'updatedAt'],
      updatedByState: ['repoId', 'state', 'updatedAt'],
      pulls: [repoOfPull, 'createdAt'],
      pullsByState: [repoOfPull, 'state', 'createdAt'],
      pullsUpdated: [repoOfPull, 'updatedAt'],
      pullsUpdatedByState: [repoOfPull, 'state', 'updatedAt'],
      milestone: ['milestoneId', 'state'],
    },
    references: {
      repoId: cascade('repos'),
      milestoneId: setNull('milestones'),
      typeId: setNull('issueTypes'),
      userId: cascade('accounts'),
      closedById: setNull('accounts'),
    },
  }),
  issueLabels: collection<IssueLabel>()({
    unique: { label: ['issueId', 'labelId'] },
    references: { issueId: cascade('issues'), labelId: cascade('labels') },
  }),
  issueAssignees: collection<IssueAssignee>()({
    unique: { user: ['issueId', 'userId'] },
    references: { issueId: cascade('issues'), userId: cascade('accounts') },
  }),
  comments: collection<Comment>()({
    indexes: { created: ['repoId', 'createdAt'], updated: ['repoId', 'updatedAt'], byIssue: ['issueId', 'createdAt'] },
    references: { repoId: cascade('repos'), issueId: cascade('issues'), userId: cascade('accounts') },
  }),
  issueEvents: collection<IssueEvent>()({
    // Timelines contain cross-references; lists of events do not.
    indexes: {
      byIssue: ['issueId', 'createdAt'],
      byRepo: [(row) => (row.event === 'cross-referenced' ? null : row.repoId), 'createdAt'],
    },
    references: { repoId: cascade('repos'), issueId: cascade('issues'), actorId: cascade('accounts') },
  }),
  reactions: collection<Reaction>()({
    unique: { once: ['repoId', 'subject', 'userId', 'content'] },
    indexes: { bySubject: ['repoId', 'subject'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  pinnedIssues: collection<PinnedIssue>()({
    unique: { issue: ['issueId'] },
    references: { repoId: cascade('repos'), issueId: cascade('issues'), pinnedById: cascade('accounts') },
  }),
  labels: collection<Label>()({
    unique: { name: ['repoId', lower('name')] },
    indexes: { byName: ['repoId', lower('name')] },
    references: { repoId: cascade('repos') },
  }),
  milestones: collection<Milestone>()({
    unique: { number: ['repoId', 'number'], title: ['repoId', 'title'] },
    indexes: { byState: ['repoId', 'state', 'dueOn'] },
    references: { repoId: cascade('repos'), creatorId: cascade('accounts') },
  }),
}

import { collection, sequence } from '../../../core/store.ts'
import { cascade, lower, setNull } from './keys.ts'

// Issues, and what pull requests share with them.

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
  /** How many comments it has; kept by rules/issues/comments. */
  readonly comments: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  readonly closedById: number | null
  /** The GitHub App through which it was written; absent: none. */
  readonly appId?: number
}

export interface IssueLabel {
  readonly id: number
  readonly issueId: number
  readonly labelId: number
}

export interface IssueAssignee {
  readonly id: number
  readonly issueId: number
  readonly userId: number
}

export interface Comment {
  readonly id: number
  readonly repoId: number
  readonly issueId: number
  readonly userId: number
  readonly body: string
  readonly createdAt: number
  readonly updatedAt: number
  /** The GitHub App through which it was written; absent: none. */
  readonly appId?: number
}

/** Something that happened to an issue or pull request, for `events` and `timeline`. */
export interface IssueEvent {
  readonly id: number
  readonly repoId: number
  readonly issueId: number
  readonly actorId: number
  /** The vendor's name: `closed`, `labeled`, `assigned`, `renamed`, … */
  readonly event: string
  readonly commitId: string | null
  /** What the event carries beside: `{ label: { name, color } }`; wire names. */
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
  /** The GitHub App through which it was written; absent: none. */
  readonly appId?: number
}

export interface Reaction {
  readonly id: number
  readonly repoId: number
  /** What it is on: `issue 12`, `comment 3`, `review comment 4`, `commit comment 5`. */
  readonly subject: string
  readonly userId: number
  readonly content: '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'
  readonly createdAt: number
}

export interface Label {
  readonly id: number
  readonly repoId: number
  readonly name: string
  /** Six hexadecimal digits, without `#`. */
  readonly color: string
  readonly description: string | null
  readonly default: boolean
}

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

/** A key part that keeps the issues that are no pull requests out of a list. */
const repoOfPull = ({ isPull, repoId }: Issue): number | null => (isPull ? repoId : null)

export const issueCollections = {
  /** The numbers that the issues and pull requests of a repository share. */
  issueNumbers: sequence<[repoId: number]>(),
  milestoneNumbers: sequence<[repoId: number]>(),
  issues: collection<Issue>()({
    unique: { number: ['repoId', 'number'] },
    // The lists of the API: by creation and by update, of all states and of one; pulls are listed alone, issues with pulls.
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
    // Timelines have cross-references, the lists of events have not.
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

import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

// The relations between issues, and their types.

/** An issue that is a part of another one. */
export interface SubIssue {
  readonly id: number
  readonly parentId: number
  readonly issueId: number
  /** The place among the sub-issues of the parent, counted from 0. */
  readonly position: number
}

/** An issue that blocks another one. */
export interface IssueDependency {
  readonly id: number
  readonly blockedId: number
  readonly blockingId: number
}

/** An issue that was closed as a duplicate of another one. */
export interface DuplicateIssue {
  readonly id: number
  readonly duplicateId: number
  /** The issue that it repeats. */
  readonly canonicalId: number
}

/** The colors of issue types. */
export const ISSUE_TYPE_COLORS = ['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'pink', 'purple'] as const

/** A type that issues of an organization can have. */
export interface IssueType {
  readonly id: number
  readonly orgId: number
  readonly name: string
  readonly description: string | null
  readonly color: (typeof ISSUE_TYPE_COLORS)[number] | null
  readonly isEnabled: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collections of the relations between issues, and of their types. */
export const subIssueCollections = {
  subIssues: collection<SubIssue>()({
    unique: { issue: ['issueId'] },
    indexes: { byParent: ['parentId', 'position'] },
    references: { parentId: cascade('issues'), issueId: cascade('issues') },
  }),
  issueDependencies: collection<IssueDependency>()({
    unique: { pair: ['blockedId', 'blockingId'] },
    references: { blockedId: cascade('issues'), blockingId: cascade('issues') },
  }),
  duplicateIssues: collection<DuplicateIssue>()({
    unique: { duplicate: ['duplicateId'] },
    references: { duplicateId: cascade('issues'), canonicalId: cascade('issues') },
  }),
  issueTypes: collection<IssueType>()({
    unique: { name: ['orgId', ({ name }) => name.toLowerCase()] },
    references: { orgId: cascade('accounts') },
  }),
}

import { collection, sequence } from '#core/store.ts'
import { cascade, lower } from './keys.ts'

// Projects (v2) of users and organizations, with their items, fields and values.

/** A project of a user or an organization. */
export interface Project {
  readonly id: number
  readonly ownerId: number
  readonly number: number
  readonly title: string
  readonly shortDescription: string | null
  readonly readme: string | null
  readonly public: boolean
  readonly template: boolean
  readonly creatorId: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Null for an open project. */
  readonly closedAt: number | null
}

/** The types of fields that users make. */
export type CustomFieldType = 'TEXT' | 'NUMBER' | 'DATE' | 'SINGLE_SELECT' | 'ITERATION'

/** The types of fields that every project has, whose values are those of the issue or pull request. */
export type BuiltInFieldType =
  | 'TITLE'
  | 'ASSIGNEES'
  | 'LABELS'
  | 'LINKED_PULL_REQUESTS'
  | 'MILESTONE'
  | 'REPOSITORY'
  | 'REVIEWERS'
  | 'PARENT_ISSUE'
  | 'SUB_ISSUES_PROGRESS'

/** A choice of a field of type `SINGLE_SELECT`. */
export interface FieldOption {
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly name: string
  /** The vendor's name: `GREEN`. */
  readonly color: string
  readonly description: string
}

/** A period of a field of type `ITERATION`. */
export interface Iteration {
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly title: string
  /** The first day: `2025-03-01`. */
  readonly startDate: string
  /** In days. */
  readonly duration: number
}

/** The periods of a field of type `ITERATION`. */
export interface Iterations {
  /** The length of the next periods, in days. */
  readonly duration: number
  /** The day of the week on which periods begin, from 1 for Monday to 7. */
  readonly startDay: number
  readonly iterations: readonly Iteration[]
}

/** A field of a project. */
export interface ProjectField {
  readonly id: number
  readonly projectId: number
  /** The place among the fields, counted from 0. */
  readonly position: number
  readonly name: string
  readonly dataType: CustomFieldType | BuiltInFieldType
  /** Empty for all types but `SINGLE_SELECT`. */
  readonly options: readonly FieldOption[]
  /** Null for all types but `ITERATION`. */
  readonly iterations: Iterations | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A draft that stands in a project in place of an issue. */
export interface DraftIssue {
  readonly id: number
  readonly projectId: number
  readonly title: string
  readonly body: string
  readonly creatorId: number
  readonly assigneeIds: readonly number[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** An item of a project: an issue, a pull request or a draft. Exactly one of `issueId` and `draftId` is set. */
export interface ProjectItem {
  readonly id: number
  readonly projectId: number
  /** The place among the items, counted from 0; places may be free. */
  readonly position: number
  /** The issue, or the issue side of the pull request. */
  readonly issueId: number | null
  readonly draftId: number | null
  readonly creatorId: number
  /** Null for an item that is shown. */
  readonly archivedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The value of a field that users made, for one item. */
export interface ProjectValue {
  readonly id: number
  readonly itemId: number
  readonly fieldId: number
  /** A text, a number, a day (`2025-03-01`), or the id of an option or an iteration. */
  readonly value: string | number
  readonly creatorId: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** A view of a project. */
export interface ProjectView {
  readonly id: number
  readonly projectId: number
  readonly number: number
  readonly name: string
  readonly layout: 'TABLE_LAYOUT' | 'BOARD_LAYOUT' | 'ROADMAP_LAYOUT'
  readonly filter: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** An automation of a project. */
export interface ProjectWorkflow {
  readonly id: number
  readonly projectId: number
  readonly number: number
  readonly name: string
  readonly enabled: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** A report about the state of a project. */
export interface StatusUpdate {
  readonly id: number
  readonly projectId: number
  readonly creatorId: number
  readonly body: string | null
  readonly status: 'INACTIVE' | 'ON_TRACK' | 'AT_RISK' | 'OFF_TRACK' | 'COMPLETE' | null
  /** A day: `2025-03-01`. */
  readonly startDate: string | null
  readonly targetDate: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A repository in which a project is shown. */
export interface ProjectRepository {
  readonly id: number
  readonly projectId: number
  readonly repoId: number
}

/** A team to which a project is shown. */
export interface ProjectTeam {
  readonly id: number
  readonly projectId: number
  readonly teamId: number
}

/** The role of a user or a team in a project. Exactly one of the two ids is set. */
export interface ProjectCollaborator {
  readonly id: number
  readonly projectId: number
  readonly userId: number | null
  readonly teamId: number | null
  readonly role: ProjectRole
}

/** The role of a collaborator of a project. */
export type ProjectRole = 'READER' | 'WRITER' | 'ADMIN'

/** The collections of projects. */
export const projectCollections = {
  projectNumbers: sequence<[ownerId: number]>(),
  projects: collection<Project>()({
    unique: { number: ['ownerId', 'number'] },
    indexes: { byNumber: ['ownerId', 'number'] },
    references: { ownerId: cascade('accounts'), creatorId: cascade('accounts') },
  }),
  projectFields: collection<ProjectField>()({
    unique: { name: ['projectId', lower('name')] },
    indexes: { byPosition: ['projectId', 'position'] },
    references: { projectId: cascade('projects') },
  }),
  draftIssues: collection<DraftIssue>()({
    references: { projectId: cascade('projects'), creatorId: cascade('accounts') },
  }),
  projectItems: collection<ProjectItem>()({
    unique: { content: ['projectId', 'issueId'] },
    indexes: { byPosition: ['projectId', 'position'] },
    references: {
      projectId: cascade('projects'),
      issueId: cascade('issues'),
      draftId: cascade('draftIssues'),
      creatorId: cascade('accounts'),
    },
  }),
  projectValues: collection<ProjectValue>()({
    unique: { field: ['itemId', 'fieldId'] },
    references: {
      itemId: cascade('projectItems'),
      fieldId: cascade('projectFields'),
      creatorId: cascade('accounts'),
    },
  }),
  projectViews: collection<ProjectView>()({
    unique: { number: ['projectId', 'number'] },
    references: { projectId: cascade('projects') },
  }),
  projectWorkflows: collection<ProjectWorkflow>()({
    unique: { number: ['projectId', 'number'] },
    references: { projectId: cascade('projects') },
  }),
  statusUpdates: collection<StatusUpdate>()({
    indexes: { created: ['projectId', 'createdAt'] },
    references: { projectId: cascade('projects'), creatorId: cascade('accounts') },
  }),
  projectRepositories: collection<ProjectRepository>()({
    unique: { pair: ['projectId', 'repoId'] },
    references: { projectId: cascade('projects'), repoId: cascade('repos') },
  }),
  projectTeams: collection<ProjectTeam>()({
    unique: { pair: ['projectId', 'teamId'] },
    references: { projectId: cascade('projects'), teamId: cascade('teams') },
  }),
  projectCollaborators: collection<ProjectCollaborator>()({
    unique: { user: ['projectId', 'userId'], team: ['projectId', 'teamId'] },
    references: { projectId: cascade('projects'), userId: cascade('accounts'), teamId: cascade('teams') },
  }),
}

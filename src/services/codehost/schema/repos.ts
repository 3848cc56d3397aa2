import { collection } from '#core/store.ts'
import { cascade, lower, setNull } from './keys.ts'

// Repositories and the relations of users to them.

/** Permissions on a repository, in ascending order. */
export type Permission = 'pull' | 'triage' | 'push' | 'maintain' | 'admin'

/** The users who may open pull requests. */
type PullRequestCreationPolicy = 'all' | 'collaborators_only'

/** A repository. */
export interface Repo {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly description: string | null
  readonly homepage: string | null
  readonly language: string | null
  readonly private: boolean
  readonly visibility: 'public' | 'private' | 'internal'
  readonly fork: boolean
  /** The repository it was forked from. */
  readonly parentId: number | null
  /** The root of the network of forks; null for a repository that is not a fork. */
  readonly sourceId: number | null
  readonly templateId: number | null
  readonly defaultBranch: string
  readonly topics: readonly string[]
  /** SPDX key of a known license, such as `mit`. */
  readonly license: string | null
  readonly archived: boolean
  readonly disabled: boolean
  readonly isTemplate: boolean
  readonly hasIssues: boolean
  readonly hasProjects: boolean
  readonly hasWiki: boolean
  readonly hasPages: boolean
  readonly hasDownloads: boolean
  readonly hasDiscussions: boolean
  readonly hasPullRequests: boolean
  readonly pullRequestCreationPolicy: PullRequestCreationPolicy
  readonly allowForking: boolean
  readonly allowMergeCommit: boolean
  readonly allowSquashMerge: boolean
  readonly allowRebaseMerge: boolean
  readonly allowAutoMerge: boolean
  readonly allowUpdateBranch: boolean
  readonly deleteBranchOnMerge: boolean
  readonly squashMergeCommitTitle: 'PR_TITLE' | 'COMMIT_OR_PR_TITLE'
  readonly squashMergeCommitMessage: 'PR_BODY' | 'COMMIT_MESSAGES' | 'BLANK'
  readonly mergeCommitTitle: 'PR_TITLE' | 'MERGE_MESSAGE'
  readonly mergeCommitMessage: 'PR_BODY' | 'PR_TITLE' | 'BLANK'
  readonly webCommitSignoffRequired: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly pushedAt: number
}

/** A user with a permission of their own on a repository. */
export interface Collaborator {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly permission: Permission
}

/** A user's star on a repository. */
export interface Star {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly starredAt: number
}

/** A repository that a profile shows first. Pins of a profile are in the order of their ids. */
export interface PinnedRepo {
  readonly id: number
  readonly accountId: number
  readonly repoId: number
}

/** The collections of repositories, collaborators and stars. */
export const repositoryCollections = {
  repos: collection<Repo>()({
    unique: { name: ['ownerId', lower('name')] },
    indexes: {
      byName: ['ownerId', lower('name')],
      byPrivacy: ['private'],
      byPrivacyAndName: ['ownerId', 'private', lower('name')],
      created: ['ownerId', 'createdAt'],
      createdByPrivacy: ['ownerId', 'private', 'createdAt'],
      forks: ['parentId', 'createdAt'],
    },
    references: {
      ownerId: cascade('accounts'),
      parentId: setNull('repos'),
      sourceId: setNull('repos'),
      templateId: setNull('repos'),
    },
  }),
  collaborators: collection<Collaborator>()({
    unique: { user: ['repoId', 'userId'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  pinnedRepos: collection<PinnedRepo>()({
    unique: { repo: ['accountId', 'repoId'] },
    references: { accountId: cascade('accounts'), repoId: cascade('repos') },
  }),
  stars: collection<Star>()({
    unique: { user: ['repoId', 'userId'] },
    indexes: { byRepo: ['repoId', 'starredAt'], byUser: ['userId', 'starredAt'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
}

import { collection } from '../../core/store.ts'
import { oauthCollections } from '../../oauth/collections.ts'
import type { GitObject } from './git/objects.ts'
import { actionsCollections } from './schema-actions.ts'
import { appCollections } from './schema-apps.ts'
import { secretsCollections } from './schema-secrets.ts'

// Row types: what the service remembers. Times are epoch milliseconds. The wire shapes are in json/.

/** A user or an organization: they share one space of logins and ids. */
export interface Account {
  readonly id: number
  readonly type: 'User' | 'Organization' | 'Bot'
  readonly login: string
  readonly name: string | null
  /** The public e-mail address. */
  readonly email: string | null
  readonly bio: string | null
  readonly company: string | null
  readonly location: string | null
  readonly blog: string
  readonly twitterUsername: string | null
  readonly hireable: boolean | null
  readonly siteAdmin: boolean
  /** Organizations only. */
  readonly description: string | null
  /** Organizations only. */
  readonly billingEmail: string | null
  /** Organizations only: what every member may do with every repository. */
  readonly defaultRepositoryPermission: 'read' | 'write' | 'admin' | 'none'
  /** Organizations only. */
  readonly settings: OrganizationSettings
  readonly createdAt: number
  readonly updatedAt: number
}

/** The switches of an organization, by the names that they have on the wire: most of them are only kept. */
export interface OrganizationSettings {
  readonly has_organization_projects: boolean
  readonly has_repository_projects: boolean
  readonly members_can_create_public_repositories: boolean
  readonly members_can_create_private_repositories: boolean
  readonly members_can_fork_private_repositories: boolean
  readonly web_commit_signoff_required: boolean
  readonly members_can_create_public_pages: boolean
  readonly members_can_create_private_pages: boolean
  readonly advanced_security_enabled_for_new_repositories: boolean
  readonly dependabot_alerts_enabled_for_new_repositories: boolean
  readonly dependabot_security_updates_enabled_for_new_repositories: boolean
  readonly dependency_graph_enabled_for_new_repositories: boolean
  readonly secret_scanning_enabled_for_new_repositories: boolean
  readonly secret_scanning_push_protection_enabled_for_new_repositories: boolean
  readonly secret_scanning_push_protection_custom_link_enabled: boolean
  readonly secret_scanning_push_protection_custom_link: string | null
  readonly deploy_keys_enabled_for_repositories: boolean
}

export interface Email {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
  readonly visibility: 'public' | 'private' | null
}

export interface Follow {
  readonly id: number
  readonly followerId: number
  readonly followedId: number
}

/** A user's place in an organization. */
export interface Membership {
  readonly id: number
  readonly orgId: number
  readonly userId: number
  readonly role: 'admin' | 'member'
  readonly state: 'active' | 'pending'
  /** Whether strangers see it. */
  readonly public: boolean
}

/** What a person may do with a repository, from least to most. */
export type Permission = 'pull' | 'triage' | 'push' | 'maintain' | 'admin'

export interface Team {
  readonly id: number
  readonly orgId: number
  readonly parentId: number | null
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly privacy: 'closed' | 'secret'
  readonly notificationSetting: 'notifications_enabled' | 'notifications_disabled'
  readonly permission: Permission
  readonly createdAt: number
  readonly updatedAt: number
}

export interface TeamMember {
  readonly id: number
  readonly teamId: number
  readonly userId: number
  readonly role: 'member' | 'maintainer'
  readonly state: 'active' | 'pending'
}

export interface TeamRepo {
  readonly id: number
  readonly teamId: number
  readonly repoId: number
  readonly permission: Permission
}

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
  /** The root of the network of forks. */
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

export interface Collaborator {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly permission: Permission
}

export interface Star {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly starredAt: number
}

/** A git object of one repository; `id` is `<repository id> <sha>`. */
export interface StoredObject {
  readonly id: string
  readonly repoId: number
  readonly object: GitObject
}

export interface Ref {
  readonly id: number
  readonly repoId: number
  /** Whole: `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}

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
  /** How many comments it has; kept by rules/comments. */
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

/** The pull side of a pull request; title, body, state and number are its issue's. */
export interface Pull {
  readonly id: number
  readonly issueId: number
  readonly repoId: number
  /** Null once the repository it came from is gone. */
  readonly headRepoId: number | null
  /** The owner's login when it was opened, for `head.label`. */
  readonly headOwner: string
  /** A branch, without `refs/heads/`. */
  readonly headRef: string
  readonly headSha: string
  readonly baseRef: string
  readonly baseSha: string
  readonly draft: boolean
  readonly merged: boolean
  readonly mergedAt: number | null
  readonly mergedById: number | null
  readonly mergeCommitSha: string | null
  readonly maintainerCanModify: boolean
}

export interface RequestedReviewer {
  readonly id: number
  readonly pullId: number
  readonly userId: number | null
  readonly teamId: number | null
}

export interface Review {
  readonly id: number
  readonly repoId: number
  readonly pullId: number
  readonly userId: number
  readonly body: string
  readonly state: 'PENDING' | 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED'
  readonly commitId: string
  readonly submittedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

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
  /** Lines down from the first hunk header of the file's patch. */
  readonly position: number | null
  readonly originalPosition: number | null
  readonly subjectType: 'line' | 'file'
  readonly inReplyToId: number | null
  /** Of a review that is not submitted yet: nobody but its author knows of it. */
  readonly pending: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export interface CommitComment {
  readonly id: number
  readonly repoId: number
  readonly sha: string
  readonly userId: number
  readonly body: string
  readonly path: string | null
  readonly line: number | null
  readonly position: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The protection of one branch. */
export interface Protection {
  readonly id: number
  readonly repoId: number
  readonly branch: string
  readonly requiredStatusChecks: {
    readonly strict: boolean
    readonly checks: readonly { readonly context: string; readonly appId: number | null }[]
  } | null
  readonly requiredReviews: {
    readonly dismissStaleReviews: boolean
    readonly requireCodeOwnerReviews: boolean
    readonly requireLastPushApproval: boolean
    /** 0 to 6. */
    readonly requiredApprovingReviewCount: number
    readonly dismissalRestrictions: Restrictions | null
    readonly bypassAllowances: Restrictions | null
  } | null
  readonly restrictions: Restrictions | null
  readonly enforceAdmins: boolean
  readonly requiredSignatures: boolean
  readonly requiredLinearHistory: boolean
  readonly allowForcePushes: boolean
  readonly allowDeletions: boolean
  readonly blockCreations: boolean
  readonly requiredConversationResolution: boolean
  readonly lockBranch: boolean
  readonly allowForkSyncing: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Who is exempt or allowed, by login and slug. */
export interface Restrictions {
  readonly users: readonly string[]
  readonly teams: readonly string[]
  readonly apps: readonly string[]
}

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

/** A release: a tag that is presented with notes and files, or the draft of one. */
export interface Release {
  readonly id: number
  readonly repoId: number
  /** Without `refs/tags/`; of a draft the tag need not be there, and other releases may have the same. */
  readonly tagName: string
  readonly targetCommitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /** Whether somebody chose it as the latest: at most one of a repository, neither draft nor prerelease. */
  readonly latest: boolean
  readonly authorId: number
  /** When its commit was made. */
  readonly createdAt: number
  readonly publishedAt: number | null
  readonly updatedAt: number
}

/** A file of a release. */
export interface ReleaseAsset {
  readonly id: number
  readonly repoId: number
  readonly releaseId: number
  readonly name: string
  readonly label: string | null
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string
  /** The bytes in base64. */
  readonly content: string
  readonly downloadCount: number
  readonly uploaderId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** What one app checks of one commit. */
export interface CheckSuite {
  readonly id: number
  readonly repoId: number
  /** Null for the built-in app, to which belongs what users write. */
  readonly appId: number | null
  /** That it belongs to one run of a workflow, of which a commit may have several. */
  readonly ofWorkflow?: true
  readonly headSha: string
  readonly headBranch: string | null
  /** What its runs come to; rules/checks keeps them. */
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: CheckConclusion | null
  readonly createdAt: number
  readonly updatedAt: number
}

export type CheckConclusion =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'

export interface CheckRun {
  readonly id: number
  readonly repoId: number
  readonly suiteId: number
  readonly headSha: string
  readonly name: string
  readonly externalId: string
  /** Null: the page of the app. */
  readonly detailsUrl: string | null
  readonly status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending'
  /** Set exactly when it is completed, as `completedAt` is. */
  readonly conclusion: CheckConclusion | null
  readonly startedAt: number
  readonly completedAt: number | null
  readonly title: string | null
  readonly summary: string | null
  readonly text: string | null
  readonly annotations: readonly CheckAnnotation[]
  /** The buttons that the page of the run offers. */
  readonly actions: readonly { readonly label: string; readonly description: string; readonly identifier: string }[]
}

/** A remark of a check run about lines of a file; wire names. */
export interface CheckAnnotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column: number | null
  readonly end_column: number | null
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly title: string | null
  readonly message: string
  readonly raw_details: string | null
}

/** A webhook of a repository or of an organization: one of the two ids is set. */
export interface Hook {
  readonly id: number
  readonly repoId: number | null
  readonly orgId: number | null
  readonly active: boolean
  readonly events: readonly string[]
  readonly url: string
  readonly contentType: 'json' | 'form'
  readonly insecureSsl: '0' | '1'
  readonly secret: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A bearer token; `id` is the token itself. */
export interface Token {
  readonly id: string
  readonly userId: number
  readonly scopes: readonly string[]
  /** The OAuth app it was issued to; null for a personal token. */
  readonly clientId: string | null
  /** Null: never. */
  readonly expiresAt: number | null
  readonly createdAt: number
}

export interface OAuthApp {
  readonly id: number
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** A key part that does not tell upper from lower case, as the vendor's names do not. */
const lower =
  <F extends 'login' | 'name' | 'slug'>(field: F) =>
  (row: { readonly [K in F]: string }): string =>
    row[field].toLowerCase()

/** A key part that keeps the issues that are no pull requests out of a list. */
const repoOfPull = ({ isPull, repoId }: Issue): number | null => (isPull ? repoId : null)

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const
const setNull = (to: string) => ({ to, onDelete: 'set null' }) as const

/** Everything a codehost instance remembers. */
export const collections = {
  accounts: collection<Account>()({
    unique: { login: [lower('login')] },
    // Everyone in the order they signed up: bots are nobody.
    indexes: { byType: ['type'], listed: [({ type }) => type !== 'Bot'] },
  }),
  emails: collection<Email>()({
    unique: { email: [(row) => row.email.toLowerCase()] },
    references: { userId: cascade('accounts') },
  }),
  follows: collection<Follow>()({
    unique: { pair: ['followerId', 'followedId'] },
    references: { followerId: cascade('accounts'), followedId: cascade('accounts') },
  }),
  memberships: collection<Membership>()({
    unique: { member: ['orgId', 'userId'] },
    indexes: {
      byState: ['orgId', 'state', 'userId'],
      byRole: ['orgId', 'state', 'role', 'userId'],
      byVisibility: ['orgId', 'state', 'public', 'userId'],
    },
    references: { orgId: cascade('accounts'), userId: cascade('accounts') },
  }),
  teams: collection<Team>()({
    unique: { slug: ['orgId', lower('slug')] },
    indexes: { bySlug: ['orgId', lower('slug')], byPrivacy: ['orgId', 'privacy'] },
    references: { orgId: cascade('accounts'), parentId: setNull('teams') },
  }),
  teamMembers: collection<TeamMember>()({
    unique: { member: ['teamId', 'userId'] },
    indexes: { byState: ['teamId', 'state'] },
    references: { teamId: cascade('teams'), userId: cascade('accounts') },
  }),
  teamRepos: collection<TeamRepo>()({
    unique: { repo: ['teamId', 'repoId'] },
    references: { teamId: cascade('teams'), repoId: cascade('repos') },
  }),
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
  stars: collection<Star>()({
    unique: { user: ['repoId', 'userId'] },
    indexes: { byRepo: ['repoId', 'starredAt'], byUser: ['userId', 'starredAt'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  objects: collection<StoredObject>()({ references: { repoId: cascade('repos') } }),
  refs: collection<Ref>()({
    unique: { name: ['repoId', 'name'] },
    // The kind is `heads` or `tags`: branches are listed without tags.
    indexes: { byName: ['repoId', 'name'], byKind: ['repoId', (ref) => ref.name.split('/')[1], 'name'] },
    references: { repoId: cascade('repos') },
  }),
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
  pulls: collection<Pull>()({
    unique: { issue: ['issueId'] },
    indexes: {
      head: ['headRepoId', 'headRef'],
      base: ['repoId', 'baseRef'],
      label: ['repoId', ({ headOwner }) => headOwner.toLowerCase(), 'headRef'],
      headSha: ['repoId', 'headSha'],
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
  commitComments: collection<CommitComment>()({
    indexes: { byCommit: ['repoId', 'sha'], byRepo: ['repoId'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts') },
  }),
  protections: collection<Protection>()({
    unique: { branch: ['repoId', 'branch'] },
    references: { repoId: cascade('repos') },
  }),
  commitStatuses: collection<CommitStatus>()({
    indexes: { byCommit: ['repoId', 'sha'] },
    references: { repoId: cascade('repos'), creatorId: cascade('accounts') },
  }),
  checkSuites: collection<CheckSuite>()({
    unique: { app: ['repoId', 'headSha', (row) => (row.ofWorkflow === true ? null : (row.appId ?? 0))] },
    indexes: { byCommit: ['repoId', 'headSha'] },
    references: { repoId: cascade('repos'), appId: cascade('apps') },
  }),
  checkRuns: collection<CheckRun>()({
    indexes: { byCommit: ['repoId', 'headSha'] },
    references: { repoId: cascade('repos'), suiteId: cascade('checkSuites') },
  }),
  releases: collection<Release>()({
    unique: { tag: [(row) => (row.draft ? null : row.repoId), 'tagName'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      published: [(row) => (row.draft ? null : row.repoId), 'createdAt'],
      // What may be the latest.
      full: [(row) => (row.draft || row.prerelease ? null : row.repoId), 'createdAt'],
      latest: [(row) => (row.latest ? row.repoId : null)],
    },
    references: { repoId: cascade('repos'), authorId: cascade('accounts') },
  }),
  releaseAssets: collection<ReleaseAsset>()({
    unique: { name: ['releaseId', 'name'] },
    references: { repoId: cascade('repos'), releaseId: cascade('releases'), uploaderId: setNull('accounts') },
  }),
  ...secretsCollections,
  ...actionsCollections,
  hooks: collection<Hook>()({ references: { repoId: cascade('repos'), orgId: cascade('accounts') } }),
  tokens: collection<Token>()({
    // The tokens of one user and one OAuth app, oldest first.
    indexes: { ofApp: ['userId', 'clientId', 'createdAt'] },
    references: { userId: cascade('accounts') },
  }),
  ...oauthCollections,
  oauthApps: collection<OAuthApp>()({ unique: { clientId: ['clientId'] } }),
  ...appCollections,
}

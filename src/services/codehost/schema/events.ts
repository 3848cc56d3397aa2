import type { Commit } from '#codehost/git/objects.ts'
import type { Account, Membership } from './accounts.ts'
import type { JobWait, RunReview, Workflow, WorkflowJob, WorkflowRun } from './actions.ts'
import type { Installation } from './apps.ts'
import type { RepositoryAdvisory } from './advisories.ts'
import type { CheckRun, CheckSuite } from './checks.ts'
import type { CodeAlert } from './code-scanning.ts'
import type { CommitComment, CommitStatus } from './commits.ts'
import type { CustomProperty, PropertyValue } from './custom-properties.ts'
import type { Deployment, DeploymentStatus, Environment } from './deployments.ts'
import type { Discussion, DiscussionComment } from './discussions.ts'
import type { EventName } from './event-names.ts'
import type { OrganizationToken } from './fine-grained-tokens.ts'
import type { Ref } from './git.ts'
import type { Hook } from './hooks.ts'
import type { OrganizationInvitation } from './invitations.ts'
import type { Comment, Issue, Label, Milestone } from './issues.ts'
import type { Package, PackageVersion } from './packages.ts'
import type { PagesBuild } from './pages.ts'
import type { Protection } from './protection.ts'
import type { Project, ProjectField, ProjectItem, StatusUpdate } from './projects.ts'
import type { Pull, Review, ReviewComment } from './pulls.ts'
import type { Release } from './releases.ts'
import type { Permission, Repo } from './repos.ts'
import type { Ruleset } from './rulesets.ts'
import type { DependabotAlert, SecretAlert } from './security-alerts.ts'
import type { SshKey } from './ssh-keys.ts'
import type { IssueType } from './sub-issues.ts'
import type { Team } from './teams.ts'

/**
 * An event that rules and handlers emit: the rows that it tells of. webhooks.ts writes them as the vendor's JSON, and
 * finds who receives it. `before` is the row as it was before the change, for events that tell previous values.
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export type CodehostEvent = RepositoryEvent | OrganizationEvent | InstallationEvent | HookEvent | RulesetEvent

/** The events with one of these names. */
export type EventOf<N extends EventName, E = CodehostEvent> = E extends { readonly event: infer M }
  ? M extends N
    ? E
    : never
  : never

/** An event about a repository, which its hooks receive, those of its organization, and the apps installed there. */
export type RepositoryEvent =
  | ProtectionEvent
  | CheckEvent
  | ConversationEvent
  | DiscussionEvent
  | ReviewEvent
  | GitEvent
  | AboutRepositoryEvent
  | WorkflowEvent
  | DeploymentEvent
  | DeployKeyEvent
  | CodeAlertEvent
  | SecurityAlertEvent
  | PackageEvent
  | PagesEvent
  | PropertyValuesEvent

interface EventBase {
  readonly event: EventName
  /** The vendor's action; absent for events that have none, such as `push`. */
  readonly action?: string
  readonly sender: Account
}

interface OfRepository extends EventBase {
  readonly repo: Repo
}

interface ProtectionEvent extends OfRepository {
  readonly event: 'branch_protection_rule'
  readonly action: 'created' | 'edited' | 'deleted'
  readonly protection: Protection
  readonly before?: Protection
}

type RulesetEvent = (OfRepository & RulesetSubject) | (OfOrganization & RulesetSubject)

interface RulesetSubject {
  readonly event: 'repository_ruleset'
  readonly action: 'created' | 'edited' | 'deleted'
  readonly ruleset: Ruleset
}

interface OfCheck extends OfRepository {
  /** The only app that receives the event, for requests to one app. Null for the built-in app, which has no webhook. */
  readonly askedApp?: number | null
}

type CheckEvent =
  | (OfCheck & { readonly event: 'check_run'; readonly action: string; readonly run: CheckRun })
  | (OfCheck & {
      readonly event: 'check_suite'
      readonly action: 'requested' | 'rerequested' | 'completed'
      readonly suite: CheckSuite
    })
  | (OfRepository & { readonly event: 'status'; readonly status: CommitStatus; readonly commit: Commit })

/** The members of an event beside its issue or pull request. */
export interface IssueSubject {
  readonly label?: Label
  readonly assignee?: Account
  readonly milestone?: Milestone
  readonly issueType?: IssueType
  readonly before?: Issue
  /** The issue in its new repository, for an issue that is transferred. */
  readonly transferredTo?: Issue
}

/** The members that only an event about a pull request has. */
export interface PullSubject extends IssueSubject {
  readonly requestedReviewer?: Account
  readonly requestedTeam?: Team
  /** The pull request before it got another base branch. */
  readonly beforeRetarget?: Pull
  /** The pull request before its head branch moved. */
  readonly beforePush?: Pull
}

/** The numbers of issues of a milestone. */
export interface IssueCounts {
  readonly open: number
  readonly closed: number
}

type ConversationEvent =
  | (OfRepository & IssueSubject & { readonly event: 'issues'; readonly action: string; readonly issue: Issue })
  | (OfRepository & PullSubject & { readonly event: 'pull_request'; readonly action: string; readonly pull: Pull })
  | (OfRepository & {
      readonly event: 'issue_comment'
      readonly action: 'created' | 'edited' | 'deleted' | 'pinned' | 'unpinned'
      readonly comment: Comment
      readonly before?: Comment
    })
  | (OfRepository & {
      readonly event: 'sub_issues'
      readonly action: string
      readonly parent: Issue
      readonly subIssue: Issue
    })
  | (OfRepository & {
      readonly event: 'issue_dependencies'
      readonly action: string
      readonly blocked: Issue
      readonly blocking: Issue
    })
  | (OfRepository & {
      readonly event: 'label'
      readonly action: 'created' | 'edited' | 'deleted'
      readonly label: Label
      readonly before?: Label
    })
  | (OfRepository & {
      readonly event: 'milestone'
      readonly action: 'created' | 'edited' | 'opened' | 'closed' | 'deleted'
      readonly milestone: Milestone
      readonly before?: Milestone
      /** The counts to tell. Absent: the present ones. */
      readonly counts?: IssueCounts
    })

/** The members of an event beside its discussion. */
export interface DiscussionSubject {
  readonly before?: Discussion
  readonly label?: Label
  /** The comment that became the answer, or was it. */
  readonly answer?: DiscussionComment
}

type DiscussionEvent =
  | (OfRepository &
      DiscussionSubject & { readonly event: 'discussion'; readonly action: string; readonly discussion: Discussion })
  | (OfRepository & {
      readonly event: 'discussion_comment'
      readonly action: 'created' | 'edited' | 'deleted'
      readonly comment: DiscussionComment
      readonly before?: DiscussionComment
    })

type ReviewEvent =
  | (OfRepository & {
      readonly event: 'pull_request_review'
      readonly action: 'submitted' | 'edited' | 'dismissed'
      readonly review: Review
      readonly before?: Review
    })
  | (OfRepository & {
      readonly event: 'pull_request_review_comment'
      readonly action: 'created' | 'edited' | 'deleted'
      readonly comment: ReviewComment
      readonly before?: ReviewComment
    })
  | (OfRepository & {
      readonly event: 'pull_request_review_thread'
      readonly action: 'resolved' | 'unresolved'
      /** The comment that begins the thread. */
      readonly root: ReviewComment
    })

/** A move of a ref from one object to another. */
export interface RefMove {
  /** The full name: `refs/heads/main`. */
  readonly ref: string
  /** The old sha; forty zeros for a new ref. */
  readonly before: string
  /** The new sha; forty zeros for a deleted ref. */
  readonly after: string
}

type GitEvent =
  | (OfRepository & { readonly event: 'create' | 'delete'; readonly ref: Ref })
  | (OfRepository & { readonly event: 'push'; readonly move: RefMove; readonly onlyHook?: Hook })
  | (OfRepository & { readonly event: 'commit_comment'; readonly action: 'created'; readonly comment: CommitComment })

type AboutRepositoryEvent =
  | (OfRepository & {
      readonly event: 'repository'
      readonly action: string
      readonly before?: Repo
      readonly formerOwner?: Account
    })
  | (OfRepository & { readonly event: 'fork'; readonly fork: Repo })
  | (OfRepository & { readonly event: 'public' })
  | (OfRepository & { readonly event: 'watch'; readonly action: 'started' })
  | (OfRepository & {
      readonly event: 'star'
      readonly action: 'created' | 'deleted'
      /** Epoch milliseconds; null when the star was taken back. */
      readonly starredAt: number | null
    })
  | (OfRepository & {
      readonly event: 'member'
      readonly action: 'added' | 'edited' | 'removed'
      readonly member: Account
      /** The new permission of a new member. */
      readonly permission?: Permission
      readonly formerPermission?: Permission
    })
  | (OfRepository & { readonly event: 'team_add'; readonly team: Team; readonly permission: Permission })
  | (OfRepository & {
      readonly event: 'release'
      readonly action: string
      readonly release: Release
      readonly before?: Release
    })

type WorkflowEvent =
  | (OfRepository & {
      readonly event: 'repository_dispatch'
      readonly action: string
      readonly clientPayload: Readonly<Record<string, unknown>>
    })
  | (OfRepository & {
      readonly event: 'workflow_dispatch'
      readonly workflow: Workflow
      /** The full name: `refs/heads/main`. */
      readonly ref: string
      readonly inputs: Readonly<Record<string, string>>
    })
  | (OfRepository & { readonly event: 'workflow_run'; readonly action: string; readonly run: WorkflowRun })
  | (OfRepository & { readonly event: 'workflow_job'; readonly action: string; readonly job: WorkflowJob })

type PropertyValuesEvent = OfRepository & {
  readonly event: 'custom_property_values'
  readonly action: 'updated'
  readonly before: readonly PropertyOfRepository[]
  readonly after: readonly PropertyOfRepository[]
}

/** A custom property with its value in a repository. */
interface PropertyOfRepository {
  readonly property: CustomProperty
  readonly value: PropertyValue | null
}

type CodeAlertEvent = OfRepository & {
  readonly event: 'code_scanning_alert'
  readonly action: 'created' | 'reopened' | 'appeared_in_branch' | 'fixed' | 'closed_by_user' | 'reopened_by_user'
  readonly alert: CodeAlert
  /** The full name of the ref of the analysis. */
  readonly ref: string
  readonly sha: string
}

type PackageEvent = OfRepository & {
  readonly event: 'package' | 'registry_package'
  readonly action: 'published' | 'updated'
  readonly package: Package
  readonly version: PackageVersion
}

type PagesEvent = OfRepository & {
  readonly event: 'page_build'
  readonly action: undefined
  readonly build: PagesBuild
}

type SecurityAlertEvent =
  | (OfRepository & {
      readonly event: 'repository_advisory'
      readonly action: 'published' | 'reported'
      readonly advisory: RepositoryAdvisory
    })
  | (OfRepository & {
      readonly event: 'dependabot_alert'
      readonly action: 'created' | 'dismissed' | 'reopened'
      readonly alert: DependabotAlert
    })
  | (OfRepository & {
      readonly event: 'security_and_analysis'
      readonly action?: undefined
      /** Whether features were on before, by their names on the wire. */
      readonly features: Readonly<Record<string, boolean>>
    })
  | (OfRepository & {
      readonly event: 'secret_scanning_alert'
      readonly action: 'created' | 'resolved' | 'reopened'
      readonly alert: SecretAlert
    })

type DeployKeyEvent = OfRepository & {
  readonly event: 'deploy_key'
  readonly action: 'created' | 'deleted'
  readonly key: SshKey
}

type DeploymentEvent =
  | (OfRepository & { readonly event: 'deployment'; readonly action: 'created'; readonly deployment: Deployment })
  | (OfRepository & {
      readonly event: 'deployment_status'
      readonly action: 'created'
      readonly deployment: Deployment
      readonly status: DeploymentStatus
    })
  | (OfWait & { readonly event: 'deployment_review'; readonly action: 'requested' | 'approved' | 'rejected' })
  | (OfWait & {
      readonly event: 'deployment_protection_rule'
      readonly action: 'requested'
      /** The app that decides. */
      readonly askedApp: number
    })

/** An event about a job that the rules of an environment hold. */
interface OfWait extends OfRepository {
  readonly run: WorkflowRun
  readonly wait: JobWait
  readonly environment: Environment
  /** The decision, for events that tell of one. */
  readonly review?: RunReview
}

interface OfOrganization extends EventBase {
  readonly org: Account
}

/** An event about an organization, which its hooks and the apps installed there receive. */
type OrganizationEvent =
  | (OfOrganization & {
      readonly event: 'custom_property'
      readonly action: 'created' | 'deleted'
      readonly property: CustomProperty
    })
  | (OfOrganization & {
      readonly event: 'organization'
      readonly action: 'member_invited'
      readonly invitation: OrganizationInvitation
      /** Absent for an invitation of an e-mail address. */
      readonly invited?: Account
    })
  | (OfOrganization & {
      readonly event: 'organization'
      readonly action: 'deleted' | 'member_added' | 'member_removed'
      readonly membership: Membership
    })
  | (OfOrganization & {
      readonly event: 'org_block'
      readonly action: 'blocked' | 'unblocked'
      readonly blocked: Account
    })
  | (OfOrganization & { readonly event: 'organization'; readonly action: 'renamed'; readonly formerLogin: string })
  | (OfOrganization & {
      readonly event: 'membership'
      readonly action: 'added' | 'removed'
      readonly member: Account
      readonly team: Team
    })
  | (OfOrganization & {
      readonly event: 'personal_access_token_request'
      readonly action: 'created' | 'approved' | 'denied'
      readonly token: OrganizationToken
      /** The installation of the app that has reviewed it. */
      readonly through?: Installation
    })
  | (OfOrganization & TeamSubject & { readonly event: 'team'; readonly action: string; readonly team: Team })
  | (OfOrganization & ProjectSubject & { readonly project: Project })
  | (OfOrganization &
      ItemEvent & { readonly event: 'projects_v2_item'; readonly project: Project; readonly item: ProjectItem })

/** An event about a project or a report of its state, without the project. */
export type ProjectSubject =
  | {
      readonly event: 'projects_v2'
      readonly action: 'created' | 'edited' | 'closed' | 'reopened' | 'deleted'
      readonly before?: Project
    }
  | {
      readonly event: 'projects_v2_status_update'
      readonly action: 'created' | 'edited' | 'deleted'
      readonly update: StatusUpdate
      readonly before?: StatusUpdate
    }

/** The facts of an event about an item of a project, beside the item. */
export interface ItemEvent {
  readonly action: 'created' | 'edited' | 'archived' | 'restored' | 'converted' | 'reordered' | 'deleted'
  /** The vendor's member of this name, for changes of a draft. */
  readonly changes?: Readonly<Record<string, { readonly from: string; readonly to: string }>>
  readonly archivedBefore?: number | null
  /** The items before the moved one, in its old place and in the new one. */
  readonly previous?: { readonly before: ProjectItem | null; readonly after: ProjectItem | null }
  /** The value of a field before the change and after it; an id for options and iterations. */
  readonly value?: {
    readonly field: ProjectField
    readonly from: string | number | null
    readonly to: string | number | null
  }
}

/** The members of an event beside its team. Hooks of a repository do not receive these events. */
export interface TeamSubject {
  /** The repository to which the team has, gets or loses access. */
  readonly accessTo?: Repo
  /** The team's permission for that repository. */
  readonly permission?: Permission
  readonly formerPermission?: Permission
  readonly before?: Team
}

/** An event about an installation, which its app receives regardless of its subscriptions. */
type InstallationEvent =
  | (EventBase & {
      readonly event: 'installation'
      readonly action: 'created' | 'deleted' | 'suspend' | 'unsuspend'
      readonly installation: Installation
    })
  | (EventBase & {
      readonly event: 'installation_repositories'
      readonly action: 'added' | 'removed'
      readonly installation: Installation
      readonly changed: Repo
    })

/** An event that only the hook receives which it is about, regardless of its subscriptions. */
type HookEvent =
  | (OfHook & { readonly event: 'ping'; readonly zen: string })
  | (OfHook & { readonly event: 'meta'; readonly action: 'deleted' })

interface OfHook extends EventBase {
  readonly onlyHook: Hook
  /** The repository or the organization of the hook. */
  readonly repo?: Repo
  readonly org?: Account
}

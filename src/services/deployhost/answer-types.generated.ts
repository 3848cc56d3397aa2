// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type AuthUser = { id: string; email: string; name: string | null; username: string; avatar: string | null; defaultTeamId: null; createdAt: number; softBlock: null; billing: {}; resourceConfig: {}; stagingPrefix: string; hasTrialAvailable: boolean; isEnterpriseManaged: boolean; remoteCaching: { enabled: boolean } }
type Scopes = { origin: string; createdAt: number; type: string; teamId: string }
type Token = { expiresAt?: number; id: string; name: string; type: string; prefix: string; suffix: string; origin: string; scopes: (Scopes | { origin: string; createdAt: number; type: string })[]; createdAt: number; activeAt: number }
type ListAuthTokens = { tokens: Token[]; pagination: { count: number; next: number | null; prev: number | null } }
type Membership = { teamPermissions?: string[]; uid: string; teamId: string; role: "BILLING" | "CONTRIBUTOR" | "DEVELOPER" | "MEMBER" | "OWNER" | "SECURITY" | "VIEWER" | "VIEWER_FOR_PLUS"; confirmed: boolean; created: number; createdAt: number }
type Team = { membership: Membership; previewDeploymentSuffix?: string; emailDomain: string | null; inviteCode?: string; id: string; slug: string; name: string; creatorId: string; createdAt: number; updatedAt: number; avatar: string | null; description: string | null; stagingPrefix: string; billing: { plan: string }; [name: string]: JsonValue | undefined }
type GetTeams = { teams: Team[]; pagination: { count: number; next: number | null; prev: number | null } }
type Member = { id: string; name: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_GUEST" | "PROJECT_VIEWER" }
type Member2 = { projects?: Member[]; joinedFrom: { origin: string }; accessRequestedAt?: number; email: string; role: "BILLING" | "CONTRIBUTOR" | "DEVELOPER" | "MEMBER" | "OWNER" | "SECURITY" | "VIEWER" | "VIEWER_FOR_PLUS"; confirmed: boolean; createdAt: number; name?: string; uid: string; username: string }
type Pagination = { hasNext: boolean; count: number; next: number | null; prev: number | null }
type GetTeamMembers = { members: Member2[]; emailInviteCodes: never[]; pagination: Pagination }
type Invited = { uid: string; username: string; email: string; role: "BILLING" | "CONTRIBUTOR" | "DEVELOPER" | "MEMBER" | "OWNER" | "SECURITY" | "VIEWER" | "VIEWER_FOR_PLUS" }
type JoinTeam = { teamId: string; slug: string; name: string; from: "link" }
type AccessGroup = { isDsyncManaged: boolean; name: string; createdAt: string; teamId: string; updatedAt: string; accessGroupId: string; membersCount: number; projectsCount: number }
type ListAccessGroups = { accessGroups: AccessGroup[]; pagination: { count: number; next: string | null } }
type ChangedAccessGroup = { entitlements: never[]; name: string; createdAt: string; teamId: string; updatedAt: string; accessGroupId: string; membersCount: number; projectsCount: number }
type AccessGroupMember = { createdAt: string; teamRole: "BILLING" | "CONTRIBUTOR" | "DEVELOPER" | "MEMBER" | "OWNER" | "SECURITY" | "VIEWER" | "VIEWER_FOR_PLUS"; name?: string; email: string; uid: string; username: string; avatar?: string }
type ListAccessGroupMembers = { members: AccessGroupMember[]; pagination: { count: number; next: string | null } }
type Project = { latestDeploymentId?: string; name: string; framework: string | null }
type ListedGroupProject = { projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_GUEST" | "PROJECT_VIEWER"; createdAt: string; updatedAt: string; project: Project }
type ListAccessGroupProjects = { projects: ListedGroupProject[]; pagination: { count: number; next: string | null } }
type AccessGroupProject = { teamId: string; accessGroupId: string; projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_GUEST" | "PROJECT_VIEWER"; createdAt: string; updatedAt: string }
type ExpirationDays = { expirationDays: number; expirationDaysProduction: number; expirationDaysCanceled: number; expirationDaysErrored: number; deploymentsToKeep: number }
type ResourceConfig = { fluid: boolean; functionDefaultRegions: string[]; [name: string]: JsonValue | undefined }
type DeploymentOfProject = { target: "production" | "staging" | null; teamId: string | null; type: string; url: string; userId: string; withCache: boolean; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyAt?: number; createdAt: number; createdIn: string; creator: { uid: string; email: string; username: string }; deploymentHostname: string; forced: boolean; id: string; meta: { [name: string]: string }; monorepoManager: null; name: string; plan: string; private: boolean; buildingAt?: number; alias: string[]; aliasAssigned: number | null; aliasError: null; automaticAliases: string[]; builds: never[] }
type Bypass = { note?: string; createdAt: number; createdBy: string; scope: "automation-bypass"; isEnvVar: boolean }
type DeployHook = { id: string; name: string; ref: string; url: string; createdAt: number }
type Link = { createdAt: number; updatedAt: number; deployHooks: DeployHook[]; gitCredentialId: string; productionBranch: string; sourceless: boolean; type: string; projectId: string; projectName: string; projectNamespace: string; projectNameWithNamespace: string; projectUrl: string }
type Link2 = { createdAt: number; updatedAt: number; deployHooks: DeployHook[]; gitCredentialId: string; productionBranch: string; sourceless: boolean; type: string; owner: string; slug: string; name: string; uuid: string; workspaceUuid: string }
type Link3 = { createdAt: number; updatedAt: number; deployHooks: DeployHook[]; gitCredentialId: string; productionBranch: string; sourceless: boolean; type: string; org: string; repo: string; repoId: string }
type Link4 = { createdAt: number; updatedAt: number; deployHooks: DeployHook[]; gitCredentialId: string; productionBranch: string; sourceless: boolean; type: string; owner: string; ownerId: string; repo: string; repoId: string }
type Link5 = { createdAt: number; updatedAt: number; deployHooks: DeployHook[]; gitCredentialId: string; productionBranch: string; sourceless: boolean; type: string; org: string; repo: string; repoId: number; repoOwnerId: number }
type Env = { decrypted: boolean; comment?: string; configurationId: null; id: string; key: string; createdAt: number; updatedAt: number; createdBy: string | null; updatedBy: string | null; customEnvironmentIds: string[]; gitBranch?: string; type: "encrypted" | "plain" | "sensitive" | "system"; value: string; target: ("development" | "preview" | "production")[] }
type AliasRequest = { fromDeploymentId: string | null; toDeploymentId: string; jobStatus: string; requestedAt: number; type: "promote" | "rollback" }
type Alias = { configuredBy: string; configuredChangedAt: number; createdAt: number; deployment: DeploymentOfProject | null; domain: string; environment: string; target: string; redirect: string | null; redirectStatusCode: number | null }
type Project2 = { deploymentExpiration: ExpirationDays; serverlessFunctionRegion: string; defaultResourceConfig: { fluid: boolean; functionDefaultRegions: string[] }; resourceConfig: ResourceConfig; rootDirectory: null; serverlessFunctionZeroConfigFailover: boolean; skewProtectionMaxAge: number; sourceFilesOutsideRootDirectory: boolean; targets: { production?: DeploymentOfProject }; updatedAt: number; webAnalytics: { id: string }; rollingRelease?: undefined; publicSource: null; protectionBypass?: { [name: string]: Bypass }; paused?: boolean; live: boolean; name: string; nodeVersion: string; outputDirectory: null; link?: Link | Link2 | Link3 | Link4 | Link5; customerSupportCodeVisibility: boolean; devCommand: null; directoryListing: boolean; env: Env[]; framework: string | null; gitComments: { onCommit: boolean; onPullRequest: boolean }; gitForkProtection: boolean; gitLFS: boolean; id: string; installCommand: null; lastAliasRequest: AliasRequest | null; latestDeployments: DeploymentOfProject[]; customEnvironments?: undefined; accountId: string; alias: Alias[]; autoExposeSystemEnvs: boolean; autoAssignCustomDomains: boolean; autoAssignCustomDomainsUpdatedBy: string; buildCommand: null; commandForIgnoringBuildStep: null; createdAt: number; [name: string]: JsonValue | undefined }
type Stages = { linearShift?: boolean; duration?: number; targetPercentage: number; requireApproval: boolean }
type ReleaseSettings = { canaryResponseHeader?: boolean; target: string; enabled: boolean; advancementType: "automatic" | "manual-approval"; stages: Stages[] }
type Project3 = { deploymentExpiration: ExpirationDays; serverlessFunctionRegion: string; defaultResourceConfig: { fluid: boolean; functionDefaultRegions: string[] }; resourceConfig: ResourceConfig; rootDirectory: null; serverlessFunctionZeroConfigFailover: boolean; skewProtectionMaxAge: number; sourceFilesOutsideRootDirectory: boolean; targets: { production?: DeploymentOfProject }; updatedAt: number; webAnalytics: { id: string }; rollingRelease: ReleaseSettings; publicSource: null; protectionBypass?: { [name: string]: Bypass }; paused?: boolean; live: boolean; name: string; nodeVersion: string; outputDirectory: null; link?: Link | Link2 | Link3 | Link4 | Link5; customerSupportCodeVisibility: boolean; devCommand: null; directoryListing: boolean; env: Env[]; framework: string | null; gitComments: { onCommit: boolean; onPullRequest: boolean }; gitForkProtection: boolean; gitLFS: boolean; id: string; installCommand: null; lastAliasRequest: AliasRequest | null; latestDeployments: DeploymentOfProject[]; customEnvironments?: undefined; accountId: string; alias: Alias[]; autoExposeSystemEnvs: boolean; autoAssignCustomDomains: boolean; autoAssignCustomDomainsUpdatedBy: string; buildCommand: null; commandForIgnoringBuildStep: null; createdAt: number; [name: string]: JsonValue | undefined }
type BranchMatcher = { type: "endsWith" | "equals" | "startsWith"; pattern: string }
type CustomEnvironment = { createdAt: number; updatedAt: number; branchMatcher?: BranchMatcher; description?: string; id: string; slug: string; type: string }
type Project4 = { deploymentExpiration: ExpirationDays; serverlessFunctionRegion: string; defaultResourceConfig: { fluid: boolean; functionDefaultRegions: string[] }; resourceConfig: ResourceConfig; rootDirectory: null; serverlessFunctionZeroConfigFailover: boolean; skewProtectionMaxAge: number; sourceFilesOutsideRootDirectory: boolean; targets: { production?: DeploymentOfProject }; updatedAt: number; webAnalytics: { id: string }; rollingRelease?: undefined; publicSource: null; protectionBypass?: { [name: string]: Bypass }; paused?: boolean; live: boolean; name: string; nodeVersion: string; outputDirectory: null; link?: Link | Link2 | Link3 | Link4 | Link5; customerSupportCodeVisibility: boolean; devCommand: null; directoryListing: boolean; env: Env[]; framework: string | null; gitComments: { onCommit: boolean; onPullRequest: boolean }; gitForkProtection: boolean; gitLFS: boolean; id: string; installCommand: null; lastAliasRequest: AliasRequest | null; latestDeployments: DeploymentOfProject[]; customEnvironments: CustomEnvironment[]; accountId: string; alias: Alias[]; autoExposeSystemEnvs: boolean; autoAssignCustomDomains: boolean; autoAssignCustomDomainsUpdatedBy: string; buildCommand: null; commandForIgnoringBuildStep: null; createdAt: number; [name: string]: JsonValue | undefined }
type Project5 = { deploymentExpiration: ExpirationDays; serverlessFunctionRegion: string; defaultResourceConfig: { fluid: boolean; functionDefaultRegions: string[] }; resourceConfig: ResourceConfig; rootDirectory: null; serverlessFunctionZeroConfigFailover: boolean; skewProtectionMaxAge: number; sourceFilesOutsideRootDirectory: boolean; targets: { production?: DeploymentOfProject }; updatedAt: number; webAnalytics: { id: string }; rollingRelease: ReleaseSettings; publicSource: null; protectionBypass?: { [name: string]: Bypass }; paused?: boolean; live: boolean; name: string; nodeVersion: string; outputDirectory: null; link?: Link | Link2 | Link3 | Link4 | Link5; customerSupportCodeVisibility: boolean; devCommand: null; directoryListing: boolean; env: Env[]; framework: string | null; gitComments: { onCommit: boolean; onPullRequest: boolean }; gitForkProtection: boolean; gitLFS: boolean; id: string; installCommand: null; lastAliasRequest: AliasRequest | null; latestDeployments: DeploymentOfProject[]; customEnvironments: CustomEnvironment[]; accountId: string; alias: Alias[]; autoExposeSystemEnvs: boolean; autoAssignCustomDomains: boolean; autoAssignCustomDomainsUpdatedBy: string; buildCommand: null; commandForIgnoringBuildStep: null; createdAt: number; [name: string]: JsonValue | undefined }
type Project6 = { deploymentExpiration: ExpirationDays; serverlessFunctionRegion: string; defaultResourceConfig: { fluid: boolean; functionDefaultRegions: string[] }; resourceConfig: ResourceConfig; rootDirectory: null; serverlessFunctionZeroConfigFailover: boolean; skewProtectionMaxAge: number; sourceFilesOutsideRootDirectory: boolean; targets: { production?: DeploymentOfProject }; updatedAt: number; webAnalytics: { id: string }; rollingRelease?: ReleaseSettings; publicSource: null; protectionBypass?: { [name: string]: Bypass }; paused?: boolean; live: boolean; name: string; nodeVersion: string; outputDirectory: null; link?: Link | Link2 | Link3 | Link4 | Link5; customerSupportCodeVisibility: boolean; devCommand: null; directoryListing: boolean; env: Env[]; framework: string | null; gitComments: { onCommit: boolean; onPullRequest: boolean }; gitForkProtection: boolean; gitLFS: boolean; id: string; installCommand: null; lastAliasRequest: AliasRequest | null; latestDeployments: DeploymentOfProject[]; customEnvironments?: CustomEnvironment[]; accountId: string; alias: Alias[]; autoExposeSystemEnvs: boolean; autoAssignCustomDomains: boolean; autoAssignCustomDomainsUpdatedBy: string; buildCommand: null; commandForIgnoringBuildStep: null; createdAt: number; [name: string]: JsonValue | undefined }
type GetProjects = { projects: Project6[]; pagination: { count: number; next: number | null; prev: number | null } }
type ProjectMember = { email: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_GUEST" | "PROJECT_VIEWER"; computedProjectRole: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_GUEST" | "PROJECT_VIEWER"; teamRole: "BILLING" | "CONTRIBUTOR" | "DEVELOPER" | "MEMBER" | "OWNER" | "SECURITY" | "VIEWER" | "VIEWER_FOR_PLUS"; createdAt: number; name?: string; uid: string; username: string }
type ListedEnv = { system: boolean; securityIssues: never[]; decrypted: boolean; comment?: string; configurationId: null; id: string; key: string; createdAt: number; updatedAt: number; createdBy: string | null; updatedBy: string | null; customEnvironmentIds: string[]; gitBranch?: string; type: "encrypted" | "plain" | "sensitive" | "system"; value: string; target: ("development" | "preview" | "production")[] }
type FilterProjectEnvs = { envs: ListedEnv[]; pagination: { count: number; next: number | null; prev: number | null } }
type PutVariables = { created: Env[]; failed: { error: { [name: string]: JsonValue } }[] }
type Challenge = { type: string; domain: string; value: string; reason: string }
type ProjectDomain = { verification?: Challenge[]; updatedAt: number; createdAt: number; verified: boolean; customEnvironmentId?: string; name: string; apexName: string; projectId: string; redirect: string | null; redirectStatusCode: number | null; gitBranch: string | null }
type CustomEnvironmentWithDomains = { domains: ProjectDomain[]; createdAt: number; updatedAt: number; branchMatcher?: BranchMatcher; description?: string; id: string; slug: string; type: string }
type GetCustomEnvironments = { accountLimit: { total: number }; environments: CustomEnvironmentWithDomains[] }
type GetProjectDomains = { domains: ProjectDomain[]; pagination: { count: number; next: number | null; prev: number | null } }
type Domain = { echMode: "auto" | "disabled"; expiresAt: null; intendedNameservers: string[]; nameservers: string[]; renew: boolean; serviceType: string; teamId: string | null; userId: string; verified: boolean; customNameservers?: string[]; id: string; name: string; boughtAt: null; createdAt: number; creator: { id: string; username: string; email: string } }
type GetDomains = { domains: Domain[]; pagination: { count: number; next: number | null; prev: number | null } }
type Domain2 = { echMode: "auto" | "disabled"; expiresAt: null; intendedNameservers: string[]; nameservers: string[]; renew: boolean; serviceType: string; teamId: string | null; userId: string; verified: boolean; customNameservers?: string[]; id: string; name: string; boughtAt: null; createdAt: number; creator: { id: string; username: string; email: string }; suffix: boolean }
type PatchDomain = { renew: boolean; customNameservers: string[]; zone: boolean; echMode: "auto" | "disabled" }
type GetDomainProjects = { projectDomains: ProjectDomain[]; pagination: { count: number; next: number | null; prev: number | null } }
type DomainConfig = { configuredBy: string | null; acceptedChallenges: string[]; recommendedIPv4: { rank: number; value: string[] }[]; recommendedCNAME: { rank: number; value: string }[]; misconfigured: boolean }
type GitRepository = { name: string; path: string; defaultBranch: string; private: boolean; ownerType: string; type: string; namespace: string; projectId: number; url: string }
type GitRepository2 = { name: string; path: string; defaultBranch: string; private: boolean; ownerType: string; type: string; owner: string; slug: string; repoUuid: string; workspaceUuid: string }
type GitRepository3 = { name: string; path: string; defaultBranch: string; private: boolean; ownerType: string; type: string; org: string; repo: string; repoId: number; repoOwnerId: number }
type GitSource = { ref: string; sha: string; type: string; [name: string]: JsonValue | undefined }
type Deployment = { aliasError: null; aliasWarning: null; aliasAssignedAt?: number; alias: string[]; automaticAliases: string[]; userAliases: string[]; aliasAssigned: boolean; customEnvironment?: CustomEnvironment; projectSettings: { [name: string]: JsonValue }; nodeVersion: string; plan: string; public: boolean; regions: string[]; routes: null; env: string[]; build: { env: string[] }; buildSkipped: boolean; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; autoAssignCustomDomains: boolean; gitRepo?: GitRepository | GitRepository2 | GitRepository3; gitSource?: GitSource; inspectorUrl: string; meta: { [name: string]: string }; source?: string; ownerId: string; projectId: string; project: { id: string; name: string; framework: string | null }; target: "production" | "staging" | null; team?: { avatar?: string; id: string; name: string; slug: string }; creator: { avatar?: string; uid: string; username: string }; canceledAt?: undefined; readyStateReason?: undefined; ready?: undefined; buildContainerFinishedAt?: undefined; createdAt: number; createdIn: string; bootedAt: number; buildingAt: number; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; id: string; url: string; name: string; version: number; type: string; status: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY" }
type Deployment2 = { aliasError: null; aliasWarning: null; aliasAssignedAt?: number; alias: string[]; automaticAliases: string[]; userAliases: string[]; aliasAssigned: boolean; customEnvironment?: CustomEnvironment; projectSettings: { [name: string]: JsonValue }; nodeVersion: string; plan: string; public: boolean; regions: string[]; routes: null; env: string[]; build: { env: string[] }; buildSkipped: boolean; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; autoAssignCustomDomains: boolean; gitRepo?: GitRepository | GitRepository2 | GitRepository3; gitSource?: GitSource; inspectorUrl: string; meta: { [name: string]: string }; source?: string; ownerId: string; projectId: string; project: { id: string; name: string; framework: string | null }; target: "production" | "staging" | null; team?: { avatar?: string; id: string; name: string; slug: string }; creator: { avatar?: string; uid: string; username: string }; canceledAt: number; readyStateReason: string; ready?: undefined; buildContainerFinishedAt?: undefined; createdAt: number; createdIn: string; bootedAt: number; buildingAt: number; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; id: string; url: string; name: string; version: number; type: string; status: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY" }
type Deployment3 = { aliasError: null; aliasWarning: null; aliasAssignedAt?: number; alias: string[]; automaticAliases: string[]; userAliases: string[]; aliasAssigned: boolean; customEnvironment?: CustomEnvironment; projectSettings: { [name: string]: JsonValue }; nodeVersion: string; plan: string; public: boolean; regions: string[]; routes: null; env: string[]; build: { env: string[] }; buildSkipped: boolean; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; autoAssignCustomDomains: boolean; gitRepo?: GitRepository | GitRepository2 | GitRepository3; gitSource?: GitSource; inspectorUrl: string; meta: { [name: string]: string }; source?: string; ownerId: string; projectId: string; project: { id: string; name: string; framework: string | null }; target: "production" | "staging" | null; team?: { avatar?: string; id: string; name: string; slug: string }; creator: { avatar?: string; uid: string; username: string }; errorCode?: undefined; errorMessage?: undefined; errorStep?: undefined; buildErrorAt: number; canceledAt?: undefined; readyStateReason?: undefined; ready?: undefined; buildContainerFinishedAt?: undefined; createdAt: number; createdIn: string; bootedAt: number; buildingAt: number; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; id: string; url: string; name: string; version: number; type: string; status: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY" }
type Deployment4 = { aliasError: null; aliasWarning: null; aliasAssignedAt?: number; alias: string[]; automaticAliases: string[]; userAliases: string[]; aliasAssigned: boolean; customEnvironment?: CustomEnvironment; projectSettings: { [name: string]: JsonValue }; nodeVersion: string; plan: string; public: boolean; regions: string[]; routes: null; env: string[]; build: { env: string[] }; buildSkipped: boolean; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; autoAssignCustomDomains: boolean; gitRepo?: GitRepository | GitRepository2 | GitRepository3; gitSource?: GitSource; inspectorUrl: string; meta: { [name: string]: string }; source?: string; ownerId: string; projectId: string; project: { id: string; name: string; framework: string | null }; target: "production" | "staging" | null; team?: { avatar?: string; id: string; name: string; slug: string }; creator: { avatar?: string; uid: string; username: string }; errorCode: string; errorMessage: string; errorStep: string; buildErrorAt: number; canceledAt?: undefined; readyStateReason?: undefined; ready?: undefined; buildContainerFinishedAt?: undefined; createdAt: number; createdIn: string; bootedAt: number; buildingAt: number; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; id: string; url: string; name: string; version: number; type: string; status: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY" }
type Deployment5 = { aliasError: null; aliasWarning: null; aliasAssignedAt?: number; alias: string[]; automaticAliases: string[]; userAliases: string[]; aliasAssigned: boolean; customEnvironment?: CustomEnvironment; projectSettings: { [name: string]: JsonValue }; nodeVersion: string; plan: string; public: boolean; regions: string[]; routes: null; env: string[]; build: { env: string[] }; buildSkipped: boolean; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; autoAssignCustomDomains: boolean; gitRepo?: GitRepository | GitRepository2 | GitRepository3; gitSource?: GitSource; inspectorUrl: string; meta: { [name: string]: string }; source?: string; ownerId: string; projectId: string; project: { id: string; name: string; framework: string | null }; target: "production" | "staging" | null; team?: { avatar?: string; id: string; name: string; slug: string }; creator: { avatar?: string; uid: string; username: string }; ready: number; buildContainerFinishedAt: number; canceledAt?: undefined; readyStateReason?: undefined; createdAt: number; createdIn: string; bootedAt: number; buildingAt: number; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; id: string; url: string; name: string; version: number; type: string; status: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY" }
type ListedDeployment = { projectSettings: { [name: string]: JsonValue }; errorCode?: string; errorMessage?: string; errorStep?: string; ready?: number | null; buildingAt?: number; aliasError: null; aliasAssigned: number | null; isRollbackCandidate: boolean; createdAt: number; customEnvironment?: { id: string; slug: string }; type: string; creator: { uid: string; email: string; username: string }; inspectorUrl: string; meta: { [name: string]: string }; target: "production" | "staging" | null; readySubstate?: "PROMOTED" | "ROLLING" | "STAGED"; state: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; source?: string; uid: string; name: string; projectId: string; url: string; created: number }
type GetDeployments = { deployments: ListedDeployment[]; pagination: { count: number; next: number | null; prev: number | null } }
type Build = { id: string; deploymentId: string; entrypoint: string; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; readyStateAt: number; scheduledAt: number; createdAt: number; createdIn: string; output: never[] }
type FileTree = { name: string; type: "directory" | "file"; mode: number; uid?: string; children?: JsonValue }
type Info = { readyState?: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; step?: string; type: string; name: string; entrypoint: string }
type BuildEvent = { level?: "error"; id: string; date: number; serial: string; text?: string; deploymentId: string; info: Info; type: "command" | "delimiter" | "deployment-state" | "stderr" | "stdout"; created: number }
type Details = { id: string; date: number; serial: string; text?: string; deploymentId: string; info: Info }
type NestedBuildEvent = { type: "command" | "delimiter" | "deployment-state" | "stderr" | "stdout"; created: number; payload: Details }
type Check = { rerequestable: boolean; completedAt?: number; startedAt?: number; createdAt: number; updatedAt: number; externalId?: string; integrationId: string; deploymentId: string; detailsUrl?: string; output?: { [name: string]: JsonValue }; blocking: boolean; conclusion?: "canceled" | "failed" | "neutral" | "skipped" | "succeeded"; status: "completed" | "registered" | "running"; path?: string; id: string; name: string }
type AliasOfDeployment = { uid: string; alias: string; created: string; redirect: string | null }
type AssignAlias = { uid: string; alias: string; created: string; oldDeploymentId: string | null }
type Alias2 = { uid: string; alias: string; created: string; createdAt: number; updatedAt: number; creator: { uid: string; email: string; username: string }; deployment: { id: string; url: string }; deploymentId: string; projectId: string; redirect: string | null; redirectStatusCode: number | null; deletedAt: null }
type ListAliases = { aliases: Alias2[]; pagination: { count: number; next: number | null; prev: number | null } }
type ListPromoteAliases = { aliases: { alias: string; id: string; status: string }[]; pagination: { count: number; next: number | null; prev: number | null } }
type DeploymentOfRelease = { readyStateAt?: number; createdAt: number; readyState: "BUILDING" | "CANCELED" | "ERROR" | "QUEUED" | "READY"; source?: string; id: string; name: string; url: string; target: "production" | "staging" | null }
type Stage = { linearShift?: boolean; index: number; isFinalStage: boolean; targetPercentage: number; requireApproval: boolean; duration: number | null }
type RollingRelease = { startedAt: number; updatedAt: number; currentCanaryPercentage?: number; state: "ABORTED" | "ACTIVE" | "COMPLETE"; substate: null; currentDeployment: DeploymentOfRelease | null; canaryDeployment: DeploymentOfRelease | null; queuedDeploymentId: string | null; advancementType: "automatic" | "manual-approval"; stages: Stage[]; activeStage: Stage | null; nextStage: Stage | null }
type Redirect = { source: string; destination: string; statusCode?: 301 | 302 | 307 | 308; permanent?: boolean; caseSensitive?: boolean; query?: boolean; preserveQueryParams?: boolean; action?: "+" | "-" }
type RedirectVersion = { isStaging: boolean; isLive: boolean; redirectCount: number; name?: string; id: string; key: string; lastModified: number; createdBy: string }
type BulkRedirect = { source: string; destination: string; statusCode?: 301 | 302 | 307 | 308; permanent?: boolean; caseSensitive?: boolean; query?: boolean; preserveQueryParams?: boolean }
type GetRedirects = { version?: undefined; redirects: BulkRedirect[]; pagination: { page: number; perPage: number; numPages: number } }
type GetRedirects2 = { version: RedirectVersion; redirects: BulkRedirect[]; pagination: { page: number; perPage: number; numPages: number } }
type RestoreRedirects = { version: RedirectVersion; restored: string[]; failedToRestore: string[] }
type Crs = { sd: { active: boolean; action: string }; ma: { active: boolean; action: string }; lfi: { active: boolean; action: string }; rfi: { active: boolean; action: string }; rce: { active: boolean; action: string }; php: { active: boolean; action: string }; gen: { active: boolean; action: string }; xss: { active: boolean; action: string }; sqli: { active: boolean; action: string }; sf: { active: boolean; action: string }; java: { active: boolean; action: string } }
type Rules = { valid: boolean; id: string; name: string; description?: string; active: boolean; conditionGroup: JsonValue[]; action: { [name: string]: JsonValue } }
type FirewallAddress = { id: string; hostname: string; ip: string; notes?: string; action: "bypass" | "challenge" | "deny" | "log" }
type Firewall = { logHeaders?: string | string[]; botIdEnabled?: boolean; ownerId: string; projectKey: string; id: string; version: number; updatedAt: string; firewallEnabled: boolean; crs: Crs; rules: Rules[]; ips: FirewallAddress[]; managedRules: { [name: string]: { active: boolean; action?: string } }; changes: never[] }
type GetSecurityFirewallConfig = { active: Firewall | null; draft: null; versions: Firewall[] }
type DeploymentExpiration = { expiration: "1d" | "1m" | "1w" | "1y" | "2m" | "2w" | "2y" | "3m" | "3y" | "6m" | "unlimited"; expirationProduction: "1d" | "1m" | "1w" | "1y" | "2m" | "2w" | "2y" | "3m" | "3y" | "6m" | "unlimited"; expirationCanceled: "1d" | "1m" | "1w" | "1y" | "2m" | "2w" | "2y" | "3m" | "3y" | "6m" | "unlimited"; expirationErrored: "1d" | "1m" | "1w" | "1y" | "2m" | "2w" | "2y" | "3m" | "3y" | "6m" | "unlimited" }
type CreateWebhook = { secret: string; createdAt: number; updatedAt: number; projectIds?: string[]; id: string; url: string; events: string[]; ownerId: string }
type ListedWebhook = { projectsMetadata: { id: string; name: string; framework: string | null }[] | null; createdAt: number; updatedAt: number; projectIds?: string[]; id: string; url: string; events: string[]; ownerId: string }
type Webhook = { createdAt: number; updatedAt: number; projectIds?: string[]; id: string; url: string; events: string[]; ownerId: string }
type Drain = { source: { [name: string]: JsonValue }; status: "disabled" | "enabled"; filterV2?: { [name: string]: JsonValue }; sampling?: JsonValue[]; delivery?: { [name: string]: JsonValue }; schemas: { [name: string]: JsonValue }; projectIds?: string[]; id: string; ownerId: string; teamId: string | null; name: string; createdAt: number; updatedAt: number }
type LogDrainWithSecret = { secret?: string; source: { [name: string]: JsonValue }; sources: JsonValue[]; url: string; samplingRate?: number; projectIds?: string[]; environments: JsonValue[]; ownerId: string; deliveryFormat?: "json" | "ndjson"; headers?: { [name: string]: string }; createdAt: number; createdFrom: string; configurationId?: string; clientId?: string; id: string; name: string }
type LogDrain = { source: { [name: string]: JsonValue }; sources: JsonValue[]; url: string; samplingRate?: number; projectIds?: string[]; environments: JsonValue[]; ownerId: string; deliveryFormat?: "json" | "ndjson"; headers?: { [name: string]: string }; createdAt: number; createdFrom: string; configurationId?: string; clientId?: string; id: string; name: string }
type IdentityDiscovery = { issuer: string; jwks_uri: string; response_types_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: ("RS256")[]; claims_supported: string[] }
type Configuration = { id: string; integrationId: string; ownerId: string; teamId: string | null; userId: string; slug: string; scopes: string[]; status: string; source: string; installationType: string; type: string; createdAt: number; completedAt: number; updatedAt: number }
type GetConfiguration = { projectSelection: string; id: string; integrationId: string; ownerId: string; teamId: string | null; userId: string; slug: string; scopes: string[]; status: string; source: string; installationType: string; type: string; createdAt: number; completedAt: number; updatedAt: number }
type ListedRecord = { creator: string; created: number; updated: number; createdAt: number; updatedAt: number; ttl: number; comment: string; priority?: number; mxPriority?: number; id: string; slug: string; name: string; type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "HTTPS" | "MX" | "NS" | "SRV" | "TXT"; value: string }
type GetRecords = { records: ListedRecord[]; pagination: { count: number; next: number | null; prev: number | null } }
type Record = { comment: string; priority?: number; mxPriority?: number; createdAt: number; creator: string; domain: string; id: string; name: string; recordType: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "HTTPS" | "MX" | "NS" | "SRV" | "TXT"; ttl: number; type: string; value: string }
type ListedCertificate = { created: string; expiration: string; id: string; createdAt: number; expiresAt: number; autoRenew: boolean; cns: string[]; uid: string }
type Certificate = { id: string; createdAt: number; expiresAt: number; autoRenew: boolean; cns: string[] }
type Env2 = { VERCEL_OIDC_TOKEN?: string; [name: string]: JsonValue | undefined }
type Data = { securityIssues: never[]; comment?: string; created: string; key: string; ownerId: string; id: string; createdBy: string; updatedBy: string | null; createdAt: number; updatedAt: number; value: string; projectId: string[]; type: "encrypted" | "plain" | "sensitive" | "system"; target: ("development" | "preview" | "production")[]; applyToAllCustomEnvironments: boolean; decrypted: boolean }
type ListSharedEnvVariable = { data: Data[]; pagination: { count: number; next: number | null; prev: number | null } }
type SharedVariable = { comment?: string; created: string; key: string; ownerId: string; id: string; createdBy: string; updatedBy: string | null; createdAt: number; updatedAt: number; value: string; projectId: string[]; type: "encrypted" | "plain" | "sensitive" | "system"; target: ("development" | "preview" | "production")[]; applyToAllCustomEnvironments: boolean; decrypted: boolean }
type DeleteSharedEnvVariable = { deleted: string[]; failed: { error: { [name: string]: JsonValue } }[] }
type GetDomainPrice = { years: number; purchasePrice: number; renewalPrice: number; transferPrice: number }
type QueryObservabilityEvents = { events: never[]; pagination: { hasMore: boolean; nextCursor: null } }
type Userinfo = { sub: string; email: string; email_verified: boolean; name: string; preferred_username: string; picture: string }
type BearerAnswer = { error: "insufficient_scope" | "invalid_dpop_proof" | "invalid_request" | "invalid_token"; error_description: string }
type Discovery = { issuer: string; authorization_endpoint: string; device_authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string; revocation_endpoint: string; introspection_endpoint: string; jwks_uri: string; response_types_supported: string[]; grant_types_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: ("RS256")[]; token_endpoint_auth_methods_supported: string[]; scopes_supported: string[]; claims_supported: string[]; code_challenge_methods_supported: string[] }
type EdgeConfig = { itemCount: number; sizeInBytes: number; schema?: JsonValue; createdAt: number; updatedAt: number; id: string; slug: string; ownerId: string; createdBy: string; digest: string }
type EdgeConfigItem = { edgeConfigId: string; createdAt: number; updatedAt: number; description?: string; key: string; value: JsonValue }
type EdgeConfigToken = { token: string; label: string; id: string; edgeConfigId: string; createdAt: number; partialToken: string }
type Metadata = { updatedAt: string; updatedBy: string; itemsCount: number; itemsBytes: number }
type GetEdgeConfigBackups = { backups: { metadata?: Metadata; id: string; lastModified: number }[]; pagination: { next?: string; hasNext: boolean } }
type User = { avatar?: string; name?: string; id: string; username: string; email: string }
type Backup = { digest: string; items: JsonValue; slug: string; updatedAt: number }
type Backup2 = { user?: User; id: string; lastModified: number; backup: Backup; metadata: Metadata }
type RestoreEdgeConfigBackup = { status: string; restoredFrom: string; digest: string; previousDigest: string }
type ConnectedProject = { id: string; projectId: string; name: string; framework: string | null; environments: ("development" | "preview" | "production")[]; envVarPrefix: string; environmentVariables: string[] }
type BlobStore = { id: string; name: string; type: string; ownerId: string; access: "private" | "public"; region: string; status: string; billingState: string; usageQuotaExceeded: boolean; size: number; count: number; createdAt: number; updatedAt: number; projectsMetadata: ConnectedProject[] }
type BlobConnection = { id: string; storeId: string; projectId: string; project: { id: string; name: string; framework: string | null }; environments: ("development" | "preview" | "production")[]; envVarEnvironments: ("development" | "preview" | "production")[]; envVarPrefix: string; environmentVariables: string[]; createdAt: number }
type UploadedBlob = { url: string; downloadUrl: string; pathname: string; contentType: string; contentDisposition: string; etag: string }
type Blob = { contentType: string; contentDisposition: string; cacheControl: string; url: string; downloadUrl: string; pathname: string; size: number; uploadedAt: string; etag: string }
type ListedBlob = { url: string; downloadUrl: string; pathname: string; size: number; uploadedAt: string; etag: string }
type HeadOrListBlobs = { folders?: string[]; blobs: ListedBlob[]; cursor?: string; hasMore: boolean }
type SignedToken = { delegationToken: string; clientSigningToken: string; validUntil: number }

/** The answers of the operations of deployhost, as far as their handlers say what they answer. */
export interface DeployhostAnswers {
  'getAuthUser': { user: AuthUser }
  'updateUser': { user: AuthUser }
  'listAuthTokens': ListAuthTokens
  'createAuthToken': { token: Token; bearerToken: string }
  'getAuthToken': { token: Token }
  'deleteAuthToken': { tokenId: string }
  'getTeams': GetTeams
  'createTeam': Team
  'getTeam': Team
  'patchTeam': Team
  'deleteTeam': { id: string }
  'getTeamMembers': GetTeamMembers
  'inviteUserToTeam': Invited
  'joinTeam': JoinTeam
  'updateTeamMember': { id: string }
  'removeTeamMember': { id: string }
  'listAccessGroups': ListAccessGroups
  'createAccessGroup': ChangedAccessGroup
  'readAccessGroup': AccessGroup
  'updateAccessGroup': ChangedAccessGroup
  'deleteAccessGroup': null
  'listAccessGroupMembers': ListAccessGroupMembers
  'listAccessGroupProjects': ListAccessGroupProjects
  'createAccessGroupProject': AccessGroupProject
  'readAccessGroupProject': AccessGroupProject
  'updateAccessGroupProject': AccessGroupProject
  'deleteAccessGroupProject': null
  'createProject': Project2 | Project3 | Project4 | Project5
  'getProjects': GetProjects
  'getProject': Project2 | Project3 | Project4 | Project5
  'updateProject': Project2 | Project3 | Project4 | Project5
  'deleteProject': null
  'pauseProject': null
  'unpauseProject': null
  'updateProjectProtectionBypass': { protectionBypass: { [name: string]: Bypass } }
  'linkProject': Project2 | Project3 | Project4 | Project5
  'unlinkProject': Project2 | Project3 | Project4 | Project5
  'updateProductionBranch': Project2 | Project3 | Project4 | Project5
  'getProjectMembers': { members: ProjectMember[]; pagination: Pagination }
  'addProjectMember': { id: string }
  'removeProjectMember': { id: string }
  'addProjectMembers': { id: string }
  'updateProjectMembers': { id: string }
  'removeProjectMembers': null
  'filterProjectEnvs': FilterProjectEnvs
  'createProjectEnv': PutVariables | { created: Env; failed: never[] }
  'getProjectEnv': Env
  'editProjectEnv': Env
  'removeProjectEnv': Env
  'batchRemoveProjectEnv': { deleted: number; ids: string[] }
  'getCustomEnvironments': GetCustomEnvironments
  'createCustomEnvironment': CustomEnvironmentWithDomains
  'getCustomEnvironment': CustomEnvironmentWithDomains
  'updateCustomEnvironment': CustomEnvironmentWithDomains
  'removeCustomEnvironment': CustomEnvironmentWithDomains
  'addProjectDomain': ProjectDomain
  'addProjectAlias': Alias[]
  'removeProjectAlias': Alias[]
  'getProjectDomains': GetProjectDomains
  'getProjectDomain': ProjectDomain
  'updateProjectDomain': ProjectDomain
  'removeProjectDomain': {}
  'verifyProjectDomain': ProjectDomain
  'moveProjectDomain': ProjectDomain
  'getDomains': GetDomains
  'createOrTransferDomain': { domain: Domain }
  'getDomain': { domain: Domain2 }
  'patchDomain': PatchDomain | { moved: boolean; token: string } | { moved: boolean; token?: undefined }
  'deleteDomain': { uid: string }
  'getDomainProjects': GetDomainProjects
  'getDomainConfig': DomainConfig
  'createDeployment': Deployment | Deployment2 | Deployment3 | Deployment4 | Deployment5
  'getDeployments': GetDeployments
  'getDeployment': Deployment | Deployment2 | Deployment3 | Deployment4 | Deployment5
  'getDeploymentBuilds': { builds: Build[] }
  'cancelDeployment': Deployment | Deployment2 | Deployment3 | Deployment4 | Deployment5
  'deleteDeployment': { uid: string; state: string }
  'uploadFile': {}
  'listDeploymentFiles': FileTree[]
  'getDeploymentFileContents': { data: string }
  'getDeploymentEvents': BuildEvent[] | NestedBuildEvent[] | null | string
  'getAllChecks': { checks: Check[] }
  'createCheck': Check
  'getCheck': Check
  'updateCheck': Check
  'rerequestCheck': {}
  'listDeploymentAliases': { aliases: AliasOfDeployment[] }
  'assignAlias': AssignAlias
  'listAliases': ListAliases
  'getAlias': Alias2
  'deleteAlias': { status: string }
  'requestPromote': null
  'requestRollback': null
  'listPromoteAliases': ListPromoteAliases
  'getRollingReleaseBillingStatus': { availableSlots: string; reason: string; message: string }
  'getRollingReleaseConfig': { rollingRelease: ReleaseSettings | null }
  'updateRollingReleaseConfig': { rollingRelease: ReleaseSettings } | { rollingRelease: null }
  'deleteRollingReleaseConfig': { rollingRelease: null }
  'getRollingRelease': { rollingRelease: RollingRelease | null }
  'startRollingRelease': { rollingRelease: RollingRelease }
  'approveRollingReleaseStage': { rollingRelease: RollingRelease }
  'completeRollingRelease': { rollingRelease: RollingRelease }
  'getRedirects': GetRedirects | GetRedirects2 | { version: RedirectVersion; redirects: Redirect[] } | { version?: undefined; redirects: Redirect[] }
  'stageRedirects': { alias: null; version: RedirectVersion }
  'editRedirect': { alias: null; version: RedirectVersion }
  'deleteRedirects': { alias: null; version: RedirectVersion }
  'restoreRedirects': RestoreRedirects
  'getVersions': { versions: RedirectVersion[] }
  'updateVersion': { version: RedirectVersion }
  'getSecurityFirewallConfig': GetSecurityFirewallConfig
  'putFirewallConfig': { active: Firewall }
  'updateFirewallConfig': {}
  'getFirewallConfig': Firewall
  'updateDeploymentExpiration': { deploymentExpiration: DeploymentExpiration }
  'createWebhook': CreateWebhook
  'getWebhooks': ListedWebhook[]
  'getWebhook': Webhook
  'deleteWebhook': null
  'createDrain': Drain
  'testDrain': {}
  'getDrains': { drains: Drain[] }
  'getDrain': Drain
  'updateDrain': Drain
  'deleteDrain': null
  'getEndpointVerificationCode': { verificationCode: string }
  'createConfigurableLogDrain': LogDrainWithSecret
  'getAllLogDrains': LogDrain[]
  'getConfigurableLogDrain': LogDrainWithSecret
  'deleteConfigurableLogDrain': null
  'createLogDrain': LogDrainWithSecret
  'getIntegrationLogDrains': LogDrain[]
  'deleteIntegrationLogDrain': null
  'purgeByTags': null
  'purgeBySrcImages': null
  'purgeEdgeCache': null
  'purgeDataCache': null
  'getProjectToken': { token: string }
  'identityDiscovery': IdentityDiscovery
  'identityKeys': { keys: { [name: string]: string }[] }
  'createDeployHook': Project2 | Project3 | Project4 | Project5
  'deleteDeployHook': Project2 | Project3 | Project4 | Project5
  'triggerDeployHook': { job: { id: string; state: string; createdAt: number } }
  'getConfigurations': Configuration[]
  'getConfiguration': GetConfiguration
  'deleteConfiguration': null
  'getRecords': GetRecords
  'createRecord': { uid: string; updated: number }
  'importRecords': { recordIds: string[] }
  'getRecord': Record
  'updateRecord': Record
  'removeRecord': {}
  'getCerts': { certs: ListedCertificate[] }
  'getCertById': ListedCertificate
  'issueCert': Certificate | ListedCertificate
  'removeCert': {}
  'pullEnv': { env: Env2; buildEnv: { [name: string]: string } }
  'listSharedEnvVariable': ListSharedEnvVariable
  'createSharedEnvVariable': { created: SharedVariable[]; failed: never[] }
  'updateSharedEnvVariable': { updated: SharedVariable[]; failed: never[] }
  'deleteSharedEnvVariable': DeleteSharedEnvVariable
  'getSharedEnvVar': SharedVariable
  'unlinkSharedEnvVariable': { id: string }
  'getDomainPrice': GetDomainPrice
  'getDomainAvailability': { available: boolean }
  'queryObservabilityEvents': QueryObservabilityEvents
  'listRequestLogs': { rows: never[]; hasMoreRows: boolean }
  'oauthAuthorize': null | string
  'oauthDeviceAuthorization': { [name: string]: number | string }
  'oauthDevice': null | string
  'oauthToken': { [name: string]: number | string }
  'oauthIntrospect': { [name: string]: JsonValue }
  'oauthRevoke': null
  'oauthUserinfo': BearerAnswer | Userinfo
  'integrationOauthAccessToken': { team_id: null; [name: string]: JsonValue | undefined }
  'oauthDiscovery': Discovery
  'oauthKeys': { keys: { [name: string]: string }[] }
  'getEdgeConfigs': EdgeConfig[]
  'createEdgeConfig': EdgeConfig
  'getEdgeConfig': EdgeConfig
  'updateEdgeConfig': EdgeConfig
  'deleteEdgeConfig': null
  'getEdgeConfigSchema': null | { definition?: JsonValue }
  'patchEdgeConfigSchema': { definition: JsonValue }
  'deleteEdgeConfigSchema': null
  'getEdgeConfigItems': EdgeConfigItem[]
  'patchEdgeConfigItems': { status: string }
  'getEdgeConfigItem': EdgeConfigItem | null
  'getEdgeConfigTokens': EdgeConfigToken[]
  'getEdgeConfigToken': EdgeConfigToken
  'createEdgeConfigToken': { token: string; id: string }
  'deleteEdgeConfigTokens': null
  'getEdgeConfigBackups': GetEdgeConfigBackups
  'getEdgeConfigBackup': Backup2
  'restoreEdgeConfigBackup': RestoreEdgeConfigBackup
  'listStores': { stores: BlobStore[] }
  'createBlobStore': { store: BlobStore }
  'getStore': { store: BlobStore }
  'deleteBlobStore': {}
  'listStoreConnections': { connections: BlobConnection[] }
  'connectStore': { connection: BlobConnection }
  'disconnectStore': {}
  'updateStoreConnection': { connection: BlobConnection }
  'upgradeStoreConnection': { connection: BlobConnection }
  'deleteStoreConnection': {}
  'putBlob': UploadedBlob
  'headOrListBlobs': Blob | HeadOrListBlobs
  'deleteBlobs': null
  'deleteSignedBlob': null
  'renameBlob': UploadedBlob
  'multipartUpload': UploadedBlob | { etag: string } | { key: string; uploadId: string }
  'issueSignedToken': SignedToken
  'readPublicBlob': null | string
  'readPrivateBlob': null | string
  'readEdgeConfigItem': false | null | number | string | true | { [name: string]: JsonValue }
  'readEdgeConfigItems': null | { [name: string]: JsonValue }
  'readEdgeConfigDigest': null | string
}

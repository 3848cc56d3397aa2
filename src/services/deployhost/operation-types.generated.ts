// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of deployhost, each with the parameters of its path and its body. */
export interface DeployhostOperations {
  'getAuthUser': OperationTypes<Record<never, string>>
  'updateUser': OperationTypes<Record<never, string>, { name?: string | null; username?: string; email?: string; avatar?: string | null }>
  'listAuthTokens': OperationTypes<Record<never, string>>
  'createAuthToken': OperationTypes<Record<never, string>, { name: string; expiresAt?: number; projectId?: string }>
  'getAuthToken': OperationTypes<{ tokenId: string }>
  'deleteAuthToken': OperationTypes<{ tokenId: string }>
  'getTeams': OperationTypes<Record<never, string>>
  'createTeam': OperationTypes<Record<never, string>, { slug: string; name?: string; attribution?: unknown }>
  'getTeam': OperationTypes<{ team: string }>
  'patchTeam': OperationTypes<{ team: string }, object>
  'deleteTeam': OperationTypes<{ team: string }>
  'getTeamMembers': OperationTypes<{ team: string }>
  'inviteUserToTeam': OperationTypes<{ team: string }, ({ email?: string; uid?: string; role?: "OWNER" | "MEMBER" | "DEVELOPER" | "SECURITY" | "BILLING" | "VIEWER" | "VIEWER_FOR_PLUS" | "CONTRIBUTOR"; projects?: ({ projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" | null })[] })[] | { email?: string; uid?: string; role?: "OWNER" | "MEMBER" | "DEVELOPER" | "SECURITY" | "BILLING" | "VIEWER" | "VIEWER_FOR_PLUS" | "CONTRIBUTOR"; projects?: ({ projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" | null })[] }>
  'joinTeam': OperationTypes<{ team: string }, { inviteCode?: string; teamId?: string }>
  'updateTeamMember': OperationTypes<{ team: string; uid: string }, { role?: "OWNER" | "MEMBER" | "DEVELOPER" | "SECURITY" | "BILLING" | "VIEWER" | "VIEWER_FOR_PLUS" | "CONTRIBUTOR"; confirmed?: true; teamPermissions?: string[]; projects?: ({ projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" | null })[]; joinedFrom?: unknown }>
  'removeTeamMember': OperationTypes<{ team: string; uid: string }>
  'listAccessGroups': OperationTypes<Record<never, string>>
  'createAccessGroup': OperationTypes<Record<never, string>, { name: string; projects?: ({ projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" | null })[]; membersToAdd?: string[] }>
  'readAccessGroup': OperationTypes<{ group: string }>
  'updateAccessGroup': OperationTypes<{ group: string }, { name?: string; projects?: ({ projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" | null })[]; membersToAdd?: string[]; membersToRemove?: string[] }>
  'deleteAccessGroup': OperationTypes<{ group: string }>
  'listAccessGroupMembers': OperationTypes<{ group: string }>
  'listAccessGroupProjects': OperationTypes<{ group: string }>
  'createAccessGroupProject': OperationTypes<{ group: string }, { projectId: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" }>
  'readAccessGroupProject': OperationTypes<{ group: string; projectId: string }>
  'updateAccessGroupProject': OperationTypes<{ group: string; projectId: string }, { role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" | "PROJECT_GUEST" }>
  'deleteAccessGroupProject': OperationTypes<{ group: string; projectId: string }>
  'createProject': OperationTypes<Record<never, string>, object>
  'getProjects': OperationTypes<Record<never, string>>
  'getProject': OperationTypes<{ idOrName: string }>
  'updateProject': OperationTypes<{ idOrName: string }, object>
  'deleteProject': OperationTypes<{ idOrName: string }>
  'pauseProject': OperationTypes<{ idOrName: string }>
  'unpauseProject': OperationTypes<{ idOrName: string }>
  'updateProjectProtectionBypass': OperationTypes<{ idOrName: string }, { generate?: { secret?: string; note?: string }; revoke?: boolean | { secret: string; regenerate: boolean }; update?: { secret: string; isEnvVar?: boolean; note?: string } }>
  'linkProject': OperationTypes<{ idOrName: string }, { type: "github" | "github-limited" | "gitlab" | "bitbucket" | "vercel" | "cursor-origin"; repo: string }>
  'unlinkProject': OperationTypes<{ idOrName: string }>
  'updateProductionBranch': OperationTypes<{ idOrName: string }, { branch: string }>
  'getProjectMembers': OperationTypes<{ idOrName: string }>
  'addProjectMember': OperationTypes<{ idOrName: string }, { uid?: string; username?: string; email?: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" }>
  'removeProjectMember': OperationTypes<{ idOrName: string; uid: string }>
  'addProjectMembers': OperationTypes<{ idOrName: string }, { members: ({ uid?: string; username?: string; email?: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" })[] }>
  'updateProjectMembers': OperationTypes<{ idOrName: string }, { members: ({ uid: string; role: "ADMIN" | "PROJECT_DEVELOPER" | "PROJECT_VIEWER" })[] }>
  'removeProjectMembers': OperationTypes<{ idOrName: string }, { members: string[] }>
  'filterProjectEnvs': OperationTypes<{ idOrName: string }>
  'createProjectEnv': OperationTypes<{ idOrName: string }, ({ key: string; value: string; type: "system" | "encrypted" | "plain" | "sensitive"; target?: unknown; gitBranch?: string | null; customEnvironmentIds?: string[]; comment?: string | null; visibility?: "config" | "secret" })[] | { key: string; value: string; type: "system" | "encrypted" | "plain" | "sensitive"; target?: unknown; gitBranch?: string | null; customEnvironmentIds?: string[]; comment?: string | null; visibility?: "config" | "secret" }>
  'getProjectEnv': OperationTypes<{ idOrName: string; id: string }>
  'editProjectEnv': OperationTypes<{ idOrName: string; id: string }, { key?: string; value?: string; type?: "system" | "encrypted" | "plain" | "sensitive"; target?: unknown; gitBranch?: string | null; customEnvironmentIds?: string[]; comment?: string | null; visibility?: "config" | "secret" }>
  'removeProjectEnv': OperationTypes<{ idOrName: string; id: string }>
  'batchRemoveProjectEnv': OperationTypes<{ idOrName: string }, { ids: string[] }>
  'getCustomEnvironments': OperationTypes<{ idOrName: string }>
  'createCustomEnvironment': OperationTypes<{ idOrName: string }, { slug: string; description?: string; branchMatcher?: { type: "equals" | "startsWith" | "endsWith"; pattern: string }; copyEnvVarsFrom?: string }>
  'getCustomEnvironment': OperationTypes<{ idOrName: string; environmentSlugOrId: string }>
  'updateCustomEnvironment': OperationTypes<{ idOrName: string; environmentSlugOrId: string }, { slug?: string; description?: string; branchMatcher?: { type: "equals" | "startsWith" | "endsWith"; pattern: string } | null }>
  'removeCustomEnvironment': OperationTypes<{ idOrName: string; environmentSlugOrId: string }, { deleteUnassignedEnvironmentVariables?: boolean }>
  'addProjectDomain': OperationTypes<{ idOrName: string }, { name: string; gitBranch?: string | null; customEnvironmentId?: string; redirect?: string | null; redirectStatusCode?: 301 | 302 | 307 | 308 | null }>
  'addProjectAlias': OperationTypes<{ idOrName: string }, { domain: string; target?: "PRODUCTION" }>
  'removeProjectAlias': OperationTypes<{ idOrName: string }>
  'getProjectDomains': OperationTypes<{ idOrName: string }>
  'getProjectDomain': OperationTypes<{ idOrName: string; domain: string }>
  'updateProjectDomain': OperationTypes<{ idOrName: string; domain: string }, { gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: 301 | 302 | 307 | 308 | null }>
  'removeProjectDomain': OperationTypes<{ idOrName: string; domain: string }, { removeRedirects?: boolean }>
  'verifyProjectDomain': OperationTypes<{ idOrName: string; domain: string }>
  'moveProjectDomain': OperationTypes<{ idOrName: string; domain: string }, { projectId: string; gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: 301 | 302 | 307 | 308 | null }>
  'getDomains': OperationTypes<Record<never, string>>
  'createOrTransferDomain': OperationTypes<Record<never, string>, { name: string; method?: "add" | "move-in" | "transfer-in"; token?: string; cdnEnabled?: boolean; zone?: boolean }>
  'getDomain': OperationTypes<{ domain: string }>
  'patchDomain': OperationTypes<{ domain: string }, { op?: "update" | "move-out"; renew?: boolean; customNameservers?: string[]; zone?: boolean; echMode?: "auto" | "disabled"; destination?: string }>
  'deleteDomain': OperationTypes<{ domain: string }>
  'getDomainProjects': OperationTypes<{ domain: string }>
  'getDomainConfig': OperationTypes<{ domain: string }>
  'createDeployment': OperationTypes<Record<never, string>, object>
  'getDeployments': OperationTypes<Record<never, string>>
  'getDeployment': OperationTypes<{ id: string }>
  'getDeploymentBuilds': OperationTypes<{ id: string }>
  'cancelDeployment': OperationTypes<{ id: string }>
  'deleteDeployment': OperationTypes<{ id: string }>
  'uploadFile': OperationTypes<Record<never, string>>
  'listDeploymentFiles': OperationTypes<{ id: string }>
  'getDeploymentFileContents': OperationTypes<{ id: string; fileId: string }>
  'getDeploymentEvents': OperationTypes<{ id: string }>
  'getAllChecks': OperationTypes<{ id: string }>
  'createCheck': OperationTypes<{ id: string }, { name: string; path?: string; blocking: boolean; detailsUrl?: string; externalId?: string; rerequestable?: boolean }>
  'getCheck': OperationTypes<{ id: string; checkId: string }>
  'updateCheck': OperationTypes<{ id: string; checkId: string }, { name?: string; path?: string; status?: "running" | "completed"; conclusion?: "canceled" | "failed" | "neutral" | "succeeded" | "skipped"; detailsUrl?: string; output?: object; externalId?: string }>
  'rerequestCheck': OperationTypes<{ id: string; checkId: string }>
  'listDeploymentAliases': OperationTypes<{ id: string }>
  'assignAlias': OperationTypes<{ id: string }, { alias?: string; redirect?: string | null }>
  'listAliases': OperationTypes<Record<never, string>>
  'getAlias': OperationTypes<{ idOrAlias: string }>
  'deleteAlias': OperationTypes<{ idOrAlias: string }>
  'requestPromote': OperationTypes<{ idOrName: string; deploymentId: string }>
  'requestRollback': OperationTypes<{ idOrName: string; deploymentId: string }>
  'listPromoteAliases': OperationTypes<{ idOrName: string }>
  'getRollingReleaseBillingStatus': OperationTypes<{ idOrName: string }>
  'getRollingReleaseConfig': OperationTypes<{ idOrName: string }>
  'updateRollingReleaseConfig': OperationTypes<{ idOrName: string }, { enabled: boolean; advancementType?: "automatic" | "manual-approval"; stages?: ({ targetPercentage: number; duration?: number; requireApproval?: boolean; linearShift?: boolean })[]; canaryResponseHeader?: boolean }>
  'deleteRollingReleaseConfig': OperationTypes<{ idOrName: string }>
  'getRollingRelease': OperationTypes<{ idOrName: string }>
  'startRollingRelease': OperationTypes<{ idOrName: string }, { canaryDeploymentId: string }>
  'approveRollingReleaseStage': OperationTypes<{ idOrName: string }, { canaryDeploymentId: string; nextStageIndex: number }>
  'completeRollingRelease': OperationTypes<{ idOrName: string }, { canaryDeploymentId: string }>
  'getRedirects': OperationTypes<Record<never, string>>
  'stageRedirects': OperationTypes<Record<never, string>, { projectId: string; teamId?: string; overwrite?: boolean; name?: string; redirects?: ({ source: string; destination: string; statusCode?: number | string; permanent?: boolean; caseSensitive?: boolean; query?: boolean; preserveQueryParams?: boolean })[] }>
  'editRedirect': OperationTypes<Record<never, string>, { name?: string; restore?: boolean; redirect: { source: string; destination?: string; statusCode?: number | string; permanent?: boolean; caseSensitive?: boolean; query?: boolean; preserveQueryParams?: boolean } }>
  'deleteRedirects': OperationTypes<Record<never, string>, { name?: string; redirects: string[] }>
  'restoreRedirects': OperationTypes<Record<never, string>, { name?: string; redirects: string[] }>
  'getVersions': OperationTypes<Record<never, string>>
  'updateVersion': OperationTypes<Record<never, string>, { id: string; action: "promote" | "restore" | "discard"; name?: string }>
  'getSecurityFirewallConfig': OperationTypes<Record<never, string>>
  'putFirewallConfig': OperationTypes<Record<never, string>, object>
  'updateFirewallConfig': OperationTypes<Record<never, string>>
  'getFirewallConfig': OperationTypes<{ configVersion: string }>
  'updateDeploymentExpiration': OperationTypes<{ idOrName: string }, { expiration?: "3y" | "2y" | "1y" | "6m" | "3m" | "2m" | "1m" | "2w" | "1w" | "1d" | "unlimited"; expirationProduction?: "3y" | "2y" | "1y" | "6m" | "3m" | "2m" | "1m" | "2w" | "1w" | "1d" | "unlimited"; expirationCanceled?: "3y" | "2y" | "1y" | "6m" | "3m" | "2m" | "1m" | "2w" | "1w" | "1d" | "unlimited"; expirationErrored?: "3y" | "2y" | "1y" | "6m" | "3m" | "2m" | "1m" | "2w" | "1w" | "1d" | "unlimited" }>
  'createWebhook': OperationTypes<Record<never, string>, object>
  'getWebhooks': OperationTypes<Record<never, string>>
  'getWebhook': OperationTypes<{ id: string }>
  'deleteWebhook': OperationTypes<{ id: string }>
  'createDrain': OperationTypes<Record<never, string>, { name: string; projects: "some" | "all"; projectIds?: string[]; filter?: { version: "v2" }; schemas: { [name: string]: { version: string } }; delivery?: unknown; sampling?: ({ type: "head_sampling"; rate: number })[]; source?: { kind?: string } }>
  'testDrain': OperationTypes<Record<never, string>, { schemas: { [name: string]: { version: string } }; delivery: unknown }>
  'getDrains': OperationTypes<Record<never, string>>
  'getDrain': OperationTypes<{ id: string }>
  'updateDrain': OperationTypes<{ id: string }, { name?: string; projects?: "some" | "all"; projectIds?: string[] | null; filter?: { version: "v2" }; schemas?: { [name: string]: { version: string } }; delivery?: unknown; sampling?: ({ type: "head_sampling"; rate: number })[] | null; status?: "enabled" | "disabled"; source?: { kind?: string } }>
  'deleteDrain': OperationTypes<{ id: string }>
  'getEndpointVerificationCode': OperationTypes<Record<never, string>>
  'createConfigurableLogDrain': OperationTypes<Record<never, string>, { url: string; headers?: { [name: string]: string }; projectIds?: string[]; environments?: ("preview" | "production")[]; secret?: string; deliveryFormat: "json" | "ndjson"; sources: ("static" | "lambda" | "build" | "edge" | "external" | "firewall" | "redirect")[]; samplingRate?: number; name?: string }>
  'getAllLogDrains': OperationTypes<Record<never, string>>
  'getConfigurableLogDrain': OperationTypes<{ id: string }>
  'deleteConfigurableLogDrain': OperationTypes<{ id: string }>
  'createLogDrain': OperationTypes<Record<never, string>, { url: string; headers?: { [name: string]: string }; projectIds?: string[]; environments?: ("preview" | "production")[]; secret?: string; name: string; deliveryFormat?: "json" | "ndjson"; sources?: ("static" | "lambda" | "build" | "edge" | "external" | "firewall" | "redirect")[] }>
  'getIntegrationLogDrains': OperationTypes<Record<never, string>>
  'deleteIntegrationLogDrain': OperationTypes<{ id: string }>
  'purgeByTags': OperationTypes<Record<never, string>, { tags: string | string[] }>
  'purgeBySrcImages': OperationTypes<Record<never, string>, { srcImages: string[] }>
  'purgeEdgeCache': OperationTypes<Record<never, string>>
  'purgeDataCache': OperationTypes<Record<never, string>>
  'getProjectToken': OperationTypes<{ idOrName: string }>
  'identityDiscovery': OperationTypes<{ owner: string }>
  'identityKeys': OperationTypes<{ owner: string }>
  'createDeployHook': OperationTypes<{ idOrName: string }, { name: string; ref: string }>
  'deleteDeployHook': OperationTypes<{ idOrName: string; hookId: string }>
  'triggerDeployHook': OperationTypes<{ projectId: string; hookId: string }>
  'getConfigurations': OperationTypes<Record<never, string>>
  'getConfiguration': OperationTypes<{ id: string }>
  'deleteConfiguration': OperationTypes<{ id: string }>
  'getRecords': OperationTypes<{ domain: string }>
  'createRecord': OperationTypes<{ domain: string }, { name?: string; value?: string; ttl?: number; mxPriority?: number; srv?: { priority: number; weight: number; port: number; target: string }; comment?: string; type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "HTTPS" | "MX" | "NS" | "SRV" | "TXT" }>
  'importRecords': OperationTypes<{ domain: string }>
  'getRecord': OperationTypes<{ recordId: string }>
  'updateRecord': OperationTypes<{ recordId: string }, { name?: string; value?: string; ttl?: number; mxPriority?: number; srv?: { priority: number; weight: number; port: number; target: string }; comment?: string; type?: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "HTTPS" | "MX" | "NS" | "SRV" | "TXT" }>
  'removeRecord': OperationTypes<{ domain: string; recordId: string }>
  'getCerts': OperationTypes<Record<never, string>>
  'getCertById': OperationTypes<{ id: string }>
  'issueCert': OperationTypes
  'removeCert': OperationTypes<{ id: string }>
  'pullEnv': OperationTypes
  'listSharedEnvVariable': OperationTypes<Record<never, string>>
  'createSharedEnvVariable': OperationTypes<Record<never, string>, { evs: ({ key: string; value: string; comment?: string })[]; type?: "system" | "encrypted" | "plain" | "sensitive"; target?: unknown; projectId?: string[]; applyToAllCustomEnvironments?: boolean }>
  'updateSharedEnvVariable': OperationTypes<Record<never, string>, { updates: { [name: string]: { key?: string; value?: string; type?: "system" | "encrypted" | "plain" | "sensitive"; target?: unknown; projectId?: string[]; projectIdUpdates?: { link?: string[]; unlink?: string[] }; applyToAllCustomEnvironments?: boolean; comment?: string } } }>
  'deleteSharedEnvVariable': OperationTypes<Record<never, string>, { ids: string[] }>
  'getSharedEnvVar': OperationTypes<{ id: string }>
  'unlinkSharedEnvVariable': OperationTypes<{ id: string; projectId: string }>
  'getDomainPrice': OperationTypes<{ domain: string }>
  'getDomainAvailability': OperationTypes<{ domain: string }>
  'queryObservabilityEvents': OperationTypes<Record<never, string>, { event: string; scope: { ownerId: string; projectIds?: string[] } }>
  'listRequestLogs': OperationTypes<Record<never, string>>
  'oauthAuthorize': OperationTypes<Record<never, string>>
  'oauthDeviceAuthorization': OperationTypes<Record<never, string>>
  'oauthDevice': OperationTypes<Record<never, string>>
  'oauthToken': OperationTypes<Record<never, string>>
  'oauthIntrospect': OperationTypes<Record<never, string>>
  'oauthRevoke': OperationTypes<Record<never, string>>
  'oauthUserinfo': OperationTypes<Record<never, string>>
  'integrationOauthAccessToken': OperationTypes<Record<never, string>>
  'oauthDiscovery': OperationTypes<Record<never, string>>
  'oauthKeys': OperationTypes<Record<never, string>>
  'getEdgeConfigs': OperationTypes<Record<never, string>>
  'createEdgeConfig': OperationTypes<Record<never, string>, { slug: string; items?: { [name: string]: unknown } }>
  'getEdgeConfig': OperationTypes<{ edgeConfigId: string }>
  'updateEdgeConfig': OperationTypes<{ edgeConfigId: string }, { slug: string }>
  'deleteEdgeConfig': OperationTypes<{ edgeConfigId: string }>
  'getEdgeConfigSchema': OperationTypes<{ edgeConfigId: string }>
  'patchEdgeConfigSchema': OperationTypes<{ edgeConfigId: string }, { definition: unknown }>
  'deleteEdgeConfigSchema': OperationTypes<{ edgeConfigId: string }>
  'getEdgeConfigItems': OperationTypes<{ edgeConfigId: string }>
  'patchEdgeConfigItems': OperationTypes<{ edgeConfigId: string }, { items: ({ operation: "create" | "update" | "upsert" | "delete"; key: string; value?: unknown; description?: string })[] }>
  'getEdgeConfigItem': OperationTypes<{ edgeConfigId: string; edgeConfigItemKey: string }>
  'getEdgeConfigTokens': OperationTypes<{ edgeConfigId: string }>
  'getEdgeConfigToken': OperationTypes<{ edgeConfigId: string; token: string }>
  'createEdgeConfigToken': OperationTypes<{ edgeConfigId: string }, { label: string }>
  'deleteEdgeConfigTokens': OperationTypes<{ edgeConfigId: string }, { tokens?: string[]; ids?: string[] }>
  'getEdgeConfigBackups': OperationTypes<{ edgeConfigId: string }>
  'getEdgeConfigBackup': OperationTypes<{ edgeConfigId: string; edgeConfigBackupVersionId: string }>
  'restoreEdgeConfigBackup': OperationTypes<{ edgeConfigId: string; edgeConfigBackupVersionId: string }>
  'listStores': OperationTypes<Record<never, string>>
  'createBlobStore': OperationTypes<Record<never, string>, { name: string; region?: string; access?: "public" | "private" }>
  'getStore': OperationTypes<{ storeId: string }>
  'deleteBlobStore': OperationTypes<{ storeId: string }>
  'listStoreConnections': OperationTypes<{ storeId: string }>
  'connectStore': OperationTypes<{ storeId: string }, { projectId: string; envVarEnvironments?: ("production" | "preview" | "development")[]; envVarPrefix?: string | null; skipReadWriteToken?: boolean }>
  'disconnectStore': OperationTypes<{ storeId: string }>
  'updateStoreConnection': OperationTypes<{ storeId: string; connectionId: string }, { envVarEnvironments?: ("production" | "preview" | "development")[]; envVarPrefix?: string | null; skipReadWriteToken?: boolean }>
  'upgradeStoreConnection': OperationTypes<{ storeId: string; connectionId: string }>
  'deleteStoreConnection': OperationTypes<{ storeId: string; connectionId: string }>
  'putBlob': OperationTypes<Record<never, string>>
  'headOrListBlobs': OperationTypes<Record<never, string>>
  'deleteBlobs': OperationTypes<Record<never, string>, { urls: string[] }>
  'deleteSignedBlob': OperationTypes<Record<never, string>>
  'renameBlob': OperationTypes<Record<never, string>>
  'multipartUpload': OperationTypes<Record<never, string>>
  'issueSignedToken': OperationTypes<Record<never, string>, { pathname?: string; operations?: ("get" | "head" | "put" | "delete")[]; validUntil?: number; maximumSizeInBytes?: number; allowedContentTypes?: string[] }>
  'readPublicBlob': OperationTypes<{ '*': string }>
  'readPrivateBlob': OperationTypes<{ '*': string }>
  'readEdgeConfigItem': OperationTypes<{ edgeConfigId: string; key: string }>
  'readEdgeConfigItems': OperationTypes<{ edgeConfigId: string }>
  'readEdgeConfigDigest': OperationTypes<{ edgeConfigId: string }>
}

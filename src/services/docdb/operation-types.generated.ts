// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of docdb, each with the parameters of its path and its body. */
export interface DocdbOperations {
  'getSystemStatus': OperationTypes<Record<never, string>>
  'listOrgs': OperationTypes<Record<never, string>>
  'getOrg': OperationTypes<{ orgId: string }>
  'getOrgGroups': OperationTypes<{ orgId: string }>
  'listGroups': OperationTypes<Record<never, string>>
  'createGroup': OperationTypes<Record<never, string>, { name: string; orgId: string; regionUsageRestrictions?: "NONE" | "COMMERCIAL_FEDRAMP_REGIONS_ONLY" | "GOV_REGIONS_ONLY"; tags?: ({ key: string; value: string })[]; withDefaultAlertsSettings?: boolean; clusterCount?: unknown; created?: unknown; id?: unknown; links?: unknown }>
  'getGroup': OperationTypes<{ groupId: string }>
  'getGroupByName': OperationTypes<{ groupName: string }>
  'updateGroup': OperationTypes<{ groupId: string }, { name?: string; tags?: ({ key: string; value: string })[]; withDefaultAlertsSettings?: boolean }>
  'deleteGroup': OperationTypes<{ groupId: string }>
  'listClusterDetails': OperationTypes<Record<never, string>>
  'listAlerts': OperationTypes<{ groupId: string }>
  'listClusters': OperationTypes<{ groupId: string }>
  'createCluster': OperationTypes<{ groupId: string }, object>
  'listClusterProviderRegions': OperationTypes<{ groupId: string }>
  'getCluster': OperationTypes<{ groupId: string; clusterName: string }>
  'updateCluster': OperationTypes<{ groupId: string; clusterName: string }, object>
  'deleteCluster': OperationTypes<{ groupId: string; clusterName: string }>
  'getClusterStatus': OperationTypes<{ groupId: string; clusterName: string }>
  'getProcessArgs': OperationTypes<{ groupId: string; clusterName: string }>
  'updateProcessArgs': OperationTypes<{ groupId: string; clusterName: string }, object>
  'listDatabaseUsers': OperationTypes<{ groupId: string }>
  'createDatabaseUser': OperationTypes<{ groupId: string }, { description?: string; labels?: ({ key?: string; value?: string })[]; password?: string; scopes?: ({ name: string; type: "CLUSTER" | "DATA_LAKE" | "STREAM" })[]; deleteAfterDate?: string; links?: unknown; databaseName?: "admin" | "$external"; username: string; roles: ({ roleName: string; databaseName: string; collectionName?: string })[]; groupId?: string; awsIAMType?: "NONE" | "USER" | "ROLE"; ldapAuthType?: "NONE" | "USER" | "GROUP"; oidcAuthType?: "NONE" | "USER" | "IDP_GROUP"; x509Type?: "NONE" | "CUSTOMER" | "MANAGED" }>
  'getDatabaseUser': OperationTypes<{ groupId: string; databaseName: string; username: string }>
  'updateDatabaseUser': OperationTypes<{ groupId: string; databaseName: string; username: string }, { description?: string; labels?: ({ key?: string; value?: string })[]; password?: string; scopes?: ({ name: string; type: "CLUSTER" | "DATA_LAKE" | "STREAM" })[]; deleteAfterDate?: string; links?: unknown; roles?: ({ roleName: string; databaseName: string; collectionName?: string })[]; databaseName?: unknown; username?: unknown; groupId?: unknown; awsIAMType?: unknown; ldapAuthType?: unknown; oidcAuthType?: unknown; x509Type?: unknown }>
  'deleteDatabaseUser': OperationTypes<{ groupId: string; databaseName: string; username: string }>
  'listAccessListEntries': OperationTypes<{ groupId: string }>
  'createAccessListEntry': OperationTypes<{ groupId: string }, ({ awsSecurityGroup?: string; cidrBlock?: string; comment?: string; deleteAfterDate?: string; groupId?: unknown; ipAddress?: string; links?: unknown })[]>
  'getAccessListEntry': OperationTypes<{ groupId: string; entryValue: string }>
  'getAccessListStatus': OperationTypes<{ groupId: string; entryValue: string }>
  'deleteAccessListEntry': OperationTypes<{ groupId: string; entryValue: string }>
  'listCustomDbRoles': OperationTypes<{ groupId: string }>
  'createCustomDbRole': OperationTypes<{ groupId: string }, { roleName: string; actions?: ({ action: string; resources?: ({ cluster?: boolean; collection?: string; db?: string })[] })[]; inheritedRoles?: ({ db: string; role: string })[] }>
  'getCustomDbRole': OperationTypes<{ groupId: string; roleName: string }>
  'updateCustomDbRole': OperationTypes<{ groupId: string; roleName: string }, { roleName?: unknown; actions?: ({ action: string; resources?: ({ cluster?: boolean; collection?: string; db?: string })[] })[]; inheritedRoles?: ({ db: string; role: string })[] }>
  'deleteCustomDbRole': OperationTypes<{ groupId: string; roleName: string }>
  'listApiKeys': OperationTypes<{ orgId: string }>
  'createApiKey': OperationTypes<{ orgId: string }, { desc: string; roles: ("ORG_OWNER" | "ORG_GROUP_CREATOR" | "ORG_BILLING_ADMIN" | "ORG_BILLING_READ_ONLY" | "ORG_STREAM_PROCESSING_ADMIN" | "ORG_READ_ONLY" | "ORG_MEMBER")[] }>
  'getApiKey': OperationTypes<{ orgId: string; apiUserId: string }>
  'updateApiKey': OperationTypes<{ orgId: string; apiUserId: string }, { desc?: string; roles?: ("ORG_OWNER" | "ORG_GROUP_CREATOR" | "ORG_BILLING_ADMIN" | "ORG_BILLING_READ_ONLY" | "ORG_STREAM_PROCESSING_ADMIN" | "ORG_READ_ONLY" | "ORG_MEMBER")[] }>
  'deleteApiKey': OperationTypes<{ orgId: string; apiUserId: string }>
  'listProjectApiKeys': OperationTypes<{ groupId: string }>
  'createProjectApiKey': OperationTypes<{ groupId: string }, { desc: string; roles: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[] }>
  'addProjectApiKey': OperationTypes<{ groupId: string; apiUserId: string }, ({ roles: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[] })[]>
  'updateApiKeyRoles': OperationTypes<{ groupId: string; apiUserId: string }, { desc?: string; roles?: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[] }>
  'removeProjectApiKey': OperationTypes<{ groupId: string; apiUserId: string }>
  'listServiceAccounts': OperationTypes<{ orgId: string }>
  'createServiceAccount': OperationTypes<{ orgId: string }, { name: string; description: string; roles: ("ORG_OWNER" | "ORG_GROUP_CREATOR" | "ORG_BILLING_ADMIN" | "ORG_BILLING_READ_ONLY" | "ORG_STREAM_PROCESSING_ADMIN" | "ORG_READ_ONLY" | "ORG_MEMBER")[]; secretExpiresAfterHours: number }>
  'getServiceAccount': OperationTypes<{ orgId: string; clientId: string }>
  'updateServiceAccount': OperationTypes<{ orgId: string; clientId: string }, { name?: string; description?: string; roles?: ("ORG_OWNER" | "ORG_GROUP_CREATOR" | "ORG_BILLING_ADMIN" | "ORG_BILLING_READ_ONLY" | "ORG_STREAM_PROCESSING_ADMIN" | "ORG_READ_ONLY" | "ORG_MEMBER")[] }>
  'deleteServiceAccount': OperationTypes<{ orgId: string; clientId: string }>
  'createServiceAccountSecret': OperationTypes<{ orgId: string; clientId: string }, { secretExpiresAfterHours: number }>
  'deleteServiceAccountSecret': OperationTypes<{ orgId: string; clientId: string; secretId: string }>
  'createServiceAccountToken': OperationTypes<Record<never, string>, { grant_type?: string }>
  'listProjectServiceAccounts': OperationTypes<{ groupId: string }>
  'createProjectServiceAccount': OperationTypes<{ groupId: string }, { name: string; description: string; roles: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[]; secretExpiresAfterHours: number }>
  'getProjectServiceAccount': OperationTypes<{ groupId: string; clientId: string }>
  'updateProjectServiceAccount': OperationTypes<{ groupId: string; clientId: string }, { name?: string; description?: string; roles?: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[] }>
  'deleteProjectServiceAccount': OperationTypes<{ groupId: string; clientId: string }>
  'listOrganizationInvitations': OperationTypes<{ orgId: string }>
  'createOrganizationInvitation': OperationTypes<{ orgId: string }, { username: string; roles: ("ORG_OWNER" | "ORG_GROUP_CREATOR" | "ORG_BILLING_ADMIN" | "ORG_BILLING_READ_ONLY" | "ORG_STREAM_PROCESSING_ADMIN" | "ORG_READ_ONLY" | "ORG_MEMBER")[]; teamIds?: unknown }>
  'deleteOrganizationInvitation': OperationTypes<{ orgId: string; invitationId: string }>
  'listProjectInvitations': OperationTypes<{ groupId: string }>
  'createProjectInvitation': OperationTypes<{ groupId: string }, { username: string; roles: ("GROUP_OWNER" | "GROUP_CLUSTER_MANAGER" | "GROUP_DATABASE_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_ADMIN" | "GROUP_DATA_ACCESS_READ_WRITE" | "GROUP_DATA_ACCESS_READ_ONLY" | "GROUP_BACKUP_MANAGER" | "GROUP_OBSERVABILITY_VIEWER" | "GROUP_SEARCH_INDEX_EDITOR" | "GROUP_STREAM_PROCESSING_OWNER" | "GROUP_READ_ONLY")[] }>
  'deleteProjectInvitation': OperationTypes<{ groupId: string; invitationId: string }>
  'dataApi_findOne': OperationTypes<{ appId: string }>
  'dataApi_find': OperationTypes<{ appId: string }>
  'dataApi_insertOne': OperationTypes<{ appId: string }>
  'dataApi_insertMany': OperationTypes<{ appId: string }>
  'dataApi_updateOne': OperationTypes<{ appId: string }>
  'dataApi_updateMany': OperationTypes<{ appId: string }>
  'dataApi_replaceOne': OperationTypes<{ appId: string }>
  'dataApi_deleteOne': OperationTypes<{ appId: string }>
  'dataApi_deleteMany': OperationTypes<{ appId: string }>
  'dataApi_aggregate': OperationTypes<{ appId: string }>
  'dataApi_findOneAndUpdate': OperationTypes<{ appId: string }>
  'dataApi_findOneAndReplace': OperationTypes<{ appId: string }>
  'dataApi_findOneAndDelete': OperationTypes<{ appId: string }>
  'dataApi_bulkWrite': OperationTypes<{ appId: string }>
  'dataApi_count': OperationTypes<{ appId: string }>
  'dataApi_countDocuments': OperationTypes<{ appId: string }>
  'dataApi_distinct': OperationTypes<{ appId: string }>
  'dataApiBeta_findOne': OperationTypes<{ appId: string }>
  'dataApiBeta_find': OperationTypes<{ appId: string }>
  'dataApiBeta_insertOne': OperationTypes<{ appId: string }>
  'dataApiBeta_insertMany': OperationTypes<{ appId: string }>
  'dataApiBeta_updateOne': OperationTypes<{ appId: string }>
  'dataApiBeta_updateMany': OperationTypes<{ appId: string }>
  'dataApiBeta_replaceOne': OperationTypes<{ appId: string }>
  'dataApiBeta_deleteOne': OperationTypes<{ appId: string }>
  'dataApiBeta_deleteMany': OperationTypes<{ appId: string }>
  'dataApiBeta_aggregate': OperationTypes<{ appId: string }>
  'dataApiBeta_findOneAndUpdate': OperationTypes<{ appId: string }>
  'dataApiBeta_findOneAndReplace': OperationTypes<{ appId: string }>
  'dataApiBeta_findOneAndDelete': OperationTypes<{ appId: string }>
  'dataApiBeta_bulkWrite': OperationTypes<{ appId: string }>
  'dataApiBeta_count': OperationTypes<{ appId: string }>
  'dataApiBeta_countDocuments': OperationTypes<{ appId: string }>
  'dataApiBeta_distinct': OperationTypes<{ appId: string }>
  'explorer': OperationTypes<Record<never, string>>
  'explorer.change': OperationTypes<Record<never, string>>
  'ping': OperationTypes
  'buildInfo': OperationTypes
  'serverStatus': OperationTypes
  'getParameter': OperationTypes
  'currentOp': OperationTypes
  'hostInfo': OperationTypes
  'getCmdLineOpts': OperationTypes
  'getLog': OperationTypes
  'whatsmyuri': OperationTypes
  'lockInfo': OperationTypes
  'getDefaultRWConcern': OperationTypes
  'profile': OperationTypes
  'fsync': OperationTypes
  'setParameter': OperationTypes
  'setFeatureCompatibilityVersion': OperationTypes
  'killOp': OperationTypes
  'dbHash': OperationTypes
  'compact': OperationTypes
  'logRotate': OperationTypes
  'connPoolStats': OperationTypes
  'hello': OperationTypes
  'isMaster': OperationTypes
  'replSetGetStatus': OperationTypes
  'replSetGetConfig': OperationTypes
  'replSetStepDown': OperationTypes
  'replSetFreeze': OperationTypes
  'replSetStepUp': OperationTypes
  'createSearchIndexes': OperationTypes
  'updateSearchIndex': OperationTypes
  'dropSearchIndex': OperationTypes
  'listSearchIndexes': OperationTypes
  'validate': OperationTypes
  'collStats': OperationTypes
  'dbStats': OperationTypes
  'dataSize': OperationTypes
  'top': OperationTypes
  'filemd5': OperationTypes
  'convertToCapped': OperationTypes
  'cloneCollectionAsCapped': OperationTypes
  'planCacheClear': OperationTypes
  'planCacheClearFilters': OperationTypes
  'planCacheListFilters': OperationTypes
  'planCacheSetFilter': OperationTypes
  'setQuerySettings': OperationTypes
  'removeQuerySettings': OperationTypes
  'validateDBMetadata': OperationTypes
  'createRole': OperationTypes
  'updateRole': OperationTypes
  'dropRole': OperationTypes
  'dropAllRolesFromDatabase': OperationTypes
  'grantPrivilegesToRole': OperationTypes
  'revokePrivilegesFromRole': OperationTypes
  'grantRolesToRole': OperationTypes
  'revokeRolesFromRole': OperationTypes
  'rolesInfo': OperationTypes
  'createUser': OperationTypes
  'updateUser': OperationTypes
  'dropUser': OperationTypes
  'dropAllUsersFromDatabase': OperationTypes
  'grantRolesToUser': OperationTypes
  'revokeRolesFromUser': OperationTypes
  'usersInfo': OperationTypes
  'find': OperationTypes
  'getMore': OperationTypes
  'killCursors': OperationTypes
  'aggregate': OperationTypes
  'count': OperationTypes
  'distinct': OperationTypes
  'explain': OperationTypes
  'insert': OperationTypes
  'update': OperationTypes
  'delete': OperationTypes
  'findAndModify': OperationTypes
  'bulkWrite': OperationTypes
  'mapReduce': OperationTypes
  'create': OperationTypes
  'drop': OperationTypes
  'dropDatabase': OperationTypes
  'renameCollection': OperationTypes
  'collMod': OperationTypes
  'listCollections': OperationTypes
  'listDatabases': OperationTypes
  'createIndexes': OperationTypes
  'listIndexes': OperationTypes
  'dropIndexes': OperationTypes
  'commitTransaction': OperationTypes
  'abortTransaction': OperationTypes
  'startSession': OperationTypes
  'endSessions': OperationTypes
  'refreshSessions': OperationTypes
  'killSessions': OperationTypes
  'killAllSessions': OperationTypes
  'listCommands': OperationTypes
  'saslStart': OperationTypes
  'saslContinue': OperationTypes
  'logout': OperationTypes
  'connectionStatus': OperationTypes
  'configureFailPoint': OperationTypes
}

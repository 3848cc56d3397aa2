// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type ApiKey = { id?: string; publicKey?: string; roles: { orgId?: string; roleName: string; groupId?: string }[] }
type GetSystemStatus = { apiKey: ApiKey; appName: string; build: string; links: { href: string; rel: string }[]; throttling: boolean }
type Organization = { id: string; isDeleted: boolean; links: { href: string; rel: string }[]; name: string; skipDefaultAlertsSettings: boolean }
type Page = { totalCount?: undefined; links: { href: string; rel: string }[]; results: Organization[] }
type Page2 = { totalCount: number; links: { href: string; rel: string }[]; results: Organization[] }
type Project = { clusterCount: number; created: string; id: string; links: { href: string; rel: string }[]; name: string; orgId: string; regionUsageRestrictions: string; tags: { key: string; value: string }[]; withDefaultAlertsSettings: boolean }
type Page3 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: Project[] }
type Page4 = { totalCount: number; links: { href: string; rel: string }[]; results: Project[] }
type ClusterSummary = { alertCount: number; authEnabled: boolean; availability: string; backupEnabled: boolean; clusterId: string; dataSizeBytes: number; name: string; nodeCount: number; sslEnabled: boolean; type: string; versions: string[] }
type ProjectClusters = { clusters: ClusterSummary[]; groupId: string; groupName: string; orgId: string; orgName: string; planType: string; tags: string[] }
type Page5 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: ProjectClusters[] }
type Page6 = { totalCount: number; links: { href: string; rel: string }[]; results: ProjectClusters[] }
type Page7 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: null[] }
type Page8 = { totalCount: number; links: { href: string; rel: string }[]; results: null[] }
type HardwareSpec = { instanceSize: string; nodeCount: number; diskSizeGB: number; diskIOPS?: number; ebsVolumeType?: string }
type Compute = { enabled: boolean; scaleDownEnabled: boolean; minInstanceSize?: string; maxInstanceSize?: string }
type Region = { backingProviderName?: string; electableSpecs: { instanceSize: string } | HardwareSpec; priority: number; providerName: string; regionName: string; analyticsAutoScaling?: { compute: Compute; diskGB: { enabled: boolean } }; analyticsSpecs?: HardwareSpec; autoScaling?: { compute: Compute; diskGB: { enabled: boolean } }; readOnlySpecs?: HardwareSpec }
type Shard = { id: string; regionConfigs: Region[]; zoneId: string; zoneName: string }
type ShardsByForm = { id?: string; numShards: number; regionConfigs: Region[]; zoneName: string }
type AdvancedConfiguration = { customOpensslCipherConfigTls12: string[]; minimumEnabledTlsProtocol: string; tlsCipherConfigMode: string }
type Cluster = { diskWarmingMode: string; encryptionAtRestProvider: string; featureCompatibilityVersion: string; globalClusterSelfManagedSharding: boolean; groupId: string; id: string; labels: { key?: string; value?: string }[]; links: { href: string; rel: string }[]; mongoDBMajorVersion: string; mongoDBVersion: string; name: string; paused: boolean; pitEnabled: boolean; redactClientLogData: boolean; replicaSetScalingStrategy: string; replicationSpecs: Shard[] | ShardsByForm[]; rootCertType: string; stateName: "CREATING" | "DELETING" | "IDLE" | "UPDATING"; tags: { key: string; value: string }[]; terminationProtectionEnabled: boolean; versionReleaseSystem: string; diskSizeGB?: number; advancedConfiguration: AdvancedConfiguration; backupEnabled: boolean; biConnector: { enabled: boolean; readPreference: string }; clusterType: string; configServerManagementMode: string; connectionStrings: { standard?: string; standardSrv?: string }; createDate: string }
type Page9 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: Cluster[] }
type Page10 = { totalCount: number; links: { href: string; rel: string }[]; results: Cluster[] }
type InstanceSizes = { availableRegions: { default: boolean; name: string }[]; name: string }
type Page11 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: { instanceSizes: InstanceSizes[]; provider: string }[] }
type Page12 = { totalCount: number; links: { href: string; rel: string }[]; results: { instanceSizes: InstanceSizes[]; provider: string }[] }
type GetClusterStatus = { changeStatus: string; links: { href: string; rel: string }[] }
type ProcessArgs = { changeStreamOptionsPreAndPostImagesExpireAfterSeconds: number | null; chunkMigrationConcurrency: number | null; customOpensslCipherConfigTls12: string[]; defaultMaxTimeMS: number | null; defaultWriteConcern: string | null; javascriptEnabled: boolean; minimumEnabledTlsProtocol: string; noTableScan: boolean; oplogMinRetentionHours: number | null; oplogSizeMB: number | null; queryStatsLogVerbosity: number; sampleRefreshIntervalBIConnector: number | null; sampleSizeBIConnector: number | null; tlsCipherConfigMode: string; transactionLifetimeLimitSeconds: number | null }
type UserRole = { roleName: string; databaseName: string; collectionName?: string }
type DatabaseUser = { groupId: string; labels: { key?: string; value?: string }[]; ldapAuthType: string; links: { href: string; rel: string }[]; oidcAuthType: string; roles: UserRole[]; scopes: { name: string; type: string }[]; username: string; x509Type: string; description?: string; deleteAfterDate?: string; awsIAMType: string; databaseName: string }
type Page13 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: DatabaseUser[] }
type Page14 = { totalCount: number; links: { href: string; rel: string }[]; results: DatabaseUser[] }
type AccessEntry = { links: { href: string; rel: string }[]; ipAddress?: string; groupId: string; deleteAfterDate?: string; comment?: string; cidrBlock?: string; awsSecurityGroup?: string }
type Page15 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: AccessEntry[] }
type Page16 = { totalCount: number; links: { href: string; rel: string }[]; results: AccessEntry[] }
type PrivilegeAction = { action: string; resources?: { cluster?: boolean; collection?: string; db?: string }[] }
type CustomRole = { actions: PrivilegeAction[]; inheritedRoles: { db: string; role: string }[]; roleName: string }
type ApiKey2 = { desc: string; id: string; links: { href: string; rel: string }[]; privateKey: string; publicKey: string; roles: { orgId?: string; roleName: string; groupId?: string }[] }
type Page17 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: ApiKey2[] }
type Page18 = { totalCount: number; links: { href: string; rel: string }[]; results: ApiKey2[] }
type ServiceAccountSecret = { secret: string; createdAt: string; expiresAt: string; id: string }
type ServiceAccountSecret2 = { maskedSecretValue: string; createdAt: string; expiresAt: string; id: string }
type ServiceAccount = { clientId: string; createdAt: string; description: string; name: string; roles: string[]; secrets: (ServiceAccountSecret | ServiceAccountSecret2)[] }
type Page19 = { totalCount?: undefined; links: { href: string; rel: string }[]; results: ServiceAccount[] }
type Page20 = { totalCount: number; links: { href: string; rel: string }[]; results: ServiceAccount[] }
type CreateServiceAccountToken = { access_token: string; expires_in: number; token_type: string }
type Invitation = { username: string; teamIds?: never[]; id: string; inviterUsername: string; links: { href: string; rel: string }[]; roles: string[]; orgId: string; orgName: string; createdAt: string; expiresAt: string }
type Invitation2 = { username: string; teamIds?: never[]; id: string; inviterUsername: string; links: { href: string; rel: string }[]; roles: string[]; groupId: string; groupName: string; createdAt: string; expiresAt: string }
type DataApiFindOne = { document: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null }
type DataApiFind = { documents: (JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null)[] }
type DataApiInsertOne = { insertedId: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null }
type DataApiInsertMany = { insertedIds: (JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null)[] }
type DataApiUpdateOne = { upsertedId?: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; matchedCount: number; modifiedCount: number }

/** The answers of the operations of docdb, as far as their handlers say what they answer. */
export interface DocdbAnswers {
  'getSystemStatus': GetSystemStatus
  'listOrgs': Page | Page2
  'getOrg': Organization
  'getOrgGroups': Page3 | Page4
  'listGroups': Page3 | Page4
  'createGroup': Project
  'getGroup': Project
  'getGroupByName': Project
  'updateGroup': Project
  'deleteGroup': null
  'listClusterDetails': Page5 | Page6
  'listAlerts': Page7 | Page8
  'listClusters': Page10 | Page9
  'createCluster': Cluster
  'listClusterProviderRegions': Page11 | Page12
  'getCluster': Cluster
  'updateCluster': Cluster
  'deleteCluster': {}
  'getClusterStatus': GetClusterStatus
  'getProcessArgs': ProcessArgs
  'updateProcessArgs': ProcessArgs
  'listDatabaseUsers': Page13 | Page14
  'createDatabaseUser': DatabaseUser
  'getDatabaseUser': DatabaseUser
  'updateDatabaseUser': DatabaseUser
  'deleteDatabaseUser': null
  'listAccessListEntries': Page15 | Page16
  'createAccessListEntry': Page15 | Page16
  'getAccessListEntry': AccessEntry
  'getAccessListStatus': { STATUS: string }
  'deleteAccessListEntry': null
  'listCustomDbRoles': CustomRole[]
  'createCustomDbRole': CustomRole
  'getCustomDbRole': CustomRole
  'updateCustomDbRole': CustomRole
  'deleteCustomDbRole': null
  'listApiKeys': Page17 | Page18
  'createApiKey': ApiKey2
  'getApiKey': ApiKey2
  'updateApiKey': ApiKey2
  'deleteApiKey': null
  'listProjectApiKeys': Page17 | Page18
  'createProjectApiKey': ApiKey2
  'addProjectApiKey': ApiKey2
  'updateApiKeyRoles': ApiKey2
  'removeProjectApiKey': null
  'listServiceAccounts': Page19 | Page20
  'createServiceAccount': ServiceAccount
  'getServiceAccount': ServiceAccount
  'updateServiceAccount': ServiceAccount
  'deleteServiceAccount': null
  'createServiceAccountSecret': ServiceAccountSecret | ServiceAccountSecret2
  'deleteServiceAccountSecret': null
  'createServiceAccountToken': CreateServiceAccountToken
  'listProjectServiceAccounts': Page19 | Page20
  'createProjectServiceAccount': ServiceAccount
  'getProjectServiceAccount': ServiceAccount
  'updateProjectServiceAccount': ServiceAccount
  'deleteProjectServiceAccount': null
  'listOrganizationInvitations': (Invitation | Invitation2)[]
  'createOrganizationInvitation': Invitation | Invitation2
  'deleteOrganizationInvitation': null
  'listProjectInvitations': (Invitation | Invitation2)[]
  'createProjectInvitation': Invitation | Invitation2
  'deleteProjectInvitation': null
  'dataApi_findOne': DataApiFindOne
  'dataApi_find': DataApiFind
  'dataApi_insertOne': DataApiInsertOne
  'dataApi_insertMany': DataApiInsertMany
  'dataApi_updateOne': DataApiUpdateOne
  'dataApi_updateMany': DataApiUpdateOne
  'dataApi_replaceOne': DataApiUpdateOne
  'dataApi_deleteOne': { deletedCount: number }
  'dataApi_deleteMany': { deletedCount: number }
  'dataApi_aggregate': DataApiFind
  'dataApiBeta_findOne': DataApiFindOne
  'dataApiBeta_find': DataApiFind
  'dataApiBeta_insertOne': DataApiInsertOne
  'dataApiBeta_insertMany': DataApiInsertMany
  'dataApiBeta_updateOne': DataApiUpdateOne
  'dataApiBeta_updateMany': DataApiUpdateOne
  'dataApiBeta_replaceOne': DataApiUpdateOne
  'dataApiBeta_deleteOne': { deletedCount: number }
  'dataApiBeta_deleteMany': { deletedCount: number }
  'dataApiBeta_aggregate': DataApiFind
  'explorer': string
  'explorer.change': null | string
}

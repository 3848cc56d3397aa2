import { collection, sequence, timer, value } from '#core/store.ts'

// Row types of the administration API. `id` is the 24 hexadecimal digits of an ObjectId, which grow with time.

/** A key and a value that a user has put on a resource. */
interface Tag {
  readonly key: string
  readonly value: string
}

/** An organization: the owner of projects. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A project; the API calls it a group. */
export interface Project {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly tags: readonly Tag[]
  readonly regionUsageRestrictions: string
  readonly withDefaultAlertsSettings: boolean
  readonly createdAt: number
}

/**
 * The hardware of the nodes of one kind. The members that a client has left out are filled in when the cluster is made.
 */
export interface HardwareSpec {
  readonly instanceSize: string
  readonly nodeCount: number
  readonly diskSizeGB: number
  readonly diskIOPS?: number
  readonly ebsVolumeType?: string
}

/** The bounds between which a cluster grows and shrinks by itself. */
export interface AutoScaling {
  readonly compute: {
    readonly enabled: boolean
    readonly scaleDownEnabled: boolean
    readonly minInstanceSize?: string
    readonly maxInstanceSize?: string
  }
  readonly diskGB: { readonly enabled: boolean }
}

/** The nodes of a shard in one region. */
export interface RegionConfig {
  readonly providerName: string
  /** The provider that hosts a shared cluster, whose `providerName` is TENANT. */
  readonly backingProviderName?: string
  readonly regionName: string
  readonly priority: number
  readonly electableSpecs: HardwareSpec
  readonly readOnlySpecs?: HardwareSpec
  readonly analyticsSpecs?: HardwareSpec
  readonly autoScaling?: AutoScaling
  readonly analyticsAutoScaling?: AutoScaling
}

/** One shard of a cluster; a replica set has one. */
export interface ReplicationSpec {
  readonly id: string
  readonly zoneId: string
  readonly zoneName: string
  readonly regionConfigs: readonly RegionConfig[]
}

/** The state of a cluster. */
type ClusterState = 'CREATING' | 'IDLE' | 'UPDATING' | 'DELETING'

/** The settings of a cluster that an update replaces one by one. */
export interface ClusterSettings {
  readonly backupEnabled: boolean
  readonly biConnector: { readonly enabled: boolean; readonly readPreference: string }
  readonly configServerManagementMode: string
  readonly diskWarmingMode: string
  readonly encryptionAtRestProvider: string
  readonly globalClusterSelfManagedSharding: boolean
  readonly labels: readonly { readonly key?: string; readonly value?: string }[]
  readonly mongoDBMajorVersion: string
  readonly paused: boolean
  readonly pitEnabled: boolean
  readonly redactClientLogData: boolean
  readonly replicaSetScalingStrategy: string
  readonly rootCertType: string
  readonly tags: readonly Tag[]
  readonly terminationProtectionEnabled: boolean
  readonly versionReleaseSystem: string
}

/** A cluster of a project. */
export interface Cluster extends ClusterSettings {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly clusterType: string
  readonly replicationSpecs: readonly ReplicationSpec[]
  readonly processArgs: ProcessArgs
  readonly state: ClusterState
  readonly createdAt: number
}

/**
 * The settings of the server processes.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/operation/operation-getclusteradvancedconfiguration
 */
export interface ProcessArgs {
  readonly changeStreamOptionsPreAndPostImagesExpireAfterSeconds: number | null
  readonly chunkMigrationConcurrency: number | null
  readonly customOpensslCipherConfigTls12: readonly string[]
  readonly defaultMaxTimeMS: number | null
  readonly defaultWriteConcern: string | null
  readonly javascriptEnabled: boolean
  readonly minimumEnabledTlsProtocol: string
  readonly noTableScan: boolean
  readonly oplogMinRetentionHours: number | null
  readonly oplogSizeMB: number | null
  readonly queryStatsLogVerbosity: number
  readonly sampleRefreshIntervalBIConnector: number | null
  readonly sampleSizeBIConnector: number | null
  readonly tlsCipherConfigMode: string
  readonly transactionLifetimeLimitSeconds: number | null
}

/** A role of a database user. */
interface UserRole {
  readonly roleName: string
  readonly databaseName: string
  readonly collectionName?: string
}

/** The only resource that a database user may reach. */
interface UserScope {
  readonly name: string
  readonly type: string
}

/** A user of the databases of a project, by whom drivers sign in. */
export interface DatabaseUser {
  readonly id: string
  readonly projectId: string
  /** The authentication database: `admin`, or `$external` for a user without a password. */
  readonly databaseName: string
  readonly username: string
  /** Null for a user who signs in by a certificate, or at another system. */
  readonly password: string | null
  readonly roles: readonly UserRole[]
  readonly scopes: readonly UserScope[]
  readonly labels: readonly { readonly key?: string; readonly value?: string }[]
  readonly description: string | null
  readonly awsIAMType: string
  readonly ldapAuthType: string
  readonly oidcAuthType: string
  readonly x509Type: string
  /** Epoch milliseconds at which the user is deleted. */
  readonly deleteAfter: number | null
}

/** An address that may connect to the clusters of a project. */
export interface AccessEntry {
  readonly id: string
  readonly projectId: string
  /** The CIDR block, or the security group: the name of the entry in paths. */
  readonly entry: string
  readonly ipAddress: string | null
  readonly cidrBlock: string | null
  readonly awsSecurityGroup: string | null
  readonly comment: string | null
  readonly deleteAfter: number | null
}

/** A privilege of a custom role: an action on resources. */
interface PrivilegeAction {
  readonly action: string
  readonly resources?: readonly {
    readonly cluster?: boolean | undefined
    readonly collection?: string | undefined
    readonly db?: string | undefined
  }[]
}

/** A role of database users that a project defines. */
export interface CustomRole {
  readonly id: string
  readonly projectId: string
  readonly roleName: string
  readonly actions: readonly PrivilegeAction[]
  readonly inheritedRoles: readonly { readonly db: string; readonly role: string }[]
}

/** A role in an organization, or in a project of it. */
export interface RoleAssignment {
  /** Null for a role in the organization. */
  readonly projectId: string | null
  readonly roleName: string
}

/** A programmatic API key. */
export interface ApiKey {
  readonly id: string
  readonly orgId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly description: string
  readonly roles: readonly RoleAssignment[]
}

/** An OAuth client of the administration API. */
export interface ServiceAccount {
  readonly id: string
  readonly orgId: string
  readonly clientId: string
  readonly name: string
  readonly description: string
  readonly roles: readonly RoleAssignment[]
  readonly secrets: readonly ServiceAccountSecret[]
  readonly createdAt: number
}

/** A client secret of a service account. */
export interface ServiceAccountSecret {
  readonly id: string
  readonly value: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** An access token of a service account; `id` is the token. */
export interface AccessToken {
  readonly id: string
  /** Null for a service account that nobody has created, where the seed lists no keys. */
  readonly serviceAccountId: string | null
  readonly clientId: string
  readonly expiresAt: number
}

/** A token of the seed, by which its user calls the API; `id` is the token. */
export interface UserToken {
  readonly id: string
  readonly login: string
}

/** An invitation to an organization, or to a project of it. */
export interface Invitation {
  readonly id: string
  readonly orgId: string
  readonly projectId: string | null
  readonly username: string
  readonly roles: readonly string[]
  readonly inviterUsername: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** The collections of the administration API. */
export const adminCollections = {
  /** The counter in the ids of new resources. */
  objectIds: sequence(),
  /** The ten digits in the middle of all ids: an ObjectId has random ones for each process. */
  objectIdProcess: value<string>(),
  /** How long a cluster takes to be created, updated or deleted, in milliseconds. */
  clusterTime: value(0),
  /** True when the seed lists API keys: other keys are refused then. */
  keysAreListed: value(false),
  /** The key that signs the nonces of Digest authentication. */
  nonceKey: value<string>(),
  /** Ends what a cluster is going through. */
  settleCluster: timer<{ readonly clusterId: string }>(),
  /** Deletes a database user whose time is over. */
  deleteDatabaseUser: timer<{ readonly userId: string }>(),
  /** Deletes an entry of an access list whose time is over. */
  deleteAccessEntry: timer<{ readonly entryId: string }>(),
  organizations: collection<Organization>()({ indexes: { all: [] } }),
  projects: collection<Project>()({
    unique: { name: ['orgId', 'name'] },
    indexes: { all: [] },
    references: { orgId: { to: 'organizations', onDelete: 'restrict' } },
  }),
  clusters: collection<Cluster>()({
    unique: { name: ['projectId', 'name'] },
    indexes: { all: [] },
    references: { projectId: { to: 'projects', onDelete: 'restrict' } },
  }),
  databaseUsers: collection<DatabaseUser>()({
    unique: { name: ['projectId', 'databaseName', 'username'] },
    indexes: { all: [] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
  accessEntries: collection<AccessEntry>()({
    unique: { entry: ['projectId', 'entry'] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
  customRoles: collection<CustomRole>()({
    unique: { name: ['projectId', 'roleName'] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
  apiKeys: collection<ApiKey>()({
    unique: { publicKey: ['publicKey'] },
    references: { orgId: { to: 'organizations', onDelete: 'restrict' } },
  }),
  serviceAccounts: collection<ServiceAccount>()({
    unique: { clientId: ['clientId'] },
    references: { orgId: { to: 'organizations', onDelete: 'restrict' } },
  }),
  accessTokens: collection<AccessToken>()({
    references: { serviceAccountId: { to: 'serviceAccounts', onDelete: 'cascade' } },
  }),
  userTokens: collection<UserToken>()({}),
  invitations: collection<Invitation>()({
    references: {
      orgId: { to: 'organizations', onDelete: 'cascade' },
      projectId: { to: 'projects', onDelete: 'cascade' },
    },
  }),
}

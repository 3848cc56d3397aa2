import { ownMember } from '#core/objects.ts'
import type { DataContext, DocdbContext } from '#docdb/call.ts'
import { duplicateClusterName, invalidAttribute, invalidEnumValue, missingAttribute } from '#docdb/errors/admin.ts'
import type {
  AutoScaling,
  Cluster,
  ClusterSettings,
  ProcessArgs,
  Project,
  RegionConfig,
  ReplicationSpec,
} from '#docdb/schema/admin.ts'
import { hardware, isInstanceSize, isShared, REGIONS, TENANT, type HardwareInput } from './hardware.ts'
import { dropClusterData, noteCluster } from '../clusters.ts'
import { newObjectId } from './object-id.ts'

/** The versions of the server that a new cluster can have; the last is the default. */
const MAJOR_VERSIONS = ['6.0', '7.0', '8.0']

/** A region of a shard as a client writes it. */
interface RegionInput {
  readonly providerName: string
  readonly regionName: string
  readonly backingProviderName?: string | undefined
  readonly priority?: number | undefined
  readonly electableSpecs?: HardwareInput | undefined
  readonly readOnlySpecs?: HardwareInput | undefined
  readonly analyticsSpecs?: HardwareInput | undefined
  readonly autoScaling?: AutoScaling | undefined
  readonly analyticsAutoScaling?: AutoScaling | undefined
}

/** A shard as a client writes it; before 2024 one entry stood for `numShards` shards of the same form. */
interface ReplicationInput {
  readonly id?: string | undefined
  readonly zoneId?: string | undefined
  readonly zoneName?: string | undefined
  readonly numShards?: number | undefined
  readonly regionConfigs: readonly RegionInput[]
}

/** The fields of a new cluster. */
export interface ClusterInput extends Partial<ClusterSettings> {
  readonly name: string
  readonly clusterType: string
  readonly replicationSpecs: readonly ReplicationInput[]
}

/**
 * Adds a cluster that is being created.
 *
 * @throws 400 for a name that the project has already, and for impossible hardware.
 */
export function addCluster(context: DocdbContext, project: Project, input: ClusterInput): Cluster {
  const { rows, clock } = context
  const { name, clusterType, replicationSpecs, ...settings } = input
  if (rows.clusters.find('name', project.id, name) !== undefined) throw duplicateClusterName(name, project.id)
  checkVersion(settings.mongoDBMajorVersion)
  const cluster = rows.clusters.insert({
    id: newObjectId(context),
    projectId: project.id,
    name,
    clusterType,
    ...DEFAULTS,
    ...settings,
    replicationSpecs: replication(context, clusterType, replicationSpecs, []),
    processArgs: PROCESS_ARGS,
    state: 'CREATING',
    createdAt: clock.now(),
  })
  noteCluster(context, cluster)
  return cluster
}

/**
 * Changes a cluster, which is then being updated.
 *
 * @throws 400 for impossible hardware.
 */
export function changeCluster(
  context: DocdbContext,
  cluster: Cluster,
  { replicationSpecs, clusterType = cluster.clusterType, ...settings }: Partial<ClusterInput>,
): Cluster {
  checkVersion(settings.mongoDBMajorVersion)
  return context.rows.clusters.update(cluster.id, {
    ...settings,
    clusterType,
    state: 'UPDATING',
    ...(replicationSpecs === undefined
      ? {}
      : { replicationSpecs: replication(context, clusterType, replicationSpecs, cluster.replicationSpecs) }),
  })
}

/** Schedules the end of a creation, an update or a deletion after the seed's `create_ms`; at once where that is 0. */
export function settleLater(context: DocdbContext, cluster: Cluster): void {
  const time = context.rows.clusterTime.get()
  if (time === 0) settleCluster(context, { clusterId: cluster.id })
  else context.schedule(time, 'settleCluster', { clusterId: cluster.id })
}

/** The timer's action: a cluster that is being created or updated is idle, and one that is being deleted is gone. */
export function settleCluster(context: DataContext, { clusterId }: { readonly clusterId: string }): void {
  const { rows } = context
  const cluster = rows.clusters.get(clusterId)
  if (cluster?.state === 'DELETING') {
    dropClusterData(context, cluster)
    rows.clusters.delete(clusterId)
  } else if (cluster !== undefined) rows.clusters.update(clusterId, { state: 'IDLE' })
}

function checkVersion(version: string | undefined): void {
  if (version !== undefined && !MAJOR_VERSIONS.includes(version)) throw invalidAttribute('mongoDBMajorVersion')
}

/** Returns the shards that a client describes; those with the id of an earlier one keep what the client leaves out. */
function replication(
  context: DocdbContext,
  clusterType: string,
  inputs: readonly ReplicationInput[],
  before: readonly ReplicationSpec[],
): ReplicationSpec[] {
  if (inputs.length === 0) throw missingAttribute('replicationSpecs')
  const shards = inputs.flatMap((input) => Array.from({ length: input.numShards ?? 1 }, () => input))
  if (clusterType === 'REPLICASET' && shards.length > 1) throw invalidAttribute('replicationSpecs')
  const zones = new Map<string, string>()
  return shards.map(({ id, zoneId, zoneName = 'Zone 1', regionConfigs }, index) => {
    const earlier = before.find((each) => each.id === id) ?? before[index]
    const zone = zoneId ?? zones.get(zoneName) ?? earlier?.zoneId ?? newObjectId(context)
    zones.set(zoneName, zone)
    return {
      id: earlier?.id ?? newObjectId(context),
      zoneId: zone,
      zoneName,
      regionConfigs: regionConfigs.map((config, place) => region(config, place, earlier?.regionConfigs[place])),
    }
  })
}

function region(input: RegionInput, place: number, before: RegionConfig | undefined): RegionConfig {
  const { providerName, regionName, backingProviderName, autoScaling, analyticsAutoScaling } = input
  const backing = providerName === TENANT ? (backingProviderName ?? 'AWS') : providerName
  const regions = ownMember(REGIONS, backing)
  if (regions === undefined) throw invalidEnumValue(backing)
  if (!regions.includes(regionName)) throw invalidEnumValue(regionName)
  for (const spec of [input.electableSpecs, input.readOnlySpecs, input.analyticsSpecs]) {
    const size = spec?.instanceSize
    if (size !== undefined && !isInstanceSize(size)) throw invalidEnumValue(size)
    if (size !== undefined && isShared(size) !== (providerName === TENANT)) throw invalidAttribute('instanceSize')
  }
  const spec = (specs: HardwareInput, nodes: number, earlier?: RegionConfig['electableSpecs']) =>
    hardware(specs, { providerName }, nodes, earlier)
  return {
    providerName,
    ...(providerName === TENANT ? { backingProviderName: backing } : {}),
    regionName,
    priority: input.priority ?? before?.priority ?? 7 - place,
    electableSpecs: spec(input.electableSpecs ?? {}, 3, before?.electableSpecs),
    ...(input.readOnlySpecs === undefined
      ? {}
      : { readOnlySpecs: spec(input.readOnlySpecs, 0, before?.readOnlySpecs) }),
    ...(input.analyticsSpecs === undefined
      ? {}
      : { analyticsSpecs: spec(input.analyticsSpecs, 0, before?.analyticsSpecs) }),
    ...(autoScaling === undefined ? {} : { autoScaling }),
    ...(analyticsAutoScaling === undefined ? {} : { analyticsAutoScaling }),
  }
}

/** The settings of a cluster for which its client has set nothing. */
const DEFAULTS: ClusterSettings = {
  backupEnabled: false,
  biConnector: { enabled: false, readPreference: 'secondary' },
  configServerManagementMode: 'ATLAS_MANAGED',
  diskWarmingMode: 'FULLY_WARMED',
  encryptionAtRestProvider: 'NONE',
  globalClusterSelfManagedSharding: false,
  labels: [],
  mongoDBMajorVersion: MAJOR_VERSIONS.at(-1) ?? '8.0',
  paused: false,
  pitEnabled: false,
  redactClientLogData: false,
  replicaSetScalingStrategy: 'WORKLOAD_TYPE',
  rootCertType: 'ISRGROOTX1',
  tags: [],
  terminationProtectionEnabled: false,
  versionReleaseSystem: 'LTS',
}

const PROCESS_ARGS: ProcessArgs = {
  changeStreamOptionsPreAndPostImagesExpireAfterSeconds: null,
  chunkMigrationConcurrency: null,
  customOpensslCipherConfigTls12: [],
  defaultMaxTimeMS: null,
  defaultWriteConcern: null,
  javascriptEnabled: true,
  minimumEnabledTlsProtocol: 'TLS1_2',
  noTableScan: false,
  oplogMinRetentionHours: null,
  oplogSizeMB: null,
  queryStatsLogVerbosity: 1,
  sampleRefreshIntervalBIConnector: null,
  sampleSizeBIConnector: null,
  tlsCipherConfigMode: 'DEFAULT',
  transactionLifetimeLimitSeconds: null,
}

import type { DocdbCall } from '#docdb/call.ts'
import { listsShards } from '#docdb/rules/admin/version.ts'
import { srvConnectionString, standardConnectionString } from '#docdb/rules/connection-string.ts'
import type { AutoScaling, Cluster, HardwareSpec, RegionConfig, ReplicationSpec } from '#docdb/schema/admin.ts'
import { selfLinksJson } from './links.ts'
import { momentJson } from './moment.ts'

/** Writes a cluster in the form of the version that the client asks for. */
export function clusterJson(call: DocdbCall, cluster: Cluster) {
  const { id, projectId, name, createdAt, state, replicationSpecs, processArgs, mongoDBMajorVersion } = cluster
  const current = listsShards(call)
  const standard = standardConnectionString(call.urls, { appName: cluster.name })
  const standardSrv = srvConnectionString(call.urls, { appName: cluster.name })
  const specs = current ? replicationSpecs.map(shardJson) : shardsByForm(replicationSpecs)
  return {
    advancedConfiguration: {
      customOpensslCipherConfigTls12: processArgs.customOpensslCipherConfigTls12,
      minimumEnabledTlsProtocol: processArgs.minimumEnabledTlsProtocol,
      tlsCipherConfigMode: processArgs.tlsCipherConfigMode,
    },
    backupEnabled: cluster.backupEnabled,
    biConnector: cluster.biConnector,
    clusterType: cluster.clusterType,
    configServerManagementMode: cluster.configServerManagementMode,
    // A cluster has an address once it exists.
    connectionStrings: state === 'CREATING' ? {} : { standard, standardSrv },
    createDate: momentJson(createdAt),
    ...(current ? {} : { diskSizeGB: replicationSpecs[0]?.regionConfigs[0]?.electableSpecs.diskSizeGB }),
    diskWarmingMode: cluster.diskWarmingMode,
    encryptionAtRestProvider: cluster.encryptionAtRestProvider,
    featureCompatibilityVersion: mongoDBMajorVersion,
    globalClusterSelfManagedSharding: cluster.globalClusterSelfManagedSharding,
    groupId: projectId,
    id,
    labels: cluster.labels,
    links: selfLinksJson(call, `/groups/${projectId}/clusters/${name}`),
    mongoDBMajorVersion,
    mongoDBVersion: `${mongoDBMajorVersion}.0`,
    name,
    paused: cluster.paused,
    pitEnabled: cluster.pitEnabled,
    redactClientLogData: cluster.redactClientLogData,
    replicaSetScalingStrategy: cluster.replicaSetScalingStrategy,
    replicationSpecs: specs,
    rootCertType: cluster.rootCertType,
    stateName: state,
    tags: cluster.tags,
    terminationProtectionEnabled: cluster.terminationProtectionEnabled,
    versionReleaseSystem: cluster.versionReleaseSystem,
  }
}

function shardJson({ id, regionConfigs, zoneId, zoneName }: ReplicationSpec) {
  return { id, regionConfigs: regionConfigs.map(regionJson), zoneId, zoneName }
}

/**
 * Writes shards in the form before 2024: one entry for the shards of a zone, with their number; disks are described at
 * the cluster.
 */
function shardsByForm(specs: readonly ReplicationSpec[]) {
  const zones = [...new Set(specs.map(({ zoneName }) => zoneName))]
  return zones.map((zoneName) => {
    const shards = specs.filter((each) => each.zoneName === zoneName)
    const regionConfigs = shards[0]?.regionConfigs.map((config) => regionJson(withoutDisks(config))) ?? []
    return { id: shards[0]?.id, numShards: shards.length, regionConfigs, zoneName }
  })
}

function withoutDisks(config: RegionConfig): RegionConfig {
  const strip = (spec: HardwareSpec): HardwareSpec => {
    const { diskSizeGB: _, ...rest } = spec
    return rest as HardwareSpec // written out only
  }
  return {
    ...config,
    electableSpecs: strip(config.electableSpecs),
    ...(config.readOnlySpecs === undefined ? {} : { readOnlySpecs: strip(config.readOnlySpecs) }),
    ...(config.analyticsSpecs === undefined ? {} : { analyticsSpecs: strip(config.analyticsSpecs) }),
  }
}

function regionJson(config: RegionConfig) {
  const { providerName, backingProviderName, regionName, priority, electableSpecs } = config
  if (backingProviderName !== undefined) {
    return {
      backingProviderName,
      electableSpecs: { instanceSize: electableSpecs.instanceSize },
      priority,
      providerName,
      regionName,
    }
  }
  const none = { ...electableSpecs, nodeCount: 0 }
  return {
    analyticsAutoScaling: config.analyticsAutoScaling ?? NO_SCALING,
    analyticsSpecs: config.analyticsSpecs ?? none,
    autoScaling: config.autoScaling ?? NO_SCALING,
    electableSpecs,
    priority,
    providerName,
    readOnlySpecs: config.readOnlySpecs ?? none,
    regionName,
  }
}

const NO_SCALING: AutoScaling = {
  compute: { enabled: false, scaleDownEnabled: false },
  diskGB: { enabled: false },
}

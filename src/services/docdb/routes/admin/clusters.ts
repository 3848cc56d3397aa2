import * as v from 'valibot'
import { viewOfReference, viewOfRows } from '#core/list-view.ts'
import { body } from '#core/input.ts'
import { defined, ownMember } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { clusterAlreadyDeleted, terminationProtected } from '#docdb/errors/admin.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { clusterJson } from '#docdb/json/admin/cluster.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { selfLinksJson } from '#docdb/json/admin/links.ts'
import { addCluster, changeCluster, settleLater } from '#docdb/rules/admin/clusters.ts'
import { REGIONS, sizesOf, TENANT } from '#docdb/rules/admin/hardware.ts'
import { loadCluster, loadProject } from '#docdb/steps/admin/load-place.ts'
import { clusterName, labels, tags, written } from './bodies.ts'

const { get, post, patch, del } = routesFor<DocdbCall>()

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const spec = v.strictObject({
  instanceSize: v.optional(v.string()),
  nodeCount: v.optional(count),
  diskSizeGB: v.optional(v.pipe(v.number(), v.minValue(0.5))),
  diskIOPS: v.optional(count),
  ebsVolumeType: v.optional(v.picklist(['STANDARD', 'PROVISIONED'])),
  diskThroughput: written,
  effectiveInstanceSize: written,
})

const scaling = v.strictObject({
  compute: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), false),
      scaleDownEnabled: v.optional(v.boolean(), false),
      minInstanceSize: v.exactOptional(v.string()),
      maxInstanceSize: v.exactOptional(v.string()),
      predictiveEnabled: written,
    }),
    {},
  ),
  diskGB: v.optional(v.strictObject({ enabled: v.optional(v.boolean(), false) }), {}),
})

const region = v.strictObject({
  providerName: v.picklist(['AWS', 'AZURE', 'GCP', TENANT]),
  regionName: v.string(),
  backingProviderName: v.optional(v.picklist(['AWS', 'AZURE', 'GCP'])),
  priority: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
  electableSpecs: v.optional(spec),
  readOnlySpecs: v.optional(spec),
  analyticsSpecs: v.optional(spec),
  autoScaling: v.optional(scaling),
  analyticsAutoScaling: v.optional(scaling),
  effectiveElectableSpecs: written,
  effectiveReadOnlySpecs: written,
  effectiveAnalyticsSpecs: written,
})

const shards = v.array(
  v.strictObject({
    id: v.optional(v.string()),
    zoneId: v.optional(v.string()),
    zoneName: v.optional(v.string()),
    numShards: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(70))),
    regionConfigs: v.pipe(v.array(region), v.minLength(1)),
  }),
)

const type = v.picklist(['REPLICASET', 'SHARDED', 'GEOSHARDED'])

/** The members of a cluster that a client may set, now and later. */
const settings = {
  backupEnabled: v.optional(v.boolean()),
  biConnector: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), false),
      readPreference: v.optional(v.picklist(['primary', 'secondary', 'analytics']), 'secondary'),
    }),
  ),
  configServerManagementMode: v.optional(v.picklist(['ATLAS_MANAGED', 'FIXED_TO_DEDICATED'])),
  diskWarmingMode: v.optional(v.picklist(['FULLY_WARMED', 'VISIBLE_EARLIER'])),
  encryptionAtRestProvider: v.optional(v.picklist(['NONE', 'AWS', 'AZURE', 'GCP'])),
  globalClusterSelfManagedSharding: v.optional(v.boolean()),
  labels: v.optional(labels),
  mongoDBMajorVersion: v.optional(v.string()),
  paused: v.optional(v.boolean()),
  pitEnabled: v.optional(v.boolean()),
  redactClientLogData: v.optional(v.boolean()),
  replicaSetScalingStrategy: v.optional(v.picklist(['SEQUENTIAL', 'WORKLOAD_TYPE', 'NODE_TYPE'])),
  rootCertType: v.optional(v.picklist(['ISRGROOTX1'])),
  tags: v.optional(tags),
  terminationProtectionEnabled: v.optional(v.boolean()),
  versionReleaseSystem: v.optional(v.picklist(['LTS', 'CONTINUOUS'])),
}

/** The members that only the vendor writes, or that change nothing here. */
const ignored = {
  acceptDataRisksAndForceReplicaSetReconfig: written,
  adaptiveCapacity: written,
  advancedConfiguration: written,
  configServerType: written,
  connectionStrings: written,
  createDate: written,
  diskSizeGB: written,
  effectiveReplicationSpecs: written,
  featureCompatibilityVersion: written,
  featureCompatibilityVersionExpirationDate: written,
  groupId: written,
  id: written,
  internalClusterRole: written,
  links: written,
  mongoDBEmployeeAccessGrant: written,
  mongoDBVersion: written,
  retainBackups: written,
  stateName: written,
  useAwsTimeBasedSnapshotCopyForFastInitialSync: written,
}

const ClusterInput = v.pipe(
  v.strictObject({
    name: clusterName,
    clusterType: v.optional(type, 'REPLICASET'),
    replicationSpecs: shards,
    ...settings,
    ...ignored,
  }),
  v.transform((input) => ({
    ...pickSettings(input),
    name: input.name,
    clusterType: input.clusterType,
    replicationSpecs: input.replicationSpecs,
  })),
)

const ClusterChanges = v.pipe(
  v.strictObject({
    name: v.optional(clusterName),
    clusterType: v.optional(type),
    replicationSpecs: v.optional(shards),
    ...settings,
    ...ignored,
  }),
  v.transform((input) => ({
    ...pickSettings(input),
    ...defined({ clusterType: input.clusterType, replicationSpecs: input.replicationSpecs }),
  })),
)

const Settings = v.object(settings)

function pickSettings(input: v.InferOutput<typeof Settings>) {
  const names = Object.keys(settings) as (keyof typeof settings)[]
  return defined(Object.fromEntries(names.map((name) => [name, input[name]])) as v.InferOutput<typeof Settings>)
}

const nullable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))

const ProcessArgsChanges = v.strictObject({
  changeStreamOptionsPreAndPostImagesExpireAfterSeconds: nullable(v.pipe(v.number(), v.integer())),
  chunkMigrationConcurrency: nullable(count),
  customOpensslCipherConfigTls12: v.optional(v.array(v.string())),
  customOpensslCipherConfigTls13: written,
  defaultMaxTimeMS: nullable(count),
  defaultWriteConcern: nullable(v.string()),
  javascriptEnabled: v.optional(v.boolean()),
  minimumEnabledTlsProtocol: v.optional(v.picklist(['TLS1_0', 'TLS1_1', 'TLS1_2', 'TLS1_3'])),
  noTableScan: v.optional(v.boolean()),
  oplogMinRetentionHours: nullable(v.number()),
  oplogSizeMB: nullable(count),
  queryStatsLogVerbosity: v.optional(count),
  sampleRefreshIntervalBIConnector: nullable(count),
  sampleSizeBIConnector: nullable(count),
  tlsCipherConfigMode: v.optional(v.picklist(['CUSTOM', 'DEFAULT'])),
  transactionLifetimeLimitSeconds: nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

const CLUSTERS = '/api/atlas/v2/groups/:groupId/clusters'

/** Clusters. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-clusters */
export const clustersRoutes = [
  get('listClusters', CLUSTERS, loadProject, (call) =>
    answerPage(call, viewOfReference(call.rows.clusters, 'projectId', call.project.id), (cluster) =>
      clusterJson(call, cluster),
    ),
  ),

  post('createCluster', CLUSTERS, loadProject, body(ClusterInput), (call) => {
    const cluster = addCluster(call, call.project, call.body)
    // The answer shows a cluster that is being created, also where that takes no time.
    const answer = answerAdmin(call, clusterJson(call, cluster), 201)
    settleLater(call, cluster)
    return answer
  }),

  get('listClusterProviderRegions', `${CLUSTERS}/provider/regions`, loadProject, (call) => {
    const providers = call.query.getAll('providers')
    const tier = call.query.get('tier')
    const selected = Object.keys(REGIONS).filter((each) => providers.length === 0 || providers.includes(each))
    const results = selected.map((provider) => ({
      instanceSizes: sizesOf(provider)
        .filter((name) => tier === null || name === tier)
        .map((name) => ({
          availableRegions:
            ownMember(REGIONS, provider)?.map((each, index) => ({ default: index === 0, name: each })) ?? [],
          name,
        })),
      provider,
    }))
    return answerPage(call, viewOfRows(results), (each) => each)
  }),

  get('getCluster', `${CLUSTERS}/:clusterName`, loadProject, loadCluster, (call) =>
    answerAdmin(call, clusterJson(call, call.cluster)),
  ),

  patch('updateCluster', `${CLUSTERS}/:clusterName`, loadProject, loadCluster, body(ClusterChanges), (call) => {
    if (call.cluster.state === 'DELETING') throw clusterAlreadyDeleted(call.cluster.name)
    const cluster = changeCluster(call, call.cluster, call.body)
    const answer = answerAdmin(call, clusterJson(call, cluster))
    settleLater(call, cluster)
    return answer
  }),

  del('deleteCluster', `${CLUSTERS}/:clusterName`, loadProject, loadCluster, (call) => {
    const { rows, cluster } = call
    if (cluster.state === 'DELETING') throw clusterAlreadyDeleted(cluster.name)
    if (cluster.terminationProtectionEnabled) throw terminationProtected()
    settleLater(call, rows.clusters.update(cluster.id, { state: 'DELETING' }))
    return answerAdmin(call, {}, 202)
  }),

  get('getClusterStatus', `${CLUSTERS}/:clusterName/status`, loadProject, loadCluster, (call) => {
    const { project, cluster } = call
    return answerAdmin(call, {
      changeStatus: cluster.state === 'IDLE' ? 'APPLIED' : 'PENDING',
      links: selfLinksJson(call, `/groups/${project.id}/clusters/${cluster.name}/status`),
    })
  }),

  get('getProcessArgs', `${CLUSTERS}/:clusterName/processArgs`, loadProject, loadCluster, (call) =>
    answerAdmin(call, call.cluster.processArgs),
  ),

  patch(
    'updateProcessArgs',
    `${CLUSTERS}/:clusterName/processArgs`,
    loadProject,
    loadCluster,
    body(ProcessArgsChanges),
    (call) => {
      const { customOpensslCipherConfigTls13: _, ...changes } = call.body
      const processArgs = { ...call.cluster.processArgs, ...defined(changes) }
      call.rows.clusters.update(call.cluster.id, { processArgs })
      return answerAdmin(call, processArgs)
    },
  ),
]

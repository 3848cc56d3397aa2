import type { DocdbCall } from '#docdb/call.ts'
import type { Cluster, Organization, Project } from '#docdb/schema/admin.ts'
import { selfLinksJson } from './links.ts'
import { momentJson } from './moment.ts'

/** Writes an organization. */
export function organizationJson(call: DocdbCall, { id, name }: Organization) {
  return { id, isDeleted: false, links: selfLinksJson(call, `/orgs/${id}`), name, skipDefaultAlertsSettings: false }
}

/** Writes a project. */
export function projectJson(call: DocdbCall, project: Project) {
  const { id, name, orgId, createdAt, tags, regionUsageRestrictions, withDefaultAlertsSettings } = project
  return {
    clusterCount: call.rows.clusters.countReferring('projectId', id),
    created: momentJson(createdAt),
    id,
    links: selfLinksJson(call, `/groups/${id}`),
    name,
    orgId,
    regionUsageRestrictions,
    tags,
    withDefaultAlertsSettings,
  }
}

/** Writes a project with a summary of its clusters, for the list of all clusters that the principal may see. */
export function projectClustersJson({ rows }: DocdbCall, { id, name, orgId, tags }: Project) {
  return {
    clusters: rows.clusters.referring('projectId', id).map(clusterSummary),
    groupId: id,
    groupName: name,
    orgId,
    orgName: rows.organizations.require(orgId).name,
    planType: 'Atlas',
    tags: tags.map(({ key, value }) => `${key}:${value}`),
  }
}

function clusterSummary({
  id,
  name,
  clusterType,
  backupEnabled,
  mongoDBMajorVersion,
  replicationSpecs,
  state,
}: Cluster) {
  const nodes = replicationSpecs.flatMap(({ regionConfigs }) =>
    regionConfigs.map((each) => each.electableSpecs.nodeCount),
  )
  return {
    alertCount: 0,
    authEnabled: true,
    availability: state === 'CREATING' ? 'unavailable' : 'available',
    backupEnabled,
    clusterId: id,
    dataSizeBytes: 0,
    name,
    nodeCount: nodes.reduce((sum, each) => sum + each, 0),
    sslEnabled: false,
    type: clusterType === 'REPLICASET' ? 'REPLICA_SET' : 'SHARDED_REPLICA_SET',
    versions: [`${mongoDBMajorVersion}.0`],
  }
}

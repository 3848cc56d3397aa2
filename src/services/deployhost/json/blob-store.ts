import type { Rows } from '#deployhost/call.ts'
import type { BlobConnection, BlobStore } from '#deployhost/schema.ts'

/** A store, with the projects that it is connected to. */
export function blobStoreJson(rows: Rows, store: BlobStore) {
  return {
    id: store.id,
    name: store.name,
    type: 'blob',
    ownerId: store.accountId,
    access: store.access,
    region: store.region,
    status: 'available',
    billingState: 'active',
    usageQuotaExceeded: false,
    size: rows.blobs.referring('storeId', store.id).reduce((sum, { size }) => sum + size, 0),
    count: rows.blobs.countReferring('storeId', store.id),
    createdAt: store.createdAt,
    updatedAt: store.updatedAt,
    projectsMetadata: rows.blobConnections.list('byStore', store.id).map((each) => connectedProjectJson(rows, each)),
  }
}

/** A connection, as a store lists it. */
function connectedProjectJson(rows: Rows, connection: BlobConnection) {
  const { name, framework } = rows.projects.require(connection.projectId)
  return {
    id: connection.id,
    projectId: connection.projectId,
    name,
    framework,
    environments: connection.environments,
    envVarPrefix: connection.prefix,
    environmentVariables: variableNames(rows, connection),
  }
}

/** A connection of a store to a project. */
export function blobConnectionJson(rows: Rows, connection: BlobConnection) {
  const { id, name, framework } = rows.projects.require(connection.projectId)
  return {
    id: connection.id,
    storeId: connection.storeId,
    projectId: id,
    project: { id, name, framework },
    environments: connection.environments,
    envVarEnvironments: connection.environments,
    envVarPrefix: connection.prefix,
    environmentVariables: variableNames(rows, connection),
    createdAt: connection.createdAt,
  }
}

/** Returns the names of the variables that a project has from a connection and that were not removed since. */
function variableNames(rows: Rows, { variableIds }: BlobConnection): string[] {
  return variableIds.flatMap((id) => rows.envVariables.get(id)?.key ?? [])
}

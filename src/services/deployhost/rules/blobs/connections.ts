import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { conflict, notFound } from '#deployhost/errors.ts'
import type { BlobConnection, BlobStore, Project, User } from '#deployhost/schema.ts'
import { envConflict, overlapping } from '../env.ts'
import { createVariable } from '../projects.ts'
import { nextSortKey } from '../sort-keys.ts'
import { webhookPublicKey } from './webhook-key.ts'

/** The fields of a connection: the variables that its project gets. */
export type ConnectionInput = Pick<BlobConnection, 'prefix' | 'environments' | 'hasToken' | 'hasIdentity'>

type ConnectionContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/**
 * Returns the store's connection with this id.
 *
 * @throws 404.
 */
export function findConnection(rows: Rows, store: BlobStore, id: string): BlobConnection {
  const connection = rows.blobConnections.get(id)
  if (connection?.storeId !== store.id) throw notFound('Connection')
  return connection
}

/**
 * Connects a store to a project, which gets the variables of the connection.
 *
 * @throws 409 when they are connected for one of the environments, 400 when the project has one of the variables.
 */
export function connectStore(
  context: ConnectionContext,
  store: BlobStore,
  project: Project,
  user: User,
  input: ConnectionInput,
): BlobConnection {
  const { rows, clock, ids } = context
  const connected = rows.blobConnections
    .list('byProject', store.id, project.id)
    .some(
      ({ prefix, environments }) =>
        prefix === input.prefix && environments.some((each) => input.environments.includes(each)),
    )
  if (connected) throw conflict('The store is already connected to this project.')
  const now = Math.floor(clock.now())
  return rows.blobConnections.insert({
    id: `spc_${ids.base62(24)}`,
    sortKey: nextSortKey(rows.blobConnections, now),
    storeId: store.id,
    projectId: project.id,
    ...input,
    variableIds: createVariables(context, store, project, user, input),
    createdAt: now,
  })
}

/**
 * Changes what a connection gives its project, whose variables are replaced.
 *
 * @throws 400 when the project has one of the new variables.
 */
export function changeConnection(
  context: ConnectionContext,
  connection: BlobConnection,
  user: User,
  changes: Partial<ConnectionInput>,
): BlobConnection {
  const { rows } = context
  deleteVariables(context, connection)
  const input = { ...connection, ...changes }
  const store = rows.blobStores.require(connection.storeId)
  const project = rows.projects.require(connection.projectId)
  return rows.blobConnections.update(connection.id, {
    ...changes,
    variableIds: createVariables(context, store, project, user, input),
  })
}

/** Ends a connection, and takes its variables from the project. */
export function disconnectStore(context: Pick<DeployhostContext, 'rows'>, connection: BlobConnection): void {
  deleteVariables(context, connection)
  context.rows.blobConnections.delete(connection.id)
}

function createVariables(
  context: ConnectionContext,
  store: BlobStore,
  project: Project,
  user: User,
  { prefix, environments, hasToken, hasIdentity }: ConnectionInput,
): string[] {
  const values: readonly (readonly [name: string, value: string])[] = [
    ...(hasIdentity
      ? ([
          ['STORE_ID', store.id],
          ['WEBHOOK_PUBLIC_KEY', webhookPublicKey(store)],
        ] as const)
      : []),
    ...(hasToken ? ([['READ_WRITE_TOKEN', store.token]] as const) : []),
  ]
  return values.map(([name, value]) => {
    const place = { key: `${prefix}_${name}`, target: environments, gitBranch: null, customEnvironmentIds: [] }
    const [taken] = overlapping(context.rows, project, place)
    if (taken !== undefined) throw envConflict(place, taken)
    return createVariable(context, project, user, { ...place, value, type: 'encrypted', comment: null }).id
  })
}

function deleteVariables({ rows }: Pick<DeployhostContext, 'rows'>, { variableIds }: BlobConnection): void {
  for (const id of variableIds) rows.envVariables.delete(id)
}

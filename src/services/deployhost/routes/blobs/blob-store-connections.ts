import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CallWithParams, DeployhostCall } from '#deployhost/call.ts'
import { blobConnectionJson } from '#deployhost/json/blob-store.ts'
import { findProject, type AccountAccess } from '#deployhost/rules/access.ts'
import { changeConnection, connectStore, disconnectStore, findConnection } from '#deployhost/rules/blobs/connections.ts'
import { findStore } from '#deployhost/rules/blobs/stores.ts'
import type { BlobStore } from '#deployhost/schema.ts'
import { ENV_TARGETS } from '#deployhost/schema/projects.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const environments = v.array(v.picklist(ENV_TARGETS))
const prefix = v.pipe(v.string(), v.regex(/^[a-zA-Z]\w*$/, 'should match pattern "^[a-zA-Z][a-zA-Z0-9_]*$"'))

const ConnectionInput = v.object({
  projectId: v.string(),
  envVarEnvironments: v.optional(environments, [...ENV_TARGETS]),
  envVarPrefix: v.optional(v.nullable(prefix)),
  skipReadWriteToken: v.optional(v.boolean(), false),
})

const ConnectionChanges = v.object({
  envVarEnvironments: v.optional(environments),
  envVarPrefix: v.optional(v.nullable(prefix)),
  skipReadWriteToken: v.optional(v.boolean()),
})

/** The connections of a blob store to projects, as the vendor's command line asks for them. */
export const blobStoreConnectionsRoutes = [
  get('listStoreConnections', '/v1/storage/stores/:storeId/connections', loadStore, ({ rows, blobStore }) =>
    json({
      connections: rows.blobConnections.list('byStore', blobStore.id).map((each) => blobConnectionJson(rows, each)),
    }),
  ),
  post('connectStore', '/v1/storage/stores/:storeId/connections', requireStoreWrite, body(ConnectionInput), (call) => {
    const { rows, account, blobStore, user, body, header } = call
    const connection = connectStore(call, blobStore, findProject(rows, account, body.projectId), user, {
      prefix: prefixOf(body.envVarPrefix),
      environments: body.envVarEnvironments,
      hasToken: !body.skipReadWriteToken,
      hasIdentity: header('x-vercel-use-oidc') === '1',
    })
    return json({ connection: blobConnectionJson(rows, connection) }, 201)
  }),
  del('disconnectStore', '/v1/storage/stores/:storeId/connections', requireStoreWrite, (call) => {
    for (const connection of call.rows.blobConnections.list('byStore', call.blobStore.id))
      disconnectStore(call, connection)
    return json({})
  }),
  patch(
    'updateStoreConnection',
    '/v1/storage/stores/:storeId/connections/:connectionId',
    requireStoreWrite,
    body(ConnectionChanges),
    (call) => {
      const { rows, blobStore, user, params, body } = call
      const before = findConnection(rows, blobStore, params.connectionId)
      const connection = changeConnection(call, before, user, {
        environments: body.envVarEnvironments ?? before.environments,
        prefix: body.envVarPrefix === undefined ? before.prefix : prefixOf(body.envVarPrefix),
        hasToken: body.skipReadWriteToken === undefined ? before.hasToken : !body.skipReadWriteToken,
      })
      return json({ connection: blobConnectionJson(rows, connection) })
    },
  ),
  post(
    'upgradeStoreConnection',
    '/v1/storage/stores/:storeId/connections/:connectionId/upgrade-to-oidc',
    requireStoreWrite,
    (call) => {
      const { rows, blobStore, user, params } = call
      const connection = changeConnection(call, findConnection(rows, blobStore, params.connectionId), user, {
        hasIdentity: true,
      })
      return json({ connection: blobConnectionJson(rows, connection) })
    },
  ),
  del('deleteStoreConnection', '/v1/storage/stores/:storeId/connections/:connectionId', requireStoreWrite, (call) => {
    disconnectStore(call, findConnection(call.rows, call.blobStore, call.params.connectionId))
    return json({})
  }),
]

type StoreAccess = AccountAccess & { readonly blobStore: BlobStore }

/** A step that loads the store of the path; @throws 403 for the account, 404 for the store. */
function loadStore(call: CallWithParams<'storeId'>): StoreAccess {
  const access = loadAccount(call)
  return { ...access, blobStore: findStore(call.rows, access.account, call.params.storeId) }
}

/** A step for a change that loads the store of the path; @throws 403 unless the token and the role allow it, 404. */
function requireStoreWrite(call: CallWithParams<'storeId'>): StoreAccess {
  const access = requireAccountWrite('repo')(call)
  return { ...access, blobStore: findStore(call.rows, access.account, call.params.storeId) }
}

/** Returns the prefix of variables without underscores at its end; `BLOB` for none. */
function prefixOf(given: string | null | undefined): string {
  return (given ?? '').replace(/_+$/, '') || 'BLOB'
}

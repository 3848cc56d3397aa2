import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { blobStoreJson } from '#deployhost/json/blob-store.ts'
import { createStore, deleteStore, findStore, requireFreeStoreName } from '#deployhost/rules/blobs/stores.ts'
import { BLOB_ACCESS } from '#deployhost/schema/blobs.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'

const { get, post, del } = routesFor<DeployhostCall>()

const StoreInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'should NOT be shorter than 1 characters')),
  region: v.optional(v.string()),
  access: v.optional(v.picklist(BLOB_ACCESS), 'public'),
})

/** The blob stores of an account, as the vendor's command line asks for them. */
export const blobStoresRoutes = [
  get('listStores', '/v1/storage/stores', loadAccount, ({ rows, account }) =>
    json({ stores: rows.blobStores.list('byAccount', account.id).map((store) => blobStoreJson(rows, store)) }),
  ),
  post('createBlobStore', '/v1/storage/stores/blob', requireAccountWrite('repo'), body(StoreInput), (call) => {
    const { rows, account, user, body } = call
    requireFreeStoreName(rows, account, body.name)
    return json({ store: blobStoreJson(rows, createStore(call, account, user, body)) })
  }),
  get('getStore', '/v1/storage/stores/:storeId', loadAccount, ({ rows, account, params }) =>
    json({ store: blobStoreJson(rows, findStore(rows, account, params.storeId)) }),
  ),
  del('deleteBlobStore', '/v1/storage/stores/blob/:storeId', requireAccountWrite('repo'), (call) => {
    deleteStore(call, findStore(call.rows, call.account, call.params.storeId))
    return json({})
  }),
]

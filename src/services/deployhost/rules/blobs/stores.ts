import { dropSegments } from '#core/content.ts'
import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { conflict, notFound } from '#deployhost/errors.ts'
import type { BlobAccess, BlobStore, Team, User } from '#deployhost/schema.ts'
import { ownedBy, type Account } from '../access.ts'
import { nextSortKey } from '../sort-keys.ts'
import { disconnectStore } from './connections.ts'

/** The fields of a new store. */
export interface NewStore {
  readonly name: string
  readonly access: BlobAccess
  /** Default: `iad1` */
  readonly region?: string | undefined
  /** Default: generated, with the id of the store. */
  readonly token?: string | undefined
}

/**
 * Returns the account's store with this id.
 *
 * @throws 404.
 */
export function findStore(rows: Rows, account: Pick<Account, 'id'>, id: string): BlobStore {
  const store = ownedBy(account, rows.blobStores.get(id))
  if (store === undefined) throw notFound('Store')
  return store
}

/** Adds a store without blobs to an account. */
export function createStore(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { name, access, region = 'iad1', token }: NewStore,
): BlobStore {
  const now = Math.floor(clock.now())
  const label = token?.split('_')[3] ?? ids.base62(16)
  return rows.blobStores.insert({
    id: `store_${label}`,
    sortKey: nextSortKey(rows.blobStores, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    creatorId: creator.id,
    name,
    access,
    region,
    token: token ?? `vercel_blob_rw_${label}_${ids.secret.base62(30)}`,
    createdAt: now,
    updatedAt: now,
  })
}

/** @throws 409 when another store of the account has the name. */
export function requireFreeStoreName(rows: Rows, account: Pick<Account, 'id'>, name: string): void {
  if (rows.blobStores.list('byAccount', account.id).every((each) => each.name !== name)) return
  throw conflict(`A store with the name "${name}" already exists.`)
}

/** Deletes a store with its blobs and connections. */
export function deleteStore(context: Pick<DeployhostContext, 'rows'>, store: BlobStore): void {
  const { rows } = context
  for (const connection of rows.blobConnections.list('byStore', store.id)) disconnectStore(context, connection)
  for (const { content } of rows.blobs.referring('storeId', store.id)) dropSegments(context, content)
  for (const { id } of rows.blobUploads.referring('storeId', store.id)) {
    for (const { content } of rows.blobParts.referring('upload', id)) dropSegments(context, content)
  }
  rows.blobStores.delete(store.id)
}

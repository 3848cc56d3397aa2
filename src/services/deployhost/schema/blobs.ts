import { contentCollections, type Segment } from '#core/content.ts'
import { collection } from '#core/store.ts'
import { byteOrder } from '#core/text/byte-order.ts'
import type { Sortable } from './accounts.ts'
import type { EnvTarget } from './projects.ts'

/** The readers of a store's blobs: everybody who has the URL, or the holders of a token. */
export const BLOB_ACCESS = ['public', 'private'] as const

/** The readers of a store's blobs. */
export type BlobAccess = (typeof BLOB_ACCESS)[number]

/** A store of blobs. https://vercel.com/docs/vercel-blob */
export interface BlobStore extends Sortable {
  /** `store_` and 16 digits and letters, which in lower case are the first label of the host of its blobs. */
  readonly id: string
  /** The id of the team or user that owns it. */
  readonly accountId: string
  readonly teamId: string | null
  readonly creatorId: string
  readonly name: string
  readonly access: BlobAccess
  /** The region of the vendor: `iad1`. Stored only. */
  readonly region: string
  /** `vercel_blob_rw_`, the id without its prefix, and a secret: reads and writes the store. */
  readonly token: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** The properties of a blob beside its bytes. */
export interface BlobDetails {
  readonly storeId: string
  readonly pathname: string
  readonly contentType: string
  /** The time in seconds for which browsers and the vendor's network may keep the blob. */
  readonly cacheControlMaxAge: number
}

/** A blob. */
export interface Blob extends BlobDetails {
  readonly id: number
  /** In bytes. */
  readonly size: number
  /** With its quotation marks. */
  readonly etag: string
  readonly content: readonly Segment[]
  readonly uploadedAt: number
}

/** A multipart upload in progress. */
export interface BlobUpload extends BlobDetails {
  readonly id: number
  readonly uploadId: string
}

/** An uploaded part of a multipart upload in progress. */
export interface BlobPart {
  readonly id: number
  readonly upload: number
  readonly number: number
  readonly size: number
  /** With its quotation marks. */
  readonly etag: string
  readonly content: readonly Segment[]
}

/** A connection of a store to a project, which gets the variables that reach the store. */
export interface BlobConnection extends Sortable {
  /** `spc_` and 24 digits and letters. */
  readonly id: string
  readonly storeId: string
  readonly projectId: string
  /** The beginning of the variables' names: `BLOB`. */
  readonly prefix: string
  /** The environments of the variables. */
  readonly environments: readonly EnvTarget[]
  /** The project has the store's token. */
  readonly hasToken: boolean
  /** The project's identity tokens reach the store. */
  readonly hasIdentity: boolean
  readonly variableIds: readonly string[]
  readonly createdAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const

/** The collections of Blob. */
export const blobCollections = {
  ...contentCollections,
  blobStores: collection<BlobStore>()({
    unique: { token: ['token'], host: [({ id }) => id.slice('store_'.length).toLowerCase()] },
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: cascade('teams'), creatorId: { to: 'users', onDelete: 'restrict' } },
  }),
  blobs: collection<Blob>()({
    unique: { pathname: ['storeId', 'pathname'] },
    indexes: { byPathname: ['storeId', ({ pathname }) => byteOrder(pathname)] },
    references: { storeId: cascade('blobStores') },
  }),
  blobUploads: collection<BlobUpload>()({
    unique: { uploadId: ['uploadId'] },
    references: { storeId: cascade('blobStores') },
  }),
  blobParts: collection<BlobPart>()({
    unique: { number: ['upload', 'number'] },
    references: { upload: cascade('blobUploads') },
  }),
  blobConnections: collection<BlobConnection>()({
    indexes: {
      bySortKey: ['sortKey'],
      byStore: ['storeId', 'sortKey'],
      byProject: ['storeId', 'projectId', 'sortKey'],
    },
    references: { storeId: cascade('blobStores'), projectId: cascade('projects') },
  }),
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { credentials } from '#core/auth.ts'
import { DAY } from '#core/duration.ts'
import { mediaTypeOf } from '#core/http/media-types.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import {
  blobForbidden,
  blobStoreNotFound,
  blobTokenExpired,
  clientTokenNotAllowed,
  wrongAccess,
} from '#deployhost/errors/blobs.ts'
import { identityReaches } from '#deployhost/oauth/blob-identity.ts'
import { requirePathname, type BlobOptions, type NewContent } from '#deployhost/rules/blobs/blobs.ts'
import { limitsOfClientToken, storeIdOfClientToken } from '#deployhost/rules/blobs/client-tokens.ts'
import {
  delegationOf,
  limitsOfSignedUrl,
  storeIdOfDelegation,
  type SignedOperation,
} from '#deployhost/rules/blobs/signed-urls.ts'
import { requireWithinLimits, type UploadLimits } from '#deployhost/rules/blobs/upload-limits.ts'
import { BLOB_ACCESS, type BlobStore } from '#deployhost/schema/blobs.ts'

/** The store that a request is for. */
export interface BlobStoreAccess {
  readonly blobStore: BlobStore
}

/** An upload, and what its token allows. */
export interface BlobUploadAccess extends BlobStoreAccess {
  readonly pathname: string
  readonly options: BlobOptions
  /** Null for a request with the store's own token. */
  readonly limits: UploadLimits | null
  /** How the callback of the upload is signed: with the store's token, or its key for signed URLs. */
  readonly callbackSignature: 'token' | 'key'
}

/** The time for which blobs are kept when a request says nothing, in seconds; before version 10 of the API, a year. */
const MAX_AGE = (30 * DAY) / 1000
const OLDER_MAX_AGE = (365 * DAY) / 1000

/** The version of the API from which uploads have no random suffix, and do not overwrite, unless they ask for it. */
const FIRST_STRICT_VERSION = 10

/**
 * A step that loads the store of a server's request: of the store's own token, or of a project's identity.
 *
 * @throws 403 for a wrong token and for one for browsers, 404 for a store that does not exist.
 */
export function loadBlobStore(call: DeployhostCall): BlobStoreAccess {
  const token = bearerOf(call)
  if (token === null) throw blobForbidden()
  if (storeIdOfClientToken(token) !== null) throw clientTokenNotAllowed()
  return { blobStore: storeOfServer(call, token) }
}

/**
 * A step that loads the store of an upload, and the options of the request: those of its headers, or of its token for
 * browsers or signed URL.
 *
 * @throws 403 for a wrong or expired token and for what it does not allow, 404 for a store that does not exist, 400 for
 * a pathname that no blob can have and another access than the store's.
 */
export function requireBlobUpload(call: DeployhostCall): BlobUploadAccess {
  const { blobStore, limits, callbackSignature } = credentialOf(call)
  const pathname = requirePathname(call.query.get('pathname'))
  requireAccess(call, blobStore)
  const options = optionsOf(call, limits)
  if (limits !== null) {
    const contentType = options.contentType ?? mediaTypeOf(pathname) ?? 'application/octet-stream'
    requireWithinLimits(limits, { pathname, contentType })
  }
  return { blobStore, pathname, options, limits, callbackSignature }
}

/**
 * A step that loads the store of a request at a signed URL.
 *
 * @throws 403 unless the URL is signed for the operation.
 */
export function loadSignedBlobStore(operation: SignedOperation) {
  return (call: DeployhostCall): BlobStoreAccess & { readonly pathname: string; readonly limits: UploadLimits } => {
    const pathname = requirePathname(call.query.get('pathname'))
    const blobStore = storeOfSignedUrl(call)
    return { blobStore, pathname, limits: limitsOfSignedUrl(call, blobStore, call.query, { operation, pathname }) }
  }
}

/** Returns whether a request may read the private blobs of a store. */
export function canReadPrivate(call: DeployhostCall, store: BlobStore, pathname: string): boolean {
  if (delegationOf(call.query) !== null) {
    const operation = call.method === 'HEAD' ? 'head' : 'get'
    limitsOfSignedUrl(call, store, call.query, { operation, pathname })
    return true
  }
  const token = bearerOf(call)
  return token === store.token || (token !== null && isJwt(token) && identityReaches(call, store, token))
}

/** A step that reads the body as the content of a blob, and computes its entity tag. */
export async function receiveContent({ file, bytes }: DeployhostCall): Promise<{ readonly content: NewContent }> {
  const hash = createHash('md5')
  if (file === null) hash.update(bytes)
  else for await (const piece of createReadStream(file.path)) hash.update(piece as Buffer) // a stream without an encoding
  const etag = `"${hash.digest('hex')}"`
  return file === null
    ? { content: { segments: [{ bytes }], size: bytes.length, etag } }
    : { content: { segments: [{ file }], size: file.size, etag } }
}

function credentialOf(call: DeployhostCall): Pick<BlobUploadAccess, 'blobStore' | 'limits' | 'callbackSignature'> {
  if (delegationOf(call.query) !== null) {
    const signed = loadSignedBlobStore('put')(call)
    return { blobStore: signed.blobStore, limits: signed.limits, callbackSignature: 'key' }
  }
  const token = bearerOf(call)
  if (token === null) throw blobForbidden()
  const storeId = storeIdOfClientToken(token)
  if (storeId === null) return { blobStore: storeOfServer(call, token), limits: null, callbackSignature: 'token' }
  const blobStore = storeNamed(call, storeId)
  const limits = limitsOfClientToken(blobStore, token)
  if (limits.validUntil <= call.clock.now()) throw blobTokenExpired()
  return { blobStore, limits, callbackSignature: 'token' }
}

function storeOfServer(call: DeployhostCall, token: string): BlobStore {
  if (isJwt(token)) {
    const store = storeNamed(call, call.header('x-vercel-blob-store-id') ?? '')
    if (!identityReaches(call, store, token)) throw blobForbidden()
    return store
  }
  const store = call.rows.blobStores.find('token', token)
  if (store !== undefined) return store
  const storeId = /^vercel_blob_rw_([A-Za-z0-9]+)_/.exec(token)?.[1]
  if (storeId === undefined) throw blobForbidden()
  storeNamed(call, storeId)
  throw blobForbidden()
}

function storeOfSignedUrl(call: DeployhostCall): BlobStore {
  return storeNamed(call, storeIdOfDelegation(delegationOf(call.query) ?? '') ?? '')
}

/** Returns the store with an id, with its prefix or without; @throws 404. */
function storeNamed({ rows }: DeployhostCall, id: string): BlobStore {
  const store = rows.blobStores.get(id.startsWith('store_') ? id : `store_${id}`)
  if (store === undefined) throw blobStoreNotFound()
  return store
}

function bearerOf({ header }: DeployhostCall): string | null {
  const credential = credentials(header('authorization') ?? '')
  return credential?.scheme === 'token' && credential.name === 'bearer' ? credential.value : null
}

function isJwt(token: string): boolean {
  return token.split('.').length === 3
}

/** @throws 400 for another access than the store's. Older clients ask for none. */
function requireAccess({ header }: DeployhostCall, { access }: BlobStore): void {
  const asked = BLOB_ACCESS.find((each) => each === header('x-vercel-blob-access'))
  if (asked !== undefined && asked !== access) throw wrongAccess(asked, access)
}

/** Returns the options of a request. With a token for one upload, all but the type come from the token. */
function optionsOf({ header }: DeployhostCall, limits: UploadLimits | null): BlobOptions {
  const isStrict = Number(header('x-api-version') ?? FIRST_STRICT_VERSION) >= FIRST_STRICT_VERSION
  const maxAge = limits === null ? header('x-cache-control-max-age') : limits.cacheControlMaxAge
  const suffix = limits === null ? flagOf(header('x-add-random-suffix')) : limits.addRandomSuffix
  const overwrite = limits === null ? flagOf(header('x-allow-overwrite')) : limits.allowOverwrite
  return {
    contentType: header('x-content-type') ?? null,
    cacheControlMaxAge: Number(maxAge ?? (isStrict ? MAX_AGE : OLDER_MAX_AGE)),
    addRandomSuffix: suffix ?? !isStrict,
    allowOverwrite: overwrite ?? !isStrict,
    ifMatch: (limits === null ? header('x-if-match') : limits.ifMatch) ?? null,
  }
}

function flagOf(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === '1' || value === 'true'
}

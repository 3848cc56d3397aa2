import { contentOfRange, dropSegments, storeSegment, type NewSegment } from '#core/content.ts'
import { mediaTypeOf } from '#core/http/media-types.ts'
import type { DeployhostCall, DeployhostContext, Rows } from '#deployhost/call.ts'
import { blobExists, blobNotFound, etagMismatch } from '#deployhost/errors/blobs.ts'
import { badRequest } from '#deployhost/errors.ts'
import type { Blob, BlobDetails, BlobStore } from '#deployhost/schema.ts'

type WriteContext = Pick<DeployhostContext, 'rows' | 'clock'> & Partial<Pick<DeployhostCall, 'keepFile'>>

/** The longest pathname, in characters. */
const LONGEST_PATHNAME = 950

/** The shortest time for which blobs are kept, in seconds. https://vercel.com/docs/vercel-blob#caching */
const SHORTEST_MAX_AGE = 60

/** The properties of a blob that a request, or the token of an upload, asks for. */
export interface BlobOptions {
  /** Null: that of the pathname's extension. */
  readonly contentType: string | null
  /** In seconds. */
  readonly cacheControlMaxAge: number
  readonly addRandomSuffix: boolean
  readonly allowOverwrite: boolean
  /** The entity tag that the overwritten blob must have; null for no such condition. */
  readonly ifMatch: string | null
}

/** The bytes of a blob that is about to be stored. */
export interface NewContent {
  readonly segments: readonly NewSegment[]
  /** In bytes. */
  readonly size: number
  /** With its quotation marks. */
  readonly etag: string
}

/** @throws 400 for a pathname that no blob can have. */
export function requirePathname(pathname: string | null): string {
  if (pathname === null || pathname === '') throw badRequest('pathname is required')
  if (pathname.length > LONGEST_PATHNAME) {
    throw badRequest(`pathname is too long, maximum length is ${LONGEST_PATHNAME}`)
  }
  if (pathname.includes('//')) throw badRequest('pathname cannot contain "//"')
  return pathname
}

/**
 * Returns the store's blob at a pathname.
 *
 * @throws 404.
 */
export function findBlob(rows: Rows, store: BlobStore, pathname: string): Blob {
  const blob = rows.blobs.find('pathname', store.id, pathname)
  if (blob === undefined) throw blobNotFound()
  return blob
}

/**
 * Returns what a new blob has beside its bytes, with the random suffix of its pathname.
 *
 * @throws 412 unless the condition on the present blob holds, 400 for a present blob that must not be overwritten.
 */
export function placeBlob(
  { rows, ids }: Pick<DeployhostContext, 'rows' | 'ids'>,
  store: BlobStore,
  wanted: string,
  { contentType, cacheControlMaxAge, addRandomSuffix, allowOverwrite, ifMatch }: BlobOptions,
): BlobDetails {
  const pathname = addRandomSuffix ? withSuffix(wanted, ids.base62(30)) : wanted
  requireWritable(rows, store, pathname, { allowOverwrite, ifMatch })
  return {
    storeId: store.id,
    pathname,
    contentType: contentType ?? mediaTypeOf(wanted) ?? 'application/octet-stream',
    cacheControlMaxAge: Math.max(SHORTEST_MAX_AGE, cacheControlMaxAge),
  }
}

/** @throws 412 unless the condition on the present blob holds, 400 for one that must not be overwritten. */
function requireWritable(
  rows: Rows,
  store: BlobStore,
  pathname: string,
  { allowOverwrite, ifMatch }: Pick<BlobOptions, 'allowOverwrite' | 'ifMatch'>,
): void {
  const present = rows.blobs.find('pathname', store.id, pathname)
  if (ifMatch !== null && !hasEtag(present, ifMatch)) throw etagMismatch()
  if (present !== undefined && !allowOverwrite && ifMatch === null) throw blobExists()
}

/** Stores a blob in place of the one at its pathname. */
export function writeBlob(context: WriteContext, details: BlobDetails, content: NewContent): Blob {
  const { rows, clock } = context
  const present = rows.blobs.find('pathname', details.storeId, details.pathname)
  const fields = {
    ...details,
    size: content.size,
    etag: content.etag,
    content: content.segments.map((segment) => storeSegment(context, segment)),
    uploadedAt: Math.floor(clock.now()),
  }
  if (present === undefined) return rows.blobs.insert(fields)
  dropSegments(context, present.content)
  return rows.blobs.update(present.id, fields)
}

/** Returns the bytes of a blob as those of a new one. */
export function copiedContent(context: Pick<DeployhostContext, 'rows'>, { content, size, etag }: Blob): NewContent {
  return { segments: contentOfRange(context, content, { start: 0, end: size }), size, etag }
}

/**
 * Deletes the blob at a pathname, if there is one.
 *
 * @throws 412 unless the blob has the entity tag `ifMatch`.
 */
export function deleteBlob(
  { rows }: Pick<DeployhostContext, 'rows'>,
  store: BlobStore,
  pathname: string,
  ifMatch: string | null,
): void {
  const blob = rows.blobs.find('pathname', store.id, pathname)
  if (ifMatch !== null && !hasEtag(blob, ifMatch)) throw etagMismatch()
  if (blob === undefined) return
  dropSegments({ rows }, blob.content)
  rows.blobs.delete(blob.id)
}

/** Returns whether a blob has an entity tag, which clients send with quotation marks or without. */
function hasEtag(blob: Blob | undefined, etag: string): boolean {
  return blob?.etag === (etag.startsWith('"') ? etag : `"${etag}"`)
}

/** Adds a suffix before the extension of a pathname: `a/b.txt` becomes `a/b-suffix.txt`. */
function withSuffix(pathname: string, suffix: string): string {
  const nameAt = pathname.lastIndexOf('/') + 1
  const dot = pathname.lastIndexOf('.')
  const at = dot > nameAt ? dot : pathname.length
  return `${pathname.slice(0, at)}-${suffix}${pathname.slice(at)}`
}

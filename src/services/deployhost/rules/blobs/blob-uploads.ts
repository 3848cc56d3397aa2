import { createHash } from 'node:crypto'
import { dropSegments, storeSegment } from '#core/content.ts'
import type { DeployhostCall, DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import type { Blob, BlobDetails, BlobPart, BlobStore, BlobUpload } from '#deployhost/schema.ts'
import { writeBlob, type NewContent } from './blobs.ts'

/** The smallest part before the last one, in bytes. https://vercel.com/docs/vercel-blob/using-blob-sdk */
const SMALLEST_PART = 5 * 1024 * 1024
const LARGEST_PART_NUMBER = 10_000

/** A part as the completion of an upload names it. */
export interface NamedPart {
  readonly partNumber: number
  readonly etag: string
}

/** Begins a multipart upload. */
export function createUpload({ rows, ids }: Pick<DeployhostContext, 'rows' | 'ids'>, details: BlobDetails): BlobUpload {
  return rows.blobUploads.insert({ ...details, uploadId: ids.base62(64) })
}

/**
 * Returns the store's upload in progress with this id and key.
 *
 * @throws 400.
 */
export function findUpload(rows: Rows, store: BlobStore, uploadId: string, key: string): BlobUpload {
  const upload = rows.blobUploads.find('uploadId', uploadId)
  if (upload?.storeId !== store.id || upload.pathname !== key) throw badRequest('The multipart upload does not exist')
  return upload
}

/**
 * Stores a part in place of the one with its number.
 *
 * @throws 400 for a number that is none from 1 to 10,000.
 */
export function putPart(
  context: Pick<DeployhostCall, 'rows' | 'keepFile'>,
  upload: BlobUpload,
  number: number,
  { segments, size, etag }: NewContent,
): BlobPart {
  const { rows } = context
  if (!Number.isInteger(number) || number < 1 || number > LARGEST_PART_NUMBER) throw badRequest('Invalid part number')
  const fields = { size, etag, content: segments.map((segment) => storeSegment(context, segment)) }
  const present = rows.blobParts.find('number', upload.id, number)
  if (present === undefined) return rows.blobParts.insert({ upload: upload.id, number, ...fields })
  dropSegments(context, present.content)
  return rows.blobParts.update(present.id, fields)
}

/** Returns the bytes of all parts of an upload so far. */
export function uploadedSize(rows: Rows, upload: BlobUpload): number {
  return rows.blobParts.referring('upload', upload.id).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Makes the blob of the named parts, and ends the upload.
 *
 * @throws 400 for no parts, parts that were not uploaded or are named twice, and a small part before the last one.
 */
export function completeUpload(
  context: Pick<DeployhostContext, 'rows' | 'clock'>,
  upload: BlobUpload,
  named: readonly NamedPart[],
): Blob {
  const { rows } = context
  // Clients name the parts in the order in which their uploads ended.
  const inOrder = named.toSorted((one, other) => one.partNumber - other.partNumber)
  const parts = inOrder.map(({ partNumber, etag }) => {
    const part = rows.blobParts.find('number', upload.id, partNumber)
    if (part?.etag !== etag) throw badRequest(`Part ${partNumber} was not uploaded with this ETag`)
    return part
  })
  if (parts.length === 0) throw badRequest('A multipart upload needs at least one part')
  if (new Set(parts).size < parts.length) throw badRequest('A part is named twice')
  if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART)) {
    throw badRequest('Every part but the last one needs at least 5 MB')
  }
  const { storeId, pathname, contentType, cacheControlMaxAge } = upload
  const blob = writeBlob(
    context,
    { storeId, pathname, contentType, cacheControlMaxAge },
    {
      // The parts go with the upload, so the blob takes over their segments.
      segments: parts.flatMap(({ content }) => content.map((stored) => ({ stored }))),
      size: parts.reduce((sum, { size }) => sum + size, 0),
      etag: etagOfParts(parts),
    },
  )
  for (const { content } of rows.blobParts.referring('upload', upload.id)) dropSegments(context, content)
  rows.blobUploads.delete(upload.id)
  return blob
}

/** Returns the MD5 of the parts' MD5s and their number, as the vendor's provider makes it. */
function etagOfParts(parts: readonly BlobPart[]): string {
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(etag.replaceAll('"', ''), 'hex')
  return `"${hash.digest('hex')}-${parts.length}"`
}

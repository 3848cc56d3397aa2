import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import { clientTokenNotAllowed } from '#deployhost/errors/blobs.ts'
import { blobJson, listedBlobJson, uploadedBlobJson } from '#deployhost/json/blob.ts'
import { blobPage } from '#deployhost/rules/blobs/blob-lists.ts'
import { pathnameIn } from '#deployhost/rules/blobs/blob-urls.ts'
import { copiedContent, deleteBlob, findBlob, placeBlob, writeBlob } from '#deployhost/rules/blobs/blobs.ts'
import { emitUploadCompleted } from '#deployhost/rules/blobs/upload-completed.ts'
import { requireAllowedSize } from '#deployhost/rules/blobs/upload-limits.ts'
import type { Blob } from '#deployhost/schema.ts'
import {
  loadBlobStore,
  loadSignedBlobStore,
  receiveContent,
  requireBlobUpload,
  type BlobUploadAccess,
} from '#deployhost/steps/blobs.ts'
import * as v from 'valibot'

const { get, put, post, del } = routesFor<DeployhostCall>()

const BlobNames = v.object({ urls: v.array(v.string()) })

/** The blobs of a store, as the vendor's client asks for them. https://vercel.com/docs/vercel-blob/using-blob-sdk */
export const blobsRoutes = [
  put('putBlob', '/api/blob', requireBlobUpload, receiveContent, (call) => {
    const { blobStore, pathname, options, limits, content, query } = call
    const from = query.get('fromUrl')
    // A token for one upload would read any blob of the store otherwise.
    if (from !== null && limits !== null) throw clientTokenNotAllowed()
    if (from !== null) return json(uploadedBlobJson(call, blobStore, copy(call, from)))
    if (limits !== null) requireAllowedSize(limits, content.size)
    const blob = writeBlob(call, placeBlob(call, blobStore, pathname, options), content)
    emitUploadCompleted(call, blob, call)
    return json(uploadedBlobJson(call, blobStore, blob))
  }),
  // One path tells of a blob and lists blobs.
  get('headOrListBlobs', '/api/blob', loadBlobStore, (call) => {
    const { rows, blobStore, query } = call
    const url = query.get('url')
    if (url !== null)
      return json(blobJson(call, blobStore, findBlob(rows, blobStore, pathnameIn(call, blobStore, url))))
    const { blobs, folders, cursor } = blobPage(rows, blobStore, query)
    return json({
      hasMore: cursor !== null,
      ...(cursor === null ? {} : { cursor }),
      blobs: blobs.map((blob) => listedBlobJson(call, blobStore, blob)),
      ...(query.get('mode') === 'folded' ? { folders } : {}),
    })
  }),
  post('deleteBlobs', '/api/blob/delete', loadBlobStore, body(BlobNames), (call) => {
    const { blobStore, body, header } = call
    const ifMatch = header('x-if-match') ?? null
    if (ifMatch !== null && body.urls.length > 1) throw badRequest('x-if-match needs a single URL')
    for (const url of body.urls) deleteBlob(call, blobStore, pathnameIn(call, blobStore, url), ifMatch)
    return json(null)
  }),
  del('deleteSignedBlob', '/api/blob', loadSignedBlobStore('delete'), (call) => {
    deleteBlob(call, call.blobStore, call.pathname, call.limits.ifMatch ?? null)
    return json(null)
  }),
  post('renameBlob', '/api/blob/rename', loadBlobStore, requireBlobUpload, (call) => {
    const { blobStore, query } = call
    const from = query.get('fromUrl')
    if (from === null) throw badRequest('fromUrl is required')
    const source = pathnameIn(call, blobStore, from)
    const blob = copy(call, from)
    if (blob.pathname !== source) deleteBlob(call, blobStore, source, null)
    return json(uploadedBlobJson(call, blobStore, blob))
  }),
]

/** Copies a blob to the pathname of the request. Of its properties only the bytes are copied. */
function copy(call: DeployhostCall & BlobUploadAccess, from: string): Blob {
  const { rows, blobStore, pathname, options, header } = call
  const source = findBlob(rows, blobStore, pathnameIn(call, blobStore, from))
  const details = placeBlob(call, blobStore, pathname, {
    ...options,
    // A copy has no suffix unless it is asked for, in every version.
    addRandomSuffix: header('x-add-random-suffix') === '1',
  })
  return writeBlob(call, details, copiedContent(call, source))
}

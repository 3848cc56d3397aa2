import { json, type Answer } from '#core/answer.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import { uploadedBlobJson } from '#deployhost/json/blob.ts'
import {
  completeUpload,
  createUpload,
  findUpload,
  putPart,
  uploadedSize,
} from '#deployhost/rules/blobs/blob-uploads.ts'
import { placeBlob, type NewContent } from '#deployhost/rules/blobs/blobs.ts'
import { emitUploadCompleted } from '#deployhost/rules/blobs/upload-completed.ts'
import { requireAllowedSize } from '#deployhost/rules/blobs/upload-limits.ts'
import type { BlobUpload } from '#deployhost/schema.ts'
import { receiveContent, requireBlobUpload, type BlobUploadAccess } from '#deployhost/steps/blobs.ts'
import * as v from 'valibot'

const { post } = routesFor<DeployhostCall>()

const NamedParts = v.array(v.object({ partNumber: v.number(), etag: v.string() }))

type UploadCall = DeployhostCall & BlobUploadAccess & { readonly content: NewContent }

/** Multipart uploads, whose steps have one path. https://vercel.com/docs/vercel-blob/using-blob-sdk#multipart-uploads */
export const blobUploadsRoutes = [
  post('multipartUpload', '/api/blob/mpu', requireBlobUpload, receiveContent, (call) => {
    switch (call.header('x-mpu-action')) {
      case 'create':
        return create(call)
      case 'upload':
        return uploadPart(call)
      case 'complete':
        return complete(call)
      default:
        throw badRequest('Invalid x-mpu-action')
    }
  }),
]

function create(call: UploadCall): Answer {
  const { uploadId, pathname } = createUpload(call, placeBlob(call, call.blobStore, call.pathname, call.options))
  return json({ key: pathname, uploadId })
}

function uploadPart(call: UploadCall): Answer {
  const { header, content } = call
  const { etag } = putPart(call, uploadOf(call), Number(header('x-mpu-part-number')), content)
  return json({ etag })
}

function complete(call: UploadCall): Answer {
  const { rows, blobStore, limits } = call
  const parts = v.safeParse(NamedParts, call.json())
  if (!parts.success) throw badRequest('Invalid parts')
  const upload = uploadOf(call)
  if (limits !== null) requireAllowedSize(limits, uploadedSize(rows, upload))
  const blob = completeUpload(call, upload, parts.output)
  emitUploadCompleted(call, blob, call)
  return json(uploadedBlobJson(call, blobStore, blob))
}

/** Returns the upload that the headers name. */
function uploadOf({ rows, blobStore, header }: UploadCall): BlobUpload {
  const key = header('x-mpu-key') ?? ''
  return findUpload(rows, blobStore, header('x-mpu-upload-id') ?? '', percentDecode(key) ?? key)
}

import type { DeployhostContext } from '#deployhost/call.ts'
import type { Blob, BlobStore } from '#deployhost/schema.ts'
import type { UploadLimits } from './upload-limits.ts'

/**
 * Emits the event that tells the server of an application of an upload, if the token of the upload asks for it.
 * https://vercel.com/docs/vercel-blob/client-upload
 */
export function emitUploadCompleted(
  { emit }: Pick<DeployhostContext, 'emit'>,
  blob: Blob,
  upload: {
    readonly blobStore: BlobStore
    readonly limits: UploadLimits | null
    readonly callbackSignature: 'token' | 'key'
  },
): void {
  const callback = upload.limits?.onUploadCompleted ?? null
  if (callback === null) return
  emit({
    event: 'blob.upload-completed',
    store: upload.blobStore,
    blob,
    callbackUrl: callback.callbackUrl,
    tokenPayload: callback.tokenPayload ?? null,
    signature: upload.callbackSignature,
  })
}

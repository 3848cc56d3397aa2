import { createHmac } from 'node:crypto'
import { blobForbidden } from '#deployhost/errors/blobs.ts'
import type { BlobStore } from '#deployhost/schema.ts'
import { parseLimits, type UploadLimits } from './upload-limits.ts'

/** `vercel_blob_client_`, the store's id without its prefix, and the Base64 of the signature, a dot and the payload. */
const CLIENT_TOKEN = /^vercel_blob_client_([A-Za-z0-9]+)_(.+)$/

/** Returns the id in a token for browsers; null for a token of another kind. */
export function storeIdOfClientToken(token: string): string | null {
  return CLIENT_TOKEN.exec(token)?.[1] ?? null
}

/**
 * Returns what a token for browsers allows. The server of an application signs it with the token of the store.
 * https://vercel.com/docs/vercel-blob/client-upload
 *
 * @throws 403 for a signature that is not by the store's token.
 */
export function limitsOfClientToken(store: BlobStore, token: string): UploadLimits {
  const text = Buffer.from(CLIENT_TOKEN.exec(token)?.[2] ?? '', 'base64').toString()
  const [signature = '', payload = ''] = text.split('.')
  const expected = createHmac('sha256', store.token).update(payload).digest('hex')
  if (signature !== expected) throw blobForbidden()
  return parseLimits(Buffer.from(payload, 'base64').toString())
}

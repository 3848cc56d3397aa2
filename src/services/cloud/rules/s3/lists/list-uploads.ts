import { keyAfter, viewOfIndex } from '#core/list-view.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument } from '#cloud/errors/s3.ts'
import type { Bucket, MultipartUpload } from '#cloud/schema/s3.ts'
import { byteOrder } from '#core/text/byte-order.ts'
import type { ListParameters } from './list-query.ts'
import { positionAfter, walkKeys, type Walk } from '#core/walk-keys.ts'

/**
 * Returns a page of a bucket's multipart uploads in progress, by key, oldest first.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html
 */
export function uploadsPage(call: CloudCall, bucket: Bucket, parameters: ListParameters): Walk<MultipartUpload> {
  const { rows, query } = call
  const order = viewOfIndex(rows.multipartUploads, 'listed', [bucket.id])
  const key = query.get('key-marker') ?? ''
  const uploadId = query.get('upload-id-marker') ?? ''
  if (key === '') return walkKeys(order, { ...parameters, from: 0 }, keyOf)
  if (uploadId === '') return walkKeys(order, { ...parameters, from: positionAfter(order, key, parameters) }, keyOf)
  const at = byteOrder(key)
  const marked = rows.multipartUploads.find('uploadId', uploadId)
  if (marked !== undefined && (marked.bucket !== bucket.id || marked.key !== key)) {
    throw invalidArgument('Invalid uploadId marker', 'upload-id-marker', uploadId)
  }
  const passed = rows.multipartUploads.countBefore('listed', [bucket.id, at], keyAfter(uploadId))
  return walkKeys(order, { ...parameters, from: order.countBefore(at) + passed }, keyOf)
}

function keyOf({ key }: MultipartUpload): string {
  return key
}

import { viewOfIndex } from '#core/list-view.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument } from '#cloud/errors/s3.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { byteOrder } from '#core/text/byte-order.ts'
import { checkVersionId } from '../objects/find-version.ts'
import type { ListParameters } from './list-query.ts'
import { positionAfter, walkKeys, type KeyOrder, type Walk } from '#core/walk-keys.ts'

/**
 * Returns a page of a bucket's versions and delete markers, by key, newest first.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html
 */
export function versionsPage(call: CloudCall, bucket: Bucket, parameters: ListParameters): Walk<ObjectVersion> {
  const { rows } = call
  const order = viewOfIndex(rows.objects, 'versions', [bucket.id])
  return walkKeys(order, { ...parameters, from: startOf(call, bucket, order, parameters) }, ({ key }) => key)
}

/** Returns the position after the key marker, or after one version of it. */
function startOf(
  { rows, query }: CloudCall,
  bucket: Bucket,
  order: KeyOrder<ObjectVersion>,
  parameters: ListParameters,
): number {
  const key = query.get('key-marker') ?? ''
  const versionId = query.get('version-id-marker')
  if (versionId === '') throw invalidArgument('A version-id marker cannot be empty.', 'version-id-marker', '')
  if (versionId !== null && key === '') {
    const message = 'A version-id marker cannot be specified without a key marker.'
    throw invalidArgument(message, 'version-id-marker', versionId)
  }
  if (key === '') return 0
  if (versionId === null) return positionAfter(order, key, parameters)
  const first = order.countBefore(byteOrder(key))
  const version = rows.objects.find('version', bucket.id, key, versionId)
  if (version === undefined) checkVersionId(versionId, bucket)
  // A client that deletes page by page names a deleted version: the key's remaining versions come next.
  if (version === undefined) return first
  return first + rows.objects.countBefore('versions', [bucket.id, byteOrder(key)], -version.sequence) + 1
}

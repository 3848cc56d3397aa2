import type { CloudCall, CloudContext } from '#cloud/call.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { byteOrder } from '#core/text/byte-order.ts'
import { dropSegments } from '#core/content.ts'
import { newVersionId } from './version-id.ts'

/** The surroundings of a write of content. */
export type WriteContext = Pick<CloudContext, 'rows' | 'clock' | 'ids'> & Partial<Pick<CloudCall, 'keepFile'>>

/** The properties of a version that becomes the latest of its key. */
type VersionFields = Omit<ObjectVersion, 'id' | 'bucket' | 'key' | 'versionId' | 'isLatest' | 'sequence' | 'modifiedAt'>

/** Adds a version or delete marker as the latest of its key. A replica has the `versionId` of what it copies. */
export function insertVersion(
  context: WriteContext,
  bucket: Bucket,
  key: string,
  fields: VersionFields,
  versionId = bucket.versioning === 'Enabled' ? newVersionId(context.ids) : 'null',
): ObjectVersion {
  const { rows, clock } = context
  const replaced = rows.objects.find('version', bucket.id, key, versionId)
  if (replaced !== undefined) removeVersion(context, replaced)
  const before = rows.objects.find('latest', bucket.id, key)
  if (before !== undefined) rows.objects.update(before.id, { isLatest: false })
  return rows.objects.insert({
    ...fields,
    bucket: bucket.id,
    key,
    versionId,
    isLatest: true,
    sequence: rows.versionNumbers.next(),
    modifiedAt: clock.now(),
  })
}

/** Removes a version and its content. The newest remaining version becomes the latest. */
export function removeVersion({ rows }: Pick<CloudContext, 'rows'>, version: ObjectVersion): void {
  rows.objects.delete(version.id)
  dropSegments({ rows }, version.content)
  if (!version.isLatest) return
  const [next] = rows.objects.page('versions', [version.bucket, byteOrder(version.key)], { offset: 0, limit: 1 }).rows
  if (next !== undefined) rows.objects.update(next.id, { isLatest: true })
}

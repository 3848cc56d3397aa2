import type { CloudCall } from '#cloud/call.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { checkVersionId } from './find-version.ts'
import { checkBypass, checkDeletable } from './object-lock.ts'
import { insertVersion, removeVersion } from './insert-version.ts'
import { replicate } from './replicate.ts'

/**
 * The result of a deletion: the removed version, or the new delete marker; neither when there was nothing to delete.
 */
export interface Deletion {
  readonly removed: ObjectVersion | null
  readonly marker: ObjectVersion | null
}

/**
 * Deletes a version permanently when one is named or the bucket was never versioned; otherwise adds a delete marker.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeletingObjectVersions.html
 *
 * @throws `AccessDenied` for a version that a lock protects.
 */
export function deleteObject(call: CloudCall, bucket: Bucket, key: string, versionId: string | null): Deletion {
  checkBypass(call, bucket)
  const named = versionId ?? (bucket.versioning === null ? 'null' : null)
  if (named === null) {
    const marker = insertVersion(call, bucket, key, DELETE_MARKER)
    return { removed: null, marker: replicate(call, bucket, marker) }
  }
  const version = call.rows.objects.find('version', bucket.id, key, named)
  if (version === undefined) {
    if (versionId !== null) checkVersionId(versionId, bucket)
    return { removed: null, marker: null }
  }
  checkDeletable(call, version)
  removeVersion(call, version)
  return { removed: version, marker: null }
}

/** The properties of a delete marker. */
export const DELETE_MARKER = {
  isDeleteMarker: true,
  size: 0,
  etag: '',
  checksums: {},
  checksumType: 'FULL_OBJECT',
  content: [],
  parts: null,
  replicationStatus: null,
  restore: null,
  headers: {},
  metadata: {},
  storageClass: 'STANDARD',
  tags: [],
  ownerId: null,
  acl: null,
  lock: null,
} as const

/** Returns the headers that describe a deletion. */
export function deletionHeaders({ removed, marker }: Deletion, versionId: string | null): Record<string, string> {
  if (marker !== null) return { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.versionId }
  if (versionId === null) return {}
  return {
    'x-amz-version-id': versionId,
    ...(removed?.isDeleteMarker === true ? { 'x-amz-delete-marker': 'true' } : {}),
  }
}

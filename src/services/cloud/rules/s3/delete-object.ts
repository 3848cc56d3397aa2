import type { CloudCall } from '../../call.ts'
import type { Bucket, ObjectVersion } from '../../schema-s3.ts'
import { checkVersionId } from './find-version.ts'
import { insertVersion, removeVersion } from './put-version.ts'

/** What a deletion did: the version it removed, or the delete marker it made; neither where there was nothing. */
export interface Deletion {
  readonly removed: ObjectVersion | null
  readonly marker: ObjectVersion | null
}

/**
 * Deletes one version for good where one is named, or where the bucket was never versioned; else puts a delete marker in front of
 * the others. https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeletingObjectVersions.html
 */
export function deleteObject(call: CloudCall, bucket: Bucket, key: string, versionId: string | null): Deletion {
  if (versionId !== null) checkVersionId(versionId)
  const named = versionId ?? (bucket.versioning === null ? 'null' : null)
  if (named === null) return { removed: null, marker: insertVersion(call, bucket, key, DELETE_MARKER) }
  const version = call.rows.objects.find('version', bucket.id, key, named)
  if (version === undefined) return { removed: null, marker: null }
  removeVersion(call, version)
  return { removed: version, marker: null }
}

const DELETE_MARKER = {
  isDeleteMarker: true,
  size: 0,
  etag: '',
  checksums: {},
  checksumType: 'FULL_OBJECT',
  content: [],
  parts: null,
  headers: {},
  metadata: {},
  storageClass: 'STANDARD',
  tags: [],
  acl: null,
} as const

/** The headers that tell what a deletion did. */
export function deletionHeaders({ removed, marker }: Deletion, versionId: string | null): Record<string, string> {
  if (marker !== null) return { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.versionId }
  if (versionId === null) return {}
  return {
    'x-amz-version-id': versionId,
    ...(removed?.isDeleteMarker === true ? { 'x-amz-delete-marker': 'true' } : {}),
  }
}

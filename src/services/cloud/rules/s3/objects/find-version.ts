import { s3Arn } from '../arn.ts'
import { isAllowed } from '../../iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { accessDenied } from '#cloud/errors/access.ts'
import { invalidArgument, methodNotAllowed, noSuchKey, noSuchVersion } from '#cloud/errors/s3.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { httpTime } from '#cloud/protocols/time.ts'
import { isVersionId } from './version-id.ts'

/**
 * Finds the version of an object that a request names, by default the latest.
 *
 * @throws `NoSuchKey` or `NoSuchVersion`, with the headers of a delete marker where there is one.
 */
export function findVersion(call: CloudCall, bucket: Bucket, key: string, versionId: string | null): ObjectVersion {
  const { rows } = call
  if (versionId === null) {
    const latest = rows.objects.find('latest', bucket.id, key)
    if (latest === undefined) throw missing(call, bucket, key)
    if (latest.isDeleteMarker) throw noSuchKey(key, deleteMarkerHeaders(latest))
    return latest
  }
  const version = rows.objects.find('version', bucket.id, key, versionId)
  if (version === undefined) {
    checkVersionId(versionId, bucket)
    throw noSuchVersion(key, versionId)
  }
  if (version.isDeleteMarker) {
    throw methodNotAllowed(call.method, 'DeleteMarker', {
      ...deleteMarkerHeaders(version),
      'last-modified': httpTime(version.modifiedAt),
      allow: 'DELETE',
    })
  }
  return version
}

/**
 * Checks the id of a version that is not there.
 *
 * @throws `InvalidArgument` for an id that this instance never made, and for any but `null` in a bucket that was never
 * versioned.
 */
export function checkVersionId(versionId: string, { versioning }: Pick<Bucket, 'versioning'>): void {
  if (versionId === 'null' || (versioning !== null && isVersionId(versionId))) return
  if (versionId === '') throw invalidArgument('Version id cannot be the empty string', 'versionId', versionId)
  throw invalidArgument('Invalid version id specified', 'versionId', versionId)
}

/** Without permission to list keys that begin as this one, the answer does not reveal whether it exists. */
function missing(call: CloudCall, bucket: Bucket, key: string): Error {
  const isListed = isAllowed(call, 's3:ListBucket', s3Arn(bucket), { 's3:prefix': key })
  return isListed ? noSuchKey(key) : accessDenied(call)
}

function deleteMarkerHeaders({ versionId }: ObjectVersion): Record<string, string> {
  return { 'x-amz-delete-marker': 'true', 'x-amz-version-id': versionId }
}

/** Returns the version header; none for a bucket that was never versioned. */
export function versionHeader(bucket: Bucket, { versionId }: ObjectVersion): Record<string, string> {
  return bucket.versioning === null ? {} : { 'x-amz-version-id': versionId }
}

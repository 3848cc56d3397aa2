import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, keyTooLong } from '#cloud/errors/s3.ts'
import { requireDetailsPermission } from '#cloud/rules/s3/access/details-permission.ts'
import { checkRegion, findBucket } from '#cloud/rules/s3/buckets/find-bucket.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

type BucketPathCall = CloudCall & { readonly params: { readonly bucket: string } }
type ObjectPathCall = CloudCall & { readonly params: { readonly bucket: string; readonly key: string } }

/**
 * Returns a step that finds the bucket, checks that the principal may perform `action` on it, and adds it as `bucket`.
 * A null action checks nothing, for a form whose principal is known only once its policy was read.
 */
export function loadBucket(action: string | null): (call: BucketPathCall) => { readonly bucket: Bucket } {
  return (call) => {
    const bucket = findBucket(call, call.params.bucket)
    checkRegion(call, bucket)
    if (action !== null) requirePermission(call, action, s3Arn(bucket))
    return { bucket }
  }
}

/**
 * Returns a step that finds the bucket, checks that the principal may perform `action` on the object, and adds `bucket`
 * and `key`. For a request that names a version, it checks the action on versions. Writing tags or an ACL along with an
 * object needs their own permissions.
 */
export function loadBucketAndKey(
  action: string,
): (call: ObjectPathCall) => { readonly bucket: Bucket; readonly key: string } {
  return (call) => {
    const { key } = call.params
    const size = Buffer.byteLength(key)
    if (size > 1024) throw keyTooLong(size)
    const bucket = findBucket(call, call.params.bucket)
    checkRegion(call, bucket)
    const resource = s3Arn(bucket, key)
    requirePermission(call, call.query.has('versionId') ? versionAction(action) : action, resource)
    if (action === 's3:PutObject') {
      requireDetailsPermission(call, withQueryHeaders(call), bucket, resource)
      refuseVersion(call)
    }
    return { bucket, key }
  }
}

/** @throws `InvalidArgument` for a write to a named version, because versions cannot be changed. */
function refuseVersion({ query }: CloudCall): void {
  const versionId = query.get('versionId')
  if (versionId !== null) throw invalidArgument('This operation does not accept a version-id.', 'versionId', versionId)
}

/**
 * Returns the action on versions, `s3:GetObjectVersionTagging` for `s3:GetObjectTagging`; actions without one are
 * returned unchanged.
 */
function versionAction(action: string): string {
  return action.replace(/^(s3:(?:Get|Delete)Object(?!Retention|LegalHold)|s3:PutObject(?=Acl|Tagging))/, '$1Version')
}

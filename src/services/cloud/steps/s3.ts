import type * as v from 'valibot'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { authorize } from '#cloud/rules/iam/authorize.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, keyTooLong } from '#cloud/errors/s3.ts'
import { readDocument } from '#cloud/protocols/read-xml.ts'
import { authorizeDetails } from '#cloud/rules/s3/access/authorize-details.ts'
import { findBucket } from '#cloud/rules/s3/buckets/find-bucket.ts'
import { withQueryHeaders } from '#cloud/rules/s3/requests/query-headers.ts'
import { bytesOfUpload, receiveUpload } from '#cloud/rules/s3/uploads/upload.ts'
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
    if (action !== null) authorize(call, action, s3Arn(bucket.id))
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
    const resource = s3Arn(bucket.id, key)
    authorize(call, call.query.has('versionId') ? versionAction(action) : action, resource)
    if (action === 's3:PutObject') {
      authorizeDetails(call, withQueryHeaders(call), bucket, resource)
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
  return action.replace(/^(s3:(?:Get|Delete)Object|s3:PutObject(?=Acl|Tagging))/, '$1Version')
}

/**
 * Returns a step that parses the XML body and adds it as `body`.
 *
 * @throws `MalformedXML` when it does not fit, and the failures of a body that does not match its checksums.
 */
export function xmlBody<S extends v.GenericSchema>(root: string, schema: S) {
  return async (call: CloudCall): Promise<{ readonly body: v.InferOutput<S> }> => {
    const sent = await receiveUpload(call)
    return { body: await readDocument(bytesOfUpload(sent.upload).toString('utf8'), root, schema) }
  }
}

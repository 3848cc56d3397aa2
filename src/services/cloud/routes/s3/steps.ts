import type * as v from 'valibot'
import { s3Arn } from '../../arn.ts'
import { authorize } from '../../authorize.ts'
import type { CloudCall } from '../../call.ts'
import { invalidArgument, keyTooLong } from '../../errors-s3.ts'
import { readDocument } from '../../protocols/read-xml.ts'
import { authorizeDetails } from '../../rules/s3/authorize-details.ts'
import { bucketOf } from '../../rules/s3/bucket-of.ts'
import { withHoisted } from '../../rules/s3/hoisted.ts'
import { bytesOfUpload, upload } from '../../rules/s3/upload.ts'
import type { Bucket } from '../../schema-s3.ts'

type WithBucket = CloudCall & { readonly params: { readonly bucket: string } }
type WithKey = CloudCall & { readonly params: { readonly bucket: string; readonly key: string } }

/** A step that finds the bucket and asks whether the principal may do `action` to it; adds it as `bucket`. */
export function onBucket(action: string): (call: WithBucket) => { readonly bucket: Bucket } {
  return (call) => {
    const bucket = bucketOf(call, call.params.bucket)
    authorize(call, action, s3Arn(bucket.id))
    return { bucket }
  }
}

/**
 * A step that finds the bucket and asks whether the principal may do `action` to the object; adds `bucket` and `key`. Where a request
 * names a version, the action is that on versions. To write tags or an access control list along with an object takes its own permission.
 */
export function onObject(action: string): (call: WithKey) => { readonly bucket: Bucket; readonly key: string } {
  return (call) => {
    const { key } = call.params
    const size = Buffer.byteLength(key)
    if (size > 1024) throw keyTooLong(size)
    const bucket = bucketOf(call, call.params.bucket)
    const resource = s3Arn(bucket.id, key)
    authorize(call, call.query.has('versionId') ? onVersion(action) : action, resource)
    if (action === 's3:PutObject') {
      authorizeDetails(call, withHoisted(call), resource)
      refuseVersion(call)
    }
    return { bucket, key }
  }
}

/** Versions are made, never written to. */
function refuseVersion({ query }: CloudCall): void {
  const versionId = query.get('versionId')
  if (versionId !== null) throw invalidArgument('This operation does not accept a version-id.', 'versionId', versionId)
}

/** `s3:GetObjectVersionTagging` of `s3:GetObjectTagging`; actions that know no versions stay as they are. */
function onVersion(action: string): string {
  return action.replace(/^(s3:(?:Get|Delete)Object|s3:PutObject(?=Acl|Tagging))/, '$1Version')
}

/**
 * A step that parses the XML body and adds it as `body`. Throws `MalformedXML` where it does not fit, and the failures of
 * {@link upload} for a body that is not the one that was sent.
 */
export function xmlBody<S extends v.GenericSchema>(root: string, schema: S) {
  return async (call: CloudCall): Promise<{ readonly body: v.InferOutput<S> }> => {
    const sent = await upload(call)
    return { body: await readDocument(bytesOfUpload(sent.upload).toString('utf8'), root, schema) }
  }
}

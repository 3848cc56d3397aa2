import type * as v from 'valibot'
import { s3Arn } from '../../arn.ts'
import { authorize } from '../../authorize.ts'
import type { CloudCall } from '../../call.ts'
import { keyTooLong } from '../../errors-s3.ts'
import { readDocument } from '../../protocols/read-xml.ts'
import { bucketOf } from '../../rules/s3/bucket-of.ts'
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

/** A step that finds the bucket and asks whether the principal may do `action` to the object; adds `bucket` and `key`. */
export function onObject(action: string): (call: WithKey) => { readonly bucket: Bucket; readonly key: string } {
  return (call) => {
    const { key } = call.params
    const size = Buffer.byteLength(key)
    if (size > 1024) throw keyTooLong(size)
    const bucket = bucketOf(call, call.params.bucket)
    authorize(call, action, s3Arn(bucket.id, key))
    return { bucket, key }
  }
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

import type { CloudCall } from '#cloud/call.ts'
import { principalByHead } from '#cloud/auth.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'

/** The operations whose bodies are large, with the action that they need. */
const UPLOADS = new Set(['s3:PutObject', 's3:UploadPart'])

const loadTarget = loadBucketAndKey('s3:PutObject')

/**
 * Refuses an upload before its client sends the body, for a wrong signature, a bucket that does not exist, or a missing
 * permission. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 *
 * @throws the failure that the whole request would get.
 */
export function refuseByHead(call: CloudCall): void {
  if (!UPLOADS.has(call.operation ?? '')) return
  const { bucket, key } = call.params
  if (bucket === undefined || key === undefined) return
  call.principal = principalByHead(call)
  loadTarget(Object.assign(call, { params: { bucket, key } }))
}

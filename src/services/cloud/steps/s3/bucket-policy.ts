import type { CloudCall } from '#cloud/call.ts'
import { checkBucketPolicy } from '#cloud/rules/s3/access/bucket-policy.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { bytesOfUpload, receiveUpload } from './upload.ts'

/**
 * A step that adds the policy document in the body as `policy`, exactly as the client sent it.
 *
 * @throws as {@link checkBucketPolicy} does.
 */
export async function parseBucketPolicy(
  call: CloudCall & { readonly bucket: Bucket },
): Promise<{ readonly policy: string }> {
  const policy = bytesOfUpload((await receiveUpload(call)).upload).toString('utf8')
  checkBucketPolicy(call, call.bucket, policy)
  return { policy }
}

import type { CloudCall, Principal } from '#cloud/call.ts'
import { accountIdOf } from '#cloud/rules/account.ts'

/** The actions on an upload that its initiator may perform without a policy that allows them. */
const OF_INITIATOR = new Set(['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'])

/**
 * Returns whether a request lists the parts of, or aborts, a multipart upload that its principal initiated, or that an
 * identity of its account did when the principal is root.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html#mpuAndPermissions
 */
export function isOnOwnUpload(
  { rows, query, params }: CloudCall,
  principal: Principal | null,
  action: string,
): boolean {
  if (principal === null || !OF_INITIATOR.has(action)) return false
  const upload = rows.multipartUploads.find('uploadId', query.get('uploadId') ?? '')
  if (upload === undefined || upload.initiator === null) return false
  if (upload.bucket !== params['bucket'] || upload.key !== params['key']) return false
  const isOfAccount = principal.type === 'root' && accountIdOf(upload.initiator) === principal.accountId
  return isOfAccount || upload.initiator === principal.arn
}

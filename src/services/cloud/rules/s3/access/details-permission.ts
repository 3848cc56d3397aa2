import { requirePermission } from '../../iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { checkAclOfWrite } from './check-acl.ts'
import type { HeaderSource } from '#cloud/protocols/s3/query-headers.ts'

/**
 * Checks that the principal may set the ACL, the tags and the lock that a request sets beside the object, and that the
 * bucket accepts the ACL. https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 *
 * @param request the headers, or the fields of a form in their place
 * @param resource the ARN of the object
 */
export function requireDetailsPermission(
  call: CloudCall,
  request: HeaderSource,
  bucket: Bucket,
  resource: string,
): void {
  const { headers, header } = request
  const grants = Object.keys(headers).some((name) => name === 'x-amz-acl' || name.startsWith('x-amz-grant-'))
  if (grants) requirePermission(call, 's3:PutObjectAcl', resource)
  if (header('x-amz-tagging') !== undefined) requirePermission(call, 's3:PutObjectTagging', resource)
  const locks = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date']
  if (locks.some((name) => header(name) !== undefined)) requirePermission(call, 's3:PutObjectRetention', resource)
  if (header('x-amz-object-lock-legal-hold') !== undefined) {
    requirePermission(call, 's3:PutObjectLegalHold', resource)
  }
  checkAclOfWrite(call, request, bucket, resource)
}

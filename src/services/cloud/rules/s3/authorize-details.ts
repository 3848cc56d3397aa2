import { authorize } from '../../authorize.ts'
import type { CloudCall } from '../../call.ts'
import type { Request } from './hoisted.ts'

/**
 * Asks whether the principal may write what a request says beside the object: its access control list, its tags.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 *
 * @param request the headers, or the fields of a form as if they were
 * @param resource the ARN of the object
 */
export function authorizeDetails(call: CloudCall, { headers, header }: Request, resource: string): void {
  const grants = Object.keys(headers).some((name) => name === 'x-amz-acl' || name.startsWith('x-amz-grant-'))
  if (grants) authorize(call, 's3:PutObjectAcl', resource)
  if (header('x-amz-tagging') !== undefined) authorize(call, 's3:PutObjectTagging', resource)
}

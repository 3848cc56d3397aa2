import type { CloudContext } from '#cloud/call.ts'
import type { ObjectDetails } from '#cloud/schema/s3.ts'
import { isWithCustomerKey } from './customer-key.ts'

/**
 * Returns the entity tag of an object or part that is stored: the MD5 of its bytes, and where it is encrypted with KMS
 * or with a customer's key a value that tells nothing about them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function entityTag(
  { ids }: Pick<CloudContext, 'ids'>,
  details: Pick<ObjectDetails, 'headers'>,
  md5: string,
): string {
  return isTaggedByMd5(details) ? md5 : ids.hex(32)
}

/** Returns whether the entity tag of what has these details is the MD5 of its bytes. */
export function isTaggedByMd5(details: Pick<ObjectDetails, 'headers'>): boolean {
  const usesKms = details.headers['x-amz-server-side-encryption']?.startsWith('aws:kms') === true
  return !usesKms && !isWithCustomerKey(details)
}

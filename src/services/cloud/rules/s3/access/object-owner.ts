import type { HeaderSource } from '#cloud/protocols/s3/query-headers.ts'
import type { Bucket, ObjectDetails } from '#cloud/schema/s3.ts'
import { canonicalUserId } from './owner.ts'
import { objectOwnership } from './public-access.ts'

/** Returns a function that tells the canonical user id of the account that owns an object of the bucket. */
export function objectOwners(bucket: Bucket): (object: Pick<ObjectDetails, 'ownerId'>) => string {
  const usual = canonicalUserId(bucket)
  return ({ ownerId }) => (ownerId === null ? usual : canonicalUserId({ accountId: ownerId }))
}

/**
 * Returns the account that will own an object that a request writes: that of the writer in a bucket with ACLs, unless
 * the bucket's owner is to have the object. Null for the account of the bucket.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 */
export function ownerOfWrite({ principal, header }: HeaderSource, bucket: Bucket): string | null {
  if (principal === null || principal.accountId === bucket.accountId) return null
  const ownership = objectOwnership(bucket)
  if (ownership === 'BucketOwnerEnforced') return null
  const isGiven = ownership === 'BucketOwnerPreferred' && header('x-amz-acl') === 'bucket-owner-full-control'
  return isGiven ? null : principal.accountId
}

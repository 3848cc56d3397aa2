import type { Bucket } from '#cloud/schema/s3.ts'
import { storedPolicy } from '../../policy/document.ts'
import { isPublicPolicy } from '../../policy/public.ts'

// The configurations that new buckets have had since April 2023.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/create-bucket-faq.html

/** The public access block of a new bucket: it blocks everything. */
export const EVERYTHING_BLOCKED = {
  BlockPublicAcls: 'true',
  IgnorePublicAcls: 'true',
  BlockPublicPolicy: 'true',
  RestrictPublicBuckets: 'true',
} as const

/** The ownership controls of a new bucket: its owner owns all objects, and ACLs are disabled. */
export const OWNER_ENFORCED = { Rule: { ObjectOwnership: 'BucketOwnerEnforced' } } as const

type Setting = keyof typeof EVERYTHING_BLOCKED

/** Returns whether a setting of a bucket's public access block is on. */
export function isBlocked({ configurations }: Bucket, setting: Setting): boolean {
  const { publicAccessBlock = EVERYTHING_BLOCKED } = configurations
  // The configuration was checked when it was stored.
  return (publicAccessBlock as Readonly<Record<Setting, string>> | null)?.[setting] === 'true'
}

/** Returns whether ACLs are disabled in a bucket, because its owner owns all objects. */
export function isOwnerEnforced(bucket: Bucket): boolean {
  return objectOwnership(bucket) === 'BucketOwnerEnforced'
}

/** Returns who owns the objects of a bucket; without ownership controls their writers do. */
export function objectOwnership({ configurations }: Bucket): string {
  const { ownershipControls = OWNER_ENFORCED } = configurations
  // The configuration was checked when it was stored.
  const { Rule } = (ownershipControls ?? {}) as { readonly Rule?: { readonly ObjectOwnership?: string } }
  return Rule?.ObjectOwnership ?? 'ObjectWriter'
}

/** Returns whether the policy of a bucket grants something to everyone, and RestrictPublicBuckets takes it back. */
export function isRestricted(bucket: Bucket): boolean {
  const policy = bucket.policy === null ? null : storedPolicy(bucket.policy)
  return policy !== null && isBlocked(bucket, 'RestrictPublicBuckets') && isPublicPolicy(policy)
}

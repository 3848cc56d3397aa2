import type { Rows } from '#cloud/call.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { accountIdOf } from '../account.ts'

/** A bucket that an ARN names, and the key of an object in it; null for the bucket itself. */
export interface S3Resource {
  readonly bucket: Bucket
  readonly key: string | null
}

/** Returns the bucket and key of an ARN; null for an ARN of something else, and for a bucket that does not exist. */
export function s3Resource(rows: Rows, arn: string): S3Resource | null {
  const [, name, key = null] = /^arn:[\w-]+:s3:::([^/]+)(?:\/(.+))?$/s.exec(arn) ?? []
  const bucket = rows.buckets.get(name)
  return bucket === undefined ? null : { bucket, key }
}

/**
 * The actions on an object about which its owner decides, who need not be the owner of the bucket.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-policy-language-overview.html
 */
const OF_OBJECT_OWNER = /^s3:(?:Get|Put)Object(?:Version)?(?:Acl|Tagging)$|^s3:GetObject(?:Version)?$/

/**
 * Returns the object that an action is about where another account than the bucket's owns it; null for all other
 * resources.
 */
export function foreignObject(rows: Rows, action: string, arn: string, versionId: string | null): ObjectVersion | null {
  if (!OF_OBJECT_OWNER.test(action)) return null
  const resource = s3Resource(rows, arn)
  if (resource === null || resource.key === null) return null
  const version = objectOf(rows, resource.bucket, resource.key, versionId)
  return version !== undefined && version.ownerId !== null ? version : null
}

/** Returns a version of an object, or its latest for null. */
export function objectOf(rows: Rows, { id }: Bucket, key: string, versionId: string | null): ObjectVersion | undefined {
  return versionId === null ? rows.objects.find('latest', id, key) : rows.objects.find('version', id, key, versionId)
}

/**
 * Returns the twelve digits of the account that owns the resource of an ARN; null for resources without an owner, such
 * as `*`, and for a bucket that does not exist.
 */
export function resourceAccountId(rows: Rows, arn: string): string | null {
  const accountId = accountIdOf(arn)
  if (accountId !== '') return /^\d{12}$/.test(accountId) ? accountId : null
  return s3Resource(rows, arn)?.bucket.accountId ?? null
}

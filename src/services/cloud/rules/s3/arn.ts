import type { Bucket } from '#cloud/schema/s3.ts'
import { partitionOf } from '../account.ts'

/**
 * Returns the ARN of a bucket, or of an object in it. Its partition is that of the bucket's region.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-arn-format.html
 */
export function s3Arn({ id, region }: Pick<Bucket, 'id' | 'region'>, key?: string): string {
  return `arn:${partitionOf(region)}:s3:::${id}${key === undefined ? '' : `/${key}`}`
}

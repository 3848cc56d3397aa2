/**
 * Returns the ARN of a bucket, or of an object in it.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-arn-format.html
 */
export function s3Arn(bucket: string, key?: string): string {
  return `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`
}

import { s3Arn } from '#cloud/rules/s3/arn.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { isoSecond } from '#cloud/protocols/time.ts'

/** Returns a bucket as lists show it; with its region where the request has paging or filter parameters. */
export function bucketXml(bucket: Bucket, withRegion: boolean): XmlMembers {
  const { id, createdAt, region } = bucket
  return {
    Name: id,
    CreationDate: isoSecond(createdAt),
    BucketRegion: withRegion ? region : null,
    BucketArn: withRegion ? s3Arn(bucket) : null,
  }
}

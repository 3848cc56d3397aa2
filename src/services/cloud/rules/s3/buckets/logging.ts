import * as v from 'valibot'
import type { CloudContext } from '#cloud/call.ts'
import { crossLocationLogging, noTargetBucketForLogging } from '#cloud/errors/s3-configurations.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

const grantee = element({
  '@xmlns:xsi': v.optional(v.string()),
  '@xsi:type': v.picklist(['CanonicalUser', 'Group', 'AmazonCustomerByEmail']),
  ID: v.optional(v.string()),
  EmailAddress: v.optional(v.string()),
  URI: v.optional(v.string()),
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_BucketLoggingStatus.html */
export const loggingSchema = element({
  LoggingEnabled: v.optional(
    element({
      TargetBucket: v.pipe(v.string(), v.minLength(1)),
      TargetPrefix: v.string(),
      TargetGrants: v.optional(
        element({
          Grant: elements(
            element({
              Grantee: grantee,
              Permission: v.picklist(['FULL_CONTROL', 'READ', 'WRITE', 'READ_ACP', 'WRITE_ACP']),
            }),
          ),
        }),
      ),
      TargetObjectKeyFormat: v.optional(
        element({
          SimplePrefix: v.optional(element({})),
          PartitionedPrefix: v.optional(
            element({ PartitionDateSource: v.optional(v.picklist(['EventTime', 'DeliveryTime'])) }),
          ),
        }),
      ),
    }),
  ),
})

/** Where the access logs of a bucket go; without `LoggingEnabled` there are none. */
export type LoggingStatus = v.InferOutput<typeof loggingSchema>

/**
 * Checks the bucket that is to receive access logs.
 *
 * @throws `InvalidTargetBucketForLogging` for one that does not exist, and `CrossLocationLoggingProhibitted` for one of
 * another region.
 */
export function checkLogging({ rows }: CloudContext, bucket: Bucket, { LoggingEnabled }: LoggingStatus): void {
  if (LoggingEnabled === undefined) return
  const target = rows.buckets.get(LoggingEnabled.TargetBucket)
  if (target === undefined) throw noTargetBucketForLogging(LoggingEnabled.TargetBucket)
  if (target.region !== bucket.region) throw crossLocationLogging(bucket.location, target.location)
}

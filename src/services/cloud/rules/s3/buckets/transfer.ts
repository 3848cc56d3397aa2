import * as v from 'valibot'
import { invalidRequest } from '#cloud/errors/s3.ts'
import { element } from '#cloud/protocols/read-xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_AccelerateConfiguration.html */
export const accelerateSchema = element({ Status: v.picklist(['Enabled', 'Suspended']) })

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_RequestPaymentConfiguration.html */
export const requestPaymentSchema = element({ Payer: v.picklist(['BucketOwner', 'Requester']) })

/** @throws `InvalidRequest` for a bucket whose name cannot be the name of a host with a certificate. */
export function checkAcceleration(bucket: Bucket): void {
  if (!bucket.id.includes('.')) return
  throw invalidRequest('S3 Transfer Acceleration is not supported for buckets with periods (.) in their names')
}

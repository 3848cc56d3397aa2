import * as v from 'valibot'
import { invalidArgument } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { CloudContext } from '#cloud/call.ts'
import type { Bucket, StoredConfiguration } from '#cloud/schema/s3.ts'
import { OWNERSHIPS } from '#cloud/schema/ownerships.ts'

/** Stores the members of a configuration document; null removes it. */
export function storeConfiguration(
  { rows }: CloudContext,
  bucket: Bucket,
  name: StoredConfiguration,
  members: Bucket['configurations'][StoredConfiguration],
): void {
  rows.buckets.update(bucket.id, { configurations: { ...bucket.configurations, [name]: members } })
}

// The schemas of bucket configurations. Members that nothing reads are stored as the client sent them.

const flag = v.optional(v.picklist(['true', 'false', 'TRUE', 'FALSE']))
const text = v.pipe(v.string(), v.minLength(1))

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSConfiguration.html */
export const corsSchema = element({
  CORSRule: v.pipe(
    elements(
      element({
        ID: v.optional(v.pipe(v.string(), v.maxLength(255))),
        AllowedHeader: elements(text),
        AllowedMethod: v.pipe(elements(text), v.minLength(1)),
        AllowedOrigin: v.pipe(elements(v.string()), v.minLength(1)),
        ExposeHeader: elements(text),
        MaxAgeSeconds: v.optional(v.pipe(v.string(), v.regex(/^\d+$/))),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_PublicAccessBlockConfiguration.html */
export const publicAccessBlockSchema = v.pipe(
  element({ BlockPublicAcls: flag, IgnorePublicAcls: flag, BlockPublicPolicy: flag, RestrictPublicBuckets: flag }),
  v.transform(({ BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy, RestrictPublicBuckets }) => ({
    BlockPublicAcls: BlockPublicAcls?.toLowerCase() ?? 'false',
    IgnorePublicAcls: IgnorePublicAcls?.toLowerCase() ?? 'false',
    BlockPublicPolicy: BlockPublicPolicy?.toLowerCase() ?? 'false',
    RestrictPublicBuckets: RestrictPublicBuckets?.toLowerCase() ?? 'false',
  })),
)

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_OwnershipControls.html */
export const ownershipSchema = element({
  Rule: element({ ObjectOwnership: v.picklist(OWNERSHIPS) }),
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_ServerSideEncryptionConfiguration.html */
export const encryptionSchema = element({
  Rule: v.pipe(
    element({
      ApplyServerSideEncryptionByDefault: v.optional(
        element({
          SSEAlgorithm: v.picklist(['AES256', 'aws:kms', 'aws:kms:dsse']),
          KMSMasterKeyID: v.optional(text),
        }),
      ),
      BucketKeyEnabled: v.optional(v.picklist(['true', 'false'])),
    }),
    v.transform(({ ApplyServerSideEncryptionByDefault, BucketKeyEnabled }) => ({
      ApplyServerSideEncryptionByDefault: ApplyServerSideEncryptionByDefault ?? {
        SSEAlgorithm: 'AES256' as const,
        KMSMasterKeyID: undefined,
      },
      BucketKeyEnabled: BucketKeyEnabled ?? 'false',
    })),
  ),
})

/** @throws `InvalidArgument` for a key that the algorithm does not use. */
export function checkEncryption({ Rule }: v.InferOutput<typeof encryptionSchema>): void {
  const { SSEAlgorithm, KMSMasterKeyID } = Rule.ApplyServerSideEncryptionByDefault
  if (SSEAlgorithm !== 'AES256' || KMSMasterKeyID === undefined) return
  const message = 'a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse'
  throw invalidArgument(message, 'ApplyServerSideEncryptionByDefault')
}

const number = v.pipe(v.string(), v.regex(/^\d+$/))
// The vendor answers a date with its milliseconds. What is no date is refused later.
const date = v.pipe(
  text,
  v.transform((sent) => (Number.isNaN(Date.parse(sent)) ? sent : new Date(sent).toISOString())),
)
const expiry = element({ Days: v.optional(number), Date: v.optional(date), ExpiredObjectDeleteMarker: flag })
const transition = element({ Days: v.optional(number), Date: v.optional(date), StorageClass: text })
const tag = element({ Key: text, Value: v.string() })
const conditions = {
  Prefix: v.optional(v.string()),
  ObjectSizeGreaterThan: v.optional(number),
  ObjectSizeLessThan: v.optional(number),
}

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleRule.html */
export const lifecycleSchema = element({
  Rule: v.pipe(
    elements(
      element({
        ID: v.optional(v.string()),
        Prefix: v.optional(v.string()),
        Filter: v.optional(
          element({
            ...conditions,
            Tag: v.optional(tag),
            And: v.optional(element({ ...conditions, Tag: elements(tag) })),
          }),
        ),
        Status: v.picklist(['Enabled', 'Disabled']),
        Transition: elements(transition),
        Expiration: v.optional(expiry),
        NoncurrentVersionTransition: elements(
          element({ NoncurrentDays: number, StorageClass: text, NewerNoncurrentVersions: v.optional(number) }),
        ),
        NoncurrentVersionExpiration: v.optional(
          element({ NoncurrentDays: number, NewerNoncurrentVersions: v.optional(number) }),
        ),
        AbortIncompleteMultipartUpload: v.optional(element({ DaysAfterInitiation: number })),
      }),
    ),
    v.minLength(1),
    v.maxLength(1000),
  ),
})

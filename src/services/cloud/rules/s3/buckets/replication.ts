import * as v from 'valibot'
import type { CloudContext } from '#cloud/call.ts'
import { invalidRequest, unversionedReplication } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

const text = v.pipe(v.string(), v.minLength(1))
const status = v.picklist(['Enabled', 'Disabled'])
const switched = v.optional(element({ Status: status }))
const tag = element({ Key: text, Value: v.string() })
const minutes = element({ Minutes: v.pipe(v.string(), v.regex(/^\d+$/)) })

const destination = element({
  Bucket: text,
  Account: v.optional(text),
  StorageClass: v.optional(text),
  AccessControlTranslation: v.optional(element({ Owner: v.literal('Destination') })),
  EncryptionConfiguration: v.optional(element({ ReplicaKmsKeyID: v.optional(text) })),
  ReplicationTime: v.optional(element({ Status: status, Time: minutes })),
  Metrics: v.optional(element({ Status: status, EventThreshold: v.optional(minutes) })),
})

const rule = element({
  ID: v.optional(v.pipe(v.string(), v.maxLength(255))),
  Priority: v.optional(v.pipe(v.string(), v.regex(/^\d+$/))),
  Prefix: v.optional(v.string()),
  Filter: v.optional(
    element({
      Prefix: v.optional(v.string()),
      Tag: v.optional(tag),
      And: v.optional(element({ Prefix: v.optional(v.string()), Tag: elements(tag) })),
    }),
  ),
  Status: status,
  SourceSelectionCriteria: v.optional(element({ SseKmsEncryptedObjects: switched, ReplicaModifications: switched })),
  ExistingObjectReplication: switched,
  Destination: destination,
  DeleteMarkerReplication: switched,
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_ReplicationConfiguration.html */
export const replicationSchema = element({
  Role: v.string(),
  Rule: v.pipe(elements(rule), v.minLength(1), v.maxLength(1000)),
})

/** A rule of a replication configuration as it is stored. */
export type ReplicationRule = v.InferOutput<typeof rule>

/** Returns the name of the bucket into which a rule copies. */
export function destinationOf({ Destination }: ReplicationRule): string {
  return Destination.Bucket.split(':').at(-1) ?? ''
}

/**
 * Checks that a bucket and the destinations of its rules keep versions, without which nothing is replicated.
 *
 * @throws `InvalidRequest`.
 */
export function checkReplication(
  { rows }: CloudContext,
  bucket: Bucket,
  { Rule }: v.InferOutput<typeof replicationSchema>,
): void {
  if (bucket.versioning !== 'Enabled') throw unversionedReplication()
  const versioned = Rule.every((each) => rows.buckets.get(destinationOf(each))?.versioning === 'Enabled')
  if (!versioned) throw invalidRequest('Destination bucket must have versioning enabled.')
}

/** Returns the enabled rules of a bucket, by falling priority. */
export function replicationRules({ configurations }: Bucket): readonly ReplicationRule[] {
  // replicationSchema has checked the configuration.
  const { Rule = [] } = (configurations.replication ?? {}) as unknown as { readonly Rule?: readonly ReplicationRule[] }
  return Rule.filter(({ Status }) => Status === 'Enabled').toSorted(
    (a, b) => Number(b.Priority ?? 0) - Number(a.Priority ?? 0),
  )
}

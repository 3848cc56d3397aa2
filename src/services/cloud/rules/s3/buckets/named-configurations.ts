import * as v from 'valibot'
import type { CloudContext } from '#cloud/call.ts'
import {
  idMismatch,
  invalidConfigurationId,
  invalidDestinationBucket,
  noSuchNamedConfiguration,
  tooManyConfigurations,
} from '#cloud/errors/s3-configurations.ts'
import { malformedXml } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket, IdentifiedMembers, NamedConfiguration } from '#cloud/schema/s3.ts'

const text = v.pipe(v.string(), v.minLength(1))
const flag = v.picklist(['true', 'false'])
const tag = element({ Key: text, Value: v.string() })

const conditions = { Prefix: v.optional(v.string()), AccessPointArn: v.optional(text) }

/** One condition, or several below `And`. */
const filter = v.optional(
  v.pipe(
    element({
      ...conditions,
      Tag: v.optional(tag),
      And: v.optional(element({ ...conditions, Tag: elements(tag) })),
    }),
    v.check((given) => Object.values(given).filter((each) => each !== undefined).length <= 1),
  ),
)

const REPORTED =
  'Size LastModifiedDate StorageClass ETag IsMultipartUploaded ReplicationStatus EncryptionStatus ' +
  'ObjectLockRetainUntilDate ObjectLockMode ObjectLockLegalHoldStatus IntelligentTieringAccessTier BucketKeyStatus ' +
  'ChecksumAlgorithm ObjectAccessControlList ObjectOwner LifecycleExpirationDate'

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_InventoryConfiguration.html */
export const inventorySchema = element({
  Destination: element({
    S3BucketDestination: element({
      AccountId: v.optional(text),
      Bucket: text,
      Format: v.picklist(['CSV', 'ORC', 'Parquet']),
      Prefix: v.optional(v.string()),
      Encryption: v.optional(
        element({ 'SSE-S3': v.optional(element({})), 'SSE-KMS': v.optional(element({ KeyId: text })) }),
      ),
    }),
  }),
  IsEnabled: flag,
  Filter: v.optional(element({ Prefix: v.string() })),
  Id: text,
  IncludedObjectVersions: v.picklist(['All', 'Current']),
  OptionalFields: v.optional(element({ Field: elements(v.picklist(REPORTED.split(' '))) })),
  Schedule: element({ Frequency: v.picklist(['Daily', 'Weekly']) }),
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_AnalyticsConfiguration.html */
export const analyticsSchema = element({
  Id: text,
  Filter: filter,
  StorageClassAnalysis: element({
    DataExport: v.optional(
      element({
        OutputSchemaVersion: v.literal('V_1'),
        Destination: element({
          S3BucketDestination: element({
            Format: v.literal('CSV'),
            BucketAccountId: v.optional(text),
            Bucket: text,
            Prefix: v.optional(v.string()),
          }),
        }),
      }),
    ),
  }),
})

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_MetricsConfiguration.html */
export const metricsSchema = element({ Id: text, Filter: filter })

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_IntelligentTieringConfiguration.html */
export const intelligentTieringSchema = element({
  Id: text,
  Filter: filter,
  Status: v.picklist(['Enabled', 'Disabled']),
  Tiering: v.pipe(
    elements(
      element({
        Days: v.pipe(v.string(), v.regex(/^\d+$/)),
        AccessTier: v.picklist(['ARCHIVE_ACCESS', 'DEEP_ARCHIVE_ACCESS']),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
})

/** The number of configurations of one kind that a bucket may have. */
const LIMIT = 1000
const PAGE = 100

/**
 * Returns the configuration of a bucket with this id.
 *
 * @throws `NoSuchConfiguration`.
 */
export function findNamedConfiguration(bucket: Bucket, kind: NamedConfiguration, id: string | null): IdentifiedMembers {
  const found = bucket.namedConfigurations[kind]?.find(({ Id }) => Id === id)
  if (found === undefined) throw noSuchNamedConfiguration()
  return found
}

/**
 * Stores a configuration in place of the one with its id.
 *
 * @throws `InvalidConfigurationId` and `IdMismatch` for the id of the query, and `TooManyConfigurations`.
 */
export function putNamedConfiguration(
  { rows }: CloudContext,
  bucket: Bucket,
  kind: NamedConfiguration,
  id: string | null,
  configuration: IdentifiedMembers,
): void {
  if (id === null || !/^[\w.-]{1,64}$/.test(id)) throw invalidConfigurationId()
  // The vendor words it only for inventories and metrics.
  if (configuration.Id !== id) throw kind === 'inventory' || kind === 'metrics' ? idMismatch() : malformedXml()
  const others = (bucket.namedConfigurations[kind] ?? []).filter(({ Id }) => Id !== id)
  if (others.length >= LIMIT) throw tooManyConfigurations()
  const sorted = [...others, configuration].toSorted((a, b) => (a.Id < b.Id ? -1 : 1))
  rows.buckets.update(bucket.id, { namedConfigurations: { ...bucket.namedConfigurations, [kind]: sorted } })
}

/** @throws `NoSuchConfiguration`. */
export function deleteNamedConfiguration(
  { rows }: CloudContext,
  bucket: Bucket,
  kind: NamedConfiguration,
  id: string | null,
): void {
  const found = findNamedConfiguration(bucket, kind, id)
  const others = bucket.namedConfigurations[kind]?.filter((each) => each !== found) ?? []
  rows.buckets.update(bucket.id, { namedConfigurations: { ...bucket.namedConfigurations, [kind]: others } })
}

/** A page of a bucket's configurations of one kind, by id. */
export interface ConfigurationsPage {
  readonly configurations: readonly IdentifiedMembers[]
  /** The start of the next page; null for the last page. */
  readonly token: string | null
}

/** Returns the page that begins after `token`; null begins with the first id. */
export function namedConfigurationsPage(
  bucket: Bucket,
  kind: NamedConfiguration,
  token: string | null,
): ConfigurationsPage {
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString('utf8')
  const rest = (bucket.namedConfigurations[kind] ?? []).filter(({ Id }) => Id > after)
  const configurations = rest.slice(0, PAGE)
  const last = configurations.at(-1)
  const isLast = last === undefined || rest.length === configurations.length
  return { configurations, token: isLast ? null : Buffer.from(last.Id).toString('base64url') }
}

/** @throws `InvalidS3DestinationBucket` unless the reports go to the ARN of a bucket. */
export function checkInventory({ Destination }: v.InferOutput<typeof inventorySchema>): void {
  if (!/^arn:[\w-]+:s3:::[^/]+$/.test(Destination.S3BucketDestination.Bucket)) throw invalidDestinationBucket()
}

import { contentCollections, type Segment } from '#core/content.ts'
import { collection, sequence, timer, value } from '#core/store.ts'
import type { XmlMembers, XmlValue } from '#cloud/protocols/xml.ts'
import { byteOrder } from '#core/text/byte-order.ts'

/** A tag of a bucket or an object. */
export type Tag = {
  readonly Key: string
  readonly Value: string
}

/**
 * A rule of a bucket's cross-origin configuration. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html
 */
export interface CorsRule {
  readonly id: string | null
  readonly allowedHeaders: readonly string[]
  readonly allowedMethods: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly exposeHeaders: readonly string[]
  readonly maxAgeSeconds: number | null
}

/**
 * A destination of S3 event notifications. https://docs.aws.amazon.com/AmazonS3/latest/API/API_QueueConfiguration.html
 */
export interface EventDestination {
  readonly id: string
  readonly kind: 'queue' | 'topic' | 'function'
  readonly arn: string
  /** `s3:ObjectCreated:*` */
  readonly events: readonly string[]
  /** The prefix and suffix of the object keys; null matches any key. */
  readonly prefix: string | null
  readonly suffix: string | null
}

/**
 * The notification configuration of a bucket.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html
 */
export interface NotificationConfiguration {
  readonly destinations: readonly EventDestination[]
  /** Stored and returned only: backlot has no EventBridge. */
  readonly eventBridge: boolean
}

/** The ways in which a retention protects a version. Only COMPLIANCE cannot be bypassed. */
export const LOCK_MODES = ['GOVERNANCE', 'COMPLIANCE'] as const

/** The retention that new versions of a locked bucket get. */
export interface DefaultRetention {
  readonly mode: (typeof LOCK_MODES)[number]
  readonly unit: 'Days' | 'Years'
  readonly count: number
}

/**
 * The lock of a version: its retention, its legal hold, or both.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html
 */
export interface VersionLock {
  /** `until` in epoch milliseconds. */
  readonly retention: { readonly mode: (typeof LOCK_MODES)[number]; readonly until: number } | null
  /** Null when it was never set. */
  readonly legalHold: 'ON' | 'OFF' | null
}

/** Configurations that are stored and returned as the client sent them. */
export type StoredConfiguration =
  | 'lifecycle'
  | 'lifecycleMinimumSize'
  | 'publicAccessBlock'
  | 'ownershipControls'
  | 'encryption'
  | 'website'
  | 'acl'
  | 'accelerate'
  | 'logging'
  | 'replication'
  | 'requestPayment'

/** The kinds of configuration of which a bucket has several, each with an id. */
export type NamedConfiguration = 'analytics' | 'intelligentTiering' | 'inventory' | 'metrics'

/** The members of a configuration that has an id. */
export type IdentifiedMembers = XmlMembers & { readonly Id: string }

/** A bucket. Its id is its name. */
export interface Bucket {
  readonly id: string
  /** The account that owns the bucket: twelve digits. */
  readonly accountId: string
  readonly region: string
  /** The location constraint as it was given, `EU` for example; empty for us-east-1. */
  readonly location: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Null for a bucket that was never versioned. */
  readonly versioning: 'Enabled' | 'Suspended' | null
  /** Stored and returned only: deletions need no second factor. Null when it was never set. */
  readonly mfaDelete: 'Enabled' | 'Disabled' | null
  /** Null when the bucket has no tags. */
  readonly tags: readonly Tag[] | null
  readonly cors: readonly CorsRule[] | null
  /** The document exactly as the client sent it. */
  readonly policy: string | null
  /** The members of each document's root element. */
  readonly configurations: Readonly<Partial<Record<StoredConfiguration, XmlValue>>>
  /** The members of each document's root element, by the id. */
  readonly namedConfigurations: Readonly<Partial<Record<NamedConfiguration, readonly IdentifiedMembers[]>>>
  readonly notifications: NotificationConfiguration
  /** Null for a bucket without Object Lock, which can never be taken away. */
  readonly objectLock: { readonly defaultRetention: DefaultRetention | null } | null
}

/** The checksum algorithms, as they follow `x-amz-checksum-` in header names. */
export type ChecksumAlgorithm = 'crc32' | 'crc32c' | 'crc64nvme' | 'sha1' | 'sha256' | 'sha512' | 'md5'

/** The properties that a client sets on an object beside its bytes. */
export interface ObjectDetails {
  /**
   * Headers that are returned as the client sent them, by their names in lower case: `content-type`, `cache-control`, …
   */
  readonly headers: Readonly<Record<string, string>>
  /** User metadata, by names in lower case without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>
  readonly storageClass: string
  /**
   * The account that owns the object, twelve digits: that of its writer, in a bucket with ACLs. Null for the account of
   * the bucket.
   */
  readonly ownerId: string | null
  readonly tags: readonly Tag[]
  /** The members of the AccessControlPolicy; null for the default, full control by the owner. */
  readonly acl: XmlValue | null
  /** Null for a version that was never locked. */
  readonly lock: VersionLock | null
}

/** A part of an object that was uploaded in parts. */
interface ObjectPart {
  readonly number: number
  /** In bytes. */
  readonly size: number
  /** Base64. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
}

/**
 * One version of an object, or a delete marker. In a bucket that was never versioned the only version has the id
 * `null`.
 */
export interface ObjectVersion extends ObjectDetails {
  readonly id: number
  readonly bucket: string
  readonly key: string
  /** `null`, or 32 characters. */
  readonly versionId: string
  /** True for the newest version of the key. */
  readonly isLatest: boolean
  readonly isDeleteMarker: boolean
  /** A number that increases with each version of the bucket's objects, so that it orders the versions of a key. */
  readonly sequence: number
  /** Epoch milliseconds. */
  readonly modifiedAt: number
  /** In bytes. */
  readonly size: number
  /** Without quotation marks. */
  readonly etag: string
  /** Base64, by algorithm; a composite checksum ends with `-<number of parts>`. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE'
  readonly content: readonly Segment[]
  /** Null for an object that was not uploaded in parts. */
  readonly parts: readonly ObjectPart[] | null
  /** When the restored copy of an archived version can be read, in epoch milliseconds. Null when none was asked for. */
  readonly restore: { readonly readyAt: number; readonly until: number } | null
  /** Null for a version that no replication rule is for. */
  readonly replicationStatus: 'COMPLETED' | 'FAILED' | 'REPLICA' | null
}

/** A multipart upload in progress. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
export interface MultipartUpload extends ObjectDetails {
  readonly id: number
  readonly bucket: string
  readonly key: string
  /** Ids ascend in the order of creation. */
  readonly uploadId: string
  /** Null when the client asked for none; the object then gets a CRC64NVME. */
  readonly checksumAlgorithm: ChecksumAlgorithm | null
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE'
  /** The ARN of the principal that created the upload; null for an anonymous one. */
  readonly initiator: string | null
  readonly initiatedAt: number
  /** The sequence of the object that was there when the upload began; null for none. */
  readonly began: number | null
}

/** An uploaded part of a multipart upload in progress. */
export interface UploadedPart extends ObjectPart {
  readonly id: number
  readonly upload: number
  readonly etag: string
  readonly content: readonly Segment[]
  readonly modifiedAt: number
}

/** A completed multipart upload, kept so that a repeated CompleteMultipartUpload gets the same answer. */
export interface CompletedUpload {
  readonly id: number
  readonly bucket: string
  readonly key: string
  readonly uploadId: string
  /** The parts as the client listed them: `1 etag`. */
  readonly listed: readonly string[]
  /** The object that the upload created. */
  readonly object: Pick<ObjectVersion, 'versionId' | 'etag' | 'checksums' | 'checksumType' | 'headers'>
}

/** The record of a request to a bucket that has access logs, until a log object has it. */
export interface AccessRecord {
  readonly id: number
  readonly bucket: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly line: string
}

/** The collections of S3. */
export const s3Collections = {
  ...contentCollections,
  /** Counts the object versions in the order in which they are made. */
  versionNumbers: sequence(),
  /** Counts the multipart uploads, whose ids sort in the order in which they are made. */
  uploadNumbers: sequence(),
  /** Counts the events, whose sequencers sort in the order of the changes. */
  eventNumbers: sequence(),
  /** The time at which the lifecycle rules run next; none while no bucket has rules. */
  lifecycleDue: value<number>(),
  runLifecycle: timer<number>(),
  /** Tell the end of the steps of a restoration, by the version's row. */
  completeRestore: timer<number>(),
  endRestore: timer<number>(),
  /** Writes the access log of a bucket. */
  deliverAccessLog: timer<string>(),
  accessRecords: collection<AccessRecord>()({
    indexes: { bucket: ['bucket'] },
    references: { bucket: { to: 'buckets', onDelete: 'cascade' } },
  }),
  buckets: collection<Bucket>()({ indexes: { byAccount: ['accountId'] } }),
  objects: collection<ObjectVersion>()({
    unique: {
      version: ['bucket', 'key', 'versionId'],
      latest: [(version) => (version.isLatest ? version.bucket : null), 'key'],
    },
    indexes: {
      /** The latest versions that are not delete markers, in the byte order of their keys: the order of ListObjects. */
      listed: [
        (version) => (version.isLatest && !version.isDeleteMarker ? version.bucket : null),
        (version) => byteOrder(version.key),
      ],
      /** Every version, by key, newest first. */
      versions: ['bucket', (version) => byteOrder(version.key), (version) => -version.sequence],
    },
    references: { bucket: { to: 'buckets', onDelete: 'restrict' } },
  }),
  multipartUploads: collection<MultipartUpload>()({
    unique: { uploadId: ['uploadId'] },
    indexes: { listed: ['bucket', (upload) => byteOrder(upload.key), 'uploadId'] },
    references: { bucket: { to: 'buckets', onDelete: 'restrict' } },
  }),
  uploadedParts: collection<UploadedPart>()({
    unique: { number: ['upload', 'number'] },
    indexes: { numbered: ['upload', 'number'] },
    references: { upload: { to: 'multipartUploads', onDelete: 'cascade' } },
  }),
  completedUploads: collection<CompletedUpload>()({
    unique: { uploadId: ['uploadId'] },
    references: { bucket: { to: 'buckets', onDelete: 'cascade' } },
  }),
}

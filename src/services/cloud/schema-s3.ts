import { collection } from '../../core/store.ts'
import type { XmlValue } from './protocols/xml.ts'
import { byteOrder } from './rules/s3/byte-order.ts'

/** A tag of a bucket or an object. */
export type Tag = {
  readonly Key: string
  readonly Value: string
}

/** A rule of a bucket's cross-origin configuration. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html */
export interface CorsRule {
  readonly id: string | null
  readonly allowedHeaders: readonly string[]
  readonly allowedMethods: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly exposeHeaders: readonly string[]
  readonly maxAgeSeconds: number | null
}

/** Where events of some kinds go. https://docs.aws.amazon.com/AmazonS3/latest/API/API_QueueConfiguration.html */
export interface EventDestination {
  readonly id: string
  readonly kind: 'queue' | 'topic' | 'function'
  readonly arn: string
  /** `s3:ObjectCreated:*` */
  readonly events: readonly string[]
  /** What the keys of the objects begin and end with; null: any. */
  readonly prefix: string | null
  readonly suffix: string | null
}

/** What a bucket tells of. https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html */
export interface NotificationConfiguration {
  readonly destinations: readonly EventDestination[]
  /** Kept and given back: there is no event bridge. */
  readonly eventBridge: boolean
}

/** Configurations that are kept and given back as they came. */
export type StoredConfiguration = 'lifecycle' | 'publicAccessBlock' | 'ownershipControls' | 'encryption' | 'acl'

/** A bucket. Its id is its name. */
export interface Bucket {
  readonly id: string
  readonly region: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Null: never versioned. */
  readonly versioning: 'Enabled' | 'Suspended' | null
  /** Kept and given back; deletions ask for no second factor. Null: nothing was ever said. */
  readonly mfaDelete: 'Enabled' | 'Disabled' | null
  /** Null: without tags. */
  readonly tags: readonly Tag[] | null
  readonly cors: readonly CorsRule[] | null
  /** The document as it came. */
  readonly policy: string | null
  /** The members of each document's root. */
  readonly configurations: Readonly<Partial<Record<StoredConfiguration, XmlValue>>>
  /** Where its events go. */
  readonly notifications: NotificationConfiguration
}

/** A stretch of an object's bytes: in memory, under a name among the store's values, or in a file of the instance. */
export type Segment =
  | { readonly value: string; readonly size: number }
  | { readonly path: string; /** Where in the file it begins. */ readonly start: number; readonly size: number }

/** The algorithms by which bodies are checked, as the vendor writes them in headers after `x-amz-checksum-`. */
export type ChecksumAlgorithm = 'crc32' | 'crc32c' | 'crc64nvme' | 'sha1' | 'sha256' | 'sha512' | 'md5'

/** What a client says about an object beside its bytes. */
export interface ObjectDetails {
  /** Headers that are given back as they came, by their names in lower case: `content-type`, `cache-control`, … */
  readonly headers: Readonly<Record<string, string>>
  /** User metadata, by names in lower case without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>
  readonly storageClass: string
  readonly tags: readonly Tag[]
  /** The members of its AccessControlPolicy; null: the owner alone may do anything. */
  readonly acl: XmlValue | null
}

/** A part of an object that came in parts. */
export interface ObjectPart {
  readonly number: number
  /** In bytes. */
  readonly size: number
  /** Base64. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
}

/** One version of an object, or a delete marker. Of a bucket that was never versioned the only version is `null`. */
export interface ObjectVersion extends ObjectDetails {
  readonly id: number
  readonly bucket: string
  readonly key: string
  /** `null`, or 32 letters. */
  readonly versionId: string
  /** Of all versions of the key the one made last. */
  readonly isLatest: boolean
  readonly isDeleteMarker: boolean
  /** Counts up: the order in which the versions of a key were made. */
  readonly made: number
  /** Epoch milliseconds. */
  readonly modifiedAt: number
  /** In bytes. */
  readonly size: number
  /** Without quotation marks. */
  readonly etag: string
  /** Base64, by algorithm; of a composite one with `-<parts>` at the end. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE'
  readonly content: readonly Segment[]
  /** Null for an object that came whole. */
  readonly parts: readonly ObjectPart[] | null
}

/** An object that is being uploaded in parts. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
export interface MultipartUpload extends ObjectDetails {
  readonly id: number
  readonly bucket: string
  readonly key: string
  /** In the order of their making. */
  readonly uploadId: string
  /** Null: none was asked for, so the object gets a CRC64NVME. */
  readonly checksumAlgorithm: ChecksumAlgorithm | null
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE'
  /** The ARN of who began it; null for a stranger. */
  readonly initiator: string | null
  readonly initiatedAt: number
}

/** A part that was uploaded. */
export interface UploadedPart extends ObjectPart {
  readonly id: number
  readonly upload: number
  readonly etag: string
  readonly content: readonly Segment[]
  readonly modifiedAt: number
}

/** An upload that was completed: who does so once more is told the same. */
export interface CompletedUpload {
  readonly id: number
  readonly bucket: string
  readonly key: string
  readonly uploadId: string
  /** The parts as the client listed them, `1 etag`. */
  readonly listed: readonly string[]
  /** The object as it was made. */
  readonly object: Pick<ObjectVersion, 'versionId' | 'etag' | 'checksums' | 'checksumType' | 'headers'>
}

/** What S3 remembers. */
export const s3Collections = {
  buckets: collection<Bucket>()({}),
  objects: collection<ObjectVersion>()({
    unique: {
      version: ['bucket', 'key', 'versionId'],
      latest: [(version) => (version.isLatest ? version.bucket : null), 'key'],
    },
    indexes: {
      /** What a list shows: the latest versions that are no delete markers, in the order of their keys' bytes. */
      listed: [
        (version) => (version.isLatest && !version.isDeleteMarker ? version.bucket : null),
        (version) => byteOrder(version.key),
      ],
      /** Every version, by key, the newest first. */
      versions: ['bucket', (version) => byteOrder(version.key), (version) => -version.made],
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

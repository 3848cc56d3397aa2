import type { Bucket, ObjectDetails, ObjectVersion } from '#cloud/schema/s3.ts'
import { storeSegment, type NewSegment } from '#core/content.ts'
import { insertVersion, type WriteContext } from './insert-version.ts'
import { replicate } from './replicate.ts'

/** An object that is about to be stored: its details and its content. */
export interface NewVersion
  extends ObjectDetails, Pick<ObjectVersion, 'etag' | 'checksums' | 'checksumType' | 'parts'> {
  readonly content: readonly NewSegment[]
}

/** Stores an object: as a new version in a versioned bucket, otherwise replacing the version `null`. */
export function putVersion(context: WriteContext, bucket: Bucket, key: string, version: NewVersion): ObjectVersion {
  const segments = version.content.map((segment) => storeSegment(context, segment))
  const stored = insertVersion(context, bucket, key, {
    ...version,
    content: segments,
    size: segments.reduce((sum, { size }) => sum + size, 0),
    isDeleteMarker: false,
    replicationStatus: null,
    restore: null,
  })
  return replicate(context, bucket, stored)
}

import { s3Arn } from '../arn.ts'
import { requirePermission } from '../../iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest, noSuchKey } from '#cloud/errors/s3.ts'
import type { Bucket, ObjectDetails, ObjectVersion } from '#cloud/schema/s3.ts'
import { detailsOf } from './details.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'

/** The source of a copy. */
export interface CopySource {
  readonly version: ObjectVersion
  /** True when the request names a version. */
  readonly isVersionNamed: boolean
  readonly bucket: Bucket
}

/** The digests of a copy. */
export type Digests = Pick<ObjectVersion, 'etag' | 'checksums' | 'checksumType'>

/**
 * @throws `NoSuchKey` when another version has replaced the source since its digests were computed, from the version
 * `digested`.
 */
export function requireSameVersion({ version }: CopySource, digested: ObjectVersion): void {
  if (version.id !== digested.id) throw noSuchKey(version.key)
}

/** Returns the header that tells the version of a source; none for the version `null`. */
export function copySourceVersion({ version: { versionId } }: CopySource): Record<string, string> {
  return versionId === 'null' ? {} : { 'x-amz-copy-source-version-id': versionId }
}

/**
 * Returns the details of the copy: those of the request where its directives say REPLACE, otherwise those of the
 * source.
 */
export function detailsOfCopy(call: CloudCall, bucket: Bucket, key: string, source: CopySource): ObjectDetails {
  const { version, isVersionNamed } = source
  const replaced = directive(call, 'x-amz-metadata-directive') === 'REPLACE'
  const retagged = directive(call, 'x-amz-tagging-directive') === 'REPLACE'
  const own = detailsOf(withQueryHeaders(call), bucket, call.clock.now())
  const isSame = version.bucket === bucket.id && version.key === key && !isVersionNamed
  if (isSame && !replaced && !changes(call, bucket)) {
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's " +
        'metadata, storage class, website redirect location or encryption attributes.',
    )
  }
  return {
    headers: replaced ? own.headers : copiedHeaders(version, own),
    metadata: replaced ? own.metadata : version.metadata,
    tags: retagged ? own.tags : copiedTags(call, source, s3Arn(bucket, key)),
    storageClass: own.storageClass,
    ownerId: own.ownerId,
    acl: own.acl,
    lock: own.lock,
  }
}

/**
 * Returns the headers of the source except encryption and website redirect, which are not copied and come from the
 * request.
 */
function copiedHeaders(version: ObjectVersion, own: ObjectDetails): ObjectDetails['headers'] {
  const isOwn = (name: string): boolean =>
    name.startsWith('x-amz-server-side-encryption') || name === 'x-amz-website-redirect-location'
  return Object.fromEntries([
    ...Object.entries(version.headers).filter(([name]) => !name.startsWith('x-amz-')),
    ...Object.entries(own.headers).filter(([name]) => isOwn(name)),
  ])
}

/** Returns the tags of the source. Copying them requires the permissions to read and to write tags. */
function copiedTags(
  call: CloudCall,
  { version, isVersionNamed, bucket }: CopySource,
  target: string,
): ObjectDetails['tags'] {
  const { key, tags } = version
  if (tags.length > 0) {
    requirePermission(call, isVersionNamed ? 's3:GetObjectVersionTagging' : 's3:GetObjectTagging', s3Arn(bucket, key))
    requirePermission(call, 's3:PutObjectTagging', target)
  }
  return tags
}

/** The headers with which an object may be copied to itself, whether or not their values are new. */
const CHANGES = [
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-copy-source-server-side-encryption-customer-algorithm',
  'x-amz-checksum-algorithm',
]

/** Returns whether a copy of an object to itself changes it: by its headers, or by the encryption of the bucket. */
function changes(call: CloudCall, { configurations }: Bucket): boolean {
  const { header } = withQueryHeaders(call)
  return (configurations.encryption ?? null) !== null || CHANGES.some((name) => header(name) !== undefined)
}

function directive(call: CloudCall, name: string): string {
  const value = withQueryHeaders(call).header(name) ?? 'COPY'
  if (value === 'COPY' || value === 'REPLACE') return value
  const subject = name === 'x-amz-metadata-directive' ? 'metadata' : 'tagging'
  throw invalidArgument(`Unknown ${subject} directive.`, name, value)
}

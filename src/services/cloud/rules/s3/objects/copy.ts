import { s3Arn } from '../arn.ts'
import { authorize } from '../../iam/authorize.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest, noSuchKey, notImplemented } from '#cloud/errors/s3.ts'
import { checkNotArchived } from './archive.ts'
import { findBucket } from '../buckets/find-bucket.ts'
import type { Bucket, ObjectDetails, ObjectVersion } from '#cloud/schema/s3.ts'
import { isChecksumAlgorithm } from '../uploads/checksums.ts'
import { checkCopySource } from './conditions.ts'
import { readSegments } from './content.ts'
import { detailsOf } from './details.ts'
import { startDigest } from '../uploads/digest.ts'
import { findVersion } from './find-version.ts'
import { withQueryHeaders } from '../requests/query-headers.ts'

/**
 * A step that finds the source of a copy, and adds it as `source`.
 *
 * @throws as {@link findCopySource} does.
 */
export function loadCopySource(call: CloudCall): { readonly source: CopySource } {
  return { source: findCopySource(call) }
}

/** The source of a copy. */
export interface CopySource {
  readonly version: ObjectVersion
  /** True when the request names a version. */
  readonly isVersionNamed: boolean
  readonly bucket: Bucket
}

/**
 * Finds the object that `x-amz-copy-source` names: `/bucket/key`, percent-encoded, with an optional `?versionId=…`.
 *
 * @throws when it does not exist, may not be read, or its conditions do not hold.
 */
function findCopySource(call: CloudCall): CopySource {
  const { name, key, versionId } = parse(withQueryHeaders(call).header('x-amz-copy-source') ?? '')
  const bucket = findBucket(call, name, 'x-amz-source-expected-bucket-owner')
  authorize(call, versionId === null ? 's3:GetObject' : 's3:GetObjectVersion', s3Arn(name, key))
  if (versionId !== null && call.rows.objects.find('version', bucket.id, key, versionId)?.isDeleteMarker === true) {
    throw invalidRequest('The source of a copy request may not specifically refer to a delete marker by version id.')
  }
  const version = findVersion(call, bucket, key, versionId)
  checkCopySource(call, version)
  checkNotArchived(version)
  return { version, isVersionNamed: versionId !== null, bucket }
}

function parse(header: string): { readonly name: string; readonly key: string; readonly versionId: string | null } {
  const [path = '', query = ''] = header.split('?')
  const decoded = decode(path).replace(/^\//, '')
  const slash = decoded.indexOf('/')
  if (slash < 1 || slash === decoded.length - 1) {
    const message = 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey'
    throw invalidArgument(message, 'x-amz-copy-source', header)
  }
  const versionId = new URLSearchParams(query).get('versionId')
  return { name: decoded.slice(0, slash), key: decoded.slice(slash + 1), versionId }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidArgument('Invalid copy source encoding.', 'x-amz-copy-source', text)
  }
}

/** The digests of a copy. */
export type Digests = Pick<ObjectVersion, 'etag' | 'checksums' | 'checksumType'>

/**
 * A step that computes the digests of a copy, and adds them as `digests`, with the version that they belong to as
 * `digested`. A copy is one object, so a source that was uploaded in parts is read through once, as is one without the
 * requested checksum.
 */
export async function copyDigests(
  call: CloudCall & { readonly source: CopySource },
): Promise<{ readonly digests: Digests; readonly digested: ObjectVersion }> {
  const { version } = call.source
  const requested = withQueryHeaders(call).header('x-amz-checksum-algorithm')?.toLowerCase()
  if (requested !== undefined && !isChecksumAlgorithm(requested))
    throw notImplemented(`backlot's cloud does not compute ${requested}`)
  if (version.parts === null && (requested === undefined || version.checksums[requested] !== undefined)) {
    const { etag, checksums, checksumType } = version
    return { digests: { etag, checksums, checksumType }, digested: version }
  }
  const known = Object.keys(version.checksums).find(isChecksumAlgorithm)
  const digest = await startDigest([requested ?? known ?? 'crc64nvme'])
  const bytes = readSegments(call, version.content, { start: 0, end: version.size })
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) digest.update(Buffer.from(piece))
  const { md5, checksums } = await digest.end()
  return { digests: { etag: md5, checksums, checksumType: 'FULL_OBJECT' }, digested: version }
}

/**
 * @throws `NoSuchKey` when another version has replaced the source since its digests were computed, from the version
 * `digested`.
 */
export function requireSameVersion({ version }: CopySource, digested: ObjectVersion): void {
  if (version.id !== digested.id) throw noSuchKey(version.key)
}

/**
 * Returns the details of the copy: those of the request where its directives say REPLACE, otherwise those of the
 * source.
 */
export function detailsOfCopy(call: CloudCall, bucket: Bucket, key: string, source: CopySource): ObjectDetails {
  const { version, isVersionNamed } = source
  const replaced = directive(call, 'x-amz-metadata-directive') === 'REPLACE'
  const retagged = directive(call, 'x-amz-tagging-directive') === 'REPLACE'
  const own = detailsOf(withQueryHeaders(call), bucket)
  const isSame = version.bucket === bucket.id && version.key === key && !isVersionNamed
  if (isSame && !replaced && !changes(call, version)) {
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's " +
        'metadata, storage class, website redirect location or encryption attributes.',
    )
  }
  return {
    headers: replaced ? own.headers : copiedHeaders(version, own),
    metadata: replaced ? own.metadata : version.metadata,
    tags: retagged ? own.tags : copiedTags(call, source, s3Arn(bucket.id, key)),
    storageClass: own.storageClass,
    acl: own.acl,
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
function copiedTags(call: CloudCall, { version, isVersionNamed }: CopySource, target: string): ObjectDetails['tags'] {
  const { bucket, key, tags } = version
  if (tags.length > 0) {
    authorize(call, isVersionNamed ? 's3:GetObjectVersionTagging' : 's3:GetObjectTagging', s3Arn(bucket, key))
    authorize(call, 's3:PutObjectTagging', target)
  }
  return tags
}

function changes(call: CloudCall, version: ObjectVersion): boolean {
  const { header } = withQueryHeaders(call)
  const storageClass = header('x-amz-storage-class')
  return (
    (storageClass !== undefined && storageClass !== version.storageClass) ||
    header('x-amz-website-redirect-location') !== undefined ||
    header('x-amz-server-side-encryption') !== undefined
  )
}

function directive(call: CloudCall, name: string): string {
  const value = withQueryHeaders(call).header(name) ?? 'COPY'
  if (value === 'COPY' || value === 'REPLACE') return value
  const subject = name === 'x-amz-metadata-directive' ? 'metadata' : 'tagging'
  throw invalidArgument(`Unknown ${subject} directive.`, name, value)
}

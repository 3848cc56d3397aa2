import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest, notImplemented } from '#cloud/errors/s3.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { findBucket } from '#cloud/rules/s3/buckets/find-bucket.ts'
import { checkNotArchived } from '#cloud/rules/s3/objects/archive.ts'
import { checkCopySource } from '#cloud/rules/s3/objects/conditions.ts'
import { readSegments } from '#core/content.ts'
import type { CopySource, Digests } from '#cloud/rules/s3/objects/copy.ts'
import { checkCustomerKey } from '#cloud/rules/s3/objects/customer-key.ts'
import { isTaggedByMd5 } from '#cloud/rules/s3/objects/entity-tag.ts'
import { findVersion } from '#cloud/rules/s3/objects/find-version.ts'
import { isChecksumAlgorithm } from '#cloud/rules/s3/uploads/checksums.ts'
import { startDigest } from '#cloud/rules/s3/uploads/digest.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'

/**
 * A step that finds the source of a copy, and adds it as `source`.
 *
 * @throws as {@link findCopySource} does.
 */
export function loadCopySource(call: CloudCall): { readonly source: CopySource } {
  return { source: findCopySource(call) }
}

/**
 * Finds the object that `x-amz-copy-source` names: `/bucket/key`, percent-encoded, with an optional `?versionId=…`.
 *
 * @throws when it does not exist, may not be read, or its conditions do not hold.
 */
function findCopySource(call: CloudCall): CopySource {
  const { name, key, versionId } = parseCopySource(withQueryHeaders(call).header('x-amz-copy-source') ?? '')
  const bucket = findBucket(call, name, 'x-amz-source-expected-bucket-owner')
  requirePermission(call, versionId === null ? 's3:GetObject' : 's3:GetObjectVersion', s3Arn(bucket, key))
  if (versionId !== null && call.rows.objects.find('version', bucket.id, key, versionId)?.isDeleteMarker === true) {
    throw invalidRequest('The source of a copy request may not specifically refer to a delete marker by version id.')
  }
  const version = findVersion(call, bucket, key, versionId)
  checkCustomerKey(call, version, 'source')
  checkCopySource(call, version)
  checkNotArchived(version, call.clock.now())
  return { version, isVersionNamed: versionId !== null, bucket }
}

/**
 * Returns the bucket, key and version that a copy source names, in a path or in a URL of the path style.
 *
 * @throws `InvalidArgument` for a text that names none.
 */
export function parseCopySource(header: string): {
  readonly name: string
  readonly key: string
  readonly versionId: string | null
} {
  // A source may be named by its URL at the vendor's path-style hosts.
  const [path = '', query = ''] = header.replace(/^https?:\/\/[^/]*/i, '').split('?')
  // A plus stands for a space here, as in a form.
  const decoded = decode(path.replaceAll('+', ' ')).replace(/^\//, '')
  const slash = decoded.indexOf('/')
  if (slash < 1 || slash === decoded.length - 1) {
    throw invalidArgument('Invalid copy source object key', 'x-amz-copy-source', 'x-amz-copy-source')
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

/**
 * A step that computes the digests of a copy, and adds them as `digests`, with the version that they belong to as
 * `digested`. A copy is one object, so a source that was uploaded in parts is read through once, as is one whose entity
 * tag is not its MD5, and one without the requested checksum.
 */
export async function copyDigests(
  call: CloudCall & { readonly source: CopySource },
): Promise<{ readonly digests: Digests; readonly digested: ObjectVersion }> {
  const { version } = call.source
  const requested = withQueryHeaders(call).header('x-amz-checksum-algorithm')?.toLowerCase()
  if (requested !== undefined && !isChecksumAlgorithm(requested))
    throw notImplemented(`backlot's cloud does not compute ${requested}`)
  const isDigested = version.parts === null && isTaggedByMd5(version)
  if (isDigested && (requested === undefined || version.checksums[requested] !== undefined)) {
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

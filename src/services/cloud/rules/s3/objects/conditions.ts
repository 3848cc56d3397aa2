import { conditionalConflict } from '#cloud/errors/s3-uploads.ts'
import type { Failure } from '#core/errors.ts'
import type { CloudCall } from '#cloud/call.ts'
import { headerNotImplemented, noSuchKey, notModified, preconditionFailed } from '#cloud/errors/s3.ts'
import type { Bucket, MultipartUpload, ObjectVersion } from '#cloud/schema/s3.ts'
import { httpTime } from '#cloud/protocols/time.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'

/** Returns whether the list of entity tags in a condition contains this one. */
function names(list: string, etag: string): boolean {
  return list.split(',').some((each) => {
    const tag = each.trim().replace(/^W\//, '')
    return tag === '*' || tag.replaceAll('"', '') === etag
  })
}

/**
 * Parses a header's date into epoch milliseconds; null when it is absent or malformed, which counts as absent (RFC 9110
 * section 13.1.3).
 */
function dateOf(header: string | undefined): number | null {
  const at = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(at) ? null : at
}

/** Parses the date of If-Modified-Since; null for one in the future, which is ignored. RFC 9110 section 13.1.3 */
function pastDateOf(header: string | undefined, now: number): number | null {
  const at = dateOf(header)
  return at !== null && at > now ? null : at
}

/** Rounds a time down to the second, the precision of headers. */
function seconds(at: number): number {
  return Math.floor(at / 1000) * 1000
}

/**
 * Checks the conditions of a read. RFC 9110 section 13.2.2;
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 *
 * @throws 412 for one that does not hold, and 304 when the client already has the object.
 */
export function checkRead({ header, clock }: CloudCall, object: ObjectVersion): void {
  const modifiedAt = seconds(object.modifiedAt)
  const ifMatch = header('if-match')
  const unmodifiedSince = dateOf(header('if-unmodified-since'))
  if (ifMatch !== undefined) {
    if (!names(ifMatch, object.etag)) throw preconditionFailed('If-Match')
  } else if (unmodifiedSince !== null && modifiedAt > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since')
  }
  const ifNoneMatch = header('if-none-match')
  const modifiedSince = pastDateOf(header('if-modified-since'), clock.now())
  const known =
    ifNoneMatch === undefined ? modifiedSince !== null && modifiedAt <= modifiedSince : names(ifNoneMatch, object.etag)
  if (!known) return
  const headers = { etag: `"${object.etag}"`, 'last-modified': httpTime(object.modifiedAt) }
  const cache = object.headers['cache-control']
  throw notModified(cache === undefined ? headers : { ...headers, 'cache-control': cache })
}

/**
 * Checks the condition of a write: that the object does not exist, or has this entity tag.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 *
 * @throws 412 for a condition that does not hold, `NoSuchKey` for If-Match without an object, and `NotImplemented` for
 * both headers at once and for other values.
 */
export function checkWrite(call: CloudCall, bucket: Bucket, key: string): void {
  const { header } = withQueryHeaders(call)
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')]
  if (ifMatch !== undefined && ifNoneMatch !== undefined) {
    throw headerNotImplemented('If-Match,If-None-Match', 'Multiple conditional request headers present in the request')
  }
  if (ifMatch === '*') throw unknownValue('If-Match')
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch !== '*') throw unknownValue('If-None-Match')
    if (currentObject(call, bucket, key) !== undefined) throw preconditionFailed('If-None-Match')
  }
  checkIfMatch(call, bucket, key)
}

/**
 * Checks the condition of a completion as that of a write. A condition also fails when the object was written or
 * deleted since the upload began.
 *
 * @throws `ConditionalRequestConflict`, and as {@link checkWrite} does.
 */
export function checkCompletion(call: CloudCall, bucket: Bucket, { key, began }: MultipartUpload): void {
  checkWrite(call, bucket, key)
  const { header } = withQueryHeaders(call)
  const condition = ['If-Match', 'If-None-Match'].find((name) => header(name.toLowerCase()) !== undefined)
  if (condition === undefined || (currentObject(call, bucket, key)?.sequence ?? null) === began) return
  throw conditionalConflict(condition, key)
}

function unknownValue(header: string): Failure {
  return headerNotImplemented(header, `We don't accept the provided value of ${header} header for this API`)
}

/**
 * Checks the If-Match condition of a deletion.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 *
 * @throws 412 when it does not hold, and `NoSuchKey` when there is no object.
 */
export function checkIfMatch(call: CloudCall, bucket: Bucket, key: string): void {
  const ifMatch = withQueryHeaders(call).header('if-match')
  if (ifMatch === undefined) return
  const current = currentObject(call, bucket, key)
  if (current === undefined) throw noSuchKey(key)
  if (!names(ifMatch, current.etag)) throw preconditionFailed('If-Match')
}

/** Returns the object of a key that readers see. */
export function currentObject({ rows }: CloudCall, bucket: Bucket, key: string): ObjectVersion | undefined {
  const latest = rows.objects.find('latest', bucket.id, key)
  return latest?.isDeleteMarker === true ? undefined : latest
}

/**
 * Checks the conditions of a copy on its source.
 *
 * @throws 412 for one that does not hold.
 */
export function checkCopySource(call: CloudCall, source: ObjectVersion): void {
  const { header } = withQueryHeaders(call)
  const modifiedAt = seconds(source.modifiedAt)
  const ifMatch = header('x-amz-copy-source-if-match')
  const unmodifiedSince = dateOf(header('x-amz-copy-source-if-unmodified-since'))
  const ifNoneMatch = header('x-amz-copy-source-if-none-match')
  const modifiedSince = pastDateOf(header('x-amz-copy-source-if-modified-since'), call.clock.now())
  if (ifMatch !== undefined) {
    if (!names(ifMatch, source.etag)) throw preconditionFailed('x-amz-copy-source-If-Match')
  } else if (unmodifiedSince !== null && modifiedAt > unmodifiedSince) {
    throw preconditionFailed('x-amz-copy-source-If-Unmodified-Since')
  }
  if (ifNoneMatch !== undefined) {
    if (names(ifNoneMatch, source.etag)) throw preconditionFailed('x-amz-copy-source-If-None-Match')
  } else if (modifiedSince !== null && modifiedAt <= modifiedSince) {
    throw preconditionFailed('x-amz-copy-source-If-Modified-Since')
  }
}

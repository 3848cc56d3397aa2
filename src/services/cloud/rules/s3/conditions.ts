import type { Failure } from '../../../../core/errors.ts'
import type { CloudCall } from '../../call.ts'
import { headerNotImplemented, noSuchKey, notModified, preconditionFailed } from '../../errors-s3.ts'
import type { Bucket, ObjectVersion } from '../../schema-s3.ts'
import { httpTime } from '../../xml/time.ts'
import { withHoisted } from './hoisted.ts'

/** Whether a list of entity tags, as conditions have it, names this one. */
function names(list: string, etag: string): boolean {
  return list.split(',').some((each) => {
    const tag = each.trim().replace(/^W\//, '')
    return tag === '*' || tag.replaceAll('"', '') === etag
  })
}

/** A header's date in epoch milliseconds; null for none, and for what is no date, which counts as none (RFC 9110 section 13.1.3). */
function dateOf(header: string | undefined): number | null {
  const at = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(at) ? null : at
}

/** What headers tell seconds of. */
function seconds(at: number): number {
  return Math.floor(at / 1000) * 1000
}

/**
 * Holds the conditions of a read against an object: throws 412 for one that does not hold, 304 where the client has it already.
 * RFC 9110 section 13.2.2; https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 */
export function checkRead({ header }: CloudCall, object: ObjectVersion): void {
  const modifiedAt = seconds(object.modifiedAt)
  const ifMatch = header('if-match')
  const unmodifiedSince = dateOf(header('if-unmodified-since'))
  if (ifMatch !== undefined) {
    if (!names(ifMatch, object.etag)) throw preconditionFailed('If-Match')
  } else if (unmodifiedSince !== null && modifiedAt > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since')
  }
  const ifNoneMatch = header('if-none-match')
  const modifiedSince = dateOf(header('if-modified-since'))
  const known =
    ifNoneMatch === undefined ? modifiedSince !== null && modifiedAt <= modifiedSince : names(ifNoneMatch, object.etag)
  if (!known) return
  const told = { etag: `"${object.etag}"`, 'last-modified': httpTime(object.modifiedAt) }
  const cache = object.headers['cache-control']
  throw notModified(cache === undefined ? told : { ...told, 'cache-control': cache })
}

/**
 * Holds the condition of a write against what is there: that there is nothing, or that it is what the client knows. Throws 412 for
 * one that does not hold, `NoSuchKey` where there is nothing that could match, `NotImplemented` for both at once and for other values.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function checkWrite(call: CloudCall, bucket: Bucket, key: string): void {
  const [ifMatch, ifNoneMatch] = [call.header('if-match'), call.header('if-none-match')]
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

function unknownValue(header: string): Failure {
  return headerNotImplemented(header, `We don't accept the provided value of ${header} header for this API`)
}

/**
 * Holds the condition of a deletion against what is there: throws 412 where it does not hold, `NoSuchKey` where there is nothing.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export function checkIfMatch(call: CloudCall, bucket: Bucket, key: string): void {
  const ifMatch = call.header('if-match')
  if (ifMatch === undefined) return
  const current = currentObject(call, bucket, key)
  if (current === undefined) throw noSuchKey(key)
  if (!names(ifMatch, current.etag)) throw preconditionFailed('If-Match')
}

function currentObject({ rows }: CloudCall, bucket: Bucket, key: string): ObjectVersion | undefined {
  const latest = rows.objects.find('latest', bucket.id, key)
  return latest?.isDeleteMarker === true ? undefined : latest
}

/** Holds the conditions of a copy against its source: throws 412 for one that does not hold. */
export function checkCopySource(call: CloudCall, source: ObjectVersion): void {
  const { header } = withHoisted(call)
  const modifiedAt = seconds(source.modifiedAt)
  const ifMatch = header('x-amz-copy-source-if-match')
  const unmodifiedSince = dateOf(header('x-amz-copy-source-if-unmodified-since'))
  const ifNoneMatch = header('x-amz-copy-source-if-none-match')
  const modifiedSince = dateOf(header('x-amz-copy-source-if-modified-since'))
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

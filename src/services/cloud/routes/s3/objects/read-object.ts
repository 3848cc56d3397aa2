import type { Answer } from '#core/answer.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidPartNumber, invalidRequest } from '#cloud/errors/s3.ts'
import { encryptionHeaderInRead } from '#cloud/errors/s3-encryption.ts'
import { checkCustomerKey } from '#cloud/rules/s3/objects/customer-key.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { expirationHeader, objectHeaders, restoreHeader } from '#cloud/xml/object-headers.ts'
import { checksumHeaders } from '#cloud/rules/s3/uploads/checksums.ts'
import { checkRead } from '#cloud/rules/s3/objects/conditions.ts'
import { readSegments } from '#core/content.ts'
import type { ByteRange } from '#core/http/byte-range.ts'
import { versionHeader } from '#cloud/rules/s3/objects/find-version.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { requestedRange } from '#cloud/rules/s3/objects/ranges.ts'
import { withSandbox } from '#cloud/rules/s3/objects/sandbox.ts'

/** The headers that a signed request may override, by the query parameters that do so. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
}

/**
 * Answers GET and HEAD of an object with all of it, a range, or a part, after checking the request's conditions.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function readObject(call: CloudCall, bucket: Bucket, version: ObjectVersion): Answer {
  checkReadKey(call, version)
  checkRead(call, version)
  const part = partOf(call, version)
  const range = part ?? requestedRange(call.header('range'), version.size)
  const bytes = range ?? { start: 0, end: version.size }
  const headers = objectHeaders(version)
  // Assigned one after another: every read comes here, and spreads into a literal take several times as long.
  if (bucket.versioning !== null) Object.assign(headers, versionHeader(bucket, version))
  // A read of a version by its id is not told when it expires, not even of the latest one.
  if (version.isLatest && !call.query.has('versionId')) Object.assign(headers, expirationHeader(bucket, version))
  if (version.restore !== null) Object.assign(headers, restoreHeader(version, call.clock.now()))
  Object.assign(headers, overrides(call))
  headers['content-length'] = String(bytes.end - bytes.start)
  if (part !== null && version.parts !== null) headers['x-amz-mp-parts-count'] = String(version.parts.length)
  if (range !== null) headers['content-range'] = `bytes ${range.start}-${range.end - 1}/${version.size}`
  if (withQueryHeaders(call).header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED') {
    Object.assign(headers, checksumHeaders(checksumsOf(version, bytes, part !== null), version.checksumType))
  }
  return {
    status: range === null ? 200 : 206,
    headers: withSandbox(bucket, headers),
    body: readSegments(call, version.content, bytes),
  }
}

/** @throws the vendor's failure for a read that brings the encryption of a write, or not the customer's key. */
function checkReadKey(call: CloudCall, version: ObjectVersion): void {
  checkCustomerKey(call, version)
  if (call.header('x-amz-server-side-encryption') !== undefined) throw encryptionHeaderInRead()
}

/** Returns the byte range of the part in the `partNumber` parameter; null without the parameter. */
function partOf({ query, header }: CloudCall, { parts, size }: ObjectVersion): ByteRange | null {
  const requested = query.get('partNumber')
  if (requested === null) return null
  if (header('range') !== undefined)
    throw invalidRequest('Cannot specify both Range header and partNumber query parameter')
  const number = Number(requested)
  if (!/^\d+$/.test(requested) || number < 1 || number > 10_000) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', requested)
  }
  if (parts === null) {
    if (number > 1) throw invalidPartNumber(requested, 1)
    return size === 0 ? null : { start: 0, end: size }
  }
  // The parameter counts the parts, whose own numbers may have gaps.
  const part = parts[number - 1]
  if (part === undefined) throw invalidPartNumber(requested, parts.length)
  const start = parts.slice(0, number - 1).reduce((sum, each) => sum + each.size, 0)
  return { start, end: start + part.size }
}

/**
 * Returns the known checksums of a byte range: those of the whole object or of one of its parts.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
function checksumsOf(
  { parts, size, checksums, checksumType }: ObjectVersion,
  bytes: ByteRange,
  isPart: boolean,
): ObjectVersion['checksums'] {
  let start = 0
  for (const part of parts ?? []) {
    const end = start + part.size
    // The only part of an object is told as a part only where the client asks for one.
    const isTold = parts?.length !== 1 || (isPart && checksumType === 'COMPOSITE')
    if (start === bytes.start && end === bytes.end && isTold) return part.checksums
    start = end
  }
  return bytes.start === 0 && bytes.end === size ? checksums : {}
}

function overrides({ query, search, principal }: CloudCall): Record<string, string> {
  if (!search.includes('response-')) return {}
  const chosen = Object.entries(OVERRIDES).flatMap(([parameter, header]) => {
    const value = query.get(parameter)
    return value === null ? [] : [[header, value] as const]
  })
  if (chosen.length > 0 && (principal === null || principal.accessKeyId === null)) {
    throw invalidRequest('Request specific response headers cannot be used for anonymous GET requests.')
  }
  for (const [header, value] of chosen) {
    if (/[^\0-\u00ff]/.test(value)) {
      const message = 'Header value cannot be represented using ISO-8859-1.'
      throw invalidArgument(message, `response-${header}`, value)
    }
  }
  return Object.fromEntries(chosen)
}

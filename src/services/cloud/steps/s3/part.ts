import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest } from '#cloud/errors/s3.ts'
import type { Bucket, MultipartUpload, ObjectVersion } from '#cloud/schema/s3.ts'
import { checkPartKey } from '#cloud/rules/s3/objects/customer-key.ts'
import { contentOfRange, readSegments, type NewSegment } from '#core/content.ts'
import type { ByteRange } from '#core/http/byte-range.ts'
import type { CopySource } from '#cloud/rules/s3/objects/copy.ts'
import { startDigest, type DigestResult } from '#cloud/rules/s3/uploads/digest.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { algorithmOf, partNumberOf, findUpload } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import { receiveBody, type Upload } from './upload.ts'

/**
 * The largest part that stays in memory, in bytes. It is lower than the limit of other bodies because an upload has
 * many parts.
 */
const MEMORY_LIMIT = 1024 * 1024

type ObjectCall = CloudCall & { readonly bucket: Bucket; readonly key: string }
type UploadCall = CloudCall & { readonly multipartUpload: MultipartUpload }

/**
 * A step that finds the upload that a part is for, and adds it as `multipartUpload`, with the part's `number`.
 *
 * @throws `NoSuchUpload`, `InvalidArgument` for an invalid number, and as {@link checkPartKey} does.
 */
export function loadUpload(call: ObjectCall): { readonly multipartUpload: MultipartUpload; readonly number: number } {
  const multipartUpload = findUpload(call, call.bucket, call.key)
  checkPartKey(call, multipartUpload)
  return { multipartUpload, number: partNumberOf(call) }
}

/**
 * A step that reads the body of a part, checks it, computes the upload's checksum, and writes all but small bodies to a
 * file. Adds it as `sent`.
 *
 * @throws `InvalidRequest` for a checksum of another algorithm than the upload's.
 */
export async function receivePart(call: UploadCall): Promise<{ readonly sent: Upload }> {
  const { multipartUpload: upload } = call
  const sent = await receiveBody(call, algorithmOf(upload))
  checkAlgorithm(upload, sent)
  return { sent: { ...sent, segment: await spooledSegment(call, sent.segment) } }
}

/**
 * Each part must come with a checksum of the upload's algorithm; without one, the part's own choice does not matter.
 */
function checkAlgorithm({ checksumAlgorithm: expected, checksumType }: MultipartUpload, { algorithm }: Upload): void {
  if (expected === null || algorithm === expected) return
  if (algorithm === null && checksumType === 'FULL_OBJECT') return
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${algorithm ?? 'null'}`,
  )
}

async function spooledSegment(call: CloudCall, segment: NewSegment): Promise<NewSegment> {
  if (!('bytes' in segment) || segment.bytes.length <= MEMORY_LIMIT) return segment
  const { bytes } = segment
  const spooled = await call.spool(
    (async function* () {
      yield bytes
    })(),
    MEMORY_LIMIT,
  )
  return 'path' in spooled ? { file: spooled } : { bytes: spooled }
}

/** A part that is copied from another object. */
export interface CopiedPart extends DigestResult {
  /** The version that it was copied from. */
  readonly version: ObjectVersion
  readonly content: readonly NewSegment[]
}

/**
 * A step that reads the range of another object that becomes a part; adds it as `copied`. Files are shared, only bytes
 * in memory are copied.
 */
export async function copyPart(
  call: UploadCall & { readonly source: CopySource },
): Promise<{ readonly copied: CopiedPart }> {
  const { multipartUpload: upload } = call
  const { version } = call.source
  const range = copiedRange(call, version)
  const content = contentOfRange(call, version.content, range)
  const digest = await startDigest([algorithmOf(upload)])
  const bytes = readSegments(call, version.content, range)
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) digest.update(Buffer.from(piece))
  return { copied: { version, content, ...(await digest.end()) } }
}

/** Returns the range of the source to copy. https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
function copiedRange(call: CloudCall, { size }: ObjectVersion): ByteRange {
  const name = 'x-amz-copy-source-range'
  const range = withQueryHeaders(call).header(name)
  if (range === undefined) return { start: 0, end: size }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (first === undefined || last === undefined || Number(first) > Number(last)) {
    const message =
      `The ${name} value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and ` +
      'last bytes to copy'
    throw invalidArgument(message, name, range)
  }
  if (Number(first) >= size) throw invalidRequest('The specified copy range is invalid for the source object size')
  if (Number(last) >= size)
    throw invalidArgument(`Range specified is not valid for source object of size: ${size}`, name, range)
  return { start: Number(first), end: Number(last) + 1 }
}

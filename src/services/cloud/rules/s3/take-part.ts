import type { CloudCall } from '../../call.ts'
import { invalidArgument, invalidRequest } from '../../errors-s3.ts'
import type { Bucket, MultipartUpload, ObjectVersion } from '../../schema-s3.ts'
import { keptStretch, readSegments, type NewSegment, type Stretch } from './content.ts'
import type { CopySource } from './copy.ts'
import { startDigest, type Digested } from './digest.ts'
import { withHoisted } from './hoisted.ts'
import { algorithmOf, partNumberOf, uploadOf } from './multipart-upload.ts'
import { takeUpload, type Upload } from './upload.ts'

/**
 * The largest part that stays in memory, in bytes. It is lower than the limit of other bodies because an upload has
 * many parts.
 */
const HELD = 1024 * 1024

type WithObject = CloudCall & { readonly bucket: Bucket; readonly key: string }
type WithUpload = CloudCall & { readonly multipartUpload: MultipartUpload }

/**
 * A step that finds the upload that a part is for, and adds it as `multipartUpload`, with the part's `number`. Throws
 * `NoSuchUpload`, and `InvalidArgument` for an invalid number.
 */
export function loadUpload(call: WithObject): { readonly multipartUpload: MultipartUpload; readonly number: number } {
  return { multipartUpload: uploadOf(call, call.bucket, call.key), number: partNumberOf(call) }
}

/**
 * A step that reads the body of a part, checks it, computes the upload's checksum, and writes all but small bodies to a
 * file. Adds it as `sent`. Throws `InvalidRequest` for a checksum of another algorithm than the
 * upload's.
 */
export async function partBody(call: WithUpload): Promise<{ readonly sent: Upload }> {
  const { multipartUpload: upload } = call
  const sent = await takeUpload(call, algorithmOf(upload))
  checkAlgorithm(upload, sent)
  return { sent: { ...sent, segment: await spilled(call, sent.segment) } }
}

/** Each part must come with a checksum of the upload's algorithm; without one, the part's own choice does not matter. */
function checkAlgorithm({ checksumAlgorithm: expected, checksumType }: MultipartUpload, { algorithm }: Upload): void {
  if (expected === null || algorithm === expected) return
  if (algorithm === null && checksumType === 'FULL_OBJECT') return
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${algorithm ?? 'null'}`,
  )
}

async function spilled(call: CloudCall, segment: NewSegment): Promise<NewSegment> {
  if (!('bytes' in segment) || segment.bytes.length <= HELD) return segment
  const { bytes } = segment
  const taken = await call.spool(
    (async function* () {
      yield bytes
    })(),
    HELD,
  )
  return 'path' in taken ? { file: taken } : { bytes: taken }
}

/** A part that is copied from another object. */
export interface CopiedPart extends Digested {
  /** The version that it was copied from. */
  readonly version: ObjectVersion
  readonly content: readonly NewSegment[]
}

/**
 * A step that reads the range of another object that becomes a part; adds it as `copied`. Files are shared, only bytes
 * in memory are copied.
 */
export async function partCopy(
  call: WithUpload & { readonly source: CopySource },
): Promise<{ readonly copied: CopiedPart }> {
  const { multipartUpload: upload } = call
  const { version } = call.source
  const stretch = stretchOf(call, version)
  const content = keptStretch(call, version.content, stretch)
  const digest = await startDigest([algorithmOf(upload)])
  const bytes = readSegments(call, version.content, stretch)
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) digest.update(Buffer.from(piece))
  return { copied: { version, content, ...(await digest.end()) } }
}

/** Returns the range of the source to copy. https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
function stretchOf(call: CloudCall, { size }: ObjectVersion): Stretch {
  const name = 'x-amz-copy-source-range'
  const given = withHoisted(call).header(name)
  if (given === undefined) return { start: 0, end: size }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(given) ?? []
  if (first === undefined || last === undefined || Number(first) > Number(last)) {
    const message =
      `The ${name} value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and ` +
      'last bytes to copy'
    throw invalidArgument(message, name, given)
  }
  if (Number(last) >= size)
    throw invalidArgument(`Range specified is not valid for source object of size: ${size}`, name, given)
  return { start: Number(first), end: Number(last) + 1 }
}

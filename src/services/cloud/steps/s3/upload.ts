import { createReadStream } from 'node:fs'
import type { CloudCall } from '#cloud/call.ts'
import {
  badDigest,
  headerNotImplemented,
  incompleteBody,
  invalidDigest,
  invalidRequest,
  malformedTrailer,
  malformedXml,
  missingContentLength,
  notImplemented,
} from '#cloud/errors/s3.ts'
import type { ChecksumAlgorithm } from '#cloud/schema/s3.ts'
import { ChunkDecoder, isChunked } from '#cloud/signature/chunks.ts'
import { checkSum, CHECKSUM_NAMES, isChecksumAlgorithm } from '#cloud/rules/s3/uploads/checksums.ts'
import type { NewSegment } from '#core/content.ts'
import { startDigest } from '#cloud/rules/s3/uploads/digest.ts'

/** The body of an upload, complete and checked, with its digests. */
export interface Upload {
  readonly segment: NewSegment
  /** In bytes. */
  readonly size: number
  /** Hexadecimal digits. */
  readonly md5: string
  /** Base64: the checksums that the client sent, otherwise the one it named, otherwise CRC64NVME. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
  /** The algorithm that the client sent a checksum of, or named; null for neither. */
  readonly algorithm: ChecksumAlgorithm | null
}

/** The checksums that a request announces for its body. */
interface ExpectedChecksums {
  readonly algorithm: ChecksumAlgorithm | null
  /** The checksums in headers, in Base64. */
  readonly sums: ReadonlyMap<ChecksumAlgorithm, string>
  /** The algorithm of the checksum in the trailer. */
  readonly trailing: ChecksumAlgorithm | null
}

/**
 * A step that reads the body of an upload and adds it as `upload`: decoded from its chunks, and checked against its
 * announced length and checksums. Large bodies are read piece by piece.
 */
export async function receiveUpload(call: CloudCall): Promise<{ readonly upload: Upload }> {
  return { upload: await receiveBody(call, null) }
}

/**
 * Does the work of the step, and computes one more checksum: `extra` replaces CRC64NVME, or joins the one that the
 * client names.
 */
export async function receiveBody(call: CloudCall, extra: ChecksumAlgorithm | null): Promise<Upload> {
  refuseUnannounced(call)
  const expected = expectedOf(call)
  const { algorithm } = expected
  const sums = new Set([algorithm ?? extra ?? 'crc64nvme', extra ?? algorithm ?? 'crc64nvme'])
  const digest = await startDigest([...sums])
  const decoder = isChunked(call) ? new ChunkDecoder(call) : null
  const segment = await readBody(call, decoder, digest.update)
  const { size, md5, checksums } = await digest.end()
  checkLength(call, size)
  checkMd5(call, Buffer.from(md5, 'hex'))
  checkSums(expected, checksums, decoder)
  return { segment, size, md5, checksums, algorithm }
}

/**
 * Refuses chunked transfer encoding, which clients use for a stream of unknown length and the vendor does not accept.
 */
function refuseUnannounced(call: CloudCall): void {
  if (call.header('transfer-encoding') !== undefined && !isChunked(call))
    throw headerNotImplemented('Transfer-Encoding')
}

/**
 * Returns the bytes of a small body.
 *
 * @throws `MalformedXML`, the failure of a malformed document, for a body that is too large for memory.
 */
export function bytesOfUpload({ segment }: Upload): Buffer {
  if (!('bytes' in segment)) throw malformedXml()
  return Buffer.from(segment.bytes.buffer, segment.bytes.byteOffset, segment.bytes.byteLength)
}

/** Reads the body, decodes its chunks, and passes all bytes to `pass`. */
async function readBody(
  call: CloudCall,
  decoder: ChunkDecoder | null,
  pass: (bytes: Uint8Array) => void,
): Promise<NewSegment> {
  const { file, bytes } = call
  if (file === null) {
    const decoded = decoder === null ? bytes : Buffer.concat(decoder.push(bytes))
    decoder?.end()
    pass(decoded)
    return { bytes: decoded }
  }
  if (decoder === null) {
    for await (const piece of createReadStream(file.path)) pass(piece as Buffer) // a stream without an encoding
    return { file }
  }
  const spooled = await call.spool(decodedPieces(file.path, decoder, pass))
  return 'path' in spooled ? { file: spooled } : { bytes: spooled }
}

async function* decodedPieces(
  path: string,
  decoder: ChunkDecoder,
  pass: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path)) {
    // A stream without an encoding yields buffers.
    for (const decoded of decoder.push(piece as Buffer)) {
      pass(decoded)
      yield decoded
    }
  }
  decoder.end()
}

/**
 * Returns the checksums that a request's headers announce. A presigned URL's are ignored, because they were computed
 * without the body.
 */
function expectedOf(call: CloudCall): ExpectedChecksums {
  const sums = new Map<ChecksumAlgorithm, string>()
  for (const [name, value] of Object.entries(call.headers)) {
    const algorithm = algorithmOf(name)
    if (algorithm !== null) sums.set(algorithm, String(value))
  }
  if (sums.size > 1)
    throw invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.')
  const trailing = algorithmOf(call.header('x-amz-trailer')?.trim().toLowerCase() ?? '')
  const [sent] = sums.keys()
  if (sent !== undefined) checkNamedAlgorithm(call, sent)
  return { algorithm: sent ?? trailing ?? namedAlgorithm(call), sums, trailing }
}

/** @throws `InvalidRequest` for a header that names another algorithm than that of the checksum. */
function checkNamedAlgorithm({ header }: CloudCall, sent: ChecksumAlgorithm): void {
  const named = header('x-amz-sdk-checksum-algorithm')?.toLowerCase() ?? sent
  if (named !== sent) throw invalidRequest('Value for x-amz-sdk-checksum-algorithm header is invalid.')
}

/** Returns the algorithm that a presigned URL names without a checksum. In a header it must come with a checksum. */
function namedAlgorithm({ header, query }: CloudCall): ChecksumAlgorithm | null {
  if (header('x-amz-sdk-checksum-algorithm') !== undefined) {
    throw invalidRequest(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    )
  }
  const named = query.get('x-amz-sdk-checksum-algorithm')?.toLowerCase() ?? ''
  return isChecksumAlgorithm(named) ? named : null
}

const CHECKSUM_HEADER = /^x-amz-checksum-(?!type$|algorithm$|mode$)(.+)$/

function algorithmOf(header: string): ChecksumAlgorithm | null {
  const name = CHECKSUM_HEADER.exec(header)?.[1]
  if (name === undefined) return null
  if (isChecksumAlgorithm(name)) return name
  throw notImplemented(
    `backlot's cloud does not compute ${name}; it computes ${Object.values(CHECKSUM_NAMES).join(', ')}`,
  )
}

function checkLength(call: CloudCall, size: number): void {
  const announced = call.header('x-amz-decoded-content-length')
  if (announced === undefined && isChunked(call)) throw missingContentLength()
  if (announced !== undefined && Number(announced) !== size) throw incompleteBody()
}

function checkMd5(call: CloudCall, digest: Buffer): void {
  const contentMd5 = call.header('content-md5')
  if (contentMd5 === undefined) return
  const expected = Buffer.from(contentMd5, 'base64')
  if (expected.length !== 16) throw invalidDigest(contentMd5)
  if (!expected.equals(digest)) {
    // The vendor repeats the digest of a part as it was sent, and that of an object as hexadecimal digits.
    const repeated = call.query.has('uploadId') ? contentMd5 : expected.toString('hex')
    throw badDigest(repeated, digest.toString('base64'))
  }
}

function checkSums(
  { sums, trailing }: ExpectedChecksums,
  computed: Upload['checksums'],
  decoder: ChunkDecoder | null,
): void {
  const expectedSums = new Map(sums)
  if (trailing !== null) {
    const sum = decoder?.trailers.get(`x-amz-checksum-${trailing}`)
    if (sum === undefined) throw malformedTrailer()
    expectedSums.set(trailing, sum)
  }
  for (const [algorithm, sum] of expectedSums) checkSum(algorithm, sum, computed[algorithm])
}

import { createReadStream } from 'node:fs'
import type { CloudCall } from '../../call.ts'
import {
  badChecksum,
  badDigest,
  headerNotImplemented,
  incompleteBody,
  invalidDigest,
  invalidRequest,
  malformedTrailer,
  malformedXml,
  missingContentLength,
  notImplemented,
} from '../../errors-s3.ts'
import type { ChecksumAlgorithm } from '../../schema-s3.ts'
import { ChunkDecoder, isChunked } from '../../signature/chunks.ts'
import { CHECKSUM_NAMES, isChecksumAlgorithm } from './checksums.ts'
import type { NewSegment } from './content.ts'
import { startDigest } from './digest.ts'

/** A body that was sent to become an object or a part of one: whole, and what its checksums say it is. */
export interface Upload {
  readonly segment: NewSegment
  /** In bytes. */
  readonly size: number
  /** Hexadecimal digits. */
  readonly md5: string
  /** Base64: those that the client sent, or else the one that it names, or else CRC64NVME. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
  /** The algorithm that the client sent a sum of, or named; null: neither. */
  readonly algorithm: ChecksumAlgorithm | null
}

/** Which sums are to be made of a body, and what they must be. */
interface Expected {
  readonly algorithm: ChecksumAlgorithm | null
  /** Base64, of those that came in headers. */
  readonly sums: ReadonlyMap<ChecksumAlgorithm, string>
  /** The one that comes after the body. */
  readonly trailing: ChecksumAlgorithm | null
}

/**
 * A step that takes the body of an upload: out of its chunks, and checked against its announced length and every checksum that
 * came with it; adds it as `upload`. A body that was too large for memory is read piece by piece.
 */
export async function upload(call: CloudCall): Promise<{ readonly upload: Upload }> {
  return { upload: await takeUpload(call, null) }
}

/** What {@link upload} does, with another sum than CRC64NVME where the client names none, or beside the one that it names. */
export async function takeUpload(call: CloudCall, wanted: ChecksumAlgorithm | null): Promise<Upload> {
  refuseUnannounced(call)
  const expected = expectedOf(call)
  const { algorithm } = expected
  const sums = new Set([algorithm ?? wanted ?? 'crc64nvme', wanted ?? algorithm ?? 'crc64nvme'])
  const digest = await startDigest([...sums])
  const decoder = isChunked(call) ? new ChunkDecoder(call) : null
  const segment = await take(call, decoder, digest.update)
  const { size, md5, checksums } = await digest.end()
  checkLength(call, size)
  checkMd5(call, Buffer.from(md5, 'hex'))
  checkSums(expected, checksums, decoder)
  return { segment, size, md5, checksums, algorithm }
}

/** The chunks of HTTP itself, in which clients send a stream whose length they do not know, are none that the vendor takes. */
function refuseUnannounced(call: CloudCall): void {
  if (call.header('transfer-encoding') !== undefined && !isChunked(call))
    throw headerNotImplemented('Transfer-Encoding')
}

/** The bytes of a body that must be a small one. Throws `MalformedXML`, as documents are, for one that was not kept in memory. */
export function bytesOfUpload({ segment }: Upload): Buffer {
  if (!('bytes' in segment)) throw malformedXml()
  return Buffer.from(segment.bytes.buffer, segment.bytes.byteOffset, segment.bytes.byteLength)
}

/** The bytes without their chunks, each given to `pass`. */
async function take(
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
  const taken = await call.spool(decodedPieces(file.path, decoder, pass))
  return 'path' in taken ? { file: taken } : { bytes: taken }
}

async function* decodedPieces(
  path: string,
  decoder: ChunkDecoder,
  pass: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path)) {
    for (const decoded of decoder.push(piece as Buffer)) {
      pass(decoded)
      yield decoded
    }
  }
  decoder.end()
}

/** What a request says of the sum of its body. In a presigned URL it is that of no body at all, so that counts for nothing. */
function expectedOf(call: CloudCall): Expected {
  const sums = new Map<ChecksumAlgorithm, string>()
  for (const [name, value] of Object.entries(call.headers)) {
    const algorithm = algorithmOf(name)
    if (algorithm !== null) sums.set(algorithm, String(value))
  }
  if (sums.size > 1)
    throw invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.')
  const trailing = algorithmOf(call.header('x-amz-trailer')?.trim().toLowerCase() ?? '')
  const [sent] = sums.keys()
  return { algorithm: sent ?? trailing ?? namedAlgorithm(call), sums, trailing }
}

/** What a request without a sum names: a presigned URL may, as whoever has it need not know; a header vouches for what is not there. */
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
    `backlot's cloud does not compute ${name}; known are ${Object.values(CHECKSUM_NAMES).join(', ')}`,
  )
}

function checkLength(call: CloudCall, size: number): void {
  const announced = call.header('x-amz-decoded-content-length')
  if (announced === undefined && isChunked(call)) throw missingContentLength()
  if (announced !== undefined && Number(announced) !== size) throw incompleteBody()
}

function checkMd5(call: CloudCall, digest: Buffer): void {
  const given = call.header('content-md5')
  if (given === undefined) return
  const expected = Buffer.from(given, 'base64')
  if (expected.length !== 16) throw invalidDigest(given)
  if (!expected.equals(digest)) throw badDigest(given, digest.toString('base64'))
}

function checkSums({ sums, trailing }: Expected, computed: Upload['checksums'], decoder: ChunkDecoder | null): void {
  const given = new Map(sums)
  if (trailing !== null) {
    const sum = decoder?.trailers.get(`x-amz-checksum-${trailing}`)
    if (sum === undefined) throw malformedTrailer()
    given.set(trailing, sum)
  }
  for (const [algorithm, sum] of given) checkSum(algorithm, sum, computed[algorithm])
}

/** Throws `InvalidRequest` for what is no sum of this algorithm, `BadDigest` for one that is not the one computed. */
export function checkSum(algorithm: ChecksumAlgorithm, given: string, computed = ''): void {
  if (Buffer.from(given, 'base64').length !== Buffer.from(computed, 'base64').length) {
    throw invalidRequest(`Value for x-amz-checksum-${algorithm} header is invalid.`)
  }
  if (given !== computed) throw badChecksum(CHECKSUM_NAMES[algorithm])
}

import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { badChecksum, invalidRequest } from '#cloud/errors/s3.ts'
import type { ChecksumAlgorithm } from '#cloud/schema/s3.ts'

/**
 * The names of the algorithms in documents, after `Checksum`.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export const CHECKSUM_NAMES: Readonly<Record<ChecksumAlgorithm, string>> = {
  crc32: 'CRC32',
  crc32c: 'CRC32C',
  crc64nvme: 'CRC64NVME',
  sha1: 'SHA1',
  sha256: 'SHA256',
  sha512: 'SHA512',
  md5: 'MD5',
}

/** The algorithms, in the order in which documents list their checksums. */
export const CHECKSUM_ALGORITHMS = Object.keys(CHECKSUM_NAMES) as readonly ChecksumAlgorithm[] // the keys of the record

/** Returns whether a text in lower case names an algorithm. */
export function isChecksumAlgorithm(name: string): name is ChecksumAlgorithm {
  return Object.hasOwn(CHECKSUM_NAMES, name)
}

/** A checksum that is computed piece by piece. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm
  update(bytes: Uint8Array): void
  /** Base64. */
  digest(): Promise<string> | string
}

/** Starts a checksum. Loads only the library that its algorithm needs. */
export async function startChecksum(algorithm: ChecksumAlgorithm): Promise<Checksum> {
  switch (algorithm) {
    case 'crc32':
      return crc32Checksum()
    case 'crc32c':
      return crc32cChecksum()
    case 'crc64nvme':
      return crc64Checksum()
    default: {
      const hash = createHash(algorithm)
      return { algorithm, update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') }
    }
  }
}

function crc32Checksum(): Checksum {
  let sum = 0
  return {
    algorithm: 'crc32',
    update(bytes) {
      sum = crc32(bytes, sum)
    },
    digest: () => base64OfSum(sum),
  }
}

async function crc32cChecksum(): Promise<Checksum> {
  const { Crc32c } = await import('@aws-crypto/crc32c')
  const sum = new Crc32c()
  return { algorithm: 'crc32c', update: (bytes) => void sum.update(bytes), digest: () => base64OfSum(sum.digest()) }
}

async function crc64Checksum(): Promise<Checksum> {
  const { Crc64Nvme } = await import('@aws-sdk/crc64-nvme')
  const sum = new Crc64Nvme()
  return {
    algorithm: 'crc64nvme',
    update: (bytes) => sum.update(bytes),
    digest: async () => Buffer.from(await sum.digest()).toString('base64'),
  }
}

/** Returns a 32-bit number as four big-endian bytes in Base64. */
export function base64OfSum(sum: number): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum >>> 0)
  return bytes.toString('base64')
}

/** Returns whether a request's headers have, or announce in a trailer, a digest or checksum of its body. */
export function hasDigest(headers: object): boolean {
  const names = Object.keys(headers)
  return names.some((name) => name === 'content-md5' || name === 'x-amz-trailer' || name.startsWith('x-amz-checksum-'))
}

/** Returns the headers of checksums. */
export function checksumHeaders(
  checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>,
  type: 'FULL_OBJECT' | 'COMPOSITE',
): Record<string, string> {
  const known = Object.entries(checksums)
  if (known.length === 0) return {}
  return Object.fromEntries([
    ...known.map(([algorithm, sum]) => [`x-amz-checksum-${algorithm}`, sum]),
    ['x-amz-checksum-type', type],
  ])
}

/** Returns the members of checksums in a document: `ChecksumCRC32`. */
export function checksumMembers(
  checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    CHECKSUM_ALGORITHMS.map((algorithm) => [`Checksum${CHECKSUM_NAMES[algorithm]}`, checksums[algorithm]]),
  )
}

/** @throws `InvalidRequest` for a checksum of the wrong length, and `BadDigest` for one that does not match. */
export function checkSum(algorithm: ChecksumAlgorithm, expected: string, computed = ''): void {
  if (Buffer.from(expected, 'base64').length !== Buffer.from(computed, 'base64').length) {
    throw invalidRequest(`Value for x-amz-checksum-${algorithm} header is invalid.`)
  }
  if (expected !== computed) throw badChecksum(CHECKSUM_NAMES[algorithm])
}

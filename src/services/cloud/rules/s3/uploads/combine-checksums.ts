import type { ChecksumAlgorithm } from '#cloud/schema/s3.ts'

/** A polynomial over GF(2) without its highest term. The lowest power is in the highest bit, as in reflected CRCs. */
interface Polynomial {
  readonly bits: bigint
  readonly width: number
}

/**
 * The polynomials of the CRC algorithms.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
const POLYNOMIALS: Readonly<Partial<Record<ChecksumAlgorithm, Polynomial>>> = {
  crc32: { bits: 0xedb88320n, width: 32 },
  crc32c: { bits: 0x82f63b78n, width: 32 },
  crc64nvme: { bits: 0x9a6c9329ac4bc9b5n, width: 64 },
}

/** Returns whether the checksum of a whole can be computed from those of its parts. */
export function isCombinable(algorithm: ChecksumAlgorithm): boolean {
  return Object.hasOwn(POLYNOMIALS, algorithm)
}

/**
 * Computes the checksum of concatenated parts from their checksums (Base64) and sizes (bytes): the earlier checksum is
 * shifted by the later part's size and added.
 *
 * @throws for an algorithm that is not a CRC.
 */
export function combineChecksums(
  algorithm: ChecksumAlgorithm,
  parts: readonly { readonly sum: string; readonly size: number }[],
): string {
  const polynomial = POLYNOMIALS[algorithm]
  if (polynomial === undefined) throw new Error(`sums of ${algorithm} cannot be combined`)
  // Most parts have the same size, so the shifts are cached.
  const shifts = new Map<number, bigint>()
  let whole = 0n
  for (const { sum, size } of parts) {
    const shift = shifts.get(size) ?? powerOfX(BigInt(size) * 8n, polynomial)
    shifts.set(size, shift)
    whole = multiply(shift, whole, polynomial) ^ BigInt(`0x${Buffer.from(sum, 'base64').toString('hex')}`)
  }
  return Buffer.from(whole.toString(16).padStart(polynomial.width / 4, '0'), 'hex').toString('base64')
}

/** Computes x to this power. */
function powerOfX(power: bigint, polynomial: Polynomial): bigint {
  const one = 1n << BigInt(polynomial.width - 1)
  let result = one
  let square = one >> 1n
  for (let exponent = power; exponent > 0n; exponent >>= 1n) {
    if ((exponent & 1n) === 1n) result = multiply(square, result, polynomial)
    square = multiply(square, square, polynomial)
  }
  return result
}

function multiply(left: bigint, right: bigint, { bits, width }: Polynomial): bigint {
  let product = 0n
  let shifted = right
  for (let term = 1n << BigInt(width - 1); term > 0n; term >>= 1n) {
    if ((left & term) !== 0n) product ^= shifted
    shifted = (shifted & 1n) === 1n ? (shifted >> 1n) ^ bits : shifted >> 1n
  }
  return product
}

import { createHash } from 'node:crypto'
import type { ChecksumAlgorithm } from '#cloud/schema/s3.ts'
import { startChecksum } from './checksums.ts'

/** The size and digests of a body. */
export interface DigestResult {
  /** In bytes. */
  readonly size: number
  /** Hexadecimal digits. */
  readonly md5: string
  /** Base64. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
}

/** A digest that is computed piece by piece: MD5 and checksums. */
export interface Digest {
  readonly update: (bytes: Uint8Array) => void
  end(): Promise<DigestResult>
}

/** Starts the MD5 and the checksums of a body. */
export async function startDigest(algorithms: readonly ChecksumAlgorithm[]): Promise<Digest> {
  const hash = createHash('md5')
  const sums = await Promise.all(algorithms.map(startChecksum))
  let size = 0
  return {
    update(bytes) {
      size += bytes.length
      hash.update(bytes)
      for (const sum of sums) sum.update(bytes)
    },
    async end() {
      const checksums: Partial<Record<ChecksumAlgorithm, string>> = {}
      for (const sum of sums) checksums[sum.algorithm] = await sum.digest()
      return { size, md5: hash.digest('hex'), checksums }
    },
  }
}

import { createHash } from 'node:crypto'
import type { ChecksumAlgorithm } from '../../schema-s3.ts'
import { startChecksum } from './checksums.ts'

/** What tells bytes apart. */
export interface Digested {
  /** In bytes. */
  readonly size: number
  /** Hexadecimal digits. */
  readonly md5: string
  /** Base64. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>
}

/** The MD5 and checksums of bytes, made as they pass by. */
export interface Digest {
  readonly update: (bytes: Uint8Array) => void
  end(): Promise<Digested>
}

/** Begins the MD5 and the checksums of bytes that are to come. */
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

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startChecksum } from './checksums.ts'
import { combineChecksums } from './combine-checksums.ts'

async function sumOf(algorithm: 'crc32' | 'crc32c' | 'crc64nvme', bytes: Uint8Array): Promise<string> {
  const sum = await startChecksum(algorithm)
  sum.update(bytes)
  return sum.digest()
}

describe.each(['crc32', 'crc32c', 'crc64nvme'] as const)('the %s of parts', (algorithm) => {
  it.each([[[0]], [[1]], [[5, 0, 3]], [[1000, 1000, 1000, 17]], [[1, 65_536, 255]]])(
    'computes the checksum of the whole from parts of %j bytes',
    async (sizes) => {
      const parts = sizes.map((size) => randomBytes(size))
      const summed = await Promise.all(
        parts.map(async (part) => ({ size: part.length, sum: await sumOf(algorithm, part) })),
      )
      expect(combineChecksums(algorithm, summed)).toBe(await sumOf(algorithm, Buffer.concat(parts)))
    },
  )
})

it('throws for algorithms other than CRCs', () => {
  expect(() => combineChecksums('sha256', [])).toThrow('sums of sha256 cannot be combined')
})

import { rangeOf, type ByteRange } from '#core/http/byte-range.ts'
import { invalidRange } from '#cloud/errors/s3.ts'

/**
 * Returns the byte range of a Range header; null when the whole object is to be sent.
 *
 * @throws `InvalidRange` when the range does not overlap the object.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | null {
  const range = rangeOf(header, size)
  if (range === 'unsatisfiable') throw invalidRange(header ?? '', size)
  return range
}

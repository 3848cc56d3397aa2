import { invalidRange } from '#cloud/errors/s3.ts'
import type { ByteRange } from './content.ts'

/**
 * Returns the byte range of a Range header; null when the whole object is to be sent: the header is absent, malformed,
 * in another unit, or lists several ranges, which the vendor ignores. RFC 9110 section 14.1.2
 *
 * @throws `InvalidRange` when the range does not overlap the object.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (header === undefined || parts === null) return null
  const [, first = '', last = ''] = parts
  if (first === '') {
    if (last === '') return null
    const suffix = Number(last)
    if (suffix === 0 || size === 0) throw invalidRange(header, size)
    return { start: Math.max(0, size - suffix), end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) throw invalidRange(header, size)
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

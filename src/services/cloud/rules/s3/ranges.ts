import { invalidRange } from '../../errors-s3.ts'
import type { Stretch } from './content.ts'

/**
 * The stretch that a Range header asks for; null where it asks for all: absent, of another unit, not well-formed, or several at
 * once, which the vendor does not do. Throws `InvalidRange` when no byte of it is there. RFC 9110 section 14.1.2
 */
export function rangeOf(header: string | undefined, size: number): Stretch | null {
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

/** A range of bytes, from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the byte range of a Range header over `size` bytes; `unsatisfiable` when it does not overlap them. Null when
 * all of them are to be sent: the header is absent, malformed, in another unit, or lists several ranges, which a
 * server may ignore. RFC 9110 section 14.1.2
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (parts === null) return null
  const [, first = '', last = ''] = parts
  if (first === '') {
    if (last === '') return null
    const suffix = Number(last)
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

import type { DataContext } from '#docdb/call.ts'
import { ABOVE } from '#docdb/values/key-string.ts'

/** A range of keys of an index: from the first text up to, but not including, the second. */
export interface KeyRange {
  readonly from: string
  readonly to: string
}

/** The counts of keys and documents that a plan has read. */
export interface Effort {
  keys: number
  documents: number
  /** The documents that the filter matches. */
  matches: number
}

/** Returns the counts before anything has been read. */
export function noEffort(): Effort {
  return { keys: 0, documents: 0, matches: 0 }
}

/** The number of entries that are read at once. */
export const CHUNK = 128

/**
 * Returns the places of documents in ranges of an index, backward for the direction -1, to be read once. The caller
 * counts the keys that it takes.
 */
export function recordsIn(
  data: DataContext,
  indexId: number,
  ranges: readonly KeyRange[],
  direction: 1 | -1,
): Iterable<number> {
  const [only] = ranges
  if (only !== undefined && ranges.length === 1 && direction === 1) {
    // Most ranges are short: one walk finds all of it.
    const all = data.rows.entries.between([indexId, only.from], [indexId, only.to], CHUNK)
    if (all.length < CHUNK) return all
  }
  return walkRanges(data, indexId, ranges, direction)
}

function* walkRanges(
  { rows }: DataContext,
  indexId: number,
  ranges: readonly KeyRange[],
  direction: 1 | -1,
): Generator<number> {
  const ordered = direction === -1 ? ranges.toReversed() : ranges
  for (const { from, to } of ordered) {
    if (direction === 1) {
      const first = rows.entries.between([indexId, from], [indexId, to], CHUNK)
      yield* first
      if (first.length < CHUNK) continue
    }
    const start = rows.entries.rank([indexId, from]) + (direction === 1 ? CHUNK : 0)
    const end = rows.entries.rank([indexId, to])
    for (let at = start; at < end; at += CHUNK) {
      const count = Math.min(CHUNK, end - at)
      const last = end - (at - start)
      const part =
        direction === -1 ? rows.entries.slice(last - count, last).toReversed() : rows.entries.slice(at, at + count)
      yield* part
    }
  }
}

/** Returns the number of keys in ranges of an index. */
export function countIn({ rows }: DataContext, indexId: number, ranges: readonly KeyRange[]): number {
  return ranges.reduce(
    (sum, { from, to }) => sum + rows.entries.rank([indexId, to]) - rows.entries.rank([indexId, from]),
    0,
  )
}

/**
 * Returns the number of keys that the server reads for ranges in order: the key behind each range too, by which it sees
 * that the range is at its end. Of one range it knows the end beforehand.
 */
export function keysReadIn(data: DataContext, indexId: number, ranges: readonly KeyRange[]): number {
  if (ranges.length < 2) return countIn(data, indexId, ranges)
  const { entries } = data.rows
  const parts = ranges.map(({ from, to }) => ({
    from: entries.rank([indexId, from]),
    to: entries.rank([indexId, to]),
  }))
  const end = entries.rank([indexId, ABOVE])
  let [at, read] = [parts[0]?.from ?? end, 0]
  for (const part of parts) {
    if (at >= end) return read
    if (part.to <= at) continue
    if (part.from > at) read += 1
    at = Math.max(at, part.from)
    read += part.to - at
    at = part.to
  }
  return at < end ? read + 1 : read
}

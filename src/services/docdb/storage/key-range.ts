import type { DataContext } from '#docdb/call.ts'

/** A range of keys of an index: from the first text up to, but not including, the second. */
export interface KeyRange {
  readonly from: string
  readonly to: string
}

/** A text above every key that begins like the text before it: no part of a key begins with this character. */
export const ABOVE = '\uffff'

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

/** Iterates over the places of documents in ranges of an index, backward for the direction -1. */
export function* recordsIn(
  { rows }: DataContext,
  indexId: number,
  ranges: readonly KeyRange[],
  direction: 1 | -1,
  effort: Effort,
): Generator<number> {
  const ordered = direction === -1 ? ranges.toReversed() : ranges
  for (const { from, to } of ordered) {
    if (direction === 1) {
      // Most ranges are short: one walk finds all of it.
      const first = rows.entries.between([indexId, from], [indexId, to], CHUNK)
      for (const recordId of first) {
        effort.keys += 1
        yield recordId
      }
      if (first.length < CHUNK) continue
    }
    const start = rows.entries.rank([indexId, from]) + (direction === 1 ? CHUNK : 0)
    const end = rows.entries.rank([indexId, to])
    for (let at = start; at < end; at += CHUNK) {
      const count = Math.min(CHUNK, end - at)
      const last = end - (at - start)
      const part =
        direction === -1 ? rows.entries.slice(last - count, last).toReversed() : rows.entries.slice(at, at + count)
      for (const recordId of part) {
        effort.keys += 1
        yield recordId
      }
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

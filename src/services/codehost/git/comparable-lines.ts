import { at } from './lines.ts'

/** The lines of one side that take part in the search, and their positions in the text. */
export interface Sequence {
  ids: Int32Array
  positions: Int32Array
  size: number
  changed: Uint8Array
}

const ONLY_HERE = 0
const ORDINARY = 1
const FREQUENT = 2
const FREQUENT_LIMIT = 1024

/** Counts the occurrences of each line number on a side. */
export function totals(ids: Int32Array, distinct: number): Int32Array {
  const found = new Int32Array(distinct)
  for (const id of ids) found[id] = at(found, id) + 1
  return found
}

/** Returns a power of two near the square root of a number. */
export function roughRoot(value: number): number {
  let root = 1
  for (let rest = value; rest > 0; rest >>= 2) root <<= 1
  return root
}

/**
 * Returns the lines of a range of one side that are worth searching for on the other side, which has each line number
 * `elsewhere` times. Marks the rest as changed: lines that occur on this side only, and very frequent lines among them.
 */
export function comparable(
  ids: Int32Array,
  start: number,
  end: number,
  elsewhere: Int32Array,
  changed: Uint8Array,
): Sequence {
  const frequent = Math.min(roughRoot(ids.length), FREQUENT_LIMIT)
  const kinds = new Uint8Array(end - start)
  for (let index = start; index < end; index++) {
    const count = at(elsewhere, at(ids, index))
    kinds[index - start] = count === 0 ? ONLY_HERE : count >= frequent ? FREQUENT : ORDINARY
  }
  const comparableIds = new Int32Array(end - start)
  const positions = new Int32Array(end - start)
  let size = 0
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index]
    if (kind === ORDINARY || (kind === FREQUENT && !amongOneSided(kinds, index))) {
      comparableIds[size] = at(ids, start + index)
      positions[size++] = start + index
    } else changed[start + index] = 1
  }
  return { ids: comparableIds, positions, size, changed }
}

/** The number of lines around a frequent line that are examined in each direction. */
const NEIGHBOURHOOD = 100

/** Returns whether a frequent line is in a run of set-aside candidates most of which occur on one side only. */
function amongOneSided(kinds: Uint8Array, index: number): boolean {
  const above = runFrom(kinds, index, -1)
  if (above.oneSided === 0) return false
  const below = runFrom(kinds, index, 1)
  if (below.oneSided === 0) return false
  const frequent = above.frequent + below.frequent
  return frequent * 4 < frequent + above.oneSided + below.oneSided
}

function runFrom(kinds: Uint8Array, index: number, step: 1 | -1): { oneSided: number; frequent: number } {
  let oneSided = 0
  // The line itself counts once, not once per direction.
  let frequent = 1
  for (let distance = 1; distance <= NEIGHBOURHOOD; distance++) {
    const kind = kinds[index + step * distance]
    if (kind === ONLY_HERE) oneSided++
    else if (kind === FREQUENT) frequent++
    else break
  }
  return { oneSided, frequent }
}

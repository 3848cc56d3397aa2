/** Returns the candidate that is most similar to `word`; undefined when none is similar enough. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const tolerance = Math.max(2, Math.floor(lower.length / 3))
  const rows: Rows = [[], [], []]
  let best: string | undefined
  let bestDistance = tolerance + 1
  for (const candidate of candidates) {
    // Each letter that one of them has more costs a step, and a client may send a name of any length.
    if (Math.abs(candidate.length - lower.length) >= bestDistance) continue
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance - 1, rows)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  // A candidate of which every letter would change is not similar to the word, however short both are.
  return bestDistance < (best?.length ?? 0) ? best : undefined
}

/** Memory for three rows of the table of distances: an unknown name is compared with hundreds of others. */
type Rows = readonly [number[], number[], number[]]

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour to get from one word to the
 * other; any larger number than `limit` when there are more. It looks only at the cells of the table that are no
 * further than `limit` from its diagonal, and ends where two rows have no cell that is small enough.
 */
function editDistance(from: string, to: string, limit: number, rows: Rows): number {
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= to.length; column++) last[column] = column
  let nearestBefore = 0
  let before = -1 // the letter of the last row
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - limit)
    const end = Math.min(to.length, row + limit)
    const letter = from.charCodeAt(row - 1)
    let left = first === 1 ? row : limit + 1
    let nearest = left
    let beforeColumn = first > 1 ? to.charCodeAt(first - 2) : -1
    current[first - 1] = left
    for (let column = first; column <= end; column++) {
      const here = to.charCodeAt(column - 1)
      let distance = (last[column - 1] ?? 0) + (letter === here ? 0 : 1)
      if (left + 1 < distance) distance = left + 1
      // The row before ended one column earlier.
      if (column < row + limit && (last[column] ?? 0) + 1 < distance) distance = (last[column] ?? 0) + 1
      if (letter === beforeColumn && before === here) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1)
      }
      current[column] = distance
      left = distance
      beforeColumn = here
      if (distance < nearest) nearest = distance
    }
    // A swap takes its letters from the row before the last one.
    if (nearest > limit && nearestBefore > limit) return nearest
    nearestBefore = nearest
    before = letter
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[to.length] ?? 0
}

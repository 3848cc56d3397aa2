/** Returns the candidate that is most similar to `word`; undefined when none is similar enough. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const tolerance = Math.max(2, Math.floor(lower.length / 3))
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    // Each letter that one of them has more costs a step, and a client may send a name of any length.
    if (Math.abs(candidate.length - lower.length) > tolerance) continue
    const distance = editDistance(lower, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  // A candidate of which every letter would change is not similar to the word, however short both are.
  return bestDistance <= tolerance && bestDistance < (best?.length ?? 0) ? best : undefined
}

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour to get from one word to the
 * other.
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1)
      current.push(distance)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

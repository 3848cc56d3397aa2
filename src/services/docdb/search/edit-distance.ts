/**
 * Returns by how many letters two words differ that are at most `most` apart: added, missing, other and swapped ones.
 * Null for words that are further apart.
 */
export function areNear(left: string, right: string, most: number): number | null {
  const [one, other] = [Array.from(left), Array.from(right)]
  if (Math.abs(one.length - other.length) > most) return null
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const present = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      let edits = Math.min((last[at] ?? 0) + 1, (present[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      if (isSwap) edits = Math.min(edits, (beforeLast[at - 2] ?? 0) + 1)
      present.push(edits)
    }
    if (present.every((edits) => edits > most)) return null
    beforeLast = last
    last = present
  }
  const edits = last[other.length] ?? 0
  return edits <= most ? edits : null
}

/** Returns the lines of a text, each with its line end. The last line has none when the text does not end in one. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

/**
 * One side of a comparison: its lines, a number for each (equal lines have equal numbers), and marks of changed lines.
 */
export interface Side {
  lines: readonly string[]
  ids: Int32Array
  /** 1 for every line without a counterpart on the other side. */
  changed: Uint8Array
}

/** Two texts prepared for a comparison. Both sides share line numbers, which are below `distinct`. */
export interface Comparison {
  before: Side
  after: Side
  distinct: number
}

/** Numbers the lines of two texts. No line is marked as changed yet. */
export function compareSides(before: readonly string[], after: readonly string[]): Comparison {
  const known = new Map<string, number>()
  const side = (lines: readonly string[]): Side => {
    const ids = new Int32Array(lines.length)
    let index = 0
    for (const line of lines) {
      let id = known.get(line)
      if (id === undefined) {
        id = known.size
        known.set(line, id)
      }
      ids[index++] = id
    }
    return { lines, ids, changed: new Uint8Array(lines.length) }
  }
  return { before: side(before), after: side(after), distinct: known.size }
}

/** Returns a number of an array; 0 outside its bounds. */
export function at(numbers: Int32Array | Uint8Array, index: number): number {
  return numbers[index] ?? 0
}

import { at } from './lines.ts'
import type { Side } from './lines.ts'

/**
 * Moves each run of changed lines that could equally stand higher or lower to the place where git shows it: next to a
 * change of the other side when one is in reach, else (with `indentation`) where blank lines and indentation make the
 * best border, else as low as possible. Runs that touch after a move become one.
 */
export function slideChanges(side: Side, other: Side, indentation: boolean): void {
  if (!side.changed.includes(1)) return
  const run = new Run(side)
  const facing = new Run(other)
  do {
    if (run.end > run.start) settle(side.lines, run, facing, indentation)
    facing.next()
  } while (run.next())
}

function settle(lines: readonly string[], run: Run, facing: Run, indentation: boolean): void {
  let size: number
  let highest: number
  let meeting: boolean
  do {
    size = run.end - run.start
    while (run.slideUp()) facing.previous()
    highest = run.end
    meeting = facing.end > facing.start
    while (run.slideDown()) {
      facing.next()
      if (facing.end > facing.start) meeting = true
    }
  } while (size !== run.end - run.start)
  if (run.end === highest) return
  if (meeting) {
    while (facing.end === facing.start) {
      run.slideUp()
      facing.previous()
    }
  } else if (indentation) {
    const best = bestEnd(lines, run.end, size, highest)
    while (run.end > best) {
      run.slideUp()
      facing.previous()
    }
  }
}

/** A run of changed lines, possibly empty, between two unchanged lines (or an end of the text). */
class Run {
  start = 0
  end = 0
  readonly #ids: Int32Array
  readonly #changed: Uint8Array

  constructor(side: Side) {
    this.#ids = side.ids
    this.#changed = side.changed
    this.#extend()
  }

  next(): boolean {
    if (this.end === this.#ids.length) return false
    this.start = ++this.end
    this.#extend()
    return true
  }

  previous(): void {
    if (this.start === 0) return
    this.end = --this.start
    this.#extendUp()
  }

  slideUp(): boolean {
    if (this.start === 0 || this.#ids[this.start - 1] !== this.#ids[this.end - 1]) return false
    this.#changed[--this.start] = 1
    this.#changed[--this.end] = 0
    this.#extendUp()
    return true
  }

  slideDown(): boolean {
    if (this.end === this.#ids.length || this.#ids[this.start] !== this.#ids[this.end]) return false
    this.#changed[this.start++] = 0
    this.#changed[this.end++] = 1
    this.#extend()
    return true
  }

  #extend(): void {
    while (at(this.#changed, this.end) === 1) this.end++
  }

  #extendUp(): void {
    while (this.start > 0 && at(this.#changed, this.start - 1) === 1) this.start--
  }
}

/** The largest number of lines by which a run is moved for a better border. */
const FURTHEST_SLIDE = 100

function bestEnd(lines: readonly string[], lowest: number, size: number, highest: number): number {
  let best = lowest
  let bestScore: Score | null = null
  for (let end = Math.max(highest, lowest - size - 1, lowest - FURTHEST_SLIDE); end <= lowest; end++) {
    const score = sum(border(lines, end), border(lines, end - size))
    const indented = bestScore === null ? 0 : Math.sign(score.indent - bestScore.indent)
    if (bestScore === null || indented * 60 + score.penalty - bestScore.penalty <= 0) {
      best = end
      bestScore = score
    }
  }
  return best
}

/** The penalty of a place as the start or end of a run. */
interface Score {
  indent: number
  penalty: number
}

function sum(one: Score, other: Score): Score {
  return { indent: one.indent + other.indent, penalty: one.penalty + other.penalty }
}

/** Rates a border above a line, with the weights that git derived from a corpus of human choices. */
function border(lines: readonly string[], index: number): Score {
  const ownIndent = indentOf(lines[index])
  const above = nearest(lines, index, -1)
  const below = nearest(lines, index, 1)
  const blankBelow = ownIndent === null ? 1 + below.blank : 0
  const blank = above.blank + blankBelow
  const indent = ownIndent ?? below.indent
  let penalty = -30 * blank + 6 * blankBelow
  if (above.indent === null && above.blank === 0) penalty += 1
  if (index >= lines.length) penalty += 21
  if (indent !== null && above.indent !== null && indent !== above.indent) {
    if (indent > above.indent) penalty += blank > 0 ? 10 : -4
    else if (below.indent !== null && below.indent > indent) penalty += blank > 0 ? 17 : 24
    else penalty += blank > 0 ? 17 : 23
  }
  return { indent: indent ?? -1, penalty }
}

const BLANK_LIMIT = 20

/**
 * Returns the indentation of the nearest line in one direction that is not blank, and the number of blank lines before
 * it.
 */
function nearest(lines: readonly string[], index: number, step: 1 | -1): { indent: number | null; blank: number } {
  let blank = 0
  for (let near = index + step; near >= 0 && near < lines.length; near += step) {
    const indent = indentOf(lines[near])
    if (indent !== null) return { indent, blank }
    blank++
    if (blank === BLANK_LIMIT) return { indent: 0, blank }
  }
  return { indent: null, blank }
}

const INDENT_LIMIT = 200

/** Returns the columns of leading white space, with tabs to multiples of eight; null for a blank or missing line. */
function indentOf(line: string | undefined): number | null {
  if (line === undefined) return null
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns++
    else if (character === '\t') columns += 8 - (columns % 8)
    else if (character !== '\n' && character !== '\r') return columns
    if (columns >= INDENT_LIMIT) return INDENT_LIMIT
  }
  return null
}

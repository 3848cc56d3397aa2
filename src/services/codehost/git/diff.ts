import { markHistogram } from './histogram.ts'
import { compareSides, splitLines } from './lines.ts'
import type { Comparison } from './lines.ts'
import { markMyers } from './myers.ts'
import { slideChanges } from './slide.ts'

/** A replacement of lines of one text by lines of another. Starts count from 0; either count may be 0. */
export interface LineChange {
  beforeStart: number
  beforeCount: number
  afterStart: number
  afterCount: number
}

/** Returns the changes between two lists of lines, in order and never adjacent, as `git diff` finds them. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const comparison = compareSides(before, after)
  const { before: left, after: right } = comparison
  markMyers(left.ids, right.ids, left.changed, right.changed, comparison.distinct)
  return collect(comparison, true)
}

/**
 * Like `lineChanges`, as `git merge` finds them: with the histogram algorithm and without the indentation heuristic.
 */
export function mergeLineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const comparison = compareSides(before, after)
  markHistogram(comparison)
  return collect(comparison, false)
}

function collect({ before, after }: Comparison, indentation: boolean): LineChange[] {
  slideChanges(before, after, indentation)
  slideChanges(after, before, indentation)
  const changes: LineChange[] = []
  let left = 0
  let right = 0
  while (left < before.changed.length || right < after.changed.length) {
    const beforeStart = left
    const afterStart = right
    while (before.changed[left] === 1) left++
    while (after.changed[right] === 1) right++
    if (left > beforeStart || right > afterStart) {
      changes.push({ beforeStart, beforeCount: left - beforeStart, afterStart, afterCount: right - afterStart })
    }
    left++
    right++
  }
  return changes
}

/**
 * The difference of two texts: the hunks as `git diff` prints them, ending in a line end (empty for equal texts), and
 * the counts of added and deleted lines.
 */
export interface TextDiff {
  hunks: string
  additions: number
  deletions: number
}

/** The number of unchanged lines around a change. */
const CONTEXT = 3
const NO_LINE_END = '\n\\ No newline at end of file\n'

/**
 * Returns the difference of two texts as unified hunks with three lines of context and git's default section headings
 * ({@link https://git-scm.com/docs/diff-format#generate_patch_text_with_p}).
 */
export function diffText(before: string, after: string): TextDiff {
  if (before === after) return { hunks: '', additions: 0, deletions: 0 }
  const left = splitLines(before)
  const right = splitLines(after)
  const changes = lineChanges(left, right)
  const headings = new Headings(left)
  let hunks = ''
  let additions = 0
  let deletions = 0
  for (let first = 0; first < changes.length;) {
    let last = first
    while (last + 1 < changes.length && gap(changes[last], changes[last + 1]) <= 2 * CONTEXT) last++
    const group = changes.slice(first, last + 1)
    hunks += hunk(left, right, group, headings)
    for (const change of group) {
      additions += change.afterCount
      deletions += change.beforeCount
    }
    first = last + 1
  }
  return { hunks, additions, deletions }
}

function gap(change: LineChange | undefined, next: LineChange | undefined): number {
  return (next?.beforeStart ?? 0) - (change?.beforeStart ?? 0) - (change?.beforeCount ?? 0)
}

function hunk(left: readonly string[], right: readonly string[], changes: readonly LineChange[], headings: Headings) {
  const first = changes[0]
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return ''
  const linesAbove = Math.min(CONTEXT, first.beforeStart)
  const beforeStart = first.beforeStart - linesAbove
  const afterStart = first.afterStart - Math.min(CONTEXT, first.afterStart)
  const changedEnd = last.beforeStart + last.beforeCount
  const beforeEnd = Math.min(changedEnd + CONTEXT, left.length)
  const afterEnd = Math.min(last.afterStart + last.afterCount + CONTEXT, right.length)
  const heading = headings.above(beforeStart)
  const ranges = `-${range(beforeStart, beforeEnd - beforeStart)} +${range(afterStart, afterEnd - afterStart)}`
  const lines = [`@@ ${ranges} @@${heading === '' ? '' : ` ${heading}`}\n`]
  let line = beforeStart
  for (const change of changes) {
    append(lines, ' ', left, line, change.beforeStart)
    line = change.beforeStart + change.beforeCount
    append(lines, '-', left, change.beforeStart, line)
    append(lines, '+', right, change.afterStart, change.afterStart + change.afterCount)
  }
  append(lines, ' ', left, line, beforeEnd)
  return lines.join('')
}

function append(output: string[], mark: string, lines: readonly string[], start: number, end: number): void {
  for (let index = start; index < end; index++) {
    const line = lines[index] ?? ''
    output.push(mark, line.endsWith('\n') ? line : line + NO_LINE_END)
  }
}

/**
 * Formats one side of a hunk's header: the first line, counted from 1 (from 0 without lines), and the number of lines.
 */
function range(start: number, count: number): string {
  return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`
}

/** The length in bytes to which a section heading is cut. */
const HEADING_BYTES = 80

/**
 * Finds section headings: the last line above a hunk that begins like a definition. Must be queried from top to bottom.
 */
class Headings {
  readonly #lines: readonly string[]
  #checked = 0
  #current = ''

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  above(start: number): string {
    for (let index = start - 1; index >= this.#checked; index--) {
      const line = this.#lines[index] ?? ''
      if (!/^[A-Za-z_$]/.test(line)) continue
      this.#current = cut(line).replace(/[ \t\n\r]+$/, '')
      break
    }
    this.#checked = Math.max(start, this.#checked)
    return this.#current
  }
}

function cut(line: string): string {
  const head = line.slice(0, HEADING_BYTES)
  const bytes = Buffer.from(head)
  if (bytes.length <= HEADING_BYTES) return head
  let end = HEADING_BYTES
  // A character that the limit would cut in two is left out: step back over its continuation bytes.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf-8', 0, end)
}

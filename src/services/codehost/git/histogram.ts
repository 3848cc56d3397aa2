import { at } from './lines.ts'
import type { Comparison } from './lines.ts'
import { markMyers } from './myers.ts'

/** The number of occurrences above which a line cannot be an anchor. */
const FREQUENT = 64

interface Anchor {
  before: number
  after: number
  length: number
}

interface Box {
  beforeStart: number
  beforeEnd: number
  afterStart: number
  afterEnd: number
}

/**
 * Marks the changed lines of a comparison with the histogram algorithm, which `git merge` uses: it splits at the
 * longest run of equal lines around the rarest ones, then continues with the lines before and after that run ({@link
 * https://git-scm.com/docs/git-diff#Documentation/git-diff.txt---diff-algorithmpatienceminimalhistogrammyers}).
 */
export function markHistogram(comparison: Comparison): void {
  const { before, after, distinct } = comparison
  const index: Index = {
    count: new Int32Array(distinct),
    first: new Int32Array(distinct).fill(-1),
    next: new Int32Array(before.ids.length),
  }
  const pending: Box[] = [{ beforeStart: 0, beforeEnd: before.ids.length, afterStart: 0, afterEnd: after.ids.length }]
  for (let box = pending.pop(); box !== undefined; box = pending.pop()) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = box
    const empty = beforeStart === beforeEnd || afterStart === afterEnd
    const anchor = empty ? null : findAnchor(before.ids, after.ids, box, index)
    if (anchor === null) {
      before.changed.fill(1, beforeStart, beforeEnd)
      after.changed.fill(1, afterStart, afterEnd)
    } else if (anchor === 'none is rare') {
      markMyers(
        before.ids.subarray(beforeStart, beforeEnd),
        after.ids.subarray(afterStart, afterEnd),
        before.changed.subarray(beforeStart, beforeEnd),
        after.changed.subarray(afterStart, afterEnd),
        distinct,
      )
    } else {
      pending.push({ beforeStart, beforeEnd: anchor.before, afterStart, afterEnd: anchor.after })
      const beforeRest = anchor.before + anchor.length
      pending.push({ beforeStart: beforeRest, beforeEnd, afterStart: anchor.after + anchor.length, afterEnd })
    }
  }
}

/**
 * The occurrences of each line within a box of the first text: their number, the first one, and the next one after
 * each.
 */
interface Index {
  count: Int32Array
  first: Int32Array
  next: Int32Array
}

function findAnchor(a: Int32Array, b: Int32Array, box: Box, index: Index): Anchor | 'none is rare' | null {
  const { count, first, next } = index
  for (let line = box.beforeEnd - 1; line >= box.beforeStart; line--) {
    const id = at(a, line)
    next[line] = at(first, id)
    first[id] = line
    count[id] = at(count, id) + 1
  }
  const found = search(a, b, box, index)
  for (let line = box.beforeStart; line < box.beforeEnd; line++) {
    const id = at(a, line)
    count[id] = 0
    first[id] = -1
  }
  return found
}

function search(a: Int32Array, b: Int32Array, box: Box, index: Index): Anchor | 'none is rare' | null {
  const { count, first, next } = index
  let rarest = FREQUENT + 1
  let anchor: Anchor | null = null
  let common = false
  for (let line = box.afterStart; line < box.afterEnd;) {
    let following = line + 1
    const id = at(b, line)
    const occurrences = at(count, id)
    if (occurrences > 0) common = true
    let place = occurrences > 0 && occurrences <= rarest ? at(first, id) : -1
    while (place !== -1) {
      let start = place
      let afterStart = line
      let end = place + 1
      let afterEnd = line + 1
      let rarity = occurrences
      while (start > box.beforeStart && afterStart > box.afterStart && a[start - 1] === b[afterStart - 1]) {
        start--
        afterStart--
        rarity = Math.min(rarity, at(count, at(a, start)))
      }
      while (end < box.beforeEnd && afterEnd < box.afterEnd && a[end] === b[afterEnd]) {
        rarity = Math.min(rarity, at(count, at(a, end)))
        end++
        afterEnd++
      }
      following = Math.max(following, afterEnd)
      // A run of a single line replaces no run only when it is rarer.
      if (end - start > (anchor?.length ?? 1) || rarity < rarest) {
        anchor = { before: start, after: afterStart, length: end - start }
        rarest = rarity
      }
      do place = at(next, place)
      while (place !== -1 && place < end)
    }
    line = following
  }
  return common && rarest > FREQUENT ? 'none is rare' : anchor
}

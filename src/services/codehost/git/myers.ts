import { at } from './lines.ts'
import { comparable, roughRoot, totals } from './comparable-lines.ts'
import type { Sequence } from './comparable-lines.ts'

/**
 * Marks the lines for which Myers' algorithm (An O(ND) Difference Algorithm and Its Variations, 1986) finds no
 * counterpart, in its linear-space form and with git's choices where several answers are equally short: lines that
 * occur on one side only, and very frequent lines among them, are set aside first; ties are resolved in the order of
 * git's search; and beyond some hundred differences the search accepts a good answer instead of the shortest.
 */
export function markMyers(
  before: Int32Array,
  after: Int32Array,
  beforeChanged: Uint8Array,
  afterChanged: Uint8Array,
  distinct: number,
): void {
  const limit = Math.min(before.length, after.length)
  let start = 0
  while (start < limit && before[start] === after[start]) start++
  let beforeEnd = before.length
  let afterEnd = after.length
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--
    afterEnd--
  }
  if (start === beforeEnd) afterChanged.fill(1, start, afterEnd)
  else if (start === afterEnd) beforeChanged.fill(1, start, beforeEnd)
  else {
    const left = comparable(before, start, beforeEnd, totals(after, distinct), beforeChanged)
    const right = comparable(after, start, afterEnd, totals(before, distinct), afterChanged)
    new Search(left, right).compare({ left: 0, right: 0 }, { left: left.size, right: right.size }, false)
  }
}

/** A position between lines of the two sequences. */
interface Point {
  left: number
  right: number
}

/** The point at which a box is cut in two, and which of the two halves must then be solved exactly. */
interface Cut extends Point {
  exactHead: boolean
  exactTail: boolean
}

/** The lowest and the highest diagonal that one of the two searches has reached. */
interface Front {
  low: number
  high: number
}

function isWithin(diagonal: number, { low, high }: Front): boolean {
  return low <= diagonal && diagonal <= high
}

const UNREACHED = 0x7fffffff
/** The number of matching lines in a row for which a diagonal is accepted early. */
const LONG_SNAKE = 20
/** The number of differences from which an early answer is considered. */
const PATIENT_COST = 256

class Search {
  readonly #left: Sequence
  readonly #right: Sequence
  readonly #forward: Int32Array
  readonly #backward: Int32Array
  readonly #origin: number
  readonly #costLimit: number
  /** True when the latest step has found a long run of equal lines. */
  #hasLongSnake = false

  constructor(left: Sequence, right: Sequence) {
    const diagonals = left.size + right.size + 3
    this.#left = left
    this.#right = right
    this.#forward = new Int32Array(diagonals)
    this.#backward = new Int32Array(diagonals)
    this.#origin = right.size + 1
    this.#costLimit = Math.max(roughRoot(diagonals), PATIENT_COST)
  }

  compare(from: Point, to: Point, exact: boolean): void {
    const left = this.#left
    const right = this.#right
    const start = { ...from }
    const end = { ...to }
    while (start.left < end.left && start.right < end.right && left.ids[start.left] === right.ids[start.right]) {
      start.left++
      start.right++
    }
    while (start.left < end.left && start.right < end.right && left.ids[end.left - 1] === right.ids[end.right - 1]) {
      end.left--
      end.right--
    }
    if (start.left === end.left) markRange(right, start.right, end.right)
    else if (start.right === end.right) markRange(left, start.left, end.left)
    else {
      const cut = this.#cut(start, end, exact)
      this.compare(start, cut, cut.exactHead)
      this.compare(cut, end, cut.exactTail)
    }
  }

  /** Finds a point on a shortest path through a box by searching from both corners until the two searches meet. */
  #cut(start: Point, end: Point, exact: boolean): Cut {
    const startDiagonal = start.left - start.right
    const endDiagonal = end.left - end.right
    const odd = ((startDiagonal - endDiagonal) & 1) === 1
    const forward: Front = { low: startDiagonal, high: startDiagonal }
    const backward: Front = { low: endDiagonal, high: endDiagonal }
    this.#forward[this.#origin + startDiagonal] = start.left
    this.#backward[this.#origin + endDiagonal] = end.left

    for (let cost = 1; ; cost++) {
      this.#hasLongSnake = false
      const met =
        this.#stepForward(start, end, forward, odd ? backward : null) ??
        this.#stepBackward(start, end, backward, odd ? null : forward)
      if (met !== null) return met
      if (exact) continue
      if (this.#hasLongSnake && cost > PATIENT_COST) {
        const settled =
          this.#longestForward(start, end, forward, cost) ?? this.#longestBackward(start, end, backward, cost)
        if (settled !== null) return settled
      }
      if (cost >= this.#costLimit) return this.#furthest(start, end, forward, backward)
    }
  }

  /** Takes the search from the start one difference further. Returns the point where it meets `other`, or null. */
  #stepForward(start: Point, end: Point, front: Front, other: Front | null): Cut | null {
    const a = this.#left.ids
    const b = this.#right.ids
    const forward = this.#forward
    const origin = this.#origin
    if (front.low > start.left - end.right) forward[origin + --front.low - 1] = -1
    else front.low++
    if (front.high < end.left - start.right) forward[origin + ++front.high + 1] = -1
    else front.high--
    for (let diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
      const below = at(forward, origin + diagonal - 1)
      const above = at(forward, origin + diagonal + 1)
      const first = below >= above ? below + 1 : above
      let x = first
      while (x < end.left && x - diagonal < end.right && a[x] === b[x - diagonal]) x++
      if (x - first > LONG_SNAKE) this.#hasLongSnake = true
      forward[origin + diagonal] = x
      if (other !== null && isWithin(diagonal, other) && at(this.#backward, origin + diagonal) <= x) {
        return { left: x, right: x - diagonal, exactHead: true, exactTail: true }
      }
    }
    return null
  }

  /** Takes the search from the end one difference further. Returns the point where it meets `other`, or null. */
  #stepBackward(start: Point, end: Point, front: Front, other: Front | null): Cut | null {
    const a = this.#left.ids
    const b = this.#right.ids
    const backward = this.#backward
    const origin = this.#origin
    if (front.low > start.left - end.right) backward[origin + --front.low - 1] = UNREACHED
    else front.low++
    if (front.high < end.left - start.right) backward[origin + ++front.high + 1] = UNREACHED
    else front.high--
    for (let diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
      const below = at(backward, origin + diagonal - 1)
      const above = at(backward, origin + diagonal + 1)
      const first = below < above ? below : above - 1
      let x = first
      while (x > start.left && x - diagonal > start.right && a[x - 1] === b[x - diagonal - 1]) x--
      if (first - x > LONG_SNAKE) this.#hasLongSnake = true
      backward[origin + diagonal] = x
      if (other !== null && isWithin(diagonal, other) && x <= at(this.#forward, origin + diagonal)) {
        return { left: x, right: x - diagonal, exactHead: true, exactTail: true }
      }
    }
    return null
  }

  /**
   * Returns the furthest forward path that is far ahead of its cost and ends in a long snake (a run of equal lines).
   */
  #longestForward(start: Point, end: Point, { low, high }: Front, cost: number): Cut | null {
    let best = 0
    let found: Cut | null = null
    for (let diagonal = high; diagonal >= low; diagonal -= 2) {
      const x = at(this.#forward, this.#origin + diagonal)
      const y = x - diagonal
      const progress = x - start.left + (y - start.right) - Math.abs(diagonal - (start.left - start.right))
      if (progress <= 4 * cost || progress <= best) continue
      if (x < start.left + LONG_SNAKE || x >= end.left || y < start.right + LONG_SNAKE || y >= end.right) continue
      if (!this.#snakeAt(x - LONG_SNAKE, y - LONG_SNAKE)) continue
      best = progress
      found = { left: x, right: y, exactHead: true, exactTail: false }
    }
    return found
  }

  #longestBackward(start: Point, end: Point, { low, high }: Front, cost: number): Cut | null {
    let best = 0
    let found: Cut | null = null
    for (let diagonal = high; diagonal >= low; diagonal -= 2) {
      const x = at(this.#backward, this.#origin + diagonal)
      const y = x - diagonal
      const progress = end.left - x + (end.right - y) - Math.abs(diagonal - (end.left - end.right))
      if (progress <= 4 * cost || progress <= best) continue
      if (x <= start.left || x > end.left - LONG_SNAKE || y <= start.right || y > end.right - LONG_SNAKE) continue
      if (!this.#snakeAt(x, y)) continue
      best = progress
      found = { left: x, right: y, exactHead: false, exactTail: true }
    }
    return found
  }

  #snakeAt(x: number, y: number): boolean {
    for (let index = 0; index < LONG_SNAKE; index++) {
      if (this.#left.ids[x + index] !== this.#right.ids[y + index]) return false
    }
    return true
  }

  /** Returns the end of the furthest path, forward or backward. */
  #furthest(start: Point, end: Point, forward: Front, backward: Front): Cut {
    let forwardBest = -1
    let forwardX = -1
    for (let diagonal = forward.high; diagonal >= forward.low; diagonal -= 2) {
      let x = Math.min(at(this.#forward, this.#origin + diagonal), end.left)
      if (x - diagonal > end.right) x = end.right + diagonal
      if (forwardBest < 2 * x - diagonal) {
        forwardBest = 2 * x - diagonal
        forwardX = x
      }
    }
    let backwardBest = UNREACHED
    let backwardX = UNREACHED
    for (let diagonal = backward.high; diagonal >= backward.low; diagonal -= 2) {
      let x = Math.max(at(this.#backward, this.#origin + diagonal), start.left)
      if (x - diagonal < start.right) x = start.right + diagonal
      if (2 * x - diagonal < backwardBest) {
        backwardBest = 2 * x - diagonal
        backwardX = x
      }
    }
    return end.left + end.right - backwardBest < forwardBest - (start.left + start.right)
      ? { left: forwardX, right: forwardBest - forwardX, exactHead: true, exactTail: false }
      : { left: backwardX, right: backwardBest - backwardX, exactHead: false, exactTail: true }
  }
}

function markRange(sequence: Sequence, start: number, end: number): void {
  for (let index = start; index < end; index++) sequence.changed[at(sequence.positions, index)] = 1
}

import type { SortPart } from '#docdb/expression/sort-order.ts'
import { boundsOf, mayHoldStrings, needsField, pointKey, type FieldBounds } from '#docdb/query/bounds.ts'
import type { Interval } from '#docdb/query/intervals.ts'
import { isSameCollation, type Collation } from '#docdb/values/collation.ts'
import { ABOVE, compareKeys, inverted } from '#docdb/values/key-string.ts'
import type { Document } from '#docdb/values/value.ts'
import { kindsOf, wildcardPrefix, wildcardRoot, type IndexShape } from './index-shape.ts'
import type { KeyRange } from './key-range.ts'

/** The plan that reads ranges of an index. */
export interface IndexPlan {
  readonly kind: 'index'
  readonly index: IndexShape
  readonly ranges: readonly KeyRange[]
  /** The only key that is read, where the filter asks for one value; else absent. */
  readonly key?: string
  /** The field that a wildcard index is read for. */
  readonly field?: string
  /** The order in which the index gives the documents; null when it is not that of the sort. */
  readonly direction: 1 | -1 | null
}

/** The character after a text that makes the next one of it. */
const NEXT = '\u0000'

/** The most ranges that one plan reads. */
const MOST_RANGES = 2000

/** A plan that reads an index, and how much it narrows the search. */
export interface ScoredIndexPlan {
  readonly plan: IndexPlan
  readonly score: number
}

/**
 * The first characters of the keys of values that a wildcard index does not hold: missing ones, null, documents and
 * arrays.
 */
const NOT_IN_WILDCARDS = new Set([2, 7, 22, 27])

/** Returns the plan for the first field of a filter that a wildcard index holds. */
export function wildcardPlan(
  index: IndexShape,
  filter: Document,
  collation: Collation | undefined,
): ScoredIndexPlan | null {
  const root = wildcardRoot(index)
  if (root === null) return null
  for (const [name, { intervals, arePoints, isWide }] of boundsOf(filter, {
    collation: index.collation,
    isMultikey: true,
  })) {
    if (isWide) continue
    const isBelow = root === '' ? name.split('.')[0] !== '_id' : name === root || name.startsWith(`${root}.`)
    const isHeld = intervals.every(({ from }) => !NOT_IN_WILDCARDS.has(from.charCodeAt(0)))
    const isComparable = isSameCollation(index.collation, collation) || !intervals.some(mayHoldStrings)
    // A number in a path may be a position of an array, which the index leaves out.
    if (!isBelow || !isHeld || !isComparable || /(?:^|\.)\d+(?:\.|$)/.test(name)) continue
    const prefix = wildcardPrefix(name)
    const ranges = intervals.map((each) => rangeOf(prefix, each, false))
    ranges.sort((left, right) => compareKeys(left.from, right.from))
    return { plan: { kind: 'index', index, ranges, field: name, direction: null }, score: arePoints ? 8 : 4 }
  }
  return null
}

/** Returns the plan for a filter that asks for one value of the only field of an index; null for any other filter. */
function pointPlan(
  index: IndexShape,
  filter: Document,
  collation: Collation | undefined,
  sort: readonly SortPart[] | undefined,
): ScoredIndexPlan | null {
  const { row, fields, descending } = index
  const [name = ''] = fields
  const value = fields.length === 1 ? filter[name] : undefined
  // A sparse index does not hold null.
  if (value === undefined || value === null || filter['$and'] !== undefined) return null
  if (!isSameCollation(index.collation, collation)) return null
  const key = pointKey(value, collation)
  if (key === null) return null
  const own = descending[0] === true ? inverted(key) : key
  const direction = directionOf(index, sort, 1, 1, collation)
  // The key is whole, so the next text is above it.
  const plan = { kind: 'index', index, ranges: [{ from: own, to: own + NEXT }], key: own, direction } as const
  return { plan, score: scoreOf(row, 1, undefined, direction) }
}

function scoreOf(
  { unique }: IndexShape['row'],
  equal: number,
  last: FieldBounds | undefined,
  direction: 1 | -1 | null,
): number {
  const range = last === undefined ? 0 : last.isWide ? 2 : 5
  return equal * 10 + range + (direction === null ? 0 : 4) + (unique ? 1 : 0)
}

/**
 * Returns the plan for the fields that an index begins with; null where it neither narrows the search nor has the order
 * of the sort.
 */
export function indexPlan(
  index: IndexShape,
  filter: Document,
  collation: Collation | undefined,
  sort: readonly SortPart[] | undefined,
  isHinted: boolean,
): ScoredIndexPlan | null {
  const { row, fields, descending } = index
  const point = pointPlan(index, filter, collation, sort)
  if (point !== null) return point
  const bounds = boundsOf(filter, { collation: index.collation, isMultikey: row.multikey })
  if (!isSameCollation(index.collation, collation)) {
    // Strings compare differently; other values do not.
    for (const [name, { intervals }] of bounds) if (intervals.some(mayHoldStrings)) bounds.delete(name)
  }
  const isIncomplete = row.sparse && !fields.some((name) => isOfPresent(bounds.get(name)))
  if (isIncomplete && !isHinted) return null
  const kinds = kindsOf(index)
  let prefixes = ['']
  let equal = 0
  let last: FieldBounds | undefined
  for (const name of row.multikey ? fields.slice(0, 1) : fields) {
    const found = bounds.get(name)
    if (found === undefined) break
    // Hashes have no order.
    if (!found.arePoints && kinds[equal] === 'hashed') break
    if (!found.arePoints || prefixes.length * found.intervals.length > MOST_RANGES) {
      last = found
      break
    }
    const isDescending = descending[equal] === true
    prefixes = prefixes.flatMap((prefix) =>
      found.intervals.map(({ from }) => prefix + (isDescending ? inverted(from) : from)),
    )
    equal += 1
  }
  const direction = directionOf(index, sort, equal, prefixes.length, collation)
  if (equal === 0 && last === undefined && direction === null && !isHinted) return null
  const ranges =
    last === undefined
      ? prefixes.map((prefix) => ({ from: prefix, to: prefix + ABOVE }))
      : prefixes.flatMap((prefix) => last.intervals.map((each) => rangeOf(prefix, each, descending[equal] === true)))
  ranges.sort((left, right) => compareKeys(left.from, right.from))
  return {
    plan: { kind: 'index', index, ranges, direction },
    score: scoreOf(row, equal, last, direction),
  }
}

function isOfPresent(bounds: FieldBounds | undefined): boolean {
  return bounds !== undefined && needsField(bounds)
}

function rangeOf(prefix: string, { from, fromInclusive, to, toInclusive }: Interval, isDescending: boolean): KeyRange {
  if (!isDescending) {
    return { from: prefix + from + (fromInclusive ? '' : ABOVE), to: prefix + to + (toInclusive ? ABOVE : '') }
  }
  return {
    from: prefix + inverted(to) + (toInclusive ? '' : ABOVE),
    to: prefix + (fromInclusive ? after(inverted(from)) : inverted(from)),
  }
}

/** Returns a text above every key that begins with a part of a key that is turned around. */
function after(part: string): string {
  // After the character of a type, the end of an empty string is the greatest character when it is turned around.
  // Where the part is the prefix of a string, that string ends with the greatest character as well.
  return part.length === 1 ? String.fromCharCode(part.charCodeAt(0) + 1) : part + ABOVE + ABOVE
}

/** Returns the direction in which an index has the order of a sort; null when it has not. */
function directionOf(
  { row, paths, descending, collation: own }: IndexShape,
  sort: readonly SortPart[] | undefined,
  equal: number,
  prefixes: number,
  collation: Collation | undefined,
): 1 | -1 | null {
  if (sort === undefined || sort.length === 0 || row.multikey) return null
  if (own !== undefined || collation !== undefined) return null
  // Fields with one value each are no matter for the order.
  const start = prefixes > 1 ? 0 : equal
  const fixed = paths.slice(0, start).map((each) => each.join('.'))
  const parts = sort.filter(({ path, keyOf }) => keyOf !== undefined || !fixed.includes(path.join('.')))
  let direction: 1 | -1 | null = null
  for (const [at, part] of parts.entries()) {
    const path = paths[start + at]
    if (path === undefined || part.keyOf !== undefined || path.join('.') !== part.path.join('.')) return null
    const ownDirection: 1 | -1 = part.descending === (descending[start + at] === true) ? 1 : -1
    if (direction !== null && direction !== ownDirection) return null
    direction = ownDirection
  }
  return parts.length === 0 ? 1 : direction
}

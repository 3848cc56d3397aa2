import type { Collation } from '#docdb/values/collation.ts'
import { compareKeys } from '#docdb/values/key-string.ts'
import { keyString, typeRange } from '#docdb/values/key-string.ts'
import { isNaNValue } from '#docdb/values/number.ts'
import { BSONRegExp, isDocument, isNumber, MaxKey, MinKey, type Document, type Value } from '#docdb/values/value.ts'
import { operatorsOf } from './operators.ts'

/** A part of the keys of one field: from one text to another. An end that is not inclusive is left out. */
export interface Interval {
  readonly from: string
  readonly fromInclusive: boolean
  readonly to: string
  readonly toInclusive: boolean
}

/** The keys that the documents which a filter matches have in a field: equal to points, or in intervals. */
export interface FieldBounds {
  readonly intervals: readonly Interval[]
  /** True when every interval is a single key. */
  readonly arePoints: boolean
}

function point(key: string): Interval {
  return { from: key, fromInclusive: true, to: key, toInclusive: true }
}

function pointsOf(keys: readonly string[]): FieldBounds {
  const [only] = keys
  if (only !== undefined && keys.length === 1) return { intervals: [point(only)], arePoints: true }
  const intervals = [...new Set(keys)].toSorted(compareKeys).map(point)
  return { intervals, arePoints: true }
}

/** Returns whether a value has a key of its own in an index, so that equal values are found by it. */
function hasOwnKey(value: Value, collation: Collation | undefined): boolean {
  return !Array.isArray(value) && !(value instanceof BSONRegExp) && !(collation !== undefined && isDocument(value))
}

function equality(value: Value, collation: Collation | undefined): FieldBounds | null {
  return hasOwnKey(value, collation) ? pointsOf([keyString(value, collation?.key)]) : null
}

/** Returns the key that a condition of a filter asks for; null for one that does not ask for one value. */
export function pointKey(condition: Value, collation: Collation | undefined): string | null {
  if (operatorsOf(condition) !== null || !hasOwnKey(condition, collation)) return null
  return keyString(condition, collation?.key)
}

/** Returns the bounds of one condition on a field; null for one that an index does not help with. */
function conditionBounds(name: string, operand: Value, collation: Collation | undefined): FieldBounds | null {
  switch (name) {
    case '$eq':
      return equality(operand, collation)
    case '$in': {
      if (!Array.isArray(operand) || !operand.every((each) => hasOwnKey(each, collation))) return null
      return pointsOf(operand.map((each) => keyString(each, collation?.key)))
    }
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeBounds(name, operand, collation)
    default:
      return null
  }
}

function rangeBounds(name: string, operand: Value, collation: Collation | undefined): FieldBounds | null {
  if (operand === null) return name.endsWith('e') ? equality(null, collation) : { intervals: [], arePoints: true }
  if (operand instanceof MinKey || operand instanceof MaxKey || Array.isArray(operand) || isDocument(operand))
    return null
  if (isNumber(operand) && isNaNValue(operand)) return null
  // A collation's keys tell equal strings only.
  if (collation !== undefined && typeof operand === 'string') return null
  const key = keyString(operand)
  const [low, high] = typeRange(operand)
  const inclusive = name.endsWith('e')
  const interval = name.startsWith('$g')
    ? { from: key, fromInclusive: inclusive, to: high, toInclusive: false }
    : { from: low, fromInclusive: true, to: key, toInclusive: inclusive }
  return { intervals: [interval], arePoints: false }
}

/** Returns the keys that both bounds have. */
function intersection(left: FieldBounds, right: FieldBounds): FieldBounds {
  const intervals: Interval[] = []
  for (const first of left.intervals) {
    for (const second of right.intervals) {
      const from = later(first, second)
      const to = earlier(first, second)
      const order = compareKeys(from.from, to.to)
      if (order < 0 || (order === 0 && from.fromInclusive && to.toInclusive)) {
        intervals.push({ from: from.from, fromInclusive: from.fromInclusive, to: to.to, toInclusive: to.toInclusive })
      }
    }
  }
  return { intervals, arePoints: intervals.every(({ from, to }) => from === to) }
}

function later(left: Interval, right: Interval): Interval {
  const order = compareKeys(left.from, right.from)
  return order > 0 || (order === 0 && !left.fromInclusive) ? left : right
}

function earlier(left: Interval, right: Interval): Interval {
  const order = compareKeys(left.to, right.to)
  return order < 0 || (order === 0 && !left.toInclusive) ? left : right
}

/**
 * Returns the bounds that a filter sets for the fields that it names, for an index with this collation. With
 * `isMultikey`, where each condition may hold for another element of an array, only one condition of a field counts.
 */
export function boundsOf(
  filter: Document,
  collation: Collation | undefined,
  isMultikey: boolean,
): Map<string, FieldBounds> {
  const found = new Map<string, FieldBounds>()
  const add = (name: string, bounds: FieldBounds | null): void => {
    if (bounds === null) return
    const before = found.get(name)
    if (before === undefined) found.set(name, bounds)
    else if (isMultikey) found.set(name, bounds.arePoints && !before.arePoints ? bounds : before)
    else found.set(name, intersection(before, bounds))
  }
  const collect = (conditions: Document): void => {
    for (const name in conditions) {
      const condition = conditions[name] as Value // its own field
      if (name === '$and' && Array.isArray(condition)) {
        for (const each of condition) if (isDocument(each)) collect(each)
      } else if (!name.startsWith('$')) {
        const operators = operatorsOf(condition)
        if (operators === null) add(name, equality(condition, collation))
        else
          for (const operator in operators)
            add(name, conditionBounds(operator, operators[operator] as Value, collation)) // its own field
      }
    }
  }
  collect(filter)
  return found
}

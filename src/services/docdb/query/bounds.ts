import type { Collation } from '#docdb/values/collation.ts'
import { ABOVE, compareKeys, keyString, prefixKey, typeRange } from '#docdb/values/key-string.ts'
import { isNaNValue } from '#docdb/values/number.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import {
  BSONRegExp,
  isDocument,
  isNumber,
  MaxKey,
  MinKey,
  typeOf,
  type Document,
  type TypeName,
  type Value,
} from '#docdb/values/value.ts'
import { complement, contains, endsOfType, EVERYTHING, point, sharedPart, type Interval } from './intervals.ts'
import { operatorsOf, typesOf } from './operators.ts'
import { regexPrefix } from './regex-prefix.ts'

/** The keys that the documents which a filter matches have in a field: equal to points, or in intervals. */
export interface FieldBounds {
  readonly intervals: readonly Interval[]
  /** True when every interval is a single key. */
  readonly arePoints: boolean
  /** True where the condition tells little of the value, such as that it is another one. */
  readonly isWide: boolean
  /** True where every document with such a key fulfils the condition. */
  readonly isExact: boolean
  /** True where a document without the field cannot match, although its key is in the intervals. */
  readonly isOfPresent?: boolean
}

/** The index for whose keys bounds are made. */
export interface BoundedIndex {
  readonly collation: Collation | undefined
  /** True for an index with the elements of an array. */
  readonly isMultikey: boolean
}

/** The key of null, and of a missing field. */
const NULL_KEY = keyString(null)

/** Returns whether no document without the field matches, so that a sparse index holds all that do. */
export function needsField({ intervals, isOfPresent }: FieldBounds): boolean {
  return isOfPresent === true || !intervals.some((each) => contains(each, NULL_KEY))
}

/** Returns whether keys within an interval may be those of values that hold strings, which collations compare. */
export function mayHoldStrings({ from, to }: Interval): boolean {
  return compareKeys(to, FIRST_TEXT) >= 0 && compareKeys(from, AFTER_TEXTS) < 0
}

const [FIRST_TEXT, AFTER_TEXTS] = [typeRange('')[0], typeRange([])[1]]

function pointsOf(values: readonly Value[], collation: Collation | undefined): FieldBounds {
  const keys = new Map(values.map((each) => [keyString(each, collation?.key), each] as const))
  const intervals = [...keys].map(([key, value]) => point(key, value))
  if (intervals.length > 1) intervals.sort((left, right) => compareKeys(left.from, right.from))
  return { intervals, arePoints: true, isWide: false, isExact: !keys.has(NULL_KEY) }
}

const NONE: FieldBounds = { intervals: [], arePoints: true, isWide: false, isExact: true }

function between(intervals: readonly Interval[], isExact: boolean): FieldBounds {
  return { intervals, arePoints: false, isWide: false, isExact }
}

function wide(intervals: readonly Interval[], isExact: boolean): FieldBounds {
  return { intervals, arePoints: false, isWide: true, isExact }
}

/** Returns whether a value has a key of its own in an index, so that equal values are found by it. */
function hasOwnKey(value: Value, collation: Collation | undefined): boolean {
  return !Array.isArray(value) && !(value instanceof BSONRegExp) && !(collation !== undefined && isDocument(value))
}

/** Returns the bounds of a value without an operator; null for one that an index does not help with. */
function equalityBounds(value: Value, collation: Collation | undefined): FieldBounds | null {
  if (value instanceof BSONRegExp) return regexBounds(value.pattern, value.options, collation)
  return hasOwnKey(value, collation) ? pointsOf([value], collation) : null
}

/** Returns the key that a condition of a filter asks for; null for one that does not ask for one value. */
export function pointKey(condition: Value, collation: Collation | undefined): string | null {
  if (operatorsOf(condition) !== null || !hasOwnKey(condition, collation)) return null
  return keyString(condition, collation?.key)
}

/**
 * Returns the bounds of one operator on a field; null for one that an index does not help with.
 *
 * @param options those of a `$regex` beside them
 */
export function conditionBounds(
  name: string,
  operand: Value,
  index: BoundedIndex,
  options: Value = '',
): FieldBounds | null {
  const { collation } = index
  switch (name) {
    case '$eq':
      return hasOwnKey(operand, collation) ? pointsOf([operand], collation) : null
    case '$in':
      return listBounds(operand, collation)
    case '$all':
      return Array.isArray(operand) && operand[0] !== undefined && operatorsOf(operand[0]) === null
        ? inexact(equalityBounds(operand[0], collation))
        : null
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeBounds(name, operand, collation)
    case '$regex':
      return operand instanceof BSONRegExp
        ? regexBounds(
            operand.pattern,
            typeof options === 'string' && options !== '' ? options : operand.options,
            collation,
          )
        : typeof operand === 'string' && typeof options === 'string'
          ? regexBounds(operand, options, collation)
          : null
    case '$exists':
      return isTruthy(operand) ? { ...wide([EVERYTHING], false), isOfPresent: true } : pointsOf([null], collation)
    case '$ne':
      return opposite(conditionBounds('$eq', operand, index), index)
    case '$nin':
      return opposite(listBounds(operand, collation), index)
    case '$not':
      return negationBounds(operand, index)
    case '$type':
      return typeBounds(operand)
    case '$mod':
      return between([NUMBERS], false)
    case '$elemMatch':
      return elementBounds(operand, index)
    default:
      return null
  }
}

function inexact(bounds: FieldBounds | null): FieldBounds | null {
  return bounds === null ? null : { ...bounds, isExact: false }
}

function listBounds(operand: Value, collation: Collation | undefined): FieldBounds | null {
  if (!Array.isArray(operand)) return null
  if (operand.every((each) => hasOwnKey(each, collation))) return pointsOf(operand, collation)
  const all = operand.map((each) => equalityBounds(each, collation))
  const found = all.filter((each) => each !== null)
  if (found.length < all.length) return null
  const intervals = found.flatMap((each) => each.intervals)
  return between(
    intervals.toSorted((left, right) => compareKeys(left.from, right.from)),
    found.every((each) => each.isExact),
  )
}

function rangeBounds(name: string, operand: Value, collation: Collation | undefined): FieldBounds | null {
  if (operand === null) return name.endsWith('e') ? pointsOf([null], collation) : NONE
  if (operand instanceof MinKey || operand instanceof MaxKey || Array.isArray(operand)) return null
  if (isNumber(operand) && isNaNValue(operand)) return null
  // A collation's keys tell equal strings only.
  if (collation !== undefined && (typeof operand === 'string' || isDocument(operand))) return null
  const ends = endsOfType(typeOf(operand))
  if (ends === null) return null
  const key = keyString(operand)
  const inclusive = name.endsWith('e')
  const interval = name.startsWith('$g')
    ? { ...ends, from: key, fromInclusive: inclusive, low: operand }
    : { ...ends, to: key, toInclusive: inclusive, high: operand }
  return between([interval], true)
}

function regexBounds(pattern: string, options: string, collation: Collation | undefined): FieldBounds | null {
  const all = endsOfType('string')
  // The keys of a collation are not the strings.
  if (collation !== undefined || all === null) return null
  const itself = new BSONRegExp(pattern, [...options].toSorted().join(''))
  const same = point(keyString(itself), itself)
  const found = regexPrefix(pattern, options)
  if (found === null) return wide([all, same], false)
  const { prefix, isWhole } = found
  const from = prefixKey(prefix)
  const last = prefix.codePointAt(prefix.length - 1) ?? 0
  const high = prefix.slice(0, -1) + String.fromCodePoint(last + 1)
  const interval = { from, fromInclusive: true, to: from + ABOVE, toInclusive: false, low: prefix, high }
  return between([interval, same], isWhole)
}

/** Returns the bounds of all that a condition excludes; null where its own keys do not decide it. */
function opposite(bounds: FieldBounds | null, { isMultikey }: BoundedIndex): FieldBounds | null {
  if (bounds === null || bounds.isOfPresent === true) return null
  // Null does not decide, but a missing field, which has its key, is left out as well. An empty array has that key too.
  const isOfNull = bounds.arePoints && !bounds.isExact && !isMultikey
  return bounds.isExact || isOfNull ? wide(complement(bounds.intervals), bounds.isExact) : null
}

function negationBounds(operand: Value, index: BoundedIndex): FieldBounds | null {
  if (operand instanceof BSONRegExp) return opposite(equalityBounds(operand, index.collation), index)
  const [only, ...others] = Object.entries(operatorsOf(operand) ?? {})
  if (only === undefined || others.length > 0) return null
  const [name, value] = only
  if (name === '$exists') return conditionBounds(name, !isTruthy(value), index)
  return opposite(conditionBounds(name, value, index), index)
}

/** The keys of all numbers. */
const NUMBERS: Interval = {
  ...point(keyString(Number.NaN), Number.NaN),
  to: keyString(Number.POSITIVE_INFINITY),
  high: Number.POSITIVE_INFINITY,
}

const NUMERIC: ReadonlySet<TypeName> = new Set(['int', 'long', 'double', 'decimal'])

function typeBounds(operand: Value): FieldBounds | null {
  const intervals = new Map<string, Interval>()
  for (const type of typesOf(operand)) {
    // An array is looked into, and so it has the keys of its elements.
    const ends = NUMERIC.has(type) ? NUMBERS : type === 'null' ? point(NULL_KEY, null) : endsOfType(type)
    if (ends === null || type === 'array') return null
    intervals.set(ends.from, ends)
  }
  return between(
    [...intervals.values()].toSorted((left, right) => compareKeys(left.from, right.from)),
    false,
  )
}

/** The operators that look into an element that is an array itself, which has one key. */
const OF_NESTED: ReadonlySet<string> = new Set(['$elemMatch', '$all'])

/** Returns the bounds of what one element of an array fulfils by itself. */
function elementBounds(operand: Value, index: BoundedIndex): FieldBounds | null {
  const operators = operatorsOf(operand)
  if (operators === null) return null
  let found: FieldBounds | null = null
  for (const [name, each] of Object.entries(operators)) {
    const own = OF_NESTED.has(name) ? null : conditionBounds(name, each, index, operators['$options'])
    if (own !== null) found = found === null ? own : intersection(found, own)
  }
  return inexact(found)
}

/** Returns the keys that both bounds have. */
function intersection(left: FieldBounds, right: FieldBounds): FieldBounds {
  const intervals = left.intervals.flatMap((first) =>
    right.intervals.flatMap((second) => sharedPart(first, second) ?? []),
  )
  return {
    intervals,
    arePoints: intervals.every(({ from, to }) => from === to),
    isWide: left.isWide && right.isWide,
    isExact: left.isExact && right.isExact,
    isOfPresent: left.isOfPresent === true || right.isOfPresent === true,
  }
}

/** Returns the one of two bounds of a field that is likely to have fewer keys. */
export function narrower(first: FieldBounds, second: FieldBounds): FieldBounds {
  if (first.arePoints || second.isWide) return first
  return second.arePoints || first.isWide ? second : first
}

/**
 * Returns the bounds that a filter sets for the fields that it names. In an index with the elements of arrays each
 * condition may hold for another element, so that only one condition of a field counts.
 */
export function boundsOf(filter: Document, index: BoundedIndex): Map<string, FieldBounds> {
  const { collation, isMultikey } = index
  const found = new Map<string, FieldBounds>()
  const add = (name: string, bounds: FieldBounds | null): void => {
    if (bounds === null) return
    const before = found.get(name)
    if (before === undefined) found.set(name, bounds)
    else found.set(name, isMultikey ? narrower(before, bounds) : intersection(before, bounds))
  }
  const collect = (conditions: Document, prefix: string): void => {
    for (const name in conditions) {
      const condition = conditions[name] as Value // its own field
      if (name === '$and' && Array.isArray(condition)) {
        for (const each of condition) if (isDocument(each)) collect(each, prefix)
      } else if (!name.startsWith('$')) addConditions(prefix + name, condition)
    }
  }
  const addConditions = (name: string, condition: Value): void => {
    const operators = operatorsOf(condition)
    if (operators === null) add(name, equalityBounds(condition, collation))
    else
      for (const operator in operators) {
        const operand = operators[operator] as Value // its own field
        if (operator === '$elemMatch' && isDocument(operand) && operatorsOf(operand) === null)
          collect(operand, `${name}.`)
        else add(name, conditionBounds(operator, operand, index, operators['$options']))
      }
  }
  collect(filter, '')
  return found
}

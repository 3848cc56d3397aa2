import { boundsOf, conditionBounds, narrower, type BoundedIndex, type FieldBounds } from '#docdb/query/bounds.ts'
import { EdgeOfDates, EVERYTHING, point, shownInterval, type End, type Interval } from '#docdb/query/intervals.ts'
import { joined, parsedConditions, type ParsedCondition } from '#docdb/query/parsed-filter.ts'
import { kindsOf, type IndexShape } from '#docdb/storage/index-shape.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { isDocument, MaxKey, MinKey, type Document, type Value } from '#docdb/values/value.ts'

/** The plan that reads an index. `field`: the field that a wildcard index is read for. */
export interface ExplainedIndex {
  readonly index: IndexShape
  readonly direction: 1 | -1 | null
  readonly field?: string
}

/** Returns the index as the bounds of a filter see it. */
function boundedIndex({ row, collation }: IndexShape): BoundedIndex {
  return { collation, isMultikey: row.multikey || row.kind === 'wildcard' }
}

/** Returns the fields of the keys that a plan reads; those of a wildcard index begin with the path. */
export function shownPattern({ index, field }: ExplainedIndex): Document {
  const { key } = index.spec
  if (field !== undefined) return { $_path: 1, [field]: 1 }
  return isDocument(key) ? key : {}
}

/**
 * Returns the parts of the keys of an index that a query reads, for each field, as a plan shows them; null for an index
 * whose keys are not the values of fields.
 * https://www.mongodb.com/docs/manual/core/multikey-index-bounds/
 */
export function shownBounds(plan: ExplainedIndex, filter: Document): Document | null {
  const { index, direction, field } = plan
  if (!hasValues(index)) return null
  const found = boundsOf(filter, boundedIndex(index))
  const shown: Document = {}
  if (field !== undefined) shown['$_path'] = [shownInterval(point(keyString(field), field), false)]
  for (const [at, name] of (field === undefined ? index.fields : [field]).entries()) {
    const intervals = found.get(name)?.intervals ?? [EVERYTHING]
    shown[name] = shownIntervals(intervals, (direction === -1) !== (index.descending[at] === true))
  }
  return shown
}

/** Returns whether the keys of an index are the values of fields. */
function hasValues(index: IndexShape): boolean {
  const { kind } = index.row
  return kind === 'wildcard' || (kind === 'ordered' && !kindsOf(index).includes('hashed'))
}

function shownIntervals(intervals: readonly Interval[], isBackward: boolean): string[] {
  const shown = intervals.map((each) => shownInterval(each, isBackward))
  return isBackward ? shown.toReversed() : shown
}

/** The conditions of a filter, by the stage of an index plan that decides them. */
export interface DecidedConditions {
  /** Conditions that are tested on each key, because the bounds do not decide them. */
  readonly ofKeys: readonly ParsedCondition[]
  /** Conditions that are tested on each document. */
  readonly ofDocuments: readonly ParsedCondition[]
}

/** Returns the conditions of a filter that the bounds of an index leave open. */
export function openConditions({ index, field }: ExplainedIndex, filter: Document): DecidedConditions {
  const conditions = parsedConditions(filter)
  if (!hasValues(index)) return { ofKeys: [], ofDocuments: conditions }
  const bounded = boundedIndex(index)
  const fields = field === undefined ? index.fields : [field]
  const found = conditions.map((each) => ({ condition: each, ...boundsOfOne(each, fields, bounded) }))
  const ofKeys: ParsedCondition[] = []
  const ofDocuments: ParsedCondition[] = []
  for (const { condition, name, bounds, operator } of found) {
    const others = found.flatMap((each) => (each.name === name && each.bounds !== null ? [each.bounds] : []))
    // Of several conditions on the elements of an array one is read by the index.
    const isUsed = bounds !== null && (!bounded.isMultikey || others.reduce(narrower) === bounds)
    const isOfSparse = bounds?.isOfPresent === true && index.row.sparse
    if (isUsed && (bounds.isExact || isOfSparse)) continue
    if (isUsed && !bounded.isMultikey && OF_KEYS.has(operator)) ofKeys.push(condition)
    else ofDocuments.push(condition)
  }
  return { ofKeys, ofDocuments }
}

/** The operators that are decided by the keys of an index without arrays. */
const OF_KEYS: ReadonlySet<string> = new Set(['$regex', '$mod'])

interface BoundsOfOne {
  readonly name: string
  readonly operator: string
  readonly bounds: FieldBounds | null
}

/** Returns the bounds of one condition on a field of an index; null for any other. */
function boundsOfOne(condition: ParsedCondition, fields: readonly string[], index: BoundedIndex): BoundsOfOne {
  const [[name, operators] = ['', null]] = Object.entries(condition)
  const [[operator, operand] = ['', null]] = Object.entries(isDocument(operators) ? operators : {})
  const isBounded = fields.includes(name) && isDocument(operators)
  const bounds = isBounded ? conditionBounds(operator, operand, index, operators['$options']) : null
  return { name, operator, bounds }
}

/** Returns conditions as the filter of a stage; none where there are no conditions. */
export function stageFilter(conditions: readonly ParsedCondition[]): Document {
  return conditions.length === 0 ? {} : { filter: joined(conditions) }
}

/** The two keys that a count reads between, as a plan shows them. */
type KeyLimits = Readonly<Record<'startKey' | 'endKey', Document>> &
  Readonly<Record<'startKeyInclusive' | 'endKeyInclusive', boolean>>

/** Returns the two keys between which a query reads an index; null where it reads several parts of it. */
export function keyLimits({ index }: ExplainedIndex, filter: Document): KeyLimits | null {
  if (index.row.kind !== 'ordered' || !hasValues(index)) return null
  const found = boundsOf(filter, boundedIndex(index))
  const [startKey, endKey]: [Document, Document] = [{}, {}]
  let [startKeyInclusive, endKeyInclusive, isRange] = [true, true, false]
  for (const [at, name] of index.fields.entries()) {
    const [only = EVERYTHING, ...others] = found.get(name)?.intervals ?? [EVERYTHING]
    if (others.length > 0 || (isRange && only !== EVERYTHING)) return null
    const isDescending = index.descending[at] === true
    startKey[name] = limit(isDescending ? only.high : only.low)
    endKey[name] = limit(isDescending ? only.low : only.high)
    if (!isRange) {
      startKeyInclusive = isDescending ? only.toInclusive : only.fromInclusive
      endKeyInclusive = isDescending ? only.fromInclusive : only.toInclusive
    } else {
      // Behind an end that is left out all keys are left out, and behind one that counts all count.
      if (!startKeyInclusive) startKey[name] = new MaxKey()
      if (!endKeyInclusive) endKey[name] = new MinKey()
    }
    isRange ||= only.from !== only.to
  }
  return { startKey, startKeyInclusive, endKey, endKeyInclusive }
}

function limit(end: End): Value {
  return end instanceof EdgeOfDates ? new Date(Number(end.milliseconds)) : end
}

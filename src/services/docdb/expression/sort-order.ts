import { show, textOfAny } from '#docdb/values/show.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues, type StringOrder } from '#docdb/values/compare.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { isDocument, isNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { TimeLimit } from '#docdb/query/time-limit.ts'
import {
  checkedFieldPath,
  EMPTY,
  follow,
  indexedValues,
  positionOf,
  valuesTogether,
  type Path,
} from '#docdb/query/path.ts'
import { noTextScore } from './meta.ts'

/** A document with the values that it is ordered by. */
interface Keyed {
  readonly document: Document
  readonly keys: Keys
}

/** One part of an order: a path and its direction, or a function. */
export interface SortPart {
  readonly path: Path
  readonly descending: boolean
  /** Returns the value to order by, in place of that at the path. */
  readonly keyOf?: (document: Document) => Value | undefined
}

/**
 * Reads the specification of an order: `{ total: -1, _id: 1 }`. `meta` returns what `$meta` reads; it is absent where
 * nothing has searched.
 */
export function readSort(spec: Document, meta?: (document: Document, name: string) => Value | undefined): SortPart[] {
  const parts = Object.entries(spec)
  if (parts.length > MOST_PARTS) throw new CommandError(13_103, 'too many compound keys')
  return parts.map(([name, direction]): SortPart => {
    if (isDocument(direction)) return readMetaPart(direction, meta)
    const sign = isNumber(direction) ? Number(wholeOf(direction)) : Number.NaN
    if (sign !== 1 && sign !== -1) {
      if (!isNumber(direction))
        throw new CommandError(15974, `Illegal key in $sort specification: ${name}: ${textOfAny(direction)}`)
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    }
    return { path: checkedFieldPath(name), descending: sign === -1 }
  })
}

/** The most parts of an order. */
const MOST_PARTS = 32

/** The metadata that an order may be by. https://www.mongodb.com/docs/manual/reference/operator/aggregation/sort/ */
const SORTED_META: readonly Value[] = [
  'geoNearDistance',
  'randVal',
  'score',
  'searchScore',
  'textScore',
  'vectorSearchScore',
]

/** Reads a part of an order that is by metadata: `{ $meta: 'textScore' }`. */
function readMetaPart(direction: Document, meta?: (document: Document, name: string) => Value | undefined): SortPart {
  const kind = direction['$meta']
  if (kind === undefined) throw new CommandError(17_312, '$meta is the only expression supported by $sort right now')
  if (Object.keys(direction).length > 1)
    throw new CommandError('FailedToParse', 'Cannot have additional keys in a $meta sort specification')
  if (typeof kind !== 'string' || !SORTED_META.includes(kind))
    throw new CommandError(31_138, `Illegal $meta sort: $meta: ${show(kind)}`)
  if (kind === 'textScore' && meta === undefined) throw noTextScore()
  // The best score comes first, and the shortest distance.
  return { path: [], descending: kind !== 'geoNearDistance', keyOf: (document) => meta?.(document, kind) }
}

/** Returns the value of a document to order by: of an array its least element, or its greatest when descending. */
export function sortKey(document: Document, path: Path, descending: boolean, order?: StringOrder): Value | undefined {
  const { value: only } = follow({ value: document, rest: path })
  if (!Array.isArray(only)) return only ?? null
  return indexedValues(document, path)
    .values.map(keyPart)
    .reduce((best, each) => {
      const compared = compareValues(each, best, order)
      return (descending ? compared > 0 : compared < 0) ? each : best
    })
}

/** Returns the value that stands for one of the values at a path: an empty array is below null, as undefined is. */
function keyPart(value: Value | undefined): Value | undefined {
  return value === EMPTY ? undefined : (value ?? null)
}

type Keys = readonly (Value | undefined)[]

/** Returns the values of a document to order by: of several in one array, those of the element that comes first. */
function keysOf(document: Document, parts: readonly SortPart[], order: StringOrder | undefined): Keys {
  if (parts.length > 1 && parts.every(({ keyOf }) => keyOf === undefined)) {
    const leads = parts.map(({ path }) => follow({ value: document, rest: path }))
    const open = leads.filter(({ value, rest }) => Array.isArray(value) && positionOf(rest[0] ?? '') < 0)
    if (open.length > 1) {
      const parallel = (): Error => new CommandError('BadValue', 'cannot sort with keys that are parallel arrays')
      return valuesTogether(leads, parallel)
        .map((values): Keys => values.map(keyPart))
        .reduce((best, each) => (compareKeys(each, best, parts, order) < 0 ? each : best))
    }
  }
  return parts.map(({ path, descending, keyOf }) =>
    keyOf === undefined ? sortKey(document, path, descending, order) : keyOf(document),
  )
}

function compareKeys(left: Keys, right: Keys, parts: readonly SortPart[], order: StringOrder | undefined): number {
  for (const [at, { descending }] of parts.entries()) {
    const compared = compareValues(left[at], right[at], order)
    if (compared !== 0) return descending ? -compared : compared
  }
  return 0
}

/** Returns whether an order does not tell two documents apart. */
export function areTied(left: Document, right: Document, parts: readonly SortPart[], order?: StringOrder): boolean {
  return compareKeys(keysOf(left, parts, order), keysOf(right, parts, order), parts, order) === 0
}

/**
 * Returns the documents in order; documents that are equal keep theirs.
 *
 * @throws CommandError for a document in which two paths of the order lead into different arrays.
 */
export function sorted(
  documents: readonly Document[],
  parts: readonly SortPart[],
  order?: StringOrder,
  time?: TimeLimit,
): Document[] {
  const keyed = documents.map((document): Keyed => ({ document, keys: keysOf(document, parts, order) }))
  keyed.sort((left, right) => {
    time?.step()
    return compareKeys(left.keys, right.keys, parts, order)
  })
  return keyed.map(({ document }) => document)
}

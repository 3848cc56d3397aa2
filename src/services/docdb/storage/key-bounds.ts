import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { isSameCollation, type Collation } from '#docdb/values/collation.ts'
import { ABOVE, compareKeys, compoundKey, keyString } from '#docdb/values/key-string.ts'
import { isEmpty, type Document, type Value } from '#docdb/values/value.ts'
import { indexesOf } from './catalog.ts'
import { kindsOf, type IndexShape } from './index-shape.ts'
import { isHinted, type Plan } from './plan.ts'

/** The keys of the hinted index that a find begins at, and ends before. An empty document is no bound. */
export interface KeyBounds {
  readonly min: Document
  readonly max: Document
}

/**
 * Returns the plan that reads a part of the hinted index; null without bounds.
 * https://www.mongodb.com/docs/manual/reference/method/cursor.min/
 *
 * @throws CommandError 51173 without a hint, 51174 for fields that are not those of the index, 51175 for bounds that
 *   have nothing between them.
 */
export function planBetween(
  context: DataContext,
  row: CollectionRow,
  { min, max }: KeyBounds,
  hint: Value | undefined,
  collation: Collation | undefined,
): Plan | null {
  if (!isBounding({ min, max })) return null
  const index = hint === undefined ? undefined : indexesOf(context, row).find((each) => isHinted(each, hint))
  if (index === undefined) throw refused(51_173, 'When using min()/max() a hint of which index to use must be provided')
  const [from, to] = [keyAt(index, min, collation), keyAt(index, max, collation)]
  if (from !== null && to !== null && compareKeys(from, to) >= 0)
    throw refused(
      51_175,
      'The value provided for min() does not come before the value provided for max() in the hinted index',
    )
  return { kind: 'index', index, ranges: [{ from: from ?? '', to: to ?? ABOVE }], direction: null }
}

/** Returns whether bounds leave any key out. */
export function isBounding({ min, max }: KeyBounds): boolean {
  return !isEmpty(min) || !isEmpty(max)
}

/** Returns the key that an index has for the values of a bound; null for no bound. */
function keyAt(index: IndexShape, bound: Document, collation: Collation | undefined): string | null {
  const names = Object.keys(bound)
  if (names.length === 0) return null
  const { fields, descending, row } = index
  const isPlain = row.kind === 'ordered' && !kindsOf(index).includes('hashed')
  const isSame = names.length === fields.length && names.every((name, at) => name === fields[at])
  const isComparable =
    isSameCollation(index.collation, collation) || !Object.values(bound).some((each) => typeof each === 'string')
  if (!isPlain || !isSame || !isComparable) throw refused(51_174, 'The index chosen is not compatible with min/max')
  return compoundKey(
    Object.values(bound).map((value) => keyString(value, index.collation?.key)),
    descending,
  )
}

function refused(code: number, message: string): CommandError {
  return new CommandError(code, `error processing query: planner returned error :: caused by :: ${message}`)
}

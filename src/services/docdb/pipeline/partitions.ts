import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { sorted, sortKey, type SortPart } from '#docdb/expression/sort-order.ts'
import { refuseSortMemory } from '#docdb/query/memory.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { double, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext } from './context.ts'

/** The documents of a partition in order, with the values that they are ordered by. */
export interface Partition {
  readonly documents: readonly Document[]
  readonly keys: readonly (Value | undefined)[]
  readonly sort: readonly SortPart[]
}

/** Returns the documents in groups with the same value, each in order. */
export function partitions(
  documents: readonly Document[],
  by: Evaluate,
  sort: readonly SortPart[],
  { environment }: PipelineContext,
): Partition[] {
  const groups = new Map<string, Document[]>()
  for (const each of documents) {
    environment.time?.step()
    const key = keyString(by(each, { ...environment.variables, ROOT: each }) ?? null, environment.collation?.key)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [each])
    else own.push(each)
  }
  // The server sorts all documents by their partition and within it.
  if (sort.length > 0 || groups.size > 1) refuseSortMemory(documents, environment.allowDiskUse)
  return [...groups]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, own]) => {
      const ordered = sort.length === 0 ? own : sorted(own, sort, environment.collation?.order, environment.time)
      const [first] = sort
      const keys = first === undefined ? [] : ordered.map((each) => sortKey(each, first.path, first.descending))
      return { documents: ordered, keys, sort }
    })
}

/** Returns values with nulls replaced by what lies on the line between their neighbours. */
export function interpolated(values: readonly Value[], keys: readonly (Value | undefined)[]): Value[] {
  const number = (value: Value | undefined): number =>
    value instanceof Date ? value.getTime() : isNumber(value) ? toNumber(value) : Number.NaN
  // The place of the next value that is not null, for each place.
  const next = values.map(() => -1)
  for (let at = values.length - 2; at >= 0; at--) next[at] = values[at + 1] === null ? (next[at + 1] ?? -1) : at + 1
  let before = -1
  return values.map((value, at) => {
    if (value !== null) {
      before = at
      return value
    }
    const after = next[at] ?? -1
    if (before < 0 || after < 0) return null
    const [x0, x1, x] = [number(keys[before]), number(keys[after]), number(keys[at])]
    const [y0, y1] = [number(values[before]), number(values[after])]
    return double(y0 + ((y1 - y0) * (x - x0)) / (x1 - x0))
  })
}

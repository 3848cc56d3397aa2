import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import type { FieldPath } from './definition.ts'
import { PATHS, textField } from './entries.ts'
import type { IndexReader } from './postings.ts'
import type { Scores } from './scores.ts'
import type { Spec } from './spec.ts'

/** The state of one search. */
export interface SearchRun {
  readonly data: DataContext
  readonly collection: CollectionRow
  readonly index: IndexReader
  /** The words that were searched for, by the place of their field in the index: they are highlighted. */
  readonly hits: Map<string, Set<string>>
  /** Runs the one operator of a part of the search, within another operator. */
  readonly operate: (spec: Spec, run: SearchRun) => Scores
}

/** An operator of a search: returns the records that it finds, with their scores. */
export type SearchOperator = (spec: Spec, run: SearchRun) => Scores

/** Returns the document of a record; undefined for one that is gone. */
export function documentOf({ data, collection }: SearchRun, recordId: number): Document | undefined {
  return data.rows.documents.get(collection.id, recordId)?.document
}

/** Returns the records of the collection. */
export function allRecords({ data, collection }: SearchRun): number[] {
  const { start, end } = data.rows.documents.range([collection.id])
  return data.rows.documents.slice(start, end).map(({ recordId }) => recordId)
}

/** Reads the paths of an operator for texts: names, `{ value, multi }` and `{ wildcard }`. */
export function fieldPaths(spec: Spec, { index }: SearchRun, name = 'path'): FieldPath[] {
  const value = spec.required(name)
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0) throw spec.refusal('cannot be empty', name)
  return list.flatMap((each): FieldPath[] => {
    if (typeof each === 'string') return [{ path: each, multi: null }]
    if (!isDocument(each)) throw spec.refusal('must be a string or document', name)
    const { wildcard, value: path, multi } = each
    if (typeof wildcard === 'string') return matchingPaths(index, wildcard)
    if (typeof path !== 'string') throw spec.refusal('is required', `${name}.value`)
    return [{ path, multi: typeof multi === 'string' ? multi : null }]
  })
}

function matchingPaths(index: IndexReader, wildcard: string): FieldPath[] {
  const pattern = new RegExp(`^${wildcard.split('*').map(escaped).join('.*')}$`, 'su')
  return index
    .terms(PATHS)
    .filter((path) => pattern.test(path) && index.extent(textField(path)).documents > 0)
    .map((path) => ({ path, multi: null }))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

/** Reads the paths of an operator for values: names only. */
export function plainPaths(spec: Spec, name = 'path'): string[] {
  const value: Value = spec.required(name)
  for (const each of Array.isArray(value) ? value : [value]) {
    if (isDocument(each)) throw spec.refusal('cannot have wildcards in path definition for this operator', name)
  }
  return spec.texts(name)
}

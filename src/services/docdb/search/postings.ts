import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow, Posting, SearchIndexRow } from '#docdb/schema/data.ts'
import type { Document } from '#docdb/values/value.ts'
import { readDefinition, type SearchDefinition } from './definition.ts'
import { entriesOf, valueField } from './entries.ts'

/** Returns the search indexes of a collection. */
export function searchIndexesOf({ rows }: DataContext, { id }: Pick<CollectionRow, 'id'>): readonly SearchIndexRow[] {
  return rows.searchIndexes.list('collection', id)
}

/** Returns the definition of a search index, as the client gave it. */
export function definitionOf({ rows }: DataContext, { id }: Pick<SearchIndexRow, 'id'>): Document {
  return rows.searchDefinitions.get(id) ?? {}
}

/** Adds a document to the search indexes of its collection. */
export function addToSearch(
  context: DataContext,
  { id }: Pick<CollectionRow, 'id'>,
  recordId: number,
  document: Document,
): void {
  if (context.rows.searchIndexes.count('collection', id) === 0) return
  for (const index of searchIndexesOf(context, { id })) addEntries(context, index, recordId, document)
}

/** Removes a document from the search indexes of its collection. */
export function removeFromSearch(
  context: DataContext,
  { id }: Pick<CollectionRow, 'id'>,
  recordId: number,
  document: Document,
): void {
  if (context.rows.searchIndexes.count('collection', id) === 0) return
  for (const index of searchIndexesOf(context, { id })) removeEntries(context, index, recordId, document)
}

/** Adds a document to a search index. An index for vectors compares those of the documents themselves. */
export function addEntries(context: DataContext, index: SearchIndexRow, recordId: number, document: Document): void {
  if (index.kind !== 'search') return
  const { rows } = context
  for (const [field, { terms, length }] of entriesOf(readDefinition(definitionOf(context, index)), document)) {
    for (const [term, positions] of terms) {
      if (rows.searchTerms.get(index.id, field, term) === undefined) rows.searchTerms.set(term, index.id, field, term)
      rows.searchPostings.set([recordId, length, ...positions], index.id, field, term, recordId)
    }
    addExtent(context, index, field, 1, length)
  }
}

/** Removes a document from a search index. */
export function removeEntries(context: DataContext, index: SearchIndexRow, recordId: number, document: Document): void {
  if (index.kind !== 'search') return
  const { rows } = context
  for (const [field, { terms, length }] of entriesOf(readDefinition(definitionOf(context, index)), document)) {
    for (const term of terms.keys()) {
      rows.searchPostings.delete(index.id, field, term, recordId)
      const { start, end } = rows.searchPostings.range([index.id, field, term])
      if (start === end) rows.searchTerms.delete(index.id, field, term)
    }
    addExtent(context, index, field, -1, -length)
  }
}

function addExtent(
  { rows }: DataContext,
  { id }: SearchIndexRow,
  field: string,
  documents: number,
  words: number,
): void {
  const before = rows.searchExtents.get(id, field)
  rows.searchExtents.set({ documents: before.documents + documents, words: before.words + words }, id, field)
}

/** Removes a search index, whose entries are gone already. */
export function forgetIndex({ rows }: DataContext, { id }: SearchIndexRow): void {
  rows.searchDefinitions.delete(id)
  rows.searchIndexes.delete(id)
}

/** Reads one search index. */
export class IndexReader {
  readonly definition: SearchDefinition
  readonly #rows: DataContext['rows']
  readonly #id: number

  constructor(context: DataContext, index: SearchIndexRow) {
    this.definition = readDefinition(definitionOf(context, index))
    this.#rows = context.rows
    this.#id = index.id
  }

  /** Returns the postings of a word of a field, by record. */
  postings(field: string, term: string): readonly Posting[] {
    const { start, end } = this.#rows.searchPostings.range([this.#id, field, term])
    return this.#rows.searchPostings.slice(start, end)
  }

  /** Returns the number of documents with a word in a field. */
  count(field: string, term: string): number {
    const { start, end } = this.#rows.searchPostings.range([this.#id, field, term])
    return end - start
  }

  /** Returns the postings of the values at a path whose keys are from one text up to, but not including, another. */
  valuesBetween(path: string, from: string, to: string): readonly Posting[] {
    const field = valueField(path)
    const start = this.#rows.searchPostings.rank([this.#id, field, from])
    const end = this.#rows.searchPostings.rank([this.#id, field, to])
    return this.#rows.searchPostings.slice(start, end)
  }

  /** Returns the words of a field that begin with a text, in order. */
  terms(field: string, prefix = ''): readonly string[] {
    const start = this.#rows.searchTerms.rank([this.#id, field, prefix])
    const end = this.#rows.searchTerms.rank([this.#id, field, `${prefix}\uffff`])
    return this.#rows.searchTerms.slice(start, end)
  }

  /** Returns the number of documents with a field, and the mean number of its words in them. */
  extent(field: string): { readonly documents: number; readonly mean: number } {
    const { documents, words } = this.#rows.searchExtents.get(this.#id, field)
    return { documents, mean: documents === 0 ? 0 : words / documents }
  }
}

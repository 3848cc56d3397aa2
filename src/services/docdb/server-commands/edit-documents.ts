import type { DocdbContext } from '#docdb/call.ts'
import { batchIn, runDirectly } from './run.ts'
import { count, find } from './read.ts'
import { insert, remove, update } from './write.ts'
import type { Namespace } from '#docdb/storage/catalog.ts'
import { MalformedShell, readShell } from '#docdb/values/shell-reader.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { CommandError } from '#docdb/errors/command-error.ts'

/** A page of the documents that a filter matches. */
export interface FoundDocuments {
  readonly documents: readonly Document[]
  /** The number of documents that the filter matches in all. */
  readonly total: number
}

/** A search as a person writes it, in the form of the shell; an empty text is `{}`. */
export interface Search {
  readonly filter: string
  readonly sort: string
  readonly skip: number
  readonly limit: number
}

/**
 * Finds documents of a collection.
 *
 * @throws MalformedShell
 * @throws CommandError
 */
export function searchDocuments(context: DocdbContext, namespace: Namespace, search: Search): FoundDocuments {
  const { skip, limit } = search
  const filter = readDocument(search.filter, 'Filter')
  const sort = readDocument(search.sort, 'Sort')
  const found = runDirectly(context, namespace, {
    name: 'find',
    run: find,
    members: { filter, sort, skip, limit, batchSize: limit },
  })
  const counted = runDirectly(context, namespace, { name: 'count', run: count, members: { query: filter } })
  return { documents: batchIn(found), total: Number(counted['n']) }
}

/** Returns the document with an `_id`; undefined when there is none. */
export function documentWithId(context: DocdbContext, namespace: Namespace, id: Value): Document | undefined {
  const members = { filter: { _id: { $eq: id } }, limit: 1, batchSize: 1 }
  return batchIn(runDirectly(context, namespace, { name: 'find', run: find, members }))[0]
}

/**
 * Adds a document, or each of a list of documents: all of them or none. Returns their number.
 *
 * @throws MalformedShell
 * @throws CommandError
 */
export function insertWritten(context: DocdbContext, namespace: Namespace, text: string): number {
  const value = readShell(text)
  const documents = Array.isArray(value) ? value : [value]
  if (documents.length === 0 || !documents.every((each) => isDocument(each))) {
    throw new MalformedShell('expected a document, or a list of documents')
  }
  context.store.transaction(() =>
    runDirectly(context, namespace, { name: 'insert', run: insert, members: { documents } }),
  )
  return documents.length
}

/**
 * Replaces the document with an `_id`.
 *
 * @throws MalformedShell
 * @throws CommandError
 */
export function replaceWritten(context: DocdbContext, namespace: Namespace, id: Value, text: string): void {
  const document = readShell(text)
  if (!isDocument(document)) throw new MalformedShell('expected a document')
  const operator = Object.keys(document).find((name) => name.startsWith('$'))
  // The server takes such a document for an update.
  if (operator !== undefined) throw new MalformedShell(`the name of a field can't begin with $: ${operator}`)
  const updates = [{ q: { _id: { $eq: id } }, u: document }]
  const reply = runDirectly(context, namespace, { name: 'update', run: update, members: { updates } })
  if (Number(reply['n']) === 0) throw documentGone()
}

/**
 * Deletes the document with an `_id`.
 *
 * @throws CommandError
 */
export function deleteWithId(context: DocdbContext, namespace: Namespace, id: Value): void {
  const deletes = [{ q: { _id: { $eq: id } }, limit: 1 }]
  const reply = runDirectly(context, namespace, { name: 'delete', run: remove, members: { deletes } })
  if (Number(reply['n']) === 0) throw documentGone()
}

function documentGone(): CommandError {
  return new CommandError('OperationFailed', 'the document does not exist any more')
}

function readDocument(text: string, name: string): Document {
  if (text.trim() === '') return {}
  try {
    const value = readShell(text)
    if (isDocument(value)) return value
  } catch (error) {
    if (error instanceof MalformedShell) throw new MalformedShell(`${name}: ${error.message}`)
    throw error
  }
  throw new MalformedShell(`${name}: expected a document, such as { total: 1 }`)
}

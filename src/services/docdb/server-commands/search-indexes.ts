import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, SearchIndexRow } from '#docdb/schema/data.ts'
import { checkDefinition } from '#docdb/search/definition.ts'
import { InvalidSearch } from '#docdb/search/invalid-search.ts'
import { listedSearchIndexes } from '#docdb/search/index-state.ts'
import { addEntries, definitionOf, forgetIndex, removeEntries, searchIndexesOf } from '#docdb/search/postings.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { arrayIn, collectionName, targetCollection, type Command, type CommandContext } from './context.ts'

function existingCollection(context: CommandContext): CollectionRow {
  const row = targetCollection(context)
  if (row !== undefined) return row
  throw new CommandError(
    'NamespaceNotFound',
    `Collection '${context.database}.${collectionName(context)}' does not exist.`,
  )
}

/** The definition of an index as a command has it. */
interface Wanted {
  readonly name: string
  readonly kind: SearchIndexRow['kind']
  readonly definition: Document
}

function wantedIndex(value: Value, at: number): Wanted {
  const path = `userCommand.indexes[${at}]`
  if (!isDocument(value)) throw new CommandError('TypeMismatch', `"${path}" must be a document`)
  const { name = 'default', type = 'search', definition } = value
  if (typeof name !== 'string' || name === '') throw invalid(`"${path}.name" cannot be empty`)
  if (type !== 'search' && type !== 'vectorSearch')
    throw invalid(`"${path}.type" must be one of [search, vectorSearch]`)
  return { name, kind: type, definition: checked(definition, type, `${path}.definition`) }
}

function checked(definition: Value | undefined, kind: SearchIndexRow['kind'], path: string): Document {
  if (definition === undefined || definition === null) throw invalid(`"${path}" is required`)
  if (!isDocument(definition)) throw invalid(`"${path}" must be a document`)
  try {
    checkDefinition(definition, kind, path)
  } catch (error) {
    if (error instanceof InvalidSearch) throw invalid(error.message)
    throw error
  }
  return definition
}

function invalid(message: string): CommandError {
  return new CommandError('UnknownError', message)
}

/** https://www.mongodb.com/docs/manual/reference/command/createSearchIndexes/ */
export const createSearchIndexes: Command = (context) => {
  const { command, data } = context
  const row = existingCollection(context)
  if (row.kind === 'view')
    throw new CommandError(
      'CommandNotSupportedOnView',
      `Cannot create a search index on the view ${row.database}.${row.name}`,
    )
  const wanted = arrayIn(command, 'indexes', 'createSearchIndexes').map(wantedIndex)
  if (wanted.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create')
  const now = data.clock.now()
  const indexesCreated = wanted.map(({ name, kind, definition }): Document => {
    const known = data.rows.searchIndexes.find('name', row.id, name)
    if (known !== undefined) {
      if (known.kind === kind && areEqual(definitionOf(data, known), definition)) return { id: known.objectId, name }
      throw new CommandError('IndexAlreadyExists', 'Duplicate Index')
    }
    const objectId = data.ids.hex(24)
    const index = data.rows.searchIndexes.insert({
      collectionId: row.id,
      name,
      kind,
      objectId,
      version: 0,
      createdAt: now,
      updatedAt: now,
    })
    data.rows.searchDefinitions.set(definition, index.id)
    for (const { recordId, document } of allDocuments(data, row)) addEntries(data, index, recordId, document)
    return { id: objectId, name }
  })
  return { indexesCreated }
}

function namedIndex(context: CommandContext, row: CollectionRow): SearchIndexRow {
  const { command, data, name: commandName } = context
  const { id, name } = command
  if ((id === undefined) === (name === undefined))
    throw new CommandError('FailedToParse', `${commandName} needs either a 'name' or an 'id' field`)
  const given = id ?? name
  if (typeof given !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${commandName}.${id === undefined ? 'name' : 'id'}' is the wrong type '${typeOf(given)}', expected type 'string'`,
    )
  const found = searchIndexesOf(data, row).find((each) => (id === undefined ? each.name : each.objectId) === given)
  if (found === undefined) throw new CommandError('IndexNotFound', `Index '${given}' does not exist.`)
  return found
}

/** https://www.mongodb.com/docs/manual/reference/command/updateSearchIndex/ */
const updateSearchIndex: Command = (context) => {
  const { command, data } = context
  const row = existingCollection(context)
  const index = namedIndex(context, row)
  const definition = checked(command['definition'], index.kind, 'userCommand.definition')
  if (areEqual(definitionOf(data, index), definition)) return {}
  const documents = allDocuments(data, row)
  for (const { recordId, document } of documents) removeEntries(data, index, recordId, document)
  data.rows.searchDefinitions.set(definition, index.id)
  data.rows.searchIndexes.update(index.id, { version: index.version + 1, updatedAt: data.clock.now() })
  for (const { recordId, document } of documents) addEntries(data, index, recordId, document)
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/dropSearchIndex/ */
const dropSearchIndex: Command = (context) => {
  const { data } = context
  const row = existingCollection(context)
  const index = namedIndex(context, row)
  for (const { recordId, document } of allDocuments(data, row)) removeEntries(data, index, recordId, document)
  forgetIndex(data, index)
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/listSearchIndexes/ */
const listSearchIndexes: Command = (context) => {
  const { command, data } = context
  const row = existingCollection(context)
  const indexes = listedSearchIndexes(data, row, command, 'listSearchIndexes')
  return { cursor: { id: 0n, ns: namespaceOf(row), firstBatch: indexes } }
}

/** Commands about search indexes. */
export const searchIndexCommands: Readonly<Record<string, Command>> = {
  createSearchIndexes,
  updateSearchIndex,
  dropSearchIndex,
  listSearchIndexes,
}

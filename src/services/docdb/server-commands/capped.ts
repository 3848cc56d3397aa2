import type { CollectionRow } from '#docdb/schema/data.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { createCollection, dropCollection, findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { allDocuments, insertDocument } from '#docdb/storage/documents.ts'
import { isNumber, toNumber, typeOf } from '#docdb/values/value.ts'
import { collectionName, numberIn, targetCollection, type Command, type CommandContext } from './context.ts'

/** The largest capped collection, in bytes: 1 PB. */
const LARGEST_CAPPED = 2 ** 50

/** Returns the collection that is to become capped, or of which a capped copy is made. */
function sourceOf(context: CommandContext): CollectionRow {
  const row = targetCollection(context)
  const ns = `${context.database}.${collectionName(context)}`
  if (row === undefined) throw new CommandError('NamespaceNotFound', `source collection ${ns} does not exist`)
  if (row.kind !== 'collection')
    throw new CommandError('CommandNotSupportedOnView', `cannot convert ${ns} to a capped collection`)
  return row
}

/** Fills a new capped collection with documents of another. They stay the same, so no change stream reports them. */
function fillCapped({ data }: CommandContext, capped: CollectionRow, documents: ReturnType<typeof allDocuments>): void {
  for (const { document } of documents) insertDocument(data, capped, document, { isSeed: true })
}

/** https://www.mongodb.com/docs/manual/reference/command/convertToCapped/ */
const convertToCapped: Command = (context) => {
  const { command, data } = context
  const row = sourceOf(context)
  const size = numberIn(command, 'size', 0)
  if (size <= 0) throw new CommandError('InvalidOptions', 'Capped collection size must be greater than zero')
  const documents = allDocuments(data, row)
  const { validator } = optionsOf(data, row)
  dropCollection(data, row)
  const capped = createCollection(data, row, { capped: true, size, ...(validator === undefined ? {} : { validator }) })
  fillCapped(context, capped, documents)
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/cloneCollectionAsCapped/ */
const cloneCollectionAsCapped: Command = (context) => {
  const { command, data, clusterId, database } = context
  const { toCollection: name = null, size = null } = command
  collectionName(context)
  if (typeof name !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'cloneCollectionAsCapped.toCollection' is the wrong type '${typeOf(name)}', expected type 'string'`,
    )
  const bytes = isNumber(size) ? toNumber(size) : 0
  if (!(bytes > 0)) throw new CommandError('InvalidOptions', 'invalid command spec')
  if (bytes > LARGEST_CAPPED) throw new CommandError('BadValue', `Invalid capped size: ${bytes}`)
  const place = { clusterId, database, name }
  const target = findCollection(data, place)
  if (target?.kind === 'view' || target?.kind === 'timeseries')
    throw new CommandError(
      'CommandNotSupportedOnView',
      `cloneCollectionAsCapped not supported for views: ${database}.${name}`,
    )
  const row = sourceOf(context)
  if (target !== undefined)
    throw new CommandError(
      'NamespaceExists',
      `cloneCollectionAsCapped failed - destination collection ${database}.${name} already exists`,
    )
  fillCapped(context, createCollection(data, place, { capped: true, size }), allDocuments(data, row))
  return {}
}

/** Commands that make capped collections of others. */
export const cappedCommands: Readonly<Record<string, Command>> = { convertToCapped, cloneCollectionAsCapped }

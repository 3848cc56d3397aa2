import type { CollectionRow } from '#docdb/schema/data.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { forgetFilters } from '#docdb/storage/catalog.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { queryShape } from '#docdb/storage/index-filters.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { collectionName, pipelineContext, targetCollection, type Command, type CommandContext } from './context.ts'

/** Returns the collection that a command about plans names; undefined when it does not exist. */
function plannedCollection(context: CommandContext): CollectionRow | undefined {
  const row = targetCollection(context)
  if (row !== undefined && row.kind !== 'collection')
    throw new CommandError(
      'CommandNotSupportedOnView',
      `Namespace ${namespaceOf(row)} is a ${row.kind === 'view' ? 'view' : 'timeseries collection'}, not a collection`,
    )
  return row
}

/** Returns a member that may be a document and need not be there. */
function optional(command: Document, name: string): Document {
  const value = command[name] ?? null
  if (value === null) return {}
  if (!isDocument(value)) throw new CommandError('BadValue', `optional field ${name} must be an object`)
  return value
}

/** Returns the shape of the query that a command describes, with the parts of the query. */
function describedQuery(
  context: CommandContext,
  row: CollectionRow,
): { readonly shape: string; readonly parts: Document } {
  const { command } = context
  const query = command['query'] ?? null
  if (query === null) throw new CommandError('BadValue', 'required field query missing')
  if (!isDocument(query)) throw new CommandError('BadValue', 'required field query must be an object')
  const [sort, projection, collation] = ['sort', 'projection', 'collation'].map((name) => optional(command, name))
  if (isDocument(command['collation']) && Object.keys(command['collation']).length === 0)
    throw new CommandError('BadValue', 'optional field collation cannot be an empty object')
  const { environment } = pipelineContext(context, row, row.name)
  const parts = { query, sort: sort ?? {}, projection: projection ?? {} }
  return {
    shape: queryShape({
      filter: parts.query,
      sort: parts.sort,
      projection: parts.projection,
      collation: environment.collation,
    }),
    parts:
      Object.keys(collation ?? {}).length === 0 ? parts : { ...parts, collation: environment.collation?.spec ?? null },
  }
}

function indexesIn({ indexes = null }: Document): readonly Value[] {
  if (indexes === null) throw new CommandError('BadValue', 'required field indexes missing')
  if (!Array.isArray(indexes)) throw new CommandError('BadValue', 'required field indexes must be an array')
  if (indexes.length === 0) throw new CommandError('BadValue', 'required field indexes must contain at least one index')
  for (const each of indexes) {
    if (typeof each !== 'string' && !isDocument(each))
      throw new CommandError('BadValue', 'each item in indexes must be either a string or an object')
    if (Object.keys(each).length === 0) throw new CommandError('BadValue', 'index specification cannot be empty')
  }
  return indexes
}

/** https://www.mongodb.com/docs/manual/reference/command/planCacheSetFilter/ */
const planCacheSetFilter: Command = (context) => {
  const { command, data } = context
  const row = plannedCollection(context)
  if (row === undefined) throw new CommandError('BadValue', 'no such collection')
  const indexes = indexesIn(command)
  const { shape, parts } = describedQuery(context, row)
  data.rows.indexFilters.set({ ...parts, indexes: [...indexes], shape }, row.id, shape)
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/planCacheListFilters/ */
const planCacheListFilters: Command = (context) => {
  const row = plannedCollection(context)
  collectionName(context)
  if (row === undefined) return { filters: [] }
  const { start, end } = context.data.rows.indexFilters.range([row.id])
  return { filters: context.data.rows.indexFilters.slice(start, end).map(({ shape: _shape, ...shown }) => shown) }
}

/** https://www.mongodb.com/docs/manual/reference/command/planCacheClearFilters/ */
const planCacheClearFilters: Command = (context) => {
  const { command, data } = context
  const row = plannedCollection(context)
  if (row === undefined) return {}
  if (isDocument(command['query'])) {
    data.rows.indexFilters.delete(row.id, describedQuery(context, row).shape)
    return {}
  }
  forgetFilters(data, row)
  return {}
}

/**
 * Plans are made anew for each query, so that there is nothing to forget.
 * https://www.mongodb.com/docs/manual/reference/command/planCacheClear/
 */
const planCacheClear: Command = (context) => {
  plannedCollection(context)
  return {}
}

/** Commands about the plans of queries. */
export const planCacheCommands: Readonly<Record<string, Command>> = {
  planCacheClear,
  planCacheClearFilters,
  planCacheListFilters,
  planCacheSetFilter,
}

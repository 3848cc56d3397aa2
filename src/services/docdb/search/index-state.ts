import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, SearchIndexRow } from '#docdb/schema/data.ts'
import type { Document } from '#docdb/values/value.ts'
import { definitionOf, searchIndexesOf } from './postings.ts'
import { InvalidSearch } from './invalid-search.ts'

/** The life of a search index. */
interface IndexState {
  readonly status: 'PENDING' | 'BUILDING' | 'READY'
  readonly queryable: boolean
}

/** Returns the state of a search index at the present time of the clock. */
function stateOf({ rows, clock }: DataContext, { createdAt, updatedAt }: SearchIndexRow): IndexState {
  const buildTime = rows.searchBuildTime.get()
  const age = clock.now() - createdAt
  if (age < buildTime) return { status: age < buildTime / 4 ? 'PENDING' : 'BUILDING', queryable: false }
  // An index that is built anew answers with what it has.
  return { status: clock.now() - updatedAt < buildTime ? 'BUILDING' : 'READY', queryable: true }
}

/**
 * Returns the search index with a name; undefined when there is none, for which the vendor finds nothing.
 *
 * @throws InvalidSearch for one that is being built.
 */
export function queryableIndex(
  context: DataContext,
  collection: CollectionRow,
  name: string,
): SearchIndexRow | undefined {
  const index = context.rows.searchIndexes.find('name', collection.id, name)
  if (index === undefined) return undefined
  const { status, queryable } = stateOf(context, index)
  if (queryable) return index
  const kind = index.kind === 'search' ? 'search' : 'vector'
  const state = status === 'PENDING' ? 'NOT_STARTED' : 'INITIAL_SYNC'
  throw new InvalidSearch(`cannot query ${kind} index ${name} while in state ${state}`)
}

/**
 * Returns the search indexes of a collection that a stage or a command lists: all, or the one that it names.
 *
 * @throws CommandError for one that gives a name and an id.
 */
export function listedSearchIndexes(
  context: DataContext,
  collection: CollectionRow | undefined,
  { id, name }: Document,
  operation: string,
): Document[] {
  if (id !== undefined && name !== undefined)
    throw new CommandError('BadValue', `Cannot set both 'name' and 'id' for ${operation}.`)
  const all = collection === undefined ? [] : shownSearchIndexes(context, collection)
  return all.filter((each) => (id === undefined || each['id'] === id) && (name === undefined || each['name'] === name))
}

/** Returns the search indexes of a collection as `$listSearchIndexes` shows them. */
function shownSearchIndexes(context: DataContext, collection: CollectionRow): Document[] {
  return searchIndexesOf(context, collection).map((index) => {
    const { status, queryable } = stateOf(context, index)
    const definition = definitionOf(context, index)
    const definitionVersion = { version: index.version, createdAt: new Date(index.updatedAt) }
    return {
      id: index.objectId,
      name: index.name,
      type: index.kind,
      status,
      queryable,
      latestVersion: index.version,
      latestDefinitionVersion: definitionVersion,
      latestDefinition: definition,
      statusDetail: [
        {
          hostname: 'atlas-search-0',
          status,
          queryable,
          mainIndex: { status, queryable, definitionVersion, definition },
        },
      ],
    }
  })
}

import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import type { Document } from '#docdb/values/value.ts'
import { bucketStatistics } from './buckets.ts'
import { shownIndexes } from './catalog.ts'
import { namespaceOf } from './changes.ts'
import { allDocuments } from './documents.ts'
import type { IndexShape } from './index-shape.ts'

/** Returns the bytes of the documents of collections. */
export function sizeOfCollections(data: DataContext, rows: readonly CollectionRow[]): number {
  let size = 0
  for (const row of rows) for (const { document } of allDocuments(data, row)) size += sizeOf(document)
  return size
}

/** The unit in which the storage engine takes space, in bytes. */
const PAGE = 4096

/** Returns the bytes that an index takes: about 24 for each of its keys, in whole pages. */
export function sizeOfIndex({ rows }: DataContext, { row }: IndexShape): number {
  const { start, end } = rows.entries.range([row.id])
  return Math.max(1, Math.ceil(((end - start) * 24) / PAGE)) * PAGE
}

/**
 * Returns the sizes and counts of a collection, or of one that does not exist, with sizes in units of `scaleFactor`
 * bytes. https://www.mongodb.com/docs/manual/reference/command/collStats/#output
 *
 * @throws CommandError for a view.
 */
export function statisticsOf(data: DataContext, row: CollectionRow | undefined, scaleFactor: number): Document {
  const scaled = (bytes: number): number => Math.floor(bytes / scaleFactor)
  if (row?.kind === 'view')
    throw new CommandError('CommandNotSupportedOnView', `Namespace ${namespaceOf(row)} is a view, not a collection`)
  const indexes = row === undefined ? [] : shownIndexes(data, row)
  const count = row === undefined ? 0 : allDocuments(data, row).length
  const buckets = row?.kind === 'timeseries' ? bucketStatistics(data, row) : null
  const size = buckets?.size ?? (row === undefined ? 0 : sizeOfCollections(data, [row]))
  const sizes = indexes.map((index) => [index.row.name, sizeOfIndex(data, index)] as const)
  const indexSize = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  const { capped = null } = row ?? {}
  return {
    size: scaled(size),
    ...(buckets === null
      ? { count, ...(count === 0 ? {} : { avgObjSize: Math.floor(size / count) }) }
      : { timeseries: buckets.timeseries }),
    numOrphanDocs: 0,
    storageSize: scaled(size),
    freeStorageSize: 0,
    capped: capped !== null,
    ...(capped === null ? {} : { max: capped.max ?? 0, maxSize: scaled(capped.size) }),
    nindexes: indexes.length,
    ...(row === undefined ? {} : { indexBuilds: [] }),
    totalIndexSize: scaled(indexSize),
    totalSize: scaled(size + indexSize),
    indexSizes: Object.fromEntries(sizes.map(([index, bytes]) => [index, scaled(bytes)])),
    scaleFactor,
  }
}

import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { shownIndexes } from '#docdb/storage/catalog.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { double } from '#docdb/values/value.ts'
import { collectionName, targetCollection, type Command, type CommandContext } from './context.ts'

/** Returns the bytes of the documents of collections. */
export function sizeOfCollections({ data }: CommandContext, rows: readonly CollectionRow[]): number {
  let size = 0
  for (const row of rows) for (const { document } of allDocuments(data, row)) size += sizeOf(document)
  return size
}

/** https://www.mongodb.com/docs/manual/reference/command/validate/ */
export const validate: Command = (context) => {
  const { data } = context
  const row = targetCollection(context)
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `Collection '${context.database}.${collectionName(context)}' does not exist to validate.`,
    )
  const indexes = shownIndexes(data, row)
  const counts = indexes.map(({ row: index }) => {
    const { start, end } = data.rows.entries.range([index.id])
    return [index.name, end - start] as const
  })
  return {
    ns: namespaceOf(row),
    nInvalidDocuments: 0,
    nNonCompliantDocuments: 0,
    nrecords: allDocuments(data, row).length,
    nIndexes: indexes.length,
    keysPerIndex: Object.fromEntries(counts),
    indexDetails: Object.fromEntries(counts.map(([name]) => [name, { valid: true }])),
    valid: true,
    repaired: false,
    warnings: [],
    errors: [],
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export const collStats: Command = (context) => {
  const row = targetCollection(context)
  const name = collectionName(context)
  if (row === undefined)
    return {
      ns: `${context.database}.${name}`,
      size: 0,
      count: 0,
      numOrphanDocs: 0,
      storageSize: 0,
      totalIndexSize: 0,
      totalSize: 0,
      indexSizes: {},
      nindexes: 0,
      capped: false,
    }
  const count = allDocuments(context.data, row).length
  const size = sizeOfCollections(context, [row])
  const indexes = shownIndexes(context.data, row)
  return {
    ns: namespaceOf(row),
    size,
    count,
    ...(count === 0 ? {} : { avgObjSize: Math.floor(size / count) }),
    numOrphanDocs: 0,
    storageSize: size,
    capped: row.capped !== null,
    ...(row.capped === null ? {} : { max: row.capped.max ?? 0, maxSize: row.capped.size }),
    nindexes: indexes.length,
    indexBuilds: [],
    totalIndexSize: 0,
    totalSize: size,
    indexSizes: Object.fromEntries(indexes.map(({ row: index }) => [index.name, 0])),
    scaleFactor: 1,
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export const dbStats: Command = (context) => {
  const { data, clusterId, database } = context
  const own = data.rows.collections.list('database', clusterId, database)
  const objects = own.reduce((sum, row) => sum + allDocuments(data, row).length, 0)
  const size = sizeOfCollections(context, own)
  return {
    db: database,
    collections: own.filter(({ kind }) => kind !== 'view').length,
    views: own.filter(({ kind }) => kind === 'view').length,
    objects,
    avgObjSize: double(objects === 0 ? 0 : size / objects),
    dataSize: double(size),
    storageSize: double(size),
    indexes: own.reduce((sum, row) => sum + shownIndexes(data, row).length, 0),
    indexSize: double(0),
    totalSize: double(size),
    scaleFactor: 1,
  }
}

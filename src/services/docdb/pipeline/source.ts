import { compileExpression } from '#docdb/expression/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { findCollection, shownIndexes } from '#docdb/storage/catalog.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext } from './context.ts'

/** Returns the documents that a stage makes by itself. */
export function sourceDocuments(name: string, operand: Value, context: PipelineContext): Document[] {
  switch (name) {
    case '$documents': {
      const value = compileExpression(operand, context.environment)({}, context.environment.variables)
      if (!Array.isArray(value) || !value.every(isDocument))
        throw new CommandError(5858203, `an array is expected in '$documents'`)
      return value
    }
    case '$collStats':
      return [collectionStats(context)]
    case '$indexStats':
      return indexStats(context)
    case '$currentOp':
      return context.operations?.(isDocument(operand) ? operand : {}) ?? []
    case '$listSessions':
    case '$listLocalSessions':
      return context.sessions?.() ?? []
    default: // no plan is cached
      return []
  }
}

function collectionStats({ data, clusterId, database, collection }: PipelineContext): Document {
  const row = findCollection(data, { clusterId, database, name: collection })
  if (row === undefined)
    throw new CommandError('NamespaceNotFound', `Collection [${database}.${collection}] not found.`)
  const documents = allDocuments(data, row)
  const size = documents.reduce((sum, { document }) => sum + sizeOf(document), 0)
  return {
    ns: `${database}.${collection}`,
    localTime: new Date(data.clock.now()),
    count: documents.length,
    storageStats: {
      size,
      count: documents.length,
      avgObjSize: documents.length === 0 ? 0 : Math.floor(size / documents.length),
      storageSize: size,
      nindexes: shownIndexes(data, row).length,
      capped: row.capped !== null,
      ...(row.capped === null ? {} : { max: row.capped.max ?? 0, maxSize: row.capped.size }),
    },
    latencyStats: {},
  }
}

function indexStats({ data, clusterId, database, collection }: PipelineContext): Document[] {
  const row = findCollection(data, { clusterId, database, name: collection })
  if (row === undefined) return []
  return shownIndexes(data, row).map(({ spec }) => ({
    name: spec['name'] ?? '',
    key: spec['key'] ?? {},
    accesses: { ops: 0n, since: new Date(data.clock.now()) },
    spec,
  }))
}

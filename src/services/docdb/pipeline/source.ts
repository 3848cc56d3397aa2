import type { DataContext } from '#docdb/call.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { findCollection, shownIndexes } from '#docdb/storage/catalog.ts'
import { allDocuments } from '#docdb/storage/documents.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
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
      return [collectionStats(context, isDocument(operand) ? operand : {})]
    case '$indexStats':
      return indexStats(context)
    case '$currentOp':
      return operationsIn(context, operand)
    case '$listSessions':
    case '$listLocalSessions':
      return context.sessions?.() ?? []
    default: // no plan is cached
      return []
  }
}

/** The options of `$currentOp`. https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/ */
const OPERATION_OPTIONS = new Set([
  'allUsers',
  'idleConnections',
  'idleCursors',
  'idleSessions',
  'localOps',
  'backtrace',
  'targetAllNodes',
  'truncateOps',
])

function operationsIn({ operations, database, collection }: PipelineContext, options: Value): Document[] {
  if (!isDocument(options))
    throw new CommandError(
      'FailedToParse',
      `$currentOp options must be specified in an object, but found: ${typeOf(options)}`,
    )
  if (database !== 'admin' || collection !== '')
    throw new CommandError(
      'InvalidNamespace',
      "$currentOp must be run against the 'admin' database with {aggregate: 1}",
    )
  for (const [name, value] of Object.entries(options)) {
    if (!OPERATION_OPTIONS.has(name))
      throw new CommandError('FailedToParse', `Unrecognized option '${name}' in $currentOp stage.`)
    if (typeof value !== 'boolean')
      throw new CommandError(
        'FailedToParse',
        `The '${name}' parameter of the $currentOp stage must be a boolean value, but found: ${typeOf(value)}`,
      )
  }
  return operations?.(options) ?? []
}

function collectionStats(
  { data, clusterId, database, collection }: PipelineContext,
  { count, storageStats, latencyStats }: Document,
): Document {
  const row = findCollection(data, { clusterId, database, name: collection })
  if (row === undefined)
    throw new CommandError('NamespaceNotFound', `Collection [${database}.${collection}] not found.`)
  const documents = allDocuments(data, row)
  return {
    ns: `${database}.${collection}`,
    localTime: new Date(data.clock.now()),
    ...(latencyStats === undefined ? {} : { latencyStats: latencies() }),
    ...(storageStats === undefined ? {} : { storageStats: storageOf(data, row, documents) }),
    ...(count === undefined ? {} : { count: documents.length }),
  }
}

function storageOf(data: DataContext, row: CollectionRow, documents: readonly StoredDocument[]): Document {
  const size = documents.reduce((sum, { document }) => sum + sizeOf(document), 0)
  return {
    size,
    count: documents.length,
    avgObjSize: documents.length === 0 ? 0 : Math.floor(size / documents.length),
    storageSize: size,
    nindexes: shownIndexes(data, row).length,
    capped: row.capped !== null,
    ...(row.capped === null ? {} : { max: row.capped.max ?? 0, maxSize: row.capped.size }),
  }
}

function latencies(): Document {
  return Object.fromEntries(LATENCIES.map((kind) => [kind, { latency: 0n, ops: 0n }]))
}

/** The kinds of operation that `latencyStats` tells apart. */
const LATENCIES = ['reads', 'writes', 'commands', 'transactions']

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

import { compileExpression } from '#docdb/expression/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { findCollection, optionsOf, shownIndexes } from '#docdb/storage/catalog.ts'
import { statisticsOf } from '#docdb/storage/collection-statistics.ts'
import { shownQuerySettings } from '#docdb/storage/query-settings.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext } from './context.ts'
import { checkOptions, checkPresence } from './stage-options.ts'

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
      return [collectionStats(context, operand)]
    case '$indexStats':
      if (!isDocument(operand) || Object.keys(operand).length > 0)
        throw new CommandError(28_803, 'The $indexStats stage specification must be an empty object')
      return indexStats(context)
    case '$currentOp':
      return operationsIn(context, operand)
    case '$listSessions':
    case '$listLocalSessions':
      checkSessions(name, operand, context)
      return context.sessions?.() ?? []
    case '$querySettings':
      return querySettings(operand, context)
    default: // no plan is cached
      checkPlans(operand, context)
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

/** The options of `$collStats`. https://www.mongodb.com/docs/manual/reference/operator/aggregation/collStats/ */
const STATISTICS = {
  latencyStats: 'object?',
  storageStats: 'object?',
  count: 'object?',
  queryExecStats: 'object?',
} as const

function collectionStats(context: PipelineContext, operand: Value): Document {
  if (!isDocument(operand))
    throw new CommandError(5_447_000, `$collStats must take a nested object but found: $collStats: ${show(operand)}`)
  checkOptions('$collStats', operand, STATISTICS)
  const { latencyStats, storageStats, count, queryExecStats } = operand
  if (isDocument(latencyStats)) checkOptions('$collStats.latencyStats', latencyStats, { histograms: 'bool' })
  const scale = isDocument(storageStats) ? scaleOf(storageStats['scale'] ?? 1) : 1
  for (const [name, value] of Object.entries({ count, queryExecStats })) {
    if (isDocument(value) && Object.keys(value).length > 0)
      throw new CommandError(31_170, `${name} argument must be an empty object, but got ${show(value)} of type object`)
  }
  const { data, database, collection } = context
  const stats: Document = {
    ns: `${database}.${collection}`,
    host: context.host ?? '',
    localTime: new Date(data.clock.now()),
  }
  if (isDocument(latencyStats))
    stats['latencyStats'] = latencies(context.usage?.(), latencyStats['histograms'] === true)
  if (isDocument(storageStats)) stats['storageStats'] = statisticsFor('storageStats', context, scale)
  if (isDocument(count)) stats['count'] = recordCount(statisticsFor('count', context, 1))
  if (isDocument(queryExecStats)) {
    statisticsFor('queryExecStats', context, 1)
    stats['queryExecStats'] = { collectionScans: { total: 0n, nonTailable: 0n } }
  }
  return stats
}

/** Returns the number of the records of a collection: those of a time series are its buckets. */
function recordCount({ count, timeseries }: Document): Value {
  return count ?? (isDocument(timeseries) ? timeseries['bucketCount'] : undefined) ?? 0
}

function scaleOf(scale: Value): number {
  if (!isNumber(scale))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '$collStats.storageStats.scale' is the wrong type '${typeOf(scale)}', expected types '[long, int, decimal, double]'`,
    )
  const whole = Math.min(Number(wholeOf(scale)), 2 ** 31 - 1)
  if (whole >= 1) return whole
  throw new CommandError('BadValue', `BSON field 'scale' value must be >= 1, actual value '${whole}'`)
}

/** Returns the statistics of the collection for an option of `$collStats`, which needs one that is no view. */
function statisticsFor(
  option: string,
  { data, clusterId, database, collection }: PipelineContext,
  scale: number,
): Document {
  const row = findCollection(data, { clusterId, database, name: collection })
  try {
    if (row !== undefined) return statisticsOf(data, row, scale)
    throw new CommandError('NamespaceNotFound', `Collection [${database}.${collection}] not found.`)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const text = `Unable to retrieve ${option} in $collStats stage :: caused by :: ${error.message}`
    throw new CommandError(error.code, text)
  }
}

/** The kinds of operation that `latencyStats` tells apart, with the commands that are one. */
const LATENCIES: Readonly<Record<string, ReadonlySet<string> | null>> = {
  reads: new Set(['find', 'getMore', 'aggregate', 'count', 'distinct']),
  writes: new Set(['insert', 'update', 'delete', 'findAndModify']),
  commands: null,
  transactions: new Set(),
}

function latencies(usage: ReadonlyMap<string, number> | undefined, hasHistograms: boolean): Document {
  const counted = new Set(Object.values(LATENCIES).flatMap((names) => [...(names ?? [])]))
  const entries = Object.entries(LATENCIES).map(([kind, names]) => {
    let ops = 0
    for (const [name, count] of usage ?? []) if (names === null ? !counted.has(name) : names.has(name)) ops += count
    // The aggregation that asks is counted when it has ended.
    if (kind === 'reads' && ops > 0) ops -= 1
    return [kind, { ...(hasHistograms ? { histogram: [] } : {}), latency: 0n, ops: BigInt(ops) }] as const
  })
  return Object.fromEntries(entries)
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/querySettings/ */
function querySettings(operand: Value, { data, clusterId }: PipelineContext): Document[] {
  if (!isDocument(operand)) throw new CommandError(7_746_801, '$querySettings stage expects a document as argument')
  checkOptions('$querySettings', operand, { showDebugQueryShape: 'bool' })
  return shownQuerySettings(data, clusterId, operand['showDebugQueryShape'] === true)
}

/** @throws CommandError for options of `$planCacheStats` that the server refuses. */
function checkPlans(operand: Value, { data, clusterId, database, collection }: PipelineContext): void {
  if (!isDocument(operand))
    throw new CommandError('FailedToParse', `$planCacheStats value must be an object. Found: ${typeOf(operand)}`)
  for (const [name, value] of Object.entries(operand)) {
    if (name !== 'allHosts')
      throw new CommandError(
        'FailedToParse',
        `$planCacheStats parameters object may contain only 'allHosts' field. Found: ${name}`,
      )
    if (typeof value !== 'boolean')
      throw new CommandError(13_111, `wrong type for field (allHosts) ${typeOf(value)} != bool`)
  }
  if (operand['allHosts'] === true)
    throw new CommandError(4_503_200, '$planCacheStats stage supports allHosts parameter only for sharded clusters')
  if (findCollection(data, { clusterId, database, name: collection }) === undefined)
    throw new CommandError(50_933, `collection '${database}.${collection}' does not exist`)
}

/** @throws CommandError for options of `$listSessions` and `$listLocalSessions` that the server refuses. */
function checkSessions(stage: string, operand: Value, { database, collection }: PipelineContext): void {
  if (stage === '$listSessions' && `${database}.${collection}` !== 'config.system.sessions')
    throw new CommandError('InvalidNamespace', '$listSessions may only be run against config.system.sessions')
  if (stage === '$listLocalSessions' && collection !== '')
    throw new CommandError('InvalidNamespace', `${stage} must be run against the database with {aggregate: 1}`)
  if (!isDocument(operand))
    throw new CommandError(
      'TypeMismatch',
      `${stage} options must be specified in an object, but found: ${typeOf(operand)}`,
    )
  checkOptions(stage, operand, { allUsers: 'bool?', users: 'array?' })
  const listed = Array.isArray(operand['users']) ? operand['users'] : []
  const users = listed.filter((each) => each !== null)
  for (const [at, user] of users.entries()) {
    const path = `${stage}.users.${at}`
    if (!isDocument(user))
      throw new CommandError(
        'TypeMismatch',
        `BSON field '${path}' is the wrong type '${typeOf(user)}', expected type 'object'`,
      )
    checkOptions(path, user, { user: 'string?', db: 'string?' })
    checkPresence(path, user, ['user', 'db'])
  }
  if (operand['allUsers'] === true && users.length > 0)
    throw new CommandError(
      'UnsupportedFormat',
      `${stage} may not specify {allUsers:true} and {users:[...]} at the same time`,
    )
}

function indexStats({ data, clusterId, database, collection, host = '' }: PipelineContext): Document[] {
  let row = findCollection(data, { clusterId, database, name: collection })
  // A view has the indexes of the collection that it is about.
  while (row?.kind === 'view') row = findCollection(data, { ...row, name: textOfAny(optionsOf(data, row)['viewOn']) })
  if (row === undefined) return []
  return shownIndexes(data, row).map(({ spec }) => ({
    name: spec['name'] ?? '',
    key: spec['key'] ?? {},
    host,
    accesses: { ops: 0n, since: new Date(data.clock.now()) },
    spec,
  }))
}

import { readSort } from '#docdb/expression/sort-order.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { compileStages, runPipeline, stageOf } from '#docdb/pipeline/run.ts'
import { isOplog, systemDocuments } from '#docdb/pipeline/system-collections.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { indexedValues } from '#docdb/query/path.ts'
import { checkFilter } from '#docdb/query/check-filter.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { compileProjection } from '#docdb/query/projection.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { keyValueOf } from '#docdb/storage/index-shape.ts'
import type { Collation } from '#docdb/values/collation.ts'
import { areEqual, compareValues } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, isEmpty, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { changeStream } from './change-stream.ts'
import {
  arrayIn,
  collectionName,
  commandEnvironment,
  documentIn,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { cursorReply, fixedSource } from './cursors.ts'
import { explanation } from './explain.ts'
import { boundsIn, findDocuments, type Find, type Found } from './find-documents.ts'
import type { CursorSource } from './runtime.ts'
import { oplogSource, tailableSource } from './tailable.ts'

function findOf(command: Document): Find {
  const limit = numberIn(command, 'limit', 0)
  const skip = numberIn(command, 'skip', 0)
  return {
    filter: documentIn(command, 'filter', 'FindCommandRequest'),
    sort: documentIn(command, 'sort', 'FindCommandRequest'),
    projection: documentIn(command, 'projection', 'FindCommandRequest'),
    skip,
    limit: limit === 0 ? Infinity : limit,
    hint: command['hint'],
    bounds: boundsIn(command),
    isPlaceShown: command['showRecordId'] === true && command['returnKey'] !== true,
  }
}

/** @throws CommandError for options that a tailable cursor does not have, and for one that only it has. */
function checkTailable({ tailable, awaitData, singleBatch }: Document, { sort }: Find): void {
  if (awaitData === true && tailable !== true)
    throw new CommandError('FailedToParse', "Cannot set 'awaitData' without also setting 'tailable'")
  if (tailable !== true) return
  if (singleBatch === true)
    throw new CommandError('BadValue', "cannot use tailable option with the 'singleBatch' option")
  if (Object.keys(sort).length > 0 && !areEqual(sort, { $natural: 1 }))
    throw new CommandError('BadValue', 'cannot use tailable option with a sort other than {$natural: 1}')
}

/** Returns the source of a tailable cursor; one that has ended where there is no document to tail. */
function tailableOf(
  { command, data, database, clusterId, name }: CommandContext,
  row: CollectionRow | undefined,
  { filter, projection, skip, limit, sort, hint }: Find,
  environment: Environment,
): CursorSource {
  checkFilter(filter, { sort, hint, isTailable: true })
  const options = { filter, projection, skip, limit, waits: command['awaitData'] === true }
  if (isOplog({ database, name: textOfAny(command[name]) })) return oplogSource(clusterId, options, environment)
  if (row === undefined) return fixedSource([])
  if (row.kind !== 'collection')
    throw new CommandError('InvalidPipelineOperator', 'Tailable cursors are not supported in aggregation.')
  if (row.capped === null) {
    throw new CommandError(
      'BadValue',
      `error processing query: ns=${database}.${textOfAny(command[name])}Tree: $and\nSort: {}\nProj: {}\n tailable cursor requested on non capped collection`,
    )
  }
  const { start, end } = data.rows.documents.range([row.id])
  if (start === end) return fixedSource([])
  return tailableSource(row, options, environment)
}

/** https://www.mongodb.com/docs/manual/reference/command/find/ */
export const find: Command = (context) => {
  const { command, database } = context
  const name = collectionName(context)
  const namespace = `${database}.${name}`
  const row = targetCollection(context)
  const options = findOf(command)
  const base = commandEnvironment(context, row)
  const batchSize = command['batchSize'] === undefined ? undefined : numberIn(command, 'batchSize', 0)
  const isSingle = command['singleBatch'] === true
  checkTailable(command, options)
  if (command['tailable'] === true) {
    return cursorReply(context, namespace, tailableOf(context, row, options, base), batchSize)
  }
  const project = isEmpty(options.projection) ? null : compileProjection
  if (row === undefined) {
    compileQuery(options.filter, base)
    readSort('$natural' in options.sort ? {} : options.sort)
    project?.(options.projection, 'find', base, options.filter)
    return cursorReply(context, namespace, fixedSource(systemResult(context, name, options)), batchSize, isSingle)
  }
  if (row.kind === 'view') {
    const shown = runPipeline(pipelineContext(context, row, name), viewStages(options))
    return cursorReply(context, namespace, fixedSource(shown), batchSize, isSingle)
  }
  const found = findDocuments(context, row, options, base)
  const { documents, environment, isOpenEnded } = found
  const isPlain = project === null && command['returnKey'] !== true && options.isPlaceShown !== true
  if (isPlain) return cursorReply(context, namespace, fixedSource(documents, isOpenEnded, row), batchSize, isSingle)
  const shape = project?.(options.projection, 'find', environment, options.filter)
  const shown = documents.map((each) => {
    const fields =
      command['returnKey'] === true
        ? indexedFields(found, each)
        : (shape?.(each, { ...environment.variables, ROOT: each }) ?? each)
    const place = found.places?.get(each)
    return place === undefined ? fields : { ...fields, $recordId: BigInt(place) }
  })
  return cursorReply(context, namespace, fixedSource(shown, isOpenEnded, row), batchSize, isSingle)
}

/** Returns what a find has found in a collection of the server's own; nothing for one that does not exist. */
function systemResult({ data, clusterId, ...context }: CommandContext, name: string, options: Find): Document[] {
  const documents = systemDocuments(data, { clusterId, database: context.database, name })
  if (documents.length === 0) return documents
  const natural = options.sort['$natural'] ?? (isDocument(options.hint) ? options.hint['$natural'] : undefined)
  if (isNumber(natural) && toNumber(natural) < 0) documents.reverse()
  const stages = viewStages({ ...options, sort: '$natural' in options.sort ? {} : options.sort })
  return compileStages(stages, pipelineContext({ data, clusterId, ...context }, undefined, name))(documents)
}

/** Returns the fields of a document that the index of a plan has; none where the plan uses no index. */
function indexedFields({ plan }: Found, document: Document): Document {
  return plan.kind === 'index' ? keyValueOf(plan.index, document, '') : {}
}

function viewStages({ filter, sort, skip, limit, projection }: Find): Document[] {
  return [
    { $match: filter },
    ...(Object.keys(sort).length > 0 ? [{ $sort: sort }] : []),
    ...(skip > 0 ? [{ $skip: skip }] : []),
    ...(limit < Infinity ? [{ $limit: limit }] : []),
    ...(Object.keys(projection).length > 0 ? [{ $project: projection }] : []),
  ]
}

/** Returns the number of documents of a collection of the server's own; 0 for one that does not exist. */
function systemCount(context: CommandContext, query: Document, skip: number, limit: number): number {
  const options = {
    filter: query,
    sort: {},
    projection: {},
    skip,
    limit: limit === 0 ? Infinity : limit,
    hint: undefined,
  }
  return systemResult(context, collectionName(context), options).length
}

/** https://www.mongodb.com/docs/manual/reference/command/count/ */
export const count: Command = (context) => {
  const { command } = context
  const row = targetCollection(context)
  const query = documentIn(command, 'query', 'count')
  const inner = pipelineContext(context, row, collectionName(context))
  const [skip, limit] = [numberIn(command, 'skip', 0), Math.abs(numberIn(command, 'limit', 0))]
  if (row === undefined) {
    compileQuery(query, inner.environment)
    return { n: systemCount(context, query, skip, limit) }
  }
  if (row.kind === 'view') {
    const all = Math.max(0, runPipeline(inner, [{ $match: query }]).length - skip)
    return { n: limit === 0 ? all : Math.min(all, limit) }
  }
  if (Object.keys(query).length === 0 && command['hint'] === undefined) {
    const { start, end } = context.data.rows.documents.range([row.id])
    const all = Math.max(0, end - start - skip)
    return { n: limit === 0 ? all : Math.min(all, limit) }
  }
  const found = findDocuments(
    context,
    row,
    { filter: query, sort: {}, projection: {}, skip, limit: limit === 0 ? Infinity : limit, hint: command['hint'] },
    inner.environment,
  )
  return { n: found.documents.length }
}

/** https://www.mongodb.com/docs/manual/reference/command/distinct/ */
export const distinct: Command = (context) => {
  const { command } = context
  const row = targetCollection(context)
  const key = command['key']
  if (typeof key !== 'string')
    throw new CommandError('IDLFailedToParse', "BSON field 'distinct.key' is missing but a required field")
  if (key.includes('\0')) throw new CommandError(31032, 'Key field cannot contain an embedded null byte')
  const inner = pipelineContext(context, row, collectionName(context))
  const filter = documentIn(command, 'query', 'distinct')
  if (row === undefined) compileQuery(filter, inner.environment)
  const documents =
    row === undefined
      ? []
      : row.kind === 'view'
        ? runPipeline(inner, [{ $match: filter }])
        : findDocuments(
            context,
            row,
            { filter, sort: {}, projection: {}, skip: 0, limit: Infinity, hint: command['hint'] },
            inner.environment,
          ).documents
  const values = new Map<string, Value>()
  for (const each of documents) {
    inner.environment.time?.step()
    for (const value of indexedValues(each, key.split('.')).values) {
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
        const own = keyString(value, inner.environment.collation?.key)
        if (!values.has(own)) values.set(own, value)
      }
    }
  }
  return { values: inOrder(values, inner.environment.collation) }
}

/** Returns values in order, given by their keys. The keys under a collation have no order of their own. */
function inOrder(values: ReadonlyMap<string, Value>, collation: Collation | undefined): Value[] {
  return collation === undefined
    ? [...values].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value)
    : [...values.values()].toSorted((left, right) => compareValues(left, right, collation.order))
}

/** Stages that a transaction cannot have. */
const NOT_IN_TRANSACTIONS = new Set([
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$listSearchIndexes',
  '$merge',
  '$out',
  '$planCacheStats',
  '$search',
  '$searchMeta',
  '$vectorSearch',
])

function refuseInTransaction(stages: readonly Value[]): void {
  for (const each of stages) {
    const [name] = stageOf(each)
    if (NOT_IN_TRANSACTIONS.has(name))
      throw new CommandError(
        'OperationNotSupportedInTransaction',
        `Stage not supported inside of a multi-document transaction: ${name}`,
      )
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/aggregate/ */
export const aggregate: Command = (context) => {
  const { command, database } = context
  const target = command['aggregate']
  const isCollectionless = isNumber(target)
  if (isCollectionless && toNumber(target) !== 1)
    throw new CommandError(
      'FailedToParse',
      "Invalid command format: the 'aggregate' field must specify a collection name or 1",
    )
  const name = isCollectionless ? '$cmd.aggregate' : collectionName(context)
  const stages = arrayIn(command, 'pipeline', 'aggregate')
  stages.forEach(stageOf)
  const [first] = stages
  // A change stream has the collation that its command names, and not the one of the collection.
  const isChangeStream = first !== undefined && stageOf(first)[0] === '$changeStream'
  const row = isCollectionless || isChangeStream ? undefined : targetCollection(context)
  const inner: PipelineContext = {
    ...pipelineContext(context, row, isCollectionless ? '' : name),
    hint: command['hint'],
    bypassValidation: isTruthy(command['bypassDocumentValidation']),
  }
  const cursor = documentIn(command, 'cursor', 'aggregate')
  if (command['cursor'] === undefined && command['explain'] !== true) {
    throw new CommandError(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    )
  }
  if (context.transaction !== null) refuseInTransaction(stages)
  if (command['explain'] === true) return explanation(context, 'queryPlanner')
  const batchSize = cursor['batchSize'] === undefined ? undefined : numberIn(cursor, 'batchSize', 0)
  if (batchSize !== undefined && batchSize < 0)
    throw new CommandError(51_024, `BSON field 'cursor.batchSize' value must be >= 0, actual value '${batchSize}'`)
  const namespace = `${database}.${name}`
  if (isChangeStream) {
    return cursorReply(context, namespace, changeStream(context, inner, stages), batchSize)
  }
  const documents = runPipeline(inner, stages)
  return cursorReply(context, namespace, fixedSource(documents, true), batchSize)
}

import { CommandError } from '#docdb/errors/command-error.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { runPipeline, stageOf } from '#docdb/pipeline/run.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import {
  collectionName,
  documentIn,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { VERSION } from './diagnostics.ts'
import {
  countStage,
  END_OF_FILE,
  readStages,
  shownStage,
  totalOf,
  type ExplainedRead,
  type ExplainedResult,
  type ExplainedStage,
} from './explain-stages.ts'
import { distinctStages } from './explain-distinct.ts'
import { parsedFilter } from '#docdb/query/parsed-filter.ts'
import { countIn, keysReadIn } from '#docdb/storage/key-range.ts'
import { multikeyPaths } from '#docdb/storage/multikey-paths.ts'
import { planHashes } from '#docdb/storage/index-filters.ts'
import { readMembers } from './members.ts'
import { settingsOf } from './query-settings.ts'
import { checkWriteConcern } from './write-concern.ts'
import { boundsIn, findDocuments, type Find, type Found } from './find-documents.ts'
import type { ExplainedIndex } from './explain-bounds.ts'
import type { IndexShape } from '#docdb/storage/index-shape.ts'
import { findAndModify, remove, update } from './write.ts'

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution']

/** https://www.mongodb.com/docs/manual/reference/command/explain/ */
export const explain: Command = (context) => {
  const { explain: inner, verbosity = 'allPlansExecution' } = context.command
  if (!isDocument(inner))
    throw new CommandError('IDLFailedToParse', "BSON field 'explain.explain' is missing but a required field")
  if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity))
    throw new CommandError(
      'BadValue',
      `Enumeration value '${textOfAny(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
    )
  const { $db: database } = inner
  if (typeof database === 'string' && database !== context.database)
    throw new CommandError(
      'InvalidNamespace',
      `Mismatched $db in explain command. Expected ${context.database} but got ${database}`,
    )
  const name = commandNameOf(inner)
  const command = readMembers(name, inner)
  if (name === 'aggregate' && command['explain'] !== undefined)
    throw new CommandError('FailedToParse', "The 'explain' option is illegal when a explain verbosity is also provided")
  checkWriteConcern(name, name === 'aggregate' ? { ...command, explain: true } : command)
  const querySettings = settingsOf(context.data, context.clusterId, { name, command, database: context.database })
  return explanation({ ...context, command, name, querySettings }, verbosity)
}

/** The former names of commands that have a plan. */
const OLD_NAMES: Readonly<Partial<Record<string, string>>> = { findandmodify: 'findAndModify', mapreduce: 'mapReduce' }

/** The commands that have a plan. */
export const EXPLAINED: readonly string[] = [
  'find',
  'aggregate',
  'count',
  'distinct',
  'update',
  'delete',
  'findAndModify',
  'mapReduce',
]

function commandNameOf(command: Document): string {
  const [key = ''] = Object.keys(command)
  const name = OLD_NAMES[key] ?? key
  if (EXPLAINED.includes(name)) return name
  throw OTHERS.has(name)
    ? new CommandError('IllegalOperation', `Cannot explain cmd: ${name}`)
    : new CommandError('CommandNotFound', `Explain failed due to unknown command: ${name}`)
}

/** Commands without a plan that clients may try to explain. */
const OTHERS = new Set([
  'insert',
  'bulkWrite',
  'getMore',
  'explain',
  'create',
  'createIndexes',
  'listIndexes',
  'ping',
  'hello',
])

/** The part of a command that finds documents, and what it does with them. */
interface Read extends ExplainedRead {
  readonly hint: Value | undefined
  /** The stages of a pipeline that work on the documents that are found. */
  readonly rest: readonly Value[]
}

/** Returns the first statement of an `update` or a `delete`. */
function firstOf(command: Document, list: string): Document {
  const [first] = Array.isArray(command[list]) ? command[list] : []
  return isDocument(first) ? first : {}
}

function readOf({ command, name }: CommandContext): Read {
  const { hint } = command
  const plain = { sort: {}, projection: {}, skip: 0, limit: 0, hint, rest: [] }
  switch (name) {
    case 'find':
      return {
        filter: documentIn(command, 'filter'),
        sort: documentIn(command, 'sort'),
        projection: {
          ...documentIn(command, 'projection'),
          ...(command['showRecordId'] === true ? { $recordId: { $meta: 'recordId' } } : {}),
        },
        returnsKeys: command['returnKey'] === true,
        bounds: boundsIn(command),
        skip: numberIn(command, 'skip', 0),
        limit: Math.abs(numberIn(command, 'limit', 0)),
        hint,
        rest: [],
      }
    case 'update':
      return { ...plain, ...readOfStatement(firstOf(command, 'updates'), 'multi') }
    case 'delete':
      return { ...plain, ...readOfStatement(firstOf(command, 'deletes'), 'limit') }
    case 'findAndModify':
      return { ...plain, filter: documentIn(command, 'query'), sort: documentIn(command, 'sort'), limit: 1 }
    case 'count':
      return {
        ...plain,
        filter: documentIn(command, 'query'),
        skip: numberIn(command, 'skip', 0),
        limit: Math.abs(numberIn(command, 'limit', 0)),
      }
    case 'aggregate':
      return { ...readOfPipeline(Array.isArray(command['pipeline']) ? command['pipeline'] : []), hint }
    case 'mapReduce':
      return {
        ...plain,
        filter: documentIn(command, 'query'),
        sort: documentIn(command, 'sort'),
        limit: Math.abs(numberIn(command, 'limit', 0)),
      }
    default:
      return { ...plain, filter: documentIn(command, 'query') }
  }
}

/**
 * Returns what a pipeline reads by the stages that it begins with, in the order `$match`, `$sort`, `$skip`, `$limit`.
 */
function readOfPipeline(stages: readonly Value[]): Omit<Read, 'hint'> {
  const rest = stages.map((each) => [...stageOf(each)] as const)
  const take = (name: string): Value | undefined => (rest[0]?.[0] === name ? rest.shift()?.[1] : undefined)
  const match = take('$match')
  const sort = take('$sort')
  const skip = take('$skip')
  const limit = take('$limit')
  return {
    filter: isDocument(match) ? match : {},
    sort: isDocument(sort) ? sort : {},
    projection: {},
    skip: isNumber(skip) ? toNumber(skip) : 0,
    limit: isNumber(limit) ? toNumber(limit) : 0,
    rest: rest.map(([name, operand]) => ({ [name]: operand })),
  }
}

/** Returns what a statement of an `update` or a `delete` reads: one document, unless it is about all that match. */
function readOfStatement(statement: Document, flag: 'multi' | 'limit'): Pick<Read, 'filter' | 'limit' | 'hint'> {
  const value = statement[flag]
  const isOfAll = flag === 'multi' ? value === true : !isNumber(value) || toNumber(value) === 0
  return { filter: documentIn(statement, 'q'), limit: isOfAll ? 0 : 1, hint: statement['hint'] }
}

/** The command whose plan is shown: one about a view is one about its collection, with the stages of the view. */
function resolved(context: CommandContext): { context: CommandContext; row: CollectionRow | undefined } {
  const { data, clusterId, database } = context
  let { command, name } = context
  let row = targetCollection(context)
  while (row?.kind === 'view') {
    const { viewOn, pipeline } = optionsOf(data, row)
    const stages = [...(Array.isArray(pipeline) ? pipeline : []), ...stagesOf({ ...context, command, name })]
    command = { aggregate: textOfAny(viewOn), pipeline: stages, cursor: {} }
    name = 'aggregate'
    row = findCollection(data, { clusterId, database, name: textOfAny(viewOn) })
  }
  return { context: { ...context, command, name }, row }
}

function stagesOf(context: CommandContext): readonly Value[] {
  const { command, name } = context
  if (name === 'aggregate') return Array.isArray(command['pipeline']) ? command['pipeline'] : []
  const { filter, sort, skip, limit, projection } = readOf(context)
  return [
    { $match: filter },
    ...(Object.keys(sort).length > 0 ? [{ $sort: sort }] : []),
    ...(skip > 0 ? [{ $skip: skip }] : []),
    ...(limit > 0 ? [{ $limit: limit }] : []),
    ...(Object.keys(projection).length > 0 ? [{ $project: projection }] : []),
  ]
}

/** Returns the plan of a command, and what it has taken to run, where the client wants to know. */
export function explanation(received: CommandContext, verbosity: string): Document {
  const isExecuted = verbosity !== 'queryPlanner'
  const { context, row } = resolved(received)
  const { database, address } = context
  const collection = collectionName(context)
  const read = readOf(context)
  const inner = pipelineContext(context, row, collection)
  compileQuery(read.filter, inner.environment)
  const { collation } = inner.environment
  const limit = read.limit === 0 ? Infinity : read.limit
  const found = row === undefined ? null : resultOf(context, row, { ...read, limit }, inner)
  const isDistinct = row !== undefined && found !== null && context.name === 'distinct'
  const stage =
    (isDistinct ? distinctStages(context, { row, key: context.command['key'], collation }, read, found) : null) ??
    commandStage(context, read, found, isExecuted)
  const queryPlanner = {
    namespace: `${database}.${collection}`,
    parsedQuery: parsedFilter(read.filter),
    ...(collation === undefined ? {} : { collation: collation.spec }),
    indexFilterSet: found?.isFiltered ?? false,
    ...(row === undefined ? {} : planHashes(context.data, row, { ...read, collation })),
    ...(context.querySettings === undefined ? {} : { querySettings: context.querySettings }),
    optimizationTimeMillis: 0,
    maxIndexedOrSolutionsReached: false,
    maxIndexedAndSolutionsReached: false,
    maxScansToExplodeReached: false,
    prunedSimilarIndexes: false,
    winningPlan: { isCached: false, ...shownStage(stage, false) },
    rejectedPlans: [],
  }
  const executionStats = {
    executionSuccess: true,
    nReturned: stage.nReturned,
    executionTimeMillis: 0,
    totalKeysExamined: totalOf('keysExamined', stage),
    totalDocsExamined: totalOf('docsExamined', stage),
    executionStages: { isCached: false, ...shownStage(stage, true) },
    ...(verbosity === 'allPlansExecution' ? { allPlansExecution: [] } : {}),
  }
  const plan: Document = { queryPlanner, ...(isExecuted ? { executionStats } : {}) }
  const [host = '127.0.0.1', port = '0'] = address.split(':')
  const { lsid: _lsid, $clusterTime: _time, explain: _explain, ...shown } = received.command
  return {
    explainVersion: '1',
    ...(read.rest.length === 0 ? plan : { stages: pipelineStages(inner, read, plan, verbosity) }),
    command: { ...shown, $db: database },
    serverInfo: { host, port: Number(port), version: VERSION, gitVersion: 'backlot' },
  }
}

/** Finds the documents of a command, and says what has found them. */
function resultOf(
  context: CommandContext,
  row: CollectionRow,
  find: Find,
  inner: PipelineContext,
): Found & ExplainedResult {
  const { rows } = context.data
  const arraysOf = ({ index, field }: ExplainedIndex): Document => {
    const paths = field === undefined ? index.paths : [field.split('.')]
    const { start, end } = rows.documents.range([row.id])
    const documents = isFree(index) ? [] : rows.documents.slice(start, end).map(({ document }) => document)
    return { ...(field === undefined ? {} : { $_path: [] }), ...multikeyPaths(paths, documents) }
  }
  const found = findDocuments(context, row, find, inner.environment)
  return { ...found, arraysOf, keysRead: keysReadBy(context, found) }
}

/** Returns the number of keys that the server reads for a plan: those behind the parts that it reads, too. */
function keysReadBy({ data }: CommandContext, { plan, effort }: Found): number {
  if (plan.kind !== 'index') return effort.keys
  const { ranges, index } = plan
  const isWhole = effort.keys === countIn(data, index.row.id, ranges)
  return isWhole ? keysReadIn(data, index.row.id, ranges) : effort.keys
}

/** Returns whether no document of an index has an array in it. */
function isFree({ row }: IndexShape): boolean {
  return row.kind === 'ordered' && !row.multikey
}

/** Returns the stages of a pipeline with the number of documents that each has made. */
function pipelineStages(inner: PipelineContext, read: Read, plan: Document, verbosity: string): Document[] {
  const isExecuted = verbosity !== 'queryPlanner'
  const { rest } = read
  const first = stagesBefore(read)
  const counts = (at: number): Document =>
    isExecuted
      ? {
          nReturned: BigInt(runPipeline(inner, [...first, ...rest.slice(0, at)]).length),
          executionTimeMillisEstimate: 0n,
        }
      : {}
  const writer = rest.map((each) => stageOf(each)[0]).find((each) => each === '$out' || each === '$merge')
  if (isExecuted && writer !== undefined)
    throw new CommandError(51_184, `explain of ${writer} is not allowed with verbosity ${verbosity}`)
  return [
    { $cursor: plan, ...counts(0) },
    ...rest.map((each, at) => ({ ...(isDocument(each) ? each : {}), ...counts(at + 1) })),
  ]
}

function stagesBefore({ filter, sort, skip, limit }: Read): Value[] {
  return [
    ...(Object.keys(filter).length > 0 ? [{ $match: filter }] : []),
    ...(Object.keys(sort).length > 0 ? [{ $sort: sort }] : []),
    ...(skip > 0 ? [{ $skip: skip }] : []),
    ...(limit > 0 ? [{ $limit: limit }] : []),
  ]
}

/** Returns whether a count is that of a whole collection, of which no document is read. */
function isFastCount({ name }: CommandContext, { filter }: Read): boolean {
  return name === 'count' && Object.keys(filter).length === 0
}

/** The commands that do no more than read what they find, as far as their plan shows it. */
const READS = ['find', 'aggregate', 'distinct', 'mapReduce']

/** Returns the stages of a command: those that find documents, and the one that counts, changes or removes them. */
function commandStage(
  context: CommandContext,
  read: Read,
  found: ExplainedResult | null,
  isExecuted: boolean,
): ExplainedStage {
  const { name, command } = context
  const nCounted = found?.documents.length ?? 0
  if (isFastCount(context, read))
    return {
      fields: { stage: 'RECORD_STORE_FAST_COUNT' },
      nReturned: 0,
      counts: { nCounted, nSkipped: read.skip },
      inputs: [],
    }
  const { skip, sort, filter, projection } = read
  const counted = found === null || name !== 'count' ? null : countStage(read, found)
  // A count and a write have limits of their own, which are no stages.
  const isRead = READS.includes(name)
  const limited = isRead ? read : { filter, sort, projection, skip: 0, limit: 0 }
  const inputs = [counted ?? (found === null ? END_OF_FILE : readStages(limited, found))]
  const [input = END_OF_FILE] = inputs
  if (isRead) return input
  if (name === 'count')
    return { fields: { stage: 'COUNT' }, nReturned: 0, counts: { nCounted, nSkipped: skip }, inputs }
  const isRemoval = name === 'delete' || command['remove'] === true
  const counts = isExecuted ? countsOfWrite(context) : {}
  const nReturned = name === 'findAndModify' ? nCounted : 0
  return { fields: { stage: isRemoval ? 'DELETE' : 'UPDATE' }, nReturned, counts, inputs }
}

/** Ends the trial of a write, so that all that it has done is undone. */
class TrialOver extends Error {}

/** Returns what the first statement of a write would do. */
function countsOfWrite(context: CommandContext): Document {
  const { name, command } = context
  const list = name === 'update' ? 'updates' : 'deletes'
  const run = name === 'update' ? update : name === 'delete' ? remove : findAndModify
  const tried = name === 'findAndModify' ? command : { ...command, [list]: [firstOf(command, list)] }
  let reply: Document = {}
  try {
    context.atomically(() => {
      reply = run({ ...context, command: tried })
      throw new TrialOver()
    })
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error
  }
  const last = isDocument(reply['lastErrorObject']) ? reply['lastErrorObject'] : reply
  const [n, modified] = [Number(last['n'] ?? 0), Number(last['nModified'] ?? last['n'] ?? 0)]
  if (name === 'delete' || command['remove'] === true) return { nWouldDelete: n }
  const upserted = last['upserted'] === undefined ? 0 : 1
  return { nMatched: n - upserted, nWouldModify: Math.min(modified, n - upserted), nWouldUpsert: upserted }
}

import { CommandError } from '#docdb/errors/command-error.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { stageOf } from '#docdb/pipeline/run.ts'
import type { Plan } from '#docdb/storage/plan.ts'
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
import { checkWriteConcern } from './write-concern.ts'
import { findDocuments, isOfOneId } from './find-documents.ts'

/** The stage of a query for one `_id`, which needs no planning. */
const EXPRESS: Document = { stage: 'EXPRESS_IXSCAN', keyPattern: '{ _id: 1 }', indexName: '_id_' }

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution']

/** https://www.mongodb.com/docs/manual/reference/command/explain/ */
export const explain: Command = (context) => {
  const inner = context.command['explain']
  if (!isDocument(inner))
    throw new CommandError('TypeMismatch', "BSON field 'explain.explain' is the wrong type, expected type 'object'")
  const [name = ''] = Object.keys(inner)
  const verbosity = context.command['verbosity'] ?? 'allPlansExecution'
  if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity))
    throw new CommandError(
      'BadValue',
      `Enumeration value '${textOfAny(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
    )
  checkWriteConcern('explain', { ...inner, ...context.command })
  return explanation({ ...context, command: inner, name }, verbosity !== 'queryPlanner')
}

/** The part of a command that finds documents. */
interface Read {
  readonly filter: Document
  readonly sort: Document
  readonly projection: Document
  readonly skip: number
  /** 0: no limit */
  readonly limit: number
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
        projection: documentIn(command, 'projection'),
        skip: numberIn(command, 'skip', 0),
        limit: Math.abs(numberIn(command, 'limit', 0)),
        hint,
        rest: [],
      }
    case 'update':
      return { ...plain, filter: documentIn(firstOf(command, 'updates'), 'q') }
    case 'delete':
      return { ...plain, filter: documentIn(firstOf(command, 'deletes'), 'q') }
    case 'aggregate':
      return { ...readOfPipeline(Array.isArray(command['pipeline']) ? command['pipeline'] : []), hint }
    default:
      return { ...plain, filter: documentIn(command, 'query'), sort: documentIn(command, 'sort') }
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

/** Returns the plan of a command, and what it read, where the client wants to know. */
export function explanation(context: CommandContext, isExecuted: boolean): Document {
  const { command, database, address, name } = context
  const row = targetCollection(context)
  const collection = collectionName(context)
  const read = readOf(context)
  const { environment } = pipelineContext(context, row, collection)
  compileQuery(read.filter, environment)
  const limit = read.limit === 0 ? Infinity : read.limit
  const found =
    row === undefined || row.kind === 'view' ? null : findDocuments(context, row, { ...read, limit }, environment)
  const stage = writeStage(name, command, found === null ? { stage: 'EOF' } : readStage(found.plan, read))
  const queryPlanner = {
    namespace: `${database}.${collection}`,
    parsedQuery: read.filter,
    indexFilterSet: false,
    winningPlan: { isCached: false, ...stage },
    rejectedPlans: [],
  }
  const nReturned = found?.documents.length ?? 0
  const executionStats = {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: 0,
    totalKeysExamined: found?.effort.keys ?? 0,
    totalDocsExamined: found?.effort.documents ?? 0,
    executionStages: { ...stage, nReturned },
  }
  const plan: Document = { queryPlanner, ...(isExecuted ? { executionStats } : {}) }
  const [host = '127.0.0.1', port = '0'] = address.split(':')
  return {
    explainVersion: '1',
    ...(read.rest.length === 0 ? plan : { stages: [{ $cursor: plan }, ...read.rest] }),
    command,
    serverInfo: { host, port: Number(port), version: VERSION, gitVersion: 'backlot' },
  }
}

/** Returns the stages of a read: those that follow the plan wrap it. */
function readStage(plan: Plan, { filter, sort, projection, skip, limit }: Read): Document {
  let stage = isOfOneId(plan, filter) ? EXPRESS : planStage(plan, filter)
  const isOrdered = Object.keys(sort).length === 0 || (plan.kind === 'index' && plan.direction !== null)
  if (!isOrdered) {
    const most = limit === 0 ? {} : { limitAmount: limit + skip }
    stage = { stage: 'SORT', sortPattern: sort, ...most, type: 'simple', inputStage: stage }
  }
  if (skip > 0) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage }
  if (Object.keys(projection).length > 0)
    stage = { stage: 'PROJECTION_SIMPLE', transformBy: projection, inputStage: stage }
  return limit > 0 && isOrdered ? { stage: 'LIMIT', limitAmount: limit, inputStage: stage } : stage
}

function writeStage(name: string, command: Document, inputStage: Document): Document {
  if (name === 'update') return { stage: 'UPDATE', inputStage }
  if (name === 'delete') return { stage: 'DELETE', inputStage }
  if (name === 'findAndModify') return { stage: command['remove'] === true ? 'DELETE' : 'UPDATE', inputStage }
  return name === 'count' ? { stage: 'COUNT', inputStage } : inputStage
}

function planStage(plan: Plan, filter: Document): Document {
  if (plan.kind === 'scan') return { stage: 'COLLSCAN', filter, direction: 'forward' }
  if (plan.kind === 'or') return { stage: 'OR', inputStages: plan.plans.map((each) => planStage(each, filter)) }
  const { row, spec } = plan.index
  return {
    stage: 'FETCH',
    filter,
    inputStage: {
      stage: 'IXSCAN',
      keyPattern: spec['key'] ?? {},
      indexName: row.name,
      isMultiKey: row.multikey,
      isUnique: row.unique,
      isSparse: row.sparse,
      isPartial: spec['partialFilterExpression'] !== undefined,
      indexVersion: 2,
      direction: plan.direction === -1 ? 'backward' : 'forward',
    },
  }
}

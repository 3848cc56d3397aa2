import { CommandError } from '#docdb/errors/command-error.ts'
import { checkStages, stageOf } from '#docdb/pipeline/run.ts'
import { refuseInPipeline } from '#docdb/pipeline/shape.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { checkNamespace, findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { pipelineContext, type CommandContext } from './context.ts'

/** The largest capped collection, in bytes: 1 PB. */
const LARGEST_CAPPED = 2 ** 50

/** Refuses limits of a capped collection that are too large. */
export function checkCappedLimits(size: Value | undefined, max: Value | undefined): void {
  if (size !== undefined && Number(size) > LARGEST_CAPPED)
    throw new CommandError(
      51_024,
      `BSON field 'size' value must be <= ${LARGEST_CAPPED}, actual value '${Number(size)}'`,
    )
  if (max !== undefined && Number(max) >= 2 ** 31)
    throw new CommandError(51_024, `BSON field 'max' value must be < 2147483648, actual value '${Number(max)}'`)
}

const LEVELS = ['off', 'strict', 'moderate']
const ACTIONS = ['error', 'warn']

/** Refuses a level or an action of a validator that the server does not know. */
export function checkValidation(name: 'create' | 'collMod', { validationLevel, validationAction }: Document): void {
  for (const [member, value, known] of [
    ['validationLevel', validationLevel, LEVELS],
    ['validationAction', validationAction, ACTIONS],
  ] as const) {
    if (typeof value === 'string' && !known.includes(value))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${value}' for field '${name}.${member}' is not a valid value.`,
      )
  }
}

/** Databases whose collections have no validators. */
const SERVER_DATABASES = ['admin', 'config', 'local']

/** Refuses a validator, and the pipeline of a view, that the server cannot read. */
export function checkDefinition(
  context: CommandContext,
  name: string,
  { validator, viewOn, pipeline }: Document,
): void {
  const inner = pipelineContext(context, undefined, name)
  if (isDocument(validator)) {
    checkValidator(context.database, name, validator)
    compileQuery(validator, inner.environment)
  }
  if (typeof viewOn !== 'string') return
  const stages = stagesOf(pipeline)
  if (viewOn === '') throw new CommandError('BadValue', "'viewOn' cannot be empty")
  checkNamespace({ ...context, name: viewOn })
  checkViewStages(`${context.database}.${name}`, stages)
  checkStages(inner, stages)
  refuseCycle(context, name, [viewOn, ...sourcesOf(stages)])
}

/** Returns the stages of the pipeline of a view, of which the server leaves out those that are null. */
export function stagesOf(pipeline: Value | undefined): Value[] {
  return Array.isArray(pipeline) ? pipeline.filter((stage) => stage !== null) : []
}

/** Refuses a validator where documents have none, and one with operators that only a query may have. */
function checkValidator(database: string, name: string, validator: Document): void {
  if (SERVER_DATABASES.includes(database))
    throw new CommandError(
      'InvalidOptions',
      `Document validators are not allowed on collection ${database}.${name} in the ${database} internal database`,
    )
  if (name.startsWith('system.'))
    throw new CommandError('InvalidOptions', `Document validators not allowed on system collection ${database}.${name}`)
  refuseInPipeline(validator)
  if (validator['$text'] !== undefined) throw new CommandError('BadValue', '$text is not allowed in this context')
}

/** Stages that read no collection, of which a view is made. */
const WITHOUT_COLLECTION = ['$currentOp', '$documents', '$listLocalSessions', '$listSessions']

/** Refuses stages that write, and those that read no collection or its changes. */
function checkViewStages(view: string, stages: readonly Value[]): void {
  for (const [at, stage] of stages.entries()) {
    const [name] = stageOf(stage)
    if (name === '$out' || name === '$merge' || name === '$changeStream') {
      const why = name === '$changeStream' ? '' : ' because it writes to disk'
      throw new CommandError(
        'OptionNotSupportedOnView',
        `Invalid pipeline for view ${view} :: caused by :: The aggregation stage ${name} in location ${at} of the pipeline cannot be used in the view definition of ${view}${why}`,
      )
    }
    if (at === 0 && WITHOUT_COLLECTION.includes(name))
      throw new CommandError(
        'InvalidNamespace',
        `Invalid pipeline for view ${view} :: caused by :: ${name} must be run against the database with {aggregate: 1}, not a collection`,
      )
  }
}

/** Returns the collections that the stages of a view read beside its own. */
function sourcesOf(stages: readonly Value[]): string[] {
  return stages.flatMap((stage): string[] => {
    const [name, operand] = stageOf(stage)
    if (name === '$facet' && isDocument(operand))
      return Object.values(operand).flatMap((each) => (Array.isArray(each) ? sourcesOf(each) : []))
    if (name === '$unionWith' && typeof operand === 'string') return [operand]
    if (!isDocument(operand) || !['$lookup', '$unionWith', '$graphLookup'].includes(name)) return []
    const { from, coll = from, pipeline } = operand
    return [...(typeof coll === 'string' ? [coll] : []), ...(Array.isArray(pipeline) ? sourcesOf(pipeline) : [])]
  })
}

/** The most views that may lie one on another. */
const DEEPEST_VIEW = 20

/** Refuses a view that reads itself, also by way of other views, and one that lies on too many. */
function refuseCycle(context: CommandContext, name: string, sources: readonly string[]): void {
  const { data, clusterId, database } = context
  let level = new Set(sources)
  for (let depth = 1; level.size > 0; depth += 1) {
    if (level.has(name))
      throw new CommandError('GraphContainsCycle', `View cycle detected: '${database}.${name}' reads itself`)
    if (depth > DEEPEST_VIEW)
      throw new CommandError('ViewDepthLimitExceeded', `View depth limit exceeded; maximum depth is ${DEEPEST_VIEW}`)
    const next = new Set<string>()
    for (const each of level) {
      const row = findCollection(data, { clusterId, database, name: each })
      if (row?.kind !== 'view') continue
      const { viewOn, pipeline } = optionsOf(data, row)
      if (typeof viewOn === 'string') next.add(viewOn)
      for (const source of Array.isArray(pipeline) ? sourcesOf(pipeline) : []) next.add(source)
    }
    level = next
  }
}

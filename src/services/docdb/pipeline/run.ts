import { ownMember } from '#core/objects.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { readSort } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { planByRules } from '#docdb/storage/query-settings.ts'
import { findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { checkHint, execute } from '#docdb/storage/plan.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { textSearchOf } from '#docdb/storage/text-search.ts'
import type { PipelineContext, Stage, StageCompiler } from './context.ts'
import { geoNear } from './geo-near.ts'
import { groupStages } from './group.ts'
import { joinStages } from './join.ts'
import { notFirst, rankFusion } from './rank-fusion.ts'
import { refuseInPipeline, shapeStages } from './shape.ts'
import { SEARCH_STAGES, searchDocuments } from './search.ts'
import { sourceDocuments } from './source.ts'
import { systemDocuments } from './system-collections.ts'
import { windowStages } from './window.ts'
import { checkViewCollation } from './view-collation.ts'
import { writeStages } from './write.ts'
import { fillStages } from './fill.ts'

/** The most stages of a pipeline. */
const MOST_STAGES = 1000

function checkLength({ length }: readonly Value[]): void {
  if (length > MOST_STAGES)
    throw new CommandError(7_749_501, `Pipeline length must be no longer than ${MOST_STAGES} stages`)
}

const STAGES: Readonly<Record<string, StageCompiler>> = {
  ...shapeStages,
  ...groupStages,
  ...windowStages,
  ...fillStages,
  ...joinStages({ run: runPipeline, read: readCollection, compile: compileStages, check: checkStages }),
  ...writeStages,
}

/** Stages that only come first, and make documents by themselves. */
const SOURCES = new Set([
  '$documents',
  '$collStats',
  '$indexStats',
  '$currentOp',
  '$listSessions',
  '$listLocalSessions',
  '$planCacheStats',
  '$querySettings',
  '$geoNear',
  '$changeStream',
])

/** Stages of Atlas Search that are not there. */
const MISSING = new Set(['$scoreFusion'])

/** The stages that make each of their documents of one before, whose scores it keeps. */
const ONE_BY_ONE = new Set([
  '$addFields',
  '$graphLookup',
  '$lookup',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$set',
  '$unset',
  '$unwind',
])

/** Returns the name and the operand of a stage. */
export function stageOf(stage: Value): readonly [string, Value] {
  if (!isDocument(stage))
    throw new CommandError('TypeMismatch', "Each element of the 'pipeline' array must be an object")
  const names = Object.keys(stage)
  const [name] = names
  if (name === undefined || names.length !== 1) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.')
  }
  return [name, stage[name] ?? null]
}

/** Compiles the stages of a pipeline that do not read documents themselves. */
export function compileStages(stages: readonly Value[], context: PipelineContext): Stage {
  checkLength(stages)
  const compiled = stages.map((each, at) => {
    const [name, operand] = stageOf(each)
    const compile = ownMember(STAGES, name)
    if (compile === undefined) throw unknownStage(name)
    if ((name === '$out' || name === '$merge') && at < stages.length - 1) {
      throw new CommandError(40601, `${name} can only be the final stage in the pipeline`)
    }
    if (name === '$match' && at > 0 && isDocument(operand) && operand['$text'] !== undefined)
      throw new CommandError(17_313, '$match with $text is only allowed as the first pipeline stage')
    const stage = compile(operand, name === '$sort' ? { ...context, taken: takenOf(stages.slice(at + 1)) } : context)
    return ONE_BY_ONE.has(name) ? keepingMetadata(stage, context) : stage
  })
  return (documents) =>
    executing(context, () =>
      compiled.reduce((input, stage) => {
        context.environment.time?.step(input.length)
        return stage(input)
      }, documents),
    )
}

/** Returns a stage after which `$meta` still reads what a search has found out about documents. */
function keepingMetadata(stage: Stage, { metadata }: PipelineContext): Stage {
  if (metadata === undefined) return stage
  return (documents) =>
    documents.flatMap((each) => {
      const made = stage([each])
      const own = metadata.get(each)
      if (own !== undefined) for (const document of made) metadata.set(document, own)
      return made
    })
}

/** Returns how many documents stages take of a `$sort` before them: a sort with a limit holds no more. */
function takenOf(stages: readonly Value[]): number {
  let skipped = 0
  for (const each of stages) {
    const [name, operand] = stageOf(each)
    const number = isNumber(operand) ? toNumber(operand) : Number.NaN
    if (name === '$limit' && number >= 0) return skipped + number
    if (name !== '$skip' || !(number >= 0)) return Infinity
    skipped += number
  }
  return Infinity
}

/** Runs a part of a pipeline. What the server refuses only now names the command, as its messages do. */
function executing<T>({ depth, database, collection }: PipelineContext, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (depth > 0 || !(error instanceof CommandError)) throw error
    const namespace = `${database}.${collection === '' ? '$cmd.aggregate' : collection}`
    const prefix = `Executor error during aggregate command on namespace: ${namespace} :: caused by :: `
    throw error.reworded(prefix + error.message)
  }
}

/** Refuses stages that no pipeline can have, without running them. */
export function checkStages(context: PipelineContext, stages: readonly Value[]): void {
  const [first, ...rest] = stages
  const [name, operand] = first === undefined ? [''] : stageOf(first)
  const isSource = SOURCES.has(name) || SEARCH_STAGES.has(name) || name === '$rankFusion'
  const row = findCollection(context.data, { ...context, name: context.collection })
  const filter = name === '$match' && isDocument(operand) ? operand : {}
  const inner = row === undefined ? context : searching(context, row, filter).inner
  compileStages(isSource ? rest : stages, inner)
}

/**
 * Refuses stages that no pipeline has, before anything is done. In an update all other mistakes are those of one of its
 * statements.
 *
 * @throws CommandError 40324
 */
export function checkStageNames(stages: readonly Value[]): void {
  for (const each of stages) {
    const [name] = stageOf(each)
    const isSource = SOURCES.has(name) || SEARCH_STAGES.has(name) || name === '$rankFusion'
    if (!isSource && ownMember(STAGES, name) === undefined) throw unknownStage(name)
  }
}

function unknownStage(name: string): CommandError {
  if (MISSING.has(name)) return new CommandError(31082, `${name} is not supported by backlot`)
  if (name === '$rankFusion') return notFirst(name)
  if (name === '$geoNear') return new CommandError(40_603, '$geoNear was not the first stage in the pipeline.')
  if (SOURCES.has(name) || SEARCH_STAGES.has(name)) {
    return new CommandError(40602, `${name} is only valid as the first stage in a pipeline.`)
  }
  return new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`)
}

/**
 * Runs a pipeline over a collection, a view, or the documents that its first stage makes.
 *
 * @throws CommandError in the server's words for a pipeline that is none.
 */
export function runPipeline(context: PipelineContext, stages: readonly Value[]): Document[] {
  checkLength(stages)
  if (context.depth === 0) checkViewCollation(context, context.collection)
  const [first, ...rest] = stages
  if (first !== undefined) {
    const [name, operand] = stageOf(first)
    if (SEARCH_STAGES.has(name)) {
      const { documents, inner } = executing(context, () => searchDocuments(name, operand, context, takenOf(rest)))
      return compileStages(rest, inner)(documents)
    }
    if (name === '$rankFusion') {
      const { documents, inner } = rankFusion(operand, context, runPipeline)
      return compileStages(rest, inner)(documents)
    }
    if (name === '$geoNear') {
      const { documents, inner } = executing(context, () => geoNear(operand, context, takenOf(rest)))
      return compileStages(rest, inner)(documents)
    }
    if (SOURCES.has(name)) return compileStages(rest, context)(sourceDocuments(name, operand, context))
  }
  return readCollection(context, context.collection, stages)
}

/** Runs a pipeline over a collection or view of the database. */
function readCollection(context: PipelineContext, name: string, stages: readonly Value[]): Document[] {
  const { data, clusterId, database } = context
  const row = findCollection(data, { clusterId, database, name })
  if (row === undefined) {
    const compiled = compileStages(stages, context)
    return compiled(systemDocuments(data, { clusterId, database, name }))
  }
  if (row.kind === 'view') {
    const { viewOn, pipeline } = optionsOf(data, row)
    const own = Array.isArray(pipeline) ? pipeline : []
    return runPipeline({ ...context, collection: textOfAny(viewOn), depth: context.depth + 1 }, [...own, ...stages])
  }
  const { documents, rest, inner } = leadingMatch(context, row, stages)
  return compileStages(rest, inner)(documents)
}

/** Reads a collection by the filter and the order that a pipeline begins with. */
function leadingMatch(
  context: PipelineContext,
  row: CollectionRow,
  stages: readonly Value[],
): { documents: Document[]; rest: readonly Value[]; inner: PipelineContext } {
  const [first, second] = stages.map((each) => stageOf(each))
  const leading = first?.[0] === '$match' && isDocument(first[1]) ? first[1] : undefined
  const filter = leading ?? {}
  const used = leading === undefined ? 0 : 1
  const { inner, noteScores } = searching(context, row, filter)
  const { environment } = inner
  const after = used === 1 ? second : first
  const sort = after?.[0] === '$sort' && isDocument(after[1]) ? readSort(after[1], environment.meta) : undefined
  if (context.hint !== undefined) checkHint(context.data, row, context.hint)
  const ordered = sort !== undefined && isDocument(after?.[1]) ? after[1] : {}
  const request = { filter, environment, sort, hint: context.hint }
  const query = { sort: ordered, projection: {} }
  const { plan } = planByRules(context.data, row, request, query, context.querySettings)
  refuseInPipeline(filter)
  const test = compileQuery(filter, environment)
  const documents = executing(context, () =>
    Array.from(execute(context.data, row, plan, test, environment), ({ document }) => document),
  )
  noteScores?.(documents)
  // An index has the order, and no stage has to hold the documents.
  const isOrdered = sort !== undefined && sort.length > 0 && plan.kind === 'index' && plan.direction !== null
  return { documents, rest: stages.slice(isOrdered ? used + 1 : used), inner }
}

/** The context of the stages after a filter, which may read the scores of its `$text`. */
interface Searching {
  readonly inner: PipelineContext
  /** Notes the scores of the documents found, so that what is made of them keeps them; undefined without `$text`. */
  readonly noteScores?: (documents: readonly Document[]) => void
}

function searching(context: PipelineContext, row: CollectionRow, filter: Document): Searching {
  const text = textSearchOf(context.data, row)
  if (text === undefined) return { inner: context }
  const scored = metaOf(text, filter)
  if (scored === undefined)
    return { inner: { ...context, environment: { ...context.environment, text, meta: undefined } } }
  const metadata: NonNullable<PipelineContext['metadata']> = new WeakMap()
  // A document that does not match by itself, such as one of a group, has no score.
  const meta = (document: Document, name: string): Value | undefined =>
    metadata.get(document)?.(name) ?? (scored(document, name) || undefined)
  return {
    inner: { ...context, metadata, environment: { ...context.environment, text, meta } },
    noteScores: (documents) => {
      for (const each of documents) metadata.set(each, (name) => scored(each, name))
    },
  }
}

/** Returns what `$meta` reads for a filter with `$text`; undefined for any other filter. */
export function metaOf(
  text: NonNullable<PipelineContext['environment']['text']>,
  filter: Document,
): PipelineContext['environment']['meta'] {
  const search = textIn(filter)
  if (search === undefined) return undefined
  const found = text(search)
  return (document, name) => (name === 'textScore' ? found.score(document) : undefined)
}

/** Returns the `$text` of a filter, also of one within its `$and` and `$or`. */
function textIn(filter: Value | undefined): Document | undefined {
  if (!isDocument(filter)) return undefined
  if (isDocument(filter['$text'])) return filter['$text']
  for (const name of ['$and', '$or']) {
    const parts = filter[name]
    const search = Array.isArray(parts) ? parts.map(textIn).find((each) => each !== undefined) : undefined
    if (search !== undefined) return search
  }
  return undefined
}

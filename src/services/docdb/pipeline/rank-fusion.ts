import { areTied, readSort, type SortPart } from '#docdb/expression/sort-order.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { findCollection } from '#docdb/storage/catalog.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { show } from '#docdb/values/show.ts'
import { double, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext } from './context.ts'
import { checkOptions, checkPresence } from './stage-options.ts'

/** Runs a pipeline over the collection of a context. */
type RunPipeline = (context: PipelineContext, stages: readonly Value[]) => Document[]

/** The constant that ranks are added to, as the vendor has it. */
const RANK_CONSTANT = 60

const DESCRIPTION =
  'value output by reciprocal rank fusion algorithm, computed as sum of (weight * (1 / (60 + rank))) across input pipelines from which this document is output, from:'

/** A pipeline whose ranks are fused, by its name. */
interface InputPipeline {
  readonly name: string
  readonly stages: readonly Value[]
  readonly weight: number
}

/** The rank of a document in a pipeline: from 1. */
interface Rank {
  readonly rank: number
  /** The score that a search in the pipeline gave the document; undefined without one. */
  readonly score: Value | undefined
}

/** A document of at least one pipeline, with its ranks by the names of the pipelines. */
interface Ranked {
  readonly document: Document
  readonly ranks: Map<string, Rank>
}

/**
 * Returns the documents of several pipelines over one collection, those with the best ranks first, and the context in
 * which the stages after it read their scores.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation/rankFusion/
 *
 * @throws CommandError for pipelines that do not only select and order documents.
 */
export function rankFusion(
  operand: Value,
  context: PipelineContext,
  run: RunPipeline,
): { documents: Document[]; inner: PipelineContext } {
  const spec = documentIn('$rankFusion', operand, 9)
  const pipelines = readPipelines(spec)
  const { data, clusterId, database, collection } = context
  if (findCollection(data, { clusterId, database, name: collection })?.kind === 'timeseries')
    throw new CommandError(10_557_301, '$rankFusion is unsupported on timeseries collections')
  const ranked = new Map<string, Ranked>()
  for (const pipeline of pipelines) addRanks(ranked, pipeline, context, run)
  const scored = Array.from(ranked.values(), (each) => ({ ...each, score: scoreOf(each, pipelines) }))
  scored.sort(
    (left, right) =>
      right.score - left.score || compareValues(left.document['_id'] ?? null, right.document['_id'] ?? null),
  )
  const metadata = new WeakMap<Document, (name: string) => Value | undefined>()
  const documents = scored.map(({ document, ranks, score }) => {
    const shown = { ...document }
    metadata.set(shown, (name) => {
      if (name === 'score') return double(score)
      if (name !== 'scoreDetails') return undefined
      if (spec['scoreDetails'] !== true)
        throw new CommandError(40_218, 'query requires scoreDetails metadata, but it is not available')
      return detailsOf(score, ranks, pipelines)
    })
    return shown
  })
  const environment = { ...context.environment, meta: metaIn(metadata) }
  return { documents, inner: { ...context, metadata, environment } }
}

/** Returns what reads the metadata of documents by its name. */
function metaIn(metadata: NonNullable<PipelineContext['metadata']>) {
  return (document: Document, name: string): Value | undefined => metadata.get(document)?.(name)
}

/** Runs a pipeline, and adds the ranks of its documents. */
function addRanks(
  ranked: Map<string, Ranked>,
  { name, stages }: InputPipeline,
  context: PipelineContext,
  run: RunPipeline,
): void {
  const metadata = new WeakMap<Document, (name: string) => Value | undefined>()
  const meta = metaIn(metadata)
  const environment = { ...context.environment, meta }
  const found = run({ ...context, environment, metadata, depth: context.depth + 1 }, stages)
  const order = orderOf(stages, meta)
  const { collation } = environment
  let rank = 0
  for (const [at, document] of found.entries()) {
    const before = found[at - 1]
    // Documents that the order does not tell apart have one rank, and the next one is as much lower.
    const isTied = before !== undefined && order !== null && areTied(before, document, order, collation?.order)
    if (!isTied) rank = at + 1
    const key = keyString(document['_id'] ?? null)
    const own = ranked.get(key) ?? { document, ranks: new Map<string, Rank>() }
    ranked.set(key, own)
    own.ranks.set(name, { rank, score: meta(document, 'score') })
  }
}

/** Returns the order in which a pipeline gives its documents; null where no two of them are equal. */
function orderOf(
  stages: readonly Value[],
  meta: (document: Document, name: string) => Value | undefined,
): SortPart[] | null {
  for (const stage of stages.toReversed()) {
    if (!isDocument(stage)) continue
    if (stage['$sample'] !== undefined) return null
    if (isDocument(stage['$sort'])) return readSort(stage['$sort'], meta)
  }
  const [first] = stages
  if (isDocument(first) && first['$geoNear'] !== undefined) return null
  return [{ path: [], descending: true, keyOf: (document) => meta(document, 'score') }]
}

function scoreOf({ ranks }: Ranked, pipelines: readonly InputPipeline[]): number {
  let score = 0
  for (const { name, weight } of pipelines) {
    const own = ranks.get(name)
    if (own !== undefined) score += weight * (1 / (RANK_CONSTANT + own.rank))
  }
  return score
}

/** Returns how the score of a document came about, as `$meta` reads it. */
function detailsOf(score: number, ranks: Ranked['ranks'], pipelines: readonly InputPipeline[]): Document {
  const details = pipelines.map(({ name, weight }): Document => {
    const own = ranks.get(name)
    if (own === undefined) return { inputPipelineName: name, rank: 'NA' }
    const value = own.score === undefined ? {} : { value: own.score }
    return { inputPipelineName: name, rank: own.rank, weight: double(weight), ...value, details: [] }
  })
  return { value: double(score), description: DESCRIPTION, details }
}

/** Reads the pipelines and their weights. */
function readPipelines(spec: Document): InputPipeline[] {
  checkOptions('$rankFusion', spec, { input: 'object?', combination: 'object?', scoreDetails: 'bool?' })
  checkPresence('$rankFusion', spec, ['input'])
  const input = documentIn('$rankFusion', spec['input'] ?? null)
  checkOptions('$rankFusion.input', input, { pipelines: 'object?' })
  checkPresence('$rankFusion.input', input, ['pipelines'])
  const pipelines = documentIn('$rankFusion', input['pipelines'] ?? null)
  if (Object.keys(pipelines).length === 0)
    throw new CommandError('BadValue', '$rankFusion input must have at least one pipeline')
  const weights = readWeights(spec['combination'] ?? null, Object.keys(pipelines))
  return Object.entries(pipelines).map(([name, stages]): InputPipeline => {
    checkName(name)
    return { name, stages: checkedStages(name, stages), weight: weights.get(name) ?? 1 }
  })
}

function checkName(name: string): void {
  if (name === '')
    throw new CommandError(15_998, '$rankFusion pipeline names must follow the naming rules of field path expressions.')
  if (name.startsWith('$'))
    throw new CommandError(
      16_410,
      `$rankFusion pipeline names must follow the naming rules of field path expressions. FieldPath field names may not start with '$'. Consider using $getField or $setField. Got: ${name}`,
    )
  if (name.includes('.'))
    throw new CommandError(
      16_412,
      `$rankFusion pipeline names must follow the naming rules of field path expressions. FieldPath field names may not contain '.'. Got: ${name}`,
    )
}

/** Reads the weights of pipelines, by their names. */
function readWeights(combination: Value, names: readonly string[]): ReadonlyMap<string, number> {
  const read = new Map<string, number>()
  if (combination === null) return read
  const spec = documentIn('$rankFusion', combination)
  checkOptions('$rankFusion.combination', spec, { weights: 'object?' })
  checkPresence('$rankFusion.combination', spec, ['weights'])
  const weights = Object.entries(documentIn('$rankFusion', spec['weights'] ?? null))
  if (weights.length > names.length)
    throw new CommandError(
      9_460_301,
      `$rankFusion input has more weights (${weights.length}) than pipelines (${names.length}).`,
    )
  for (const [name, weight] of weights) {
    if (!names.includes(name))
      throw new CommandError(
        9_967_500,
        `$rankFusion stage contained 1 pipeline(s) in \`combination.weights\` that did not reference valid pipeline names: ${name}`,
      )
    if (!isNumber(weight))
      throw new CommandError(13_118, `$rankFusion pipeline weight must be a number: ${name}: ${show(weight)}`)
    if (!(toNumber(weight) >= 0))
      throw new CommandError(
        9_460_300,
        `Rank fusion pipeline weight must be non-negative, but given ${show(weight)} for pipeline '${name}'.`,
      )
    read.set(name, toNumber(weight))
  }
  return read
}

/** The stages that select and order documents without changing them. */
const SELECTING = new Set(['$match', '$sort', '$skip', '$limit', '$sample', '$search', '$vectorSearch', '$geoNear'])

/** The stages that give their documents a rank. */
const RANKING = new Set(['$search', '$vectorSearch', '$geoNear'])

const HYBRID = new Set(['$rankFusion', '$scoreFusion'])

/** The most stages of a pipeline. */
const MOST_STAGES = 1000

/** Refuses a pipeline that changes its documents, or gives them no order. */
function checkedStages(name: string, stages: Value): readonly Value[] {
  if (!Array.isArray(stages))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '$rankFusion.input.pipelines.${name}' is the wrong type '${typeOf(stages)}', expected type 'array'`,
    )
  if (stages.length === 0) throw new CommandError(9_834_300, `$rankFusion input pipeline cannot be empty: ${name}`)
  if (stages.length > MOST_STAGES)
    throw new CommandError(7_749_501, `Pipeline length must be no longer than ${MOST_STAGES} stages`)
  const names = stages.map(stageName)
  const hybrid = names.findIndex((each) => HYBRID.has(each))
  if (hybrid > 0) throw notFirst(names[hybrid] ?? '')
  if (hybrid === 0)
    throw new CommandError(10_473_002, `${names[0]} cannot be nested in the input pipelines of $rankFusion`)
  for (const [at, each] of names.entries()) checkSelecting(each, stages[at] ?? null)
  if (!RANKING.has(names[0] ?? '') && !names.includes('$sort'))
    throw new CommandError(
      9_191_100,
      `All subpipelines to the $rankFusion stage must begin with one of $search, $vectorSearch, $geoNear, or have a custom $sort in the pipeline: ${name}`,
    )
  return stages
}

function stageName(stage: Value): string {
  if (!isDocument(stage))
    throw new CommandError('TypeMismatch', "Each element of the 'pipeline' array must be an object")
  const [name, ...others] = Object.keys(stage)
  if (name === undefined || others.length > 0)
    throw new CommandError(40_323, 'A pipeline stage specification object must contain exactly one field.')
  return name
}

function checkSelecting(name: string, stage: Value): void {
  const operand = isDocument(stage) ? stage[name] : undefined
  const isChanging = isDocument(operand) && (operand['distanceField'] ?? operand['includeLocs']) !== undefined
  if (SELECTING.has(name) && !(name === '$geoNear' && isChanging)) return
  throw new CommandError(
    9_191_103,
    `All subpipelines to the $rankFusion stage must perform a ranked selection: they may not change their documents, as ${name} does`,
  )
}

/** The failure of a `$rankFusion` that does not begin its pipeline. */
export function notFirst(name: string): CommandError {
  return new CommandError(10_170_100, `${name} is only valid as the first stage in a pipeline.`)
}

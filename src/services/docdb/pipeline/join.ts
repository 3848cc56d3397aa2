import { show, textOfAny } from '#docdb/values/show.ts'
import { binding, compileExpression } from '#docdb/expression/compile.ts'
import { checkVariableName } from '#docdb/expression/variable-names.ts'
import { checkedFieldPath, checkFieldName, positionOf } from '#docdb/query/path.ts'
import { refuseLength, stageMemory, withinMemory } from '#docdb/query/memory.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { keyString } from '#docdb/values/key-string.ts'
import {
  documentOf,
  fieldOf,
  isDocument,
  isNumber,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type Stage, type StageCompiler } from './context.ts'
import { checkOptions } from './stage-options.ts'
import { checkViewCollation } from './view-collation.ts'
import { withValueAt } from './value-place.ts'

/** The functions by which a stage runs other pipelines. */
interface Pipelines {
  readonly run: (context: PipelineContext, stages: readonly Value[]) => Document[]
  readonly read: (context: PipelineContext, collection: string, stages: readonly Value[]) => Document[]
  readonly compile: (stages: readonly Value[], context: PipelineContext) => Stage
  /** Refuses stages that no pipeline can have. */
  readonly check: (context: PipelineContext, stages: readonly Value[]) => void
}

/** The most pipelines within each other. */
const DEEPEST = 20

function deeper(context: PipelineContext): PipelineContext {
  const { nesting = 0 } = context
  if (nesting >= DEEPEST)
    throw new CommandError(
      'MaxSubPipelineDepthExceeded',
      `Maximum number of nested sub-pipelines exceeded. Limit is ${DEEPEST}`,
    )
  return { ...context, depth: context.depth + 1, nesting: nesting + 1, hint: undefined }
}

/** Returns the context of a pipeline that reads other documents, of which nothing has searched the text. */
function elsewhere(context: PipelineContext): PipelineContext {
  const { metadata: _metadata, ...rest } = deeper(context)
  return { ...rest, environment: { ...rest.environment, text: undefined, meta: undefined } }
}

const LOOKUP_MEMBERS = ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline', '_internalCollation']

/** Returns the values at a path that a join compares: the elements of an array, and null for a missing value. */
function joinValues(document: Document, path: readonly string[]): Value[] {
  const values = [...localValues(document, path)]
  return values.length === 0 ? [null] : values
}

/** An array at the end of the path is left for its elements; the arrays among them stay whole. */
function* localValues(value: Value | undefined, path: readonly string[]): Generator<Value> {
  const [name, ...rest] = path
  if (name === undefined) {
    if (Array.isArray(value)) yield* value
    else if (value !== undefined) yield value
    return
  }
  if (Array.isArray(value)) {
    const at = positionOf(name)
    if (at >= 0) yield* localValues(value[at], rest)
    for (const each of value.filter(isDocument)) {
      const found = [...localValues(each, path)]
      yield* found.length === 0 ? [null] : found
    }
  } else if (isDocument(value)) yield* localValues(fieldOf(value, name), rest)
}

/** Refuses stages that write, and change streams, where their pipeline is within another one. */
function refuseWithin(stages: readonly Value[], code: number, within: string): void {
  for (const each of stages) {
    const [name = ''] = isDocument(each) ? Object.keys(each) : []
    if (name === '$out' || name === '$merge' || name === '$changeStream')
      throw new CommandError(code, `${name} is not allowed within a ${within}'s sub-pipeline`)
  }
}

function lookup({ run, read, check }: Pipelines): StageCompiler {
  return (operand, context) => {
    const { as, source, fields, variables, stages } = readLookup(operand)
    refuseWithin(stages, 51047, '$lookup')
    if (source !== null) checkViewCollation(context, source)
    const within = binding(context.environment, Object.keys(variables))
    check(elsewhere({ ...context, collection: source ?? '', environment: within }), stages)
    const bound = Object.entries(variables).map(
      ([name, spec]) => [name, compileExpression(spec, context.environment)] as const,
    )
    const joinedTo = (document: Document): Document[] => {
      const own = { ...context.environment.variables }
      for (const [name, evaluate] of bound)
        own[name] = evaluate(document, { ...context.environment.variables, ROOT: document })
      const environment = { ...context.environment, variables: own }
      const inner = elsewhere({ ...context, collection: source ?? '', environment })
      if (source === null || fields === null) return run(inner, stages)
      return read(inner, source, [{ $match: joinFilter(document, fields.local, fields.foreign) }, ...stages])
    }
    return (documents) => {
      const memory = stageMemory('$lookup')
      return documents.map((document) => {
        const joined = joinedTo(document)
        // The documents themselves are shared.
        memory.add(Array.from(joined, () => null))
        return withValueAt(document, as, joined)
      })
    }
  }
}

/** A `$lookup` as its operand says it. */
interface Lookup {
  /** The path of the field for the joined documents. */
  readonly as: readonly string[]
  /** The name of the collection to join; null where the pipeline begins with documents of its own. */
  readonly source: string | null
  /** The fields that must be equal; null for a join by the pipeline alone. */
  readonly fields: { readonly local: string; readonly foreign: string } | null
  readonly variables: Document
  readonly stages: readonly Value[]
}

function readLookup(operand: Value): Lookup {
  const spec = documentIn('$lookup', operand, 4569)
  const { from, localField, foreignField, as, pipeline } = spec
  const variables = spec['let'] ?? undefined
  const unknown = Object.keys(spec).find((name) => !LOOKUP_MEMBERS.includes(name))
  if (unknown !== undefined) throw new CommandError('FailedToParse', `unknown argument to $lookup: ${unknown}`)
  if (typeof as !== 'string') throw new CommandError('FailedToParse', "must specify 'as' field for a $lookup")
  if (from !== undefined && typeof from !== 'string' && !isDocument(from))
    throw new CommandError('FailedToParse', '$lookup argument "from" must be a string')
  for (const [name, value] of Object.entries({ localField, foreignField })) {
    if (value !== undefined && typeof value !== 'string')
      throw new CommandError(
        'TypeMismatch',
        `$lookup argument '${name}: ${show(value)}' must be a string, is type ${typeOf(value)}`,
      )
  }
  if (variables !== undefined && !isDocument(variables))
    throw new CommandError(
      'FailedToParse',
      `$lookup argument 'let: ${show(variables)}' must be an object, is type ${typeOf(variables)}`,
    )
  for (const name of Object.keys(variables ?? {})) checkVariableName(name)
  if (from === undefined && pipeline === undefined)
    throw new CommandError('FailedToParse', "must specify 'pipeline' when 'from' is empty")
  return {
    as: checkedFieldPath(as),
    source: from === undefined ? null : sourceOf(from),
    fields: joinFields(localField, foreignField, pipeline),
    variables: isDocument(variables) ? variables : {},
    stages: Array.isArray(pipeline) ? pipeline : [],
  }
}

/** The collections of the server's own that may be joined from any database. */
const JOINED_FROM_AFAR = new Set(['config.cache.chunks', 'local.oplog.rs'])

/** Returns the name of the collection to join. @throws CommandError for one of another database. */
function sourceOf(from: string | Document): string {
  const [db, coll] = typeof from === 'string' ? [undefined, from] : [from['db'], from['coll']]
  if (typeof from !== 'string') checkOptions('$lookup.from', from, { db: 'string', coll: 'string' })
  const name = textOfAny(coll)
  if (typeof db === 'string' && !JOINED_FROM_AFAR.has(`${db}.${name}`))
    throw new CommandError(
      'FailedToParse',
      `$lookup with syntax {from: {db:<>, coll:<>},..} is not supported for db: ${db} and coll: ${name}`,
    )
  if (name === '' || name.startsWith('.') || name.includes('\0'))
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${name}'`)
  return name
}

function joinFields(
  local: Value | undefined,
  foreign: Value | undefined,
  pipeline: Value | undefined,
): Lookup['fields'] {
  // A name of no characters is as good as none.
  if (typeof local === 'string' && typeof foreign === 'string' && local !== '' && foreign !== '')
    return { local: checkedFieldPath(local).join('.'), foreign: checkedFieldPath(foreign).join('.') }
  if ((local ?? '') !== '' || (foreign ?? '') !== '') {
    throw new CommandError(
      'FailedToParse',
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    )
  }
  if (Array.isArray(pipeline)) return null
  throw new CommandError(
    'FailedToParse',
    "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
  )
}

function joinFilter(document: Document, localField: string, foreignField: string): Document {
  const values = joinValues(document, localField.split('.'))
  return { [foreignField]: values.length === 1 ? { $eq: values[0] ?? null } : { $in: values } }
}

function graphLookup({ read }: Pipelines): StageCompiler {
  return (operand, context) => {
    const spec = documentIn('$graphLookup', operand, 40327)
    const { from, startWith, connectFromField, connectToField, as, maxDepth, depthField, restrictSearchWithMatch } =
      spec
    for (const name of ['from', 'startWith', 'connectFromField', 'connectToField', 'as']) {
      if (spec[name] === undefined) throw new CommandError(40105, `missing required field '${name}' in $graphLookup`)
    }
    checkViewCollation(context, textOfAny(from))
    const start = compileExpression(startWith ?? null, context.environment)
    const deepest = isNumber(maxDepth) ? toNumber(maxDepth) : Infinity
    const restriction = isDocument(restrictSearchWithMatch) ? restrictSearchWithMatch : {}
    const fromPath = textOfAny(connectFromField).split('.')
    return (documents) =>
      documents.map((document) => {
        const first = start(document, { ...context.environment.variables, ROOT: document })
        let frontier = Array.isArray(first) ? first : [first ?? null]
        const found = new Map<string, Document>()
        const visited = new Set<string>()
        for (let depth = 0; depth <= deepest && frontier.length > 0; depth++) {
          const values = frontier.filter((each) => !visited.has(keyString(each)))
          for (const each of values) visited.add(keyString(each))
          if (values.length === 0) break
          const reached = read(elsewhere(context), textOfAny(from), [
            { $match: { $and: [{ [textOfAny(connectToField)]: { $in: values } }, restriction] } },
          ])
          frontier = []
          for (const each of reached) {
            const key = keyString(each['_id'] ?? each)
            if (found.has(key)) continue
            found.set(key, typeof depthField === 'string' ? { ...each, [depthField]: BigInt(depth) } : each)
            for (const value of joinValues(each, fromPath)) if (value !== null) frontier.push(value)
          }
        }
        return withValueAt(document, textOfAny(as).split('.'), [...found.values()])
      })
  }
}

function unionWith({ run }: Pipelines): StageCompiler {
  return (operand, context) => {
    const coll = typeof operand === 'string' ? operand : isDocument(operand) ? operand['coll'] : undefined
    const pipeline = isDocument(operand) && Array.isArray(operand['pipeline']) ? operand['pipeline'] : []
    if (coll === undefined && pipeline.length === 0)
      throw new CommandError(
        'FailedToParse',
        '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
      )
    refuseWithin(pipeline, 31441, '$unionWith')
    if (typeof coll === 'string') checkViewCollation(context, coll)
    return (documents) => {
      const collection = typeof coll === 'string' ? coll : context.collection
      const others = run(elsewhere({ ...context, collection }), pipeline)
      refuseLength('$unionWith', documents.length + others.length)
      return documents.concat(others)
    }
  }
}

function facet({ compile }: Pipelines): StageCompiler {
  return (operand, context) => {
    const spec = documentIn('$facet', operand, 40169)
    if (Object.keys(spec).length === 0)
      throw new CommandError(40169, 'the $facet specification must be a non-empty object')
    const parts = Object.entries(spec).map(([name, stages]) => {
      checkFieldName(name)
      if (!Array.isArray(stages)) throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`)
      for (const each of stages) {
        const stage = isDocument(each) ? Object.keys(each)[0] : undefined
        if (['$out', '$merge', '$facet', '$geoNear', '$indexStats', '$collStats', '$documents'].includes(stage ?? '')) {
          throw new CommandError(40600, `${stage ?? ''} is not allowed to be used within a $facet stage`)
        }
      }
      return [name, compile(stages, deeper(context))] as const
    })
    return (documents) => [
      withinMemory('$facet', documentOf(parts.map(([name, stage]) => [name, stage(documents)] as const))),
    ]
  }
}

/** Stages that run other pipelines. */
export function joinStages(pipelines: Pipelines): Readonly<Record<string, StageCompiler>> {
  return {
    $lookup: lookup(pipelines),
    $graphLookup: graphLookup(pipelines),
    $unionWith: unionWith(pipelines),
    $facet: facet(pipelines),
  }
}

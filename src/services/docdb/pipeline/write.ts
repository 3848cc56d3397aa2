import { isIdIndex } from '#docdb/storage/index-shape.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { valueAt } from '#docdb/query/path.ts'
import {
  addIndex,
  createCollection,
  dropCollection,
  ensureCollection,
  findCollection,
  indexesOf,
} from '#docdb/storage/catalog.ts'
import { fillIndex, insertDocument, replaceDocument } from '#docdb/storage/documents.ts'
import { execute, planOf } from '#docdb/storage/plan.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { isDocument, isNumber, setField, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext, StageCompiler } from './context.ts'
import { checkOptions, checkPresence } from './stage-options.ts'
import { compileStages } from './update-stages.ts'

function placeOf(stage: string, target: Value, { database }: PipelineContext): { database: string; name: string } {
  if (typeof target === 'string') return { database, name: target }
  if (isDocument(target) && typeof target['coll'] === 'string') {
    const named = target['db']
    return { database: typeof named === 'string' && named !== '' ? named : database, name: target['coll'] }
  }
  throw new CommandError(16990, `${stage} only supports a string or object argument`)
}

/** Refuses members of `$out` that it does not have, and those of other types. */
function checkOut(operand: Value): void {
  if (!isDocument(operand)) return
  checkOptions('$out', operand, { db: 'string?', coll: 'string', timeseries: 'object?' })
  checkPresence('$out', operand, ['coll'])
}

/** The databases of the server's own. */
const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local'])

/** Refuses a collection of the server's own as the one that `$out` replaces, and one that none can have. */
function checkTarget(database: string, name: string): void {
  if (SYSTEM_DATABASES.has(database)) throw new CommandError(31_321, `Can't $out to internal database: ${database}`)
  if (name.startsWith('system.')) throw new CommandError(17_385, `Can't $out to special collection: ${name}`)
  if (name.startsWith('$')) throw new CommandError('IllegalOperation', `Can't $out to an invalid collection: ${name}`)
}

const out: StageCompiler = (operand, context) => {
  checkOut(operand)
  const { database, name } = placeOf('$out', operand, context)
  checkTarget(database, name)
  const timeseries = isDocument(operand) ? readTimeseries(operand['timeseries'] ?? null) : {}
  const { data, clusterId, bypassValidation = false } = context
  return (documents) => {
    const before = findCollection(data, { clusterId, database, name })
    const indexes = before === undefined ? [] : indexesOf(data, before)
    if (before?.capped !== undefined && before.capped !== null)
      throw new CommandError(17152, `namespace '${database}.${name}' is capped so it can't be used for $out`)
    const options = before === undefined ? timeseries : data.rows.collectionOptions.get(before.id)
    if (before !== undefined) dropCollection(data, before)
    // The new collection has the options of the one that it replaces, such as its validator.
    const collection = createCollection(data, { clusterId, database, name }, options ?? {})
    for (const each of documents) insertDocument(data, collection, each, { bypassValidation })
    for (const index of indexes) {
      if (!isIdIndex(index)) fillIndex(data, collection, addIndex(data, collection, index.spec).id)
    }
    return []
  }
}

/** Returns the options of the time series that `$out` makes; none where it makes a collection. */
function readTimeseries(timeseries: Value): Document {
  if (!isDocument(timeseries)) return {}
  const given = Object.entries(timeseries).filter(([, value]) => value !== null)
  const whole = given.map(([name, value]) => [name, isNumber(value) ? wholeOf(value) : value] as const)
  return { timeseries: Object.fromEntries(whole) }
}

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail']
const NOT_MATCHED = ['insert', 'discard', 'fail']

/** Returns the collection that `$merge` writes into. */
function mergedPlace(into: Value, context: PipelineContext): ReturnType<typeof placeOf> {
  if (typeof into !== 'string' && !isDocument(into))
    throw new CommandError(
      51_178,
      `$merge 'into' field  must be either a string or an object, but found ${typeOf(into)}`,
    )
  const coll = isDocument(into) ? into['coll'] : undefined
  if (coll !== undefined && typeof coll !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'into.coll' is the wrong type '${typeOf(coll)}', expected type 'string'`,
    )
  return placeOf('$merge', into, context)
}

/** Refuses fields of `$merge` that are no names. */
function checkOn(on: Value | undefined): void {
  if (on === undefined || typeof on === 'string') return
  if (!Array.isArray(on))
    throw new CommandError(
      51_186,
      `$merge 'on' field  must be either a string or an array of strings, but found ${typeOf(on)}`,
    )
  const other = on.find((each) => typeof each !== 'string')
  if (other !== undefined)
    throw new CommandError(51_134, `$merge 'on' array elements must be strings, but found ${typeOf(other)}`)
}

/** Returns the members of a `$merge`; one that is null is as good as missing. */
function readMerge(operand: Value): Document {
  if (typeof operand === 'string') return { into: operand }
  if (!isDocument(operand))
    throw new CommandError('TypeMismatch', `$merge requires a string or object argument, but found ${typeOf(operand)}`)
  const spec = Object.fromEntries(Object.entries(operand).filter(([, value]) => value !== null))
  const { into, let: variables } = spec
  if (isDocument(into)) {
    const unknown = Object.keys(into).find((name) => name !== 'db' && name !== 'coll')
    if (unknown !== undefined)
      throw new CommandError('IDLUnknownField', `BSON field 'into.${unknown}' is an unknown field.`)
    if (into['db'] !== undefined && into['db'] !== null && typeof into['db'] !== 'string')
      throw new CommandError(
        'TypeMismatch',
        `BSON field 'into.db' is the wrong type '${typeOf(into['db'])}', expected type 'string'`,
      )
  }
  if (variables !== undefined && !isDocument(variables))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '$merge.let' is the wrong type '${typeOf(variables)}', expected type 'object'`,
    )
  return spec
}

/** Refuses what `$merge` cannot do with a document that has a match, and with one that has none. */
function checkModes(whenMatched: Value, whenNotMatched: Value): void {
  if (typeof whenMatched !== 'string' && !Array.isArray(whenMatched))
    throw new CommandError(
      51_191,
      `$merge 'whenMatched' field  must be either a string or an array, but found ${typeOf(whenMatched)}`,
    )
  for (const [name, value, known] of [
    ['whenMatched', whenMatched, MATCHED],
    ['whenNotMatched', whenNotMatched, NOT_MATCHED],
  ] as const) {
    if (!Array.isArray(value) && !known.includes(textOfAny(value)))
      throw new CommandError(
        'BadValue',
        `Enumeration value '${textOfAny(value)}' for field '${name}' is not a valid value.`,
      )
  }
}

/** Refuses variables without a pipeline that reads them, and another value of `new` than the document. */
function checkMergeVariables(whenMatched: Value, variables: Value | undefined): void {
  if (!isDocument(variables)) return
  if (!Array.isArray(whenMatched))
    throw new CommandError(51_199, `Cannot use 'let' variables with 'whenMatched: ${textOfAny(whenMatched)}' mode`)
  if ('new' in variables && variables['new'] !== '$$ROOT')
    throw new CommandError(51_273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'")
}

const merge: StageCompiler = (operand, context) => {
  const spec = readMerge(operand)
  if (spec['into'] === undefined) throw new CommandError(51178, "$merge 'into' field is required")
  const place = mergedPlace(spec['into'], context)
  checkOn(spec['on'])
  const on = (Array.isArray(spec['on']) ? spec['on'] : [spec['on'] ?? '_id']).map((each) => textOfAny(each).split('.'))
  const { whenMatched = 'merge', whenNotMatched = 'insert' } = spec
  checkModes(whenMatched, whenNotMatched)
  checkMergeVariables(whenMatched, spec['let'])
  const { data, clusterId } = context
  return (documents) => {
    const collection = ensureCollection(data, { clusterId, ...place })
    const isSparse = checkUniqueness(context, collection, on)
    for (const each of documents) checkJoined(each, on, isSparse)
    for (const each of documents)
      mergeOne(context, collection, each, on, whenMatched, textOfAny(whenNotMatched), spec['let'])
    return []
  }
}

/** Refuses fields without a unique index. Returns whether all of their unique indexes are sparse. */
function checkUniqueness(
  { data }: PipelineContext,
  collection: CollectionRow,
  on: readonly (readonly string[])[],
): boolean {
  const names = on.map((each) => each.join('.')).toSorted()
  const fitting = indexesOf(data, collection).filter(
    ({ row, fields, holds }) => row.unique && holds === undefined && areEqual(fields.toSorted(), names),
  )
  if (fitting.length === 0) throw new CommandError(51183, 'Cannot find index to verify that join fields will be unique')
  return fitting.every(({ spec }) => spec['sparse'] === true)
}

/** Refuses a document whose fields of `on` are arrays, or missing where their index has no missing values. */
function checkJoined(incoming: Document, on: readonly (readonly string[])[], isSparse: boolean): void {
  for (const path of on) {
    const value = valueAt(incoming, path)
    if (Array.isArray(value)) throw new CommandError(51185, "$merge write error: 'on' field cannot be an array")
    if (isSparse && (value === undefined || value === null))
      throw new CommandError(51132, "$merge write error: 'on' field cannot be missing, null, undefined or an array")
  }
}

function mergeOne(
  context: PipelineContext,
  collection: CollectionRow,
  incoming: Document,
  on: readonly (readonly string[])[],
  whenMatched: Value,
  whenNotMatched: string,
  variables: Value | undefined,
): void {
  const { data, bypassValidation = false } = context
  const found = existing(context, collection, incoming, on)
  if (found === undefined) {
    if (whenNotMatched === 'fail')
      throw new CommandError(
        'MergeStageNoMatchingDocument',
        '$merge could not find a matching document in the target collection for at least one document in the source collection',
      )
    if (whenNotMatched === 'insert') insertDocument(data, collection, incoming, { bypassValidation })
    return
  }
  if (whenMatched === 'keepExisting') return
  if (whenMatched === 'fail') insertDocument(data, collection, incoming)
  const after = mergedDocument(context, found.document, incoming, whenMatched, variables)
  if (!areEqual(after['_id'], found.document['_id']))
    throw new CommandError(
      'ImmutableField',
      `$merge failed to update the matching document, did you attempt to modify the _id or the shard key? :: caused by :: Performing an update on the path '_id' would modify the immutable field '_id'`,
    )
  const isReplacement = whenMatched === 'replace'
  replaceDocument(data, collection, found.recordId, found.document, after, { bypassValidation, isReplacement })
}

function existing(
  { data, environment }: PipelineContext,
  collection: CollectionRow,
  incoming: Document,
  on: readonly (readonly string[])[],
): StoredDocument | undefined {
  const filter = Object.fromEntries(on.map((path) => [path.join('.'), { $eq: valueAt(incoming, path) ?? null }]))
  const plan = planOf(data, collection, { filter, environment })
  for (const stored of execute(data, collection, plan, compileQuery(filter, environment), environment)) return stored
  return undefined
}

function mergedDocument(
  context: PipelineContext,
  before: Document,
  incoming: Document,
  whenMatched: Value,
  variables: Value | undefined,
): Document {
  if (Array.isArray(whenMatched)) {
    const own: Record<string, Value | undefined> = { ...context.environment.variables, new: incoming }
    for (const [name, spec] of Object.entries(isDocument(variables) ? variables : {})) {
      own[name] = compileExpression(spec, context.environment)(incoming, {
        ...context.environment.variables,
        ROOT: incoming,
      })
    }
    const environment = { ...context.environment, variables: own }
    return compileStages(whenMatched, { ...context, environment })([before])[0] ?? before
  }
  if (whenMatched === 'replace')
    return incoming['_id'] === undefined ? { _id: before['_id'] ?? null, ...incoming } : incoming
  const merged: Document = {}
  for (const each of [before, incoming]) for (const [name, value] of Object.entries(each)) setField(merged, name, value)
  return merged
}

/** Stages that write. */
export const writeStages: Readonly<Record<string, StageCompiler>> = { $out: out, $merge: merge }

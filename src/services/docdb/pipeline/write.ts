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
import { areEqual } from '#docdb/values/compare.ts'
import { isDocument, setField, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext, type StageCompiler } from './context.ts'
import { compileStages } from './update-stages.ts'

function placeOf(stage: string, target: Value, { database }: PipelineContext): { database: string; name: string } {
  if (typeof target === 'string') return { database, name: target }
  if (isDocument(target) && typeof target['coll'] === 'string') {
    return { database: typeof target['db'] === 'string' ? target['db'] : database, name: target['coll'] }
  }
  throw new CommandError(16990, `${stage} only supports a string or object argument`)
}

const out: StageCompiler = (operand, context) => {
  const { database, name } = placeOf('$out', operand, context)
  const { data, clusterId, bypassValidation = false } = context
  return (documents) => {
    const before = findCollection(data, { clusterId, database, name })
    const indexes = before === undefined ? [] : indexesOf(data, before)
    if (before?.capped !== undefined && before.capped !== null)
      throw new CommandError(17152, `namespace '${database}.${name}' is capped so it can't be used for $out`)
    const options = before === undefined ? undefined : data.rows.collectionOptions.get(before.id)
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

const merge: StageCompiler = (operand, context) => {
  const spec: Document = typeof operand === 'string' ? { into: operand } : documentIn('$merge', operand, 51182)
  if (spec['into'] === undefined) throw new CommandError(51178, "$merge 'into' field is required")
  const place = mergedPlace(spec['into'], context)
  checkOn(spec['on'])
  const on = (Array.isArray(spec['on']) ? spec['on'] : [spec['on'] ?? '_id']).map((each) => textOfAny(each).split('.'))
  const { whenMatched = 'merge', whenNotMatched = 'insert' } = spec
  if (typeof whenMatched === 'string' && !MATCHED.includes(whenMatched))
    throw new CommandError(
      'BadValue',
      `Enumeration value '${whenMatched}' for field 'whenMatched' is not a valid value.`,
    )
  if (!NOT_MATCHED.includes(textOfAny(whenNotMatched)))
    throw new CommandError(
      'BadValue',
      `Enumeration value '${textOfAny(whenNotMatched)}' for field 'whenNotMatched' is not a valid value.`,
    )
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

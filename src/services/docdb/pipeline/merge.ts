import { binding, compileExpression } from '#docdb/expression/compile.ts'
import { CommandError, ERROR_CODES } from '#docdb/errors/command-error.ts'
import type { StoredDocument } from '#docdb/schema/data.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { valueAt } from '#docdb/query/path.ts'
import { ensureCollection, findCollection, indexesOf, type Namespace } from '#docdb/storage/catalog.ts'
import { insertDocument, refuseViews, replaceDocument, withIdFirst } from '#docdb/storage/documents.ts'
import { execute, planOf } from '#docdb/storage/plan.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { isDocument, setField, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext, StageCompiler } from './context.ts'
import { readMerge, type MergeOptions } from './merge-options.ts'
import { compileStages } from './update-stages.ts'

/** The documents that `$merge` writes together: by their bytes, and by their number. */
const LARGEST_BATCH = 16 * 1024 * 1024
const LONGEST_BATCH = 100_000

/** A `$merge` at work. */
interface Merging extends MergeOptions {
  readonly context: PipelineContext
  readonly target: Namespace
  /** True where the unique index of the paths has no missing values. */
  readonly isSparse: boolean
}

/**
 * Writes documents into a collection, batch by batch. In a batch each document is written, or refused, by itself; the
 * first refusal ends the stage after its batch, and what has been written stays.
 */
export const merge: StageCompiler = (operand, context) => {
  const options = readMerge(operand, context)
  const target = { clusterId: context.clusterId, ...options.place }
  const isSparse = checkUniqueness(context, target, options.on)
  const merging = { ...options, context, target, isSparse }
  const { whenMatched, variables } = options
  if (Array.isArray(whenMatched)) {
    const environment = binding(context.environment, ['new', ...Object.keys(variables)])
    compileStages(whenMatched, { ...context, environment })
  }
  return (documents) => {
    try {
      for (const batch of batchesOf(merging, documents)) writeBatch(merging, batch)
    } catch (error) {
      throw error instanceof CommandError ? error.keepingWrites() : error
    }
    return []
  }
}

/**
 * Refuses a view, and paths without a unique index of the operation's collation. Returns whether all such indexes are
 * sparse.
 */
function checkUniqueness(
  { data, environment }: PipelineContext,
  target: Namespace,
  on: readonly (readonly string[])[],
): boolean {
  const names = on.map((each) => each.join('.')).toSorted()
  const collection = findCollection(data, target)
  if (collection !== undefined) refuseViews(collection)
  const refused = new CommandError(51183, 'Cannot find index to verify that join fields will be unique')
  if (collection === undefined) {
    if (names.length === 1 && names[0] === '_id') return false
    throw refused
  }
  const fitting = indexesOf(data, collection).filter(
    ({ row, fields, holds, collation }) =>
      row.unique &&
      row.kind === 'ordered' &&
      holds === undefined &&
      areEqual(fields.toSorted(), names) &&
      areEqual(collation?.spec, environment.collation?.spec),
  )
  if (fitting.length === 0) throw refused
  return fitting.every(({ spec }) => spec['sparse'] === true)
}

/** Yields the documents in batches, each with the fields by which it is joined. */
function* batchesOf(merging: Merging, documents: readonly Document[]): Generator<Document[]> {
  let batch: Document[] = []
  let bytes = 0
  for (const each of documents) {
    const incoming = joinable(merging, each)
    const size = sizeOf(incoming)
    if (batch.length > 0 && (bytes + size > LARGEST_BATCH || batch.length >= LONGEST_BATCH)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(incoming)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns a document with an `_id` where it is joined by that. Refuses one whose fields of `on` are arrays, or missing
 * where their index has no missing values.
 */
function joinable({ context, on, isSparse }: Merging, document: Document): Document {
  const needsId = document['_id'] === undefined && on.some(([name, ...rest]) => name === '_id' && rest.length === 0)
  const incoming = needsId ? withIdFirst(context.data, document) : document
  for (const path of on) {
    const value = valueAt(incoming, path)
    if (Array.isArray(value)) throw new CommandError(51185, "$merge write error: 'on' field cannot be an array")
    if (isSparse && (value === undefined || value === null))
      throw new CommandError(51132, "$merge write error: 'on' field cannot be missing, null, undefined or an array")
  }
  return incoming
}

/** Writes each document of a batch. @throws CommandError the first refusal, when all others are written. */
function writeBatch(merging: Merging, batch: readonly Document[]): void {
  const { atomically = (work) => work() } = merging.context
  let refusal: CommandError | undefined
  let isWhole = true
  for (const incoming of batch) {
    merging.context.environment.time?.step()
    try {
      atomically(() => {
        if (!mergeOne(merging, incoming)) isWhole = false
      })
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === ERROR_CODES.MaxTimeMSExpired) throw error
      refusal ??= error
    }
  }
  if (refusal !== undefined) throw inContext(merging, refusal)
  if (isWhole) return
  throw new CommandError(
    'MergeStageNoMatchingDocument',
    '$merge could not find a matching document in the target collection for at least one document in the source collection',
  )
}

/** Returns the refusal of a write as `$merge` words it. */
function inContext({ on, whenMatched }: Merging, refusal: CommandError): CommandError {
  if (refusal.code !== ERROR_CODES.DuplicateKey) return refusal
  const { keyPattern } = refusal.extra
  const isOfJoin =
    isDocument(keyPattern) &&
    Object.keys(keyPattern).length === on.length &&
    on.every((path) => path.join('.') in keyPattern)
  const reason =
    whenMatched === 'fail' && isOfJoin
      ? "$merge with whenMatched: fail found an existing document with the same values for the 'on' fields"
      : '$merge failed due to a DuplicateKey error'
  return refusal.reworded(`${reason} :: caused by :: ${refusal.message}`)
}

/** Writes a document. Returns false where it needs a match and has none. */
function mergeOne(merging: Merging, incoming: Document): boolean {
  const { context, target, whenMatched, whenNotMatched } = merging
  const { data, bypassValidation = false } = context
  const found = whenMatched === 'fail' ? undefined : existing(merging, incoming)
  if (found === undefined) {
    if (whenNotMatched === 'insert')
      insertDocument(data, ensureCollection(data, target), incoming, { bypassValidation })
    return whenNotMatched !== 'fail'
  }
  if (whenMatched === 'keepExisting') return true
  const { collection, stored } = found
  const after = mergedDocument(merging, stored.document, incoming)
  if (!areEqual(after['_id'], stored.document['_id']))
    throw new CommandError(
      'ImmutableField',
      `$merge failed to update the matching document, did you attempt to modify the _id or the shard key? :: caused by :: Performing an update on the path '_id' would modify the immutable field '_id'`,
    )
  const isReplacement = whenMatched === 'replace'
  replaceDocument(data, collection, stored.recordId, stored.document, after, { bypassValidation, isReplacement })
  return true
}

/** Returns the document of the collection that an incoming one is joined to. */
function existing(
  { context: { data, environment }, target, on }: Merging,
  incoming: Document,
): { collection: NonNullable<ReturnType<typeof findCollection>>; stored: StoredDocument } | undefined {
  const collection = findCollection(data, target)
  if (collection === undefined) return undefined
  const filter = Object.fromEntries(on.map((path) => [path.join('.'), { $eq: valueAt(incoming, path) ?? null }]))
  const plan = planOf(data, collection, { filter, environment })
  for (const stored of execute(data, collection, plan, compileQuery(filter, environment), environment))
    return { collection, stored }
  return undefined
}

function mergedDocument({ context, whenMatched, variables }: Merging, before: Document, incoming: Document): Document {
  if (Array.isArray(whenMatched)) {
    const own: Record<string, Value | undefined> = { ...context.environment.variables, new: incoming }
    for (const [name, spec] of Object.entries(variables)) {
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

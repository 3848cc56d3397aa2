import { readSort, sorted } from '#docdb/expression/sort-order.ts'
import { checkStageNames } from '#docdb/pipeline/run.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { compileStages } from '#docdb/pipeline/update-stages.ts'
import { checkFilter } from '#docdb/query/check-filter.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { compileProjection } from '#docdb/query/projection.ts'
import { CommandError, ERROR_CODES } from '#docdb/errors/command-error.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { allowedIndexes } from '#docdb/storage/index-filters.ts'
import { bucketedSeries, measurementsOf } from '#docdb/storage/buckets.ts'
import { ensureCollection } from '#docdb/storage/catalog.ts'
import { operationTime, withTimestamps } from '#docdb/storage/changes.ts'
import {
  insertDocument,
  refuseViews,
  removeDocument,
  replaceDocument,
  type WriteOptions,
} from '#docdb/storage/documents.ts'
import { checkHint, execute, planOf } from '#docdb/storage/plan.ts'
import { compileUpdate, upsertBase, type Update } from '#docdb/update/update.ts'
import { firstName, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { claimDocument, claimKeys, noteInserted, refuseCapped } from './claims.ts'
import {
  arrayIn,
  collectionName,
  documentIn,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { checkMeasurementInsert, checkMeasurementUpdate } from './measurements.ts'
import { readStatement } from './members.ts'

/** The most operations of one command. */
const MOST_OPERATIONS = 100_000

function checkedOperations(operations: readonly Value[]): void {
  if (operations.length === 0 || operations.length > MOST_OPERATIONS) {
    throw new CommandError(
      'InvalidLength',
      `Write batch sizes must be between 1 and ${MOST_OPERATIONS}. Got ${operations.length} operations.`,
    )
  }
}

/** Returns the statements of an `update` or a `delete`, with their members as the server reads them. */
function statementsOf(command: Document, list: 'updates' | 'deletes', required: readonly string[]): Document[] {
  const of = list === 'updates' ? 'update' : 'delete'
  const statements = arrayIn(command, list, of)
  checkedOperations(statements)
  return statements.map((each) => {
    if (!isDocument(each)) throw new CommandError('TypeMismatch', `BSON field '${of}' has an element that is no object`)
    return readStatement(list, each, required)
  })
}

function collectionFor(context: CommandContext): CollectionRow {
  const { data, clusterId, database } = context
  return targetCollection(context) ?? ensureCollection(data, { clusterId, database, name: collectionName(context) })
}

/** Inserts a document, and claims it and its unique keys. Returns the document as it is stored. */
function insertClaimed(
  context: CommandContext,
  row: CollectionRow,
  document: Document,
  options: WriteOptions,
): Document {
  refuseCapped(context, row)
  checkMeasurementInsert(context, row)
  claimKeys(context, row, null, document)
  const inserted = insertDocument(context.data, row, document, options)
  noteInserted(context, row)
  return inserted
}

const NO_ERRORS: Document = {}

/** Does each operation of a command; the reply to those that fail is in `writeErrors`. */
function each(
  context: CommandContext,
  operations: readonly Value[],
  perform: (operation: Document, index: number) => void,
): Document {
  const isOrdered = context.command['ordered'] !== false
  const writeErrors: Document[] = []
  for (let index = 0; index < operations.length; index++) {
    const operation = operations[index]
    if (!isDocument(operation))
      throw new CommandError('TypeMismatch', `BSON field '${context.name}' has an element that is no object`)
    try {
      // Each statement is done whole, or not at all.
      context.atomically(() => perform(operation, index))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === ERROR_CODES.MaxTimeMSExpired) throw error
      // A write conflict fails the whole command, so that its label makes the driver try the transaction again.
      if (context.transaction !== null && error.labels.length > 0) throw error
      const { errInfo, ...extra } = error.extra
      writeErrors.push({
        index,
        code: error.code,
        ...(errInfo === undefined ? {} : { errInfo }),
        ...extra,
        errmsg: error.message,
      })
      // In a transaction any other error ends the command, and the transaction.
      if (isOrdered || context.transaction !== null) break
    }
  }
  return writeErrors.length === 0 ? NO_ERRORS : { writeErrors }
}

/** https://www.mongodb.com/docs/manual/reference/command/insert/ */
export const insert: Command = (context) => {
  const { command, clusterId, database } = context
  const documents = arrayIn(command, 'documents', 'insert')
  checkedOperations(documents)
  const series = bucketedSeries(context.data, { clusterId, database, name: collectionName(context) })
  if (series !== undefined) return insertBuckets(context, series, documents)
  const row = collectionFor(context)
  const bypassValidation = command['bypassDocumentValidation'] === true
  const options = { bypassValidation }
  let n = 0
  const errors = each(context, documents, (document) => {
    insertClaimed(context, row, withTimestamps(context.data, document), options)
    n += 1
  })
  return errors === NO_ERRORS ? { n } : { n, ...errors }
}

/** Inserts the measurements of buckets, which a client restores from a copy of a time series. */
function insertBuckets(context: CommandContext, series: CollectionRow, buckets: readonly Value[]): Document {
  let n = 0
  const errors = each(context, buckets, (bucket) => {
    for (const measurement of measurementsOf(context.data, series, bucket))
      insertClaimed(context, series, measurement, { bypassValidation: true })
    n += 1
  })
  return { n, ...errors }
}

/** One statement of the command `update`, or a `findAndModify`. */
interface UpdateStatement {
  readonly filter: Document
  readonly update: Value
  readonly isMulti: boolean
  readonly isUpsert: boolean
  readonly operation: Document
  readonly sort: Document
}

/** The effect of an update, counted in documents. */
interface Updated {
  readonly matched: number
  readonly modified: number
  readonly upserted: Document | null
  /** The document before and after, of an update of one. */
  readonly before: Document | null
  readonly after: Document | null
}

function updateOf(inner: PipelineContext, { filter, update, operation, isMulti }: UpdateStatement): Update {
  const { data, environment } = inner
  const isReplacement = isDocument(update) && !firstName(update).startsWith('$')
  const compiled = compileUpdate(isReplacement ? withTimestamps(data, update) : update, {
    environment,
    filter,
    arrayFilters: operation['arrayFilters'],
    now: data.clock.now(),
    timestamp: operationTime(data),
    pipeline: (stages) => {
      // The constants of the update are values, not expressions.
      const variables = { ...environment.variables, ...documentIn(operation, 'c') }
      const run = compileStages(stages, { ...inner, environment: { ...environment, variables } })
      return (document) => run([document])[0] ?? document
    },
  })
  if (isMulti && compiled.isReplacement)
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update')
  return compiled
}

/** Returns the documents that a write is about, found before anything changes. */
function matches(
  context: CommandContext,
  inner: PipelineContext,
  row: CollectionRow,
  statement: UpdateStatement,
): StoredDocument[] {
  const { filter, sort, isMulti, operation } = statement
  const { data } = context
  refuseViews(row)
  checkFilter(filter, { sort, hint: operation['hint'] })
  checkHint(data, row, operation['hint'])
  const parts = readSort(sort)
  const { environment } = inner
  const { collation } = environment
  const allowed = allowedIndexes(data, row, { filter, sort, projection: {}, collation })
  const plan = planOf(data, row, { filter, environment, sort: parts, hint: operation['hint'] }, allowed)
  const test = compileQuery(filter, inner.environment)
  const found: StoredDocument[] = []
  const isInOrder = parts.length === 0 || (plan.kind === 'index' && plan.direction !== null)
  for (const stored of execute(data, row, plan, test, inner.environment)) {
    found.push(stored)
    if (!isMulti && isInOrder) break
  }
  if (isInOrder || isMulti) return found
  const [first] = sorted(
    found.map(({ document }) => document),
    parts,
    inner.environment.collation?.order,
  )
  return found.filter(({ document }) => document === first).slice(0, 1)
}

/** A statement that has been read, so that only its execution can be refused. */
interface PreparedUpdate {
  readonly statement: UpdateStatement
  readonly update: Update
  readonly inner: PipelineContext
}

function prepareUpdate(
  context: CommandContext,
  row: CollectionRow | undefined,
  statement: UpdateStatement,
): PreparedUpdate {
  const inner = pipelineContext(context, row, collectionName(context), statement.operation)
  return { statement, update: updateOf(inner, statement), inner }
}

/** Does an update. */
function applyUpdate(
  context: CommandContext,
  row: CollectionRow,
  { statement, update, inner }: PreparedUpdate,
): Updated {
  const { data } = context
  const bypassValidation = context.command['bypassDocumentValidation'] === true
  checkMeasurementUpdate(context, row, statement)
  const found = matches(context, inner, row, statement)
  if (found.length === 0 && statement.isUpsert) {
    const made = update.apply(upsertBase(statement.filter), true)
    const inserted = insertClaimed(context, row, made, { bypassValidation })
    return { matched: 0, modified: 0, upserted: inserted, before: null, after: inserted }
  }
  let modified = 0
  let after: Document | null = null
  for (const { recordId, document } of found) {
    claimDocument(context, row, recordId, document)
    const changed = update.apply(document, false)
    claimKeys(context, row, document, changed)
    after = changed
    const { isReplacement } = update
    const differs = replaceDocument(data, row, recordId, document, changed, { bypassValidation, isReplacement })
    // The server compares a replacement as it came: one without an _id is another document.
    if (differs || (isReplacement && !Object.hasOwn(statement.update as Document, '_id'))) modified += 1
  }
  return { matched: found.length, modified, upserted: null, before: found[0]?.document ?? null, after }
}

/** https://www.mongodb.com/docs/manual/reference/command/update/ */
export const update: Command = (context) => {
  const updates = statementsOf(context.command, 'updates', ['q', 'u'])
  for (const { u } of updates) if (Array.isArray(u)) checkStageNames(u)
  const upserted: Document[] = []
  let [n, nModified] = [0, 0]
  const errors = each(context, updates, (operation, index) => {
    const statement: UpdateStatement = {
      filter: documentIn(operation, 'q', 'update.updates'),
      update: operation['u'] ?? null,
      isMulti: operation['multi'] === true,
      isUpsert: operation['upsert'] === true,
      operation,
      sort: documentIn(operation, 'sort', 'update.updates'),
    }
    const row = targetCollection(context) ?? (statement.isUpsert ? collectionFor(context) : undefined)
    refuseCapped(context, row)
    const prepared = prepareUpdate(context, row, statement)
    if (row === undefined) return
    const result = applyUpdate(context, row, prepared)
    n += result.matched
    nModified += result.modified
    if (result.upserted !== null) {
      n += 1
      upserted.push({ index, _id: result.upserted['_id'] ?? null })
    }
  })
  return { n, ...(upserted.length === 0 ? {} : { upserted }), nModified, ...errors }
}

function checkLimit(limit: Value | undefined): void {
  const number = isNumber(limit) ? toNumber(limit) : 0
  if (number !== 0 && number !== 1)
    throw new CommandError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${number}`)
}

/** https://www.mongodb.com/docs/manual/reference/command/delete/ */
export const remove: Command = (context) => {
  const { command, data } = context
  const deletes = statementsOf(command, 'deletes', ['q', 'limit'])
  for (const each of deletes) checkLimit(each['limit'])
  let n = 0
  const errors = each(context, deletes, (operation) => {
    const filter = documentIn(operation, 'q', 'delete.deletes')
    const row = targetCollection(context)
    refuseCapped(context, row, true)
    const inner = pipelineContext(context, row, collectionName(context), operation)
    compileQuery(filter, inner.environment)
    if (row === undefined) return
    const isMulti = numberIn(operation, 'limit', 0) === 0
    const statement = { filter, update: {}, isMulti, isUpsert: false, operation, sort: {} }
    for (const { recordId, document } of matches(context, inner, row, statement)) {
      claimDocument(context, row, recordId, document)
      claimKeys(context, row, document, null)
      removeDocument(data, row, recordId, document)
      n += 1
    }
  })
  return { n, ...errors }
}

/** Runs a `findAndModify`. What the server refuses only now names the command, as its messages do. */
function executing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CommandError) || error.labels.length > 0) throw error
    const message = `Plan executor error during findAndModify :: caused by :: ${error.message}`
    throw new CommandError(error.code, message, error.extra)
  }
}

/** The change that a `findAndModify` makes to the document that it finds, and the version that it returns. */
interface Modification {
  readonly isRemove: boolean
  /** True when the command returns the document as it is after its change. */
  readonly isNew: boolean
  readonly isUpsert: boolean
}

/** @throws CommandError for members that exclude each other. */
function readModification(command: Document): Modification {
  const isRemove = command['remove'] === true
  const isNew = command['new'] === true
  const isUpsert = command['upsert'] === true
  if (isRemove && command['update'] !== undefined)
    throw new CommandError('FailedToParse', 'Cannot specify both an update and remove=true')
  if (isRemove && isUpsert) throw new CommandError('FailedToParse', 'Cannot specify both upsert=true and remove=true')
  if (isRemove && isNew)
    throw new CommandError(
      'FailedToParse',
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    )
  if (!isRemove && command['update'] === undefined)
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified')
  return { isRemove, isNew, isUpsert }
}

/** https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export const findAndModify: Command = (context) => {
  const { command, data } = context
  const { isRemove, isNew, isUpsert } = readModification(command)
  const filter = documentIn(command, 'query', 'findAndModify')
  const row = targetCollection(context) ?? (isUpsert ? collectionFor(context) : undefined)
  refuseCapped(context, row, isRemove)
  const statement: UpdateStatement = {
    filter,
    update: command['update'] ?? {},
    isMulti: false,
    isUpsert,
    operation: command,
    sort: documentIn(command, 'sort', 'findAndModify'),
  }
  const prepared = isRemove ? null : prepareUpdate(context, row, statement)
  const inner = prepared?.inner ?? pipelineContext(context, row, collectionName(context))
  if (row !== undefined) refuseViews(row)
  if (row === undefined) return { lastErrorObject: isRemove ? { n: 0 } : { n: 0, updatedExisting: false }, value: null }
  const fields = documentIn(command, 'fields', 'findAndModify')
  const shown = (document: Document | null): Document | null => {
    if (document === null || Object.keys(fields).length === 0) return document
    const project = compileProjection(fields, 'find', inner.environment, filter)
    return project(document, { ...inner.environment.variables, ROOT: document })
  }
  if (prepared === null) {
    const [found] = matches(context, inner, row, statement)
    if (found === undefined) return { lastErrorObject: { n: 0 }, value: null }
    claimDocument(context, row, found.recordId, found.document)
    claimKeys(context, row, found.document, null)
    removeDocument(data, row, found.recordId, found.document)
    return { lastErrorObject: { n: 1 }, value: shown(found.document) }
  }
  const { matched, upserted, before, after } = executing(() => applyUpdate(context, row, prepared))
  const value = shown(isNew ? after : before)
  return {
    lastErrorObject: {
      n: matched + (upserted === null ? 0 : 1),
      updatedExisting: matched > 0,
      ...(upserted === null ? {} : { upserted: upserted['_id'] ?? null }),
    },
    value,
  }
}

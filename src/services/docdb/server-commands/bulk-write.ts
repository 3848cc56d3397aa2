import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { arrayIn, documentIn, type Command, type CommandContext } from './context.ts'
import { cursorReply, fixedSource } from './cursors.ts'
import { DONE, isDone, REFUSED } from './outcome.ts'
import { insert, remove, update } from './write.ts'

/** A command about one namespace that does one operation of a bulk. */
interface Operation {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly run: Command
  readonly namespace: string
  /** The members of the command beside the collection. */
  readonly members: Document
}

/** Returns the namespaces of a bulk, in the order of `nsInfo`. */
export function namespacesOf(command: Document): string[] {
  return arrayIn(command, 'nsInfo', 'bulkWrite').map((each) => {
    const namespace = isDocument(each) ? each['ns'] : undefined
    if (typeof namespace !== 'string')
      throw new CommandError('IDLFailedToParse', "BSON field 'bulkWrite.nsInfo.ns' is missing but a required field")
    if (!/^[^.]+\..+$/.test(namespace))
      throw new CommandError('InvalidNamespace', `Invalid namespace specified: ${namespace}`)
    return namespace
  })
}

/** Writes to several collections and databases. https://www.mongodb.com/docs/manual/reference/command/bulkWrite/ */
export const bulkWrite: Command = (context) => {
  const { command, database } = context
  if (database !== 'admin')
    throw new CommandError('Unauthorized', 'bulkWrite may only be run against the admin database.')
  const namespaces = namespacesOf(command)
  const entries = arrayIn(command, 'ops', 'bulkWrite')
  if (entries.length === 0)
    throw new CommandError('InvalidLength', 'Write batch sizes must be between 1 and 100000. Got 0 operations.')
  const operations = entries.map((each, at) => operationOf(each, at, namespaces))
  const counts = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 }
  const results: Document[] = []
  for (const [idx, operation] of operations.entries()) {
    const result = resultOf(runOne(context, operation), operation)
    counts.nErrors += isDone(result) ? 0 : 1
    addCounts(counts, operation, result)
    if (!isDone(result) || command['errorsOnly'] !== true) results.push({ ...result, idx })
    if (!isDone(result) && (command['ordered'] !== false || context.transaction !== null)) break
  }
  const size = documentIn(command, 'cursor', 'bulkWrite')['batchSize']
  const batchSize = isNumber(size) ? toNumber(size) : results.length
  return { ...cursorReply(context, 'admin.$cmd.bulkWrite', fixedSource(results), batchSize), ...counts }
}

function operationOf(entry: Value, at: number, namespaces: readonly string[]): Operation {
  const fields = isDocument(entry) ? entry : {}
  const [kind = ''] = Object.keys(fields)
  const index = fields[kind]
  const namespace = isNumber(index) ? namespaces[toNumber(index)] : undefined
  if (kind !== 'insert' && kind !== 'update' && kind !== 'delete')
    throw new CommandError('FailedToParse', `The operation ${at} of bulkWrite must be an insert, an update or a delete`)
  if (namespace === undefined)
    throw new CommandError('BadValue', `BulkWrite ops entry ${JSON.stringify(kind)} has an invalid nsInfo index.`)
  const { filter, updateMods, multi, document, constants, [kind]: _index, ...options } = fields
  if (kind === 'insert') return { kind, run: insert, namespace, members: { documents: [document ?? null] } }
  if (kind === 'delete') {
    const statement = { q: filter ?? {}, limit: multi === true ? 0 : 1, ...options }
    return { kind, run: remove, namespace, members: { deletes: [statement] } }
  }
  const statement: Document = { q: filter ?? {}, u: updateMods ?? null, multi: multi === true, ...options }
  if (constants !== undefined) statement['c'] = constants
  return { kind, run: update, namespace, members: { updates: [statement] } }
}

/** Runs the command of an operation; returns its reply, in which a refusal is a write error. */
function runOne(context: CommandContext, { kind, run, namespace, members }: Operation): Document {
  const dot = namespace.indexOf('.')
  const { bypassDocumentValidation, let: variables, maxTimeMS } = context.command
  const command: Document = { [kind]: namespace.slice(dot + 1), ...members }
  for (const [name, value] of Object.entries({ bypassDocumentValidation, let: variables, maxTimeMS }))
    if (value !== undefined) command[name] = value
  return run({ ...context, database: namespace.slice(0, dot), name: kind, command })
}

function resultOf(reply: Document, { kind }: Operation): Document {
  const [failed] = Array.isArray(reply['writeErrors']) ? reply['writeErrors'] : []
  if (isDocument(failed)) {
    const { index: _index, ...error } = failed
    return { ok: REFUSED, ...error, n: 0, ...(kind === 'update' ? { nModified: 0 } : {}) }
  }
  const [upserted] = Array.isArray(reply['upserted']) ? reply['upserted'] : []
  return {
    ok: DONE,
    n: reply['n'] ?? 0,
    ...(kind === 'update' ? { nModified: reply['nModified'] ?? 0 } : {}),
    ...(isDocument(upserted) ? { upserted: { _id: upserted['_id'] ?? null } } : {}),
  }
}

function addCounts(
  counts: { nInserted: number; nMatched: number; nModified: number; nUpserted: number; nDeleted: number },
  { kind }: Operation,
  result: Document,
): void {
  const n = Number(result['n'])
  const isUpsert = result['upserted'] !== undefined
  if (kind === 'insert') counts.nInserted += n
  else if (kind === 'delete') counts.nDeleted += n
  else if (isUpsert) counts.nUpserted += n
  else counts.nMatched += n
  if (kind === 'update') counts.nModified += Number(result['nModified'])
}

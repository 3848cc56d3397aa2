import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { createCollection, dropCollection, ensureCollection, findCollection } from '#docdb/storage/catalog.ts'
import { allDocuments, insertDocument, replaceDocument } from '#docdb/storage/documents.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { Code, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import {
  collectionName,
  documentIn,
  noNamespace,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { findDocuments } from './find-documents.ts'
import type { Script } from '#docdb/scripts/engine.ts'

/** A key with the value that the reduction of its values has. */
interface Reduced {
  readonly key: Value
  readonly value: Value
}

function scriptIn({ command, scripts }: CommandContext, name: string): Script | null {
  const code = command[name]
  if (code === undefined || code === null) return null
  if (typeof code !== 'string' && !(code instanceof Code))
    throw new CommandError('BadValue', `'${name}' must be a string or code`)
  return scripts.compile(code, documentIn(command, 'scope', 'mapReduce'))
}

function requiredScript(context: CommandContext, name: string): Script {
  const script = scriptIn(context, name)
  if (script !== null) return script
  throw new CommandError('IDLFailedToParse', `BSON field 'mapreduce.${name}' is missing but a required field`)
}

/** Runs the three functions; returns the values by their keys, in order. */
function reducedValues(context: CommandContext, row: CollectionRow, reduce: Script): Reduced[] {
  const { command } = context
  const inner = pipelineContext(context, row, collectionName(context))
  const limit = numberIn(command, 'limit', 0)
  const { documents } = findDocuments(
    context,
    row,
    {
      filter: documentIn(command, 'query', 'mapReduce'),
      sort: documentIn(command, 'sort', 'mapReduce'),
      projection: {},
      skip: 0,
      limit: limit === 0 ? Infinity : limit,
      hint: undefined,
    },
    inner.environment,
  )
  const map = requiredScript(context, 'map')
  const groups = new Map<string, { key: Value; values: Value[] }>()
  for (const document of documents) {
    inner.environment.time?.step()
    for (const [key, value] of map(document, []).emitted) {
      const own = keyString(key, inner.environment.collation?.key)
      const group = groups.get(own)
      if (group === undefined) groups.set(own, { key, values: [value] })
      else group.values.push(value)
    }
  }
  return [...groups]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { key, values }]) => ({ key, value: reduced(reduce, key, values) }))
}

/** Returns the value for several; a single one is not reduced. */
function reduced(reduce: Script, key: Value, values: Value[]): Value {
  const [only] = values
  return only !== undefined && values.length === 1 ? only : (reduce({}, [key, values]).value ?? null)
}

/** The place for the results. */
interface Output {
  readonly kind: 'inline' | 'replace' | 'merge' | 'reduce'
  readonly database: string
  readonly name: string
}

function outputIn({ command, database }: CommandContext): Output {
  const { out } = command
  if (typeof out === 'string') return { kind: 'replace', database, name: out }
  if (!isDocument(out)) throw new CommandError('BadValue', "'out' has to be a string or an object")
  if (out['inline'] !== undefined) return { kind: 'inline', database, name: '' }
  const kind = (['replace', 'merge', 'reduce'] as const).find((each) => typeof out[each] === 'string')
  if (kind === undefined)
    throw new CommandError('BadValue', "'out' requires 'inline', 'merge', 'replace', or 'reduce' as its first field")
  return { kind, database: typeof out['db'] === 'string' ? out['db'] : database, name: textOfAny(out[kind]) }
}

/** https://www.mongodb.com/docs/manual/reference/command/mapReduce/ */
export const mapReduce: Command = (context) => {
  const row = targetCollection(context)
  const output = outputIn(context)
  if (row === undefined) throw noNamespace(context, collectionName(context))
  const reduce = requiredScript(context, 'reduce')
  const finalize = scriptIn(context, 'finalize')
  const finished = ({ key, value }: Reduced): Document => ({
    _id: key,
    value: finalize === null ? value : (finalize({}, [key, value]).value ?? null),
  })
  const results = reducedValues(context, row, reduce)
  if (output.kind === 'inline') return { results: results.map(finished) }
  writeResults(context, output, results, { reduce, finished })
  const { database, name } = output
  return { result: database === context.database ? name : { db: database, collection: name } }
}

function writeResults(
  { data, clusterId }: CommandContext,
  { kind, database, name }: Output,
  results: readonly Reduced[],
  { reduce, finished }: { reduce: Script; finished: (result: Reduced) => Document },
): void {
  const namespace = { clusterId, database, name }
  const before = findCollection(data, namespace)
  if (kind === 'replace' && before !== undefined) dropCollection(data, before)
  const target = kind === 'replace' ? createCollection(data, namespace, {}) : ensureCollection(data, namespace)
  const known = allDocuments(data, target)
  for (const result of results) {
    const existing = known.find(({ document }) => areEqual(document['_id'], result.key))
    if (existing === undefined) {
      insertDocument(data, target, finished(result))
      continue
    }
    const { recordId, document } = existing
    const value =
      kind === 'reduce' ? reduced(reduce, result.key, [document['value'] ?? null, result.value]) : result.value
    replaceDocument(data, target, recordId, document, finished({ key: result.key, value }), { isReplacement: true })
  }
}

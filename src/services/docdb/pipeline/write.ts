import { isIdIndex } from '#docdb/storage/index-shape.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { addIndex, createCollection, dropCollection, findCollection, indexesOf } from '#docdb/storage/catalog.ts'
import { fillIndex, insertDocument, refuseViews } from '#docdb/storage/documents.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { isDocument, isNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { StageCompiler } from './context.ts'
import { merge } from './merge.ts'
import { checkOptions, checkPresence } from './stage-options.ts'
import { placeOf, SYSTEM_DATABASES } from './write-target.ts'

/** Refuses members of `$out` that it does not have, and those of other types. */
function checkOut(operand: Value): void {
  if (!isDocument(operand)) return
  checkOptions('$out', operand, { db: 'string?', coll: 'string', timeseries: 'object?' })
  checkPresence('$out', operand, ['coll'])
}

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
    if (before !== undefined) refuseViews(before)
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

/** Stages that write. */
export const writeStages: Readonly<Record<string, StageCompiler>> = { $out: out, $merge: merge }

import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { indexesOf } from '#docdb/storage/catalog.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { hasWholeKey, isIdIndex, keysOf, type IndexShape } from '#docdb/storage/index-shape.ts'
import { LONGEST_EXPIRY } from '#docdb/storage/index-specification.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'
import { namedIndexes } from './indexes.ts'

function invalid(message: string): CommandError {
  return new CommandError('InvalidOptions', message)
}

/**
 * Changes an index by the `index` of a `collMod`, or only checks that it can become unique where `isDryRun` is set.
 * Returns what the reply says of the change: nothing of what stays as it is.
 * https://www.mongodb.com/docs/manual/reference/command/collMod/#index
 *
 * @throws CommandError for a change that the index cannot have.
 */
export function modifyIndex(
  context: CommandContext,
  row: CollectionRow,
  change: Document,
  isDryRun: boolean,
): Document {
  checkChange(row, change)
  const shape = changedIndex(context, row, change)
  checkExpiry(shape, change)
  checkFlags(row, shape, change)
  const { spec, reply } = changedSpec(shape, change)
  if (reply['prepareUnique_new'] !== undefined && changesOf(context.command) > 1)
    throw invalid('prepareUnique cannot be combined with any other modification.')
  if (reply['unique_new'] === true) requireNoDuplicates(context, row, shape)
  if (isDryRun) return {}
  const { data } = context
  data.rows.indexSpecs.set(spec, shape.row.id)
  data.rows.indexes.update(shape.row.id, {
    hidden: spec['hidden'] === true,
    unique: isIdIndex(shape) || spec['unique'] === true || spec['prepareUnique'] === true,
    expireAfter: isNumber(spec['expireAfterSeconds']) ? toNumber(spec['expireAfterSeconds']) : null,
  })
  return reply
}

const CHANGES = ['expireAfterSeconds', 'hidden', 'unique', 'prepareUnique']

/** Refuses a change that names no index, or two, or changes nothing, or that no index of the collection can have. */
function checkChange({ kind, capped }: CollectionRow, change: Document): void {
  const { name, keyPattern, expireAfterSeconds } = change
  if (name !== undefined && keyPattern !== undefined) throw invalid('Cannot specify both key pattern and name.')
  if (name === undefined && keyPattern === undefined) throw invalid('Must specify either index name or key pattern.')
  if (CHANGES.every((each) => change[each] === undefined))
    throw invalid('no expireAfterSeconds, hidden, unique, or prepareUnique field')
  if (expireAfterSeconds === undefined) return
  if (kind === 'timeseries')
    throw invalid(
      "TTL indexes are not supported for time-series collections. Please refer to the documentation and use the top-level 'expireAfterSeconds' option instead",
    )
  if (capped !== null) throw invalid('TTL indexes are not supported for capped collections.')
  if (Number(expireAfterSeconds) < 0) throw invalid("TTL index 'expireAfterSeconds' option cannot be less than 0")
}

/** Returns the index that a change names by its name or its key. */
function changedIndex({ data }: CommandContext, row: CollectionRow, change: Document): IndexShape {
  const named = change['name'] ?? change['keyPattern'] ?? null
  const found = namedIndexes(indexesOf(data, row), named)
  const [shape, other] = found
  if (shape === undefined)
    throw new CommandError(
      'IndexNotFound',
      `cannot find index ${typeof named === 'string' ? named : show(named)} for ns ${namespaceOf(row)}`,
    )
  if (other !== undefined)
    throw new CommandError(
      'AmbiguousIndexKeyPattern',
      `index keyPattern ${show(named)} matches ${found.length} indexes, must use index name. Conflicting indexes:${show(shape.spec)}, ${show(other.spec)}`,
    )
  return shape
}

/** Refuses an expiry for an index that lets no documents expire: it has one field, which is not `_id`. */
function checkExpiry(shape: IndexShape, { expireAfterSeconds }: Document): void {
  if (expireAfterSeconds === undefined || shape.spec['expireAfterSeconds'] !== undefined) return
  if (isIdIndex(shape)) throw invalid('the _id field does not support TTL indexes')
  if (shape.fields.length !== 1 || shape.row.kind === 'wildcard')
    throw invalid('TTL indexes are single-field indexes, compound indexes do not support TTL')
}

/** Refuses to hide an index that must be seen, and to let an index be less than unique. */
function checkFlags(row: CollectionRow, shape: IndexShape, { hidden, unique }: Document): void {
  if (unique === false) throw new CommandError('BadValue', 'Cannot make index non-unique')
  if (unique === true && !shape.row.unique && shape.spec['prepareUnique'] !== true)
    throw invalid("Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.")
  if (hidden === undefined) return
  if (shape.spec['clustered'] === true)
    throw new CommandError(6_011_800, "The 'hidden' option is not supported for a clusteredIndex")
  if (row.name.startsWith('system.')) throw new CommandError('BadValue', "Can't hide index on system collection")
  if (isIdIndex(shape)) throw new CommandError('BadValue', "can't hide _id index")
}

/** Returns the specification that an index gets by a change, and what the reply says of it. */
function changedSpec({ row, spec: before }: IndexShape, change: Document): { spec: Document; reply: Document } {
  const spec = { ...before }
  const reply: Document = {}
  const { expireAfterSeconds, hidden, unique, prepareUnique } = change
  if (expireAfterSeconds !== undefined) {
    // A longer time is kept as the longest one.
    const seconds = Math.min(Number(expireAfterSeconds), LONGEST_EXPIRY)
    if (isNumber(spec['expireAfterSeconds']))
      reply['expireAfterSeconds_old'] = BigInt(toNumber(spec['expireAfterSeconds']))
    reply['expireAfterSeconds_new'] = BigInt(seconds)
    spec['expireAfterSeconds'] = seconds
  }
  if (typeof hidden === 'boolean' && hidden !== row.hidden) {
    Object.assign(reply, { hidden_old: row.hidden, hidden_new: hidden })
    setFlag(spec, 'hidden', hidden)
  }
  const isUnique = spec['unique'] === true
  const isPrepared = spec['prepareUnique'] === true
  if (typeof prepareUnique === 'boolean' && prepareUnique !== isPrepared && !isUnique) {
    Object.assign(reply, { prepareUnique_old: isPrepared, prepareUnique_new: prepareUnique })
    setFlag(spec, 'prepareUnique', prepareUnique)
  }
  if (unique === true && !isUnique) {
    reply['unique_new'] = true
    spec['unique'] = true
    delete spec['prepareUnique']
  }
  return { spec, reply }
}

/** Sets a flag of a specification, which has no flag that is false. */
function setFlag(spec: Document, name: string, value: boolean): void {
  if (value) spec[name] = true
  else delete spec[name]
}

/** The options of a `collMod` that change something beside an index. */
const OPTIONS = [
  'validator',
  'validationLevel',
  'validationAction',
  'changeStreamPreAndPostImages',
  'expireAfterSeconds',
  'timeseries',
]

/** Returns how many modifications a `collMod` asks for, as the server counts them. */
export function changesOf(command: Document): number {
  const { index } = command
  const ofIndex = isDocument(index) ? CHANGES.filter((name) => index[name] !== undefined).length : 0
  return ofIndex + OPTIONS.filter((name) => command[name] !== undefined).length
}

/**
 * Refuses to make an index unique whose documents have equal keys.
 * https://www.mongodb.com/docs/manual/tutorial/convert-an-existing-index-to-unique/
 */
function requireNoDuplicates({ data }: CommandContext, row: CollectionRow, shape: IndexShape): void {
  const holders = new Map<string, Value[]>()
  const { start, end } = data.rows.documents.range([row.id])
  for (const { document } of data.rows.documents.slice(start, end)) {
    for (const key of keysOf(shape, document).keys) {
      if (!hasWholeKey(shape, document, key)) continue
      const ids = holders.get(key) ?? []
      if (ids.length === 0) holders.set(key, ids)
      ids.push(document['_id'] ?? null)
    }
  }
  const violations = [...holders.values()].filter((ids) => ids.length > 1).map((ids): Document => ({ ids }))
  if (violations.length === 0) return
  throw new CommandError(
    'CannotConvertIndexToUnique',
    'Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.',
    { violations },
  )
}

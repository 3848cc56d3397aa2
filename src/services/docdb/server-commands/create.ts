import { CommandError } from '#docdb/errors/command-error.ts'
import { createCollection, findCollection, optionsOf } from '#docdb/storage/catalog.ts'
import { checkedIndexSpec, checkIdKey } from '#docdb/storage/index-specification.ts'
import { checkedExpiry, checkedOptions } from '#docdb/storage/collection-options.ts'
import { readCollation } from '#docdb/values/collation.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { checkCappedLimits, checkDefinition, checkValidation, stagesOf } from './collection-definition.ts'
import { collectionName, type Command } from './context.ts'
import { readNested } from './members.ts'

/** The members of `create` that are options of the collection. */
const OPTIONS = [
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
  'storageEngine',
  'indexOptionDefaults',
]

/** The options that a view does without, although `create` takes them. */
const PASSED_OVER = ['capped', 'size', 'max', 'validator', 'validationLevel', 'validationAction']

/** https://www.mongodb.com/docs/manual/reference/command/create/ */
export const create: Command = (context) => {
  const { command, data, clusterId, database, transaction } = context
  const name = collectionName(context)
  const options = readOptions(command, data.clock.now())
  checkValidation('create', command)
  checkCombination(command, options)
  // A repeated creation with the same options succeeds, as at the server since 7.0, but for one in a transaction.
  const existing = transaction === null ? findCollection(data, { clusterId, database, name }) : undefined
  if (existing !== undefined && areEqual(optionsOf(data, existing), checkedOptions(options))) return {}
  checkDefinition(context, name, options)
  createCollection(data, { clusterId, database, name }, options)
  return {}
}

/** Returns the options of the collection that a command asks for. */
function readOptions(command: Document, now: number): Document {
  const options: Document = {}
  const left = command['viewOn'] === undefined ? [] : PASSED_OVER
  for (const each of OPTIONS) {
    const value = command[each]
    if (value !== undefined && value !== null && !left.includes(each)) options[each] = value
  }
  if (options['pipeline'] !== undefined) options['pipeline'] = stagesOf(options['pipeline'])
  const { clusteredIndex, expireAfterSeconds, changeStreamPreAndPostImages, collation } = options
  if (expireAfterSeconds !== undefined) options['expireAfterSeconds'] = checkedExpiry('create', expireAfterSeconds, now)
  const clustered = readClusteredIndex(clusteredIndex)
  if (clustered === undefined) delete options['clusteredIndex']
  else options['clusteredIndex'] = clustered
  // Options that say what is so anyway are not kept.
  if (options['capped'] === false) delete options['capped']
  if (isDocument(changeStreamPreAndPostImages) && changeStreamPreAndPostImages['enabled'] === false)
    delete options['changeStreamPreAndPostImages']
  if (collation !== undefined && readCollation(collation) === undefined) delete options['collation']
  return options
}

/** Returns the clustered index that a command asks for; undefined for none. */
function readClusteredIndex(value: Value | undefined): Document | undefined {
  if (value === undefined || value === false || (isNumber(value) && toNumber(value) === 0)) return undefined
  if (isDocument(value)) return readNested('create.clusteredIndex', value)
  if (value === true || isNumber(value))
    throw new CommandError(
      5_979_703,
      'The legacy clusteredIndex format {clusteredIndex: <bool>} is only supported for specific internal collections and vice versa',
    )
  throw new CommandError(
    'TypeMismatch',
    `BSON field 'create.clusteredIndex' is the wrong type '${typeOf(value)}', expected types '[bool, long, int, decimal, double, object]'`,
  )
}

function invalid(message: string): CommandError {
  return new CommandError('InvalidOptions', message)
}

/** Refuses options that contradict each other. */
function checkCombination(command: Document, options: Document): void {
  const { viewOn, pipeline, idIndex, timeseries, storageEngine } = command
  const { capped, size, max, clusteredIndex } = options
  if (clusteredIndex !== undefined && viewOn !== undefined)
    throw new CommandError(6_026_500, "The 'clusteredIndex' option is not supported with views")
  if (command['clusteredIndex'] !== undefined && capped === true)
    throw new CommandError(6_049_200, "The 'capped' option is not supported with the 'clusteredIndex' option")
  if (clusteredIndex !== undefined && max !== undefined)
    throw new CommandError(6_049_204, "The 'max' option is not supported with the 'clusteredIndex' option")
  if (capped === true && size === undefined) throw invalid("the 'size' field is required when 'capped' is true")
  if (capped !== true && (size !== undefined || max !== undefined))
    throw invalid("the 'capped' field needs to be true when either the 'size' or 'max' fields are present")
  checkCappedLimits(size, max)
  if (viewOn === undefined && pipeline !== undefined) throw invalid("'pipeline' requires 'viewOn' to also be specified")
  if (isDocument(storageEngine)) checkEngine(storageEngine)
  if (!isDocument(idIndex)) return
  const other = ['viewOn', 'timeseries', 'clusteredIndex'].find((each) => command[each] !== undefined)
  if (other !== undefined && (timeseries ?? viewOn ?? clusteredIndex) !== undefined)
    throw invalid(`'${other}' and 'idIndex' cannot both be specified`)
  checkIdIndex(idIndex, options['collation'])
}

/** Refuses an engine that the server does not have. */
function checkEngine(storageEngine: Document): void {
  const unknown = Object.keys(storageEngine).find((name) => name !== 'wiredTiger')
  if (unknown !== undefined) throw invalid(`${unknown} is not a registered storage engine for this server`)
}

/** Refuses an index of `_id` that is not the one of every collection, or compares otherwise than its collection. */
function checkIdIndex(idIndex: Document, collation: Value | undefined): void {
  const { key, name } = idIndex
  for (const [member, value, type] of [
    ['key', key, 'object'],
    ['name', name, 'string'],
  ] as const) {
    if (value === undefined)
      throw new CommandError('FailedToParse', `The '${member}' field is a required property of an index specification`)
    if (typeOf(value) !== type)
      throw new CommandError(
        'TypeMismatch',
        `The field '${member}' must be ${type === 'object' ? 'an object' : 'a string'}, but got ${typeOf(value)}`,
      )
  }
  checkIdKey(key)
  checkedIndexSpec(idIndex)
  const own = idIndex['collation']
  if (own !== undefined && !areEqual(readCollation(own)?.spec, readCollation(collation)?.spec))
    throw new CommandError(
      'BadValue',
      `The collation of the 'idIndex' must match the collation of the collection: ${show(own)}`,
    )
}

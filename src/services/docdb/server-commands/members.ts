import { ownMember } from '#core/objects.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { DEFINITIONS, NESTED, STATEMENTS, type Definition, type MemberType } from './command-definitions.ts'

/** The commands of version 1 of the stable API. https://www.mongodb.com/docs/manual/reference/stable-api/ */
const VERSION_1 = names(
  'abortTransaction aggregate authenticate bulkWrite collMod commitTransaction count create createIndexes delete drop dropDatabase',
  'dropIndexes endSessions explain find findAndModify getMore hello insert killCursors listCollections listDatabases listIndexes ping',
  'refreshSessions saslContinue saslStart update',
)

/** Stages that are not in version 1 of the stable API. */
const UNSTABLE_STAGES = names(
  '$currentOp $indexStats $listLocalSessions $listSessions $planCacheStats $querySettings $search $searchMeta $vectorSearch $listSearchIndexes',
)

function names(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/**
 * Returns a command with its members as the server reads them: a null is a missing member, a flag is a boolean, and a
 * whole number has no fraction.
 *
 * @throws CommandError for a member that the command does not have, or of another type; 322 and 323 for one
 *   that the API version of the client leaves out.
 */
export function readMembers(name: string, command: Document): Document {
  const definition = ownMember(DEFINITIONS, name)
  const read = definition === undefined ? command : readDefined(definition, command, definition.type)
  if (read['apiVersion'] !== undefined || read['apiStrict'] !== undefined) checkVersion(name, read)
  return read
}

/** Returns a statement of an `update` or `delete` with its members as the server reads them. */
export function readStatement(list: 'updates' | 'deletes', statement: Document, required: readonly string[]): Document {
  const definition = STATEMENTS[list]
  const read = readDefined(definition, statement, definition.type)
  requireMembers(definition, read, required)
  return read
}

function requireMembers({ type }: Definition, read: Document, required: readonly string[]): void {
  const missing = required.find((name) => read[name] === undefined)
  if (missing !== undefined)
    throw new CommandError('IDLFailedToParse', `BSON field '${type}.${missing}' is missing but a required field`)
}

/**
 * Returns an object in a command with its members as the server reads them.
 *
 * @param path the path that the messages have, as `create.clusteredIndex`
 * @throws CommandError for a member that the object does not have, one of another type, and one that is missing
 */
export function readNested(path: string, value: Document): Document {
  const definition = NESTED[path]
  if (definition === undefined) return value
  const read = readDefined(definition, value, path)
  requireMembers(definition, read, definition.required ?? [])
  return read
}

/** Reads members by their types. Most are as they should be, so a copy is made for the first that is not. */
function readDefined({ members }: Definition, document: Document, path: string): Document {
  let read = document
  for (const name in document) {
    const type = members.get(name)
    if (type === undefined)
      throw new CommandError('IDLUnknownField', `BSON field '${path}.${name}' is an unknown field.`)
    const value = document[name] as Value // its own member
    if (type === 'any') continue
    const own = value === null ? undefined : readMember(type, value, name, path)
    if (own === value) continue
    if (read === document) read = { ...document }
    if (own === undefined) delete read[name]
    else read[name] = own
  }
  return read
}

function readMember(type: MemberType, value: Value, name: string, path: string): Value {
  switch (type) {
    case 'object':
      if (isDocument(value)) return value
      break
    case 'nested':
      if (isDocument(value)) return readNested(`${path}.${name}`, value)
      break
    case 'array':
      if (Array.isArray(value)) return value
      break
    case 'string':
      if (typeof value === 'string') return value
      break
    case 'bool':
      if (typeof value === 'boolean') return value
      break
    case 'long':
      if (typeof value === 'bigint') return value
      break
    case 'flag':
      if (typeof value === 'boolean') return value
      if (isNumber(value)) return toNumber(value) !== 0
      break
    default:
      if (isNumber(value)) return wholeWithin(type, wholeOf(value), name)
  }
  const [only, ...others] = TYPES[type] ?? [type]
  const expected =
    others.length === 0 ? `expected type '${only}'` : `expected types '[${[only, ...others].join(', ')}']`
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${path}.${name}' is the wrong type '${typeOf(value)}', ${expected}`,
  )
}

const NUMBERS = ['long', 'int', 'decimal', 'double']

/** The names of the BSON types that a type takes, where it is not one of them. */
const TYPES: Readonly<Partial<Record<MemberType, readonly string[]>>> = {
  flag: ['bool', ...NUMBERS],
  nested: ['object'],
  whole: NUMBERS,
  count: NUMBERS,
  size: NUMBERS,
}

function wholeWithin(type: MemberType, whole: number | bigint, name: string): number | bigint {
  const least = type === 'count' ? 0 : type === 'size' ? 1 : null
  if (least !== null && whole < least)
    throw new CommandError(51_024, `BSON field '${name}' value must be >= ${least}, actual value '${whole}'`)
  return whole
}

function checkVersion(name: string, command: Document): void {
  const { apiVersion, apiStrict } = command
  if (apiVersion === undefined)
    throw new CommandError('APIVersionError', 'Provided apiStrict without passing apiVersion')
  if (apiVersion !== '1') throw new CommandError('APIVersionError', 'API version must be "1"')
  if (apiStrict !== true) return
  if (!VERSION_1.has(name)) {
    throw new CommandError(
      'APIStrictError',
      `Provided apiStrict:true, but the command ${name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api`,
    )
  }
  const { pipeline, indexes } = command
  for (const each of Array.isArray(pipeline) ? pipeline : []) {
    const stage = isDocument(each) ? (Object.keys(each)[0] ?? '') : ''
    if (UNSTABLE_STAGES.has(stage))
      throw new CommandError('APIStrictError', `stage ${stage} is not allowed with 'apiStrict: true' in API Version 1`)
    const options = isDocument(each) ? each['$changeStream'] : undefined
    if (isDocument(options) && options['showExpandedEvents'] !== undefined)
      throw new CommandError(
        'APIStrictError',
        "BSON field '$changeStream.showExpandedEvents' is not allowed with apiStrict:true.",
      )
  }
  for (const each of Array.isArray(indexes) ? indexes : []) {
    const key = isDocument(each) ? each['key'] : undefined
    if (isDocument(key) && Object.values(key).some((direction) => textOfAny(direction) === 'text'))
      throw new CommandError('CannotCreateIndex', 'text indexes cannot be created with apiStrict: true')
  }
}

import { CommandError } from '#docdb/errors/command-error.ts'
import { readCollation } from '#docdb/values/collation.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import {
  BSONRegExp,
  firstName,
  isDocument,
  isInt32,
  isNumber,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { checkGeoOptions, checkTextOptions, checkWildcard, textSpec } from './index-kinds.ts'

/** Returns the name of an index that is given none: `total_-1_customer_1`. */
function indexName(key: Document): string {
  return Object.entries(key)
    .map(([name, direction]) => `${name}_${isNumber(direction) ? toNumber(direction) : textOfAny(direction)}`)
    .join('_')
}

/**
 * Returns the full specification of an index.
 *
 * @throws CommandError for one that no collection can have.
 */
export function checkedIndexSpec(spec: Value): Document {
  if (!isDocument(spec))
    throw new CommandError('TypeMismatch', "BSON field 'createIndexes.indexes' must be an array of objects")
  const key = spec['key']
  if (!isDocument(key))
    throw new CommandError(
      'FailedToParse',
      "Error in specification: The 'key' field is a required property of an index specification",
    )
  checkIndexNames(spec)
  checkIndexKey(key)
  const name = spec['name'] ?? indexName(key)
  if (typeof name !== 'string')
    throw new CommandError('TypeMismatch', `The field 'name' must be a string, but got ${typeOf(name)}`)
  if (name.includes('\0')) throw new CommandError('CannotCreateIndex', 'index name cannot contain NUL bytes')
  if (name === '_id_' && !areEqual(key, { _id: 1 }))
    throw new CommandError(
      'BadValue',
      `The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: ${show(key)}`,
    )
  if (name === '')
    throw new CommandError('CannotCreateIndex', `Error in specification ${show(spec)}: index name cannot be empty`)
  checkIndexOptions(spec, key)
  const { v: _v, key: _key, name: _name, ns: _ns, collation: _own, ...options } = plainOptions(spec)
  const collation = readCollation(spec['collation'])
  const full: Document = {
    v: 2,
    key,
    name,
    ...options,
    ...(collation === undefined ? {} : { collation: collation.spec }),
  }
  const directions = Object.values(key)
  if (directions.includes('text')) return textSpec(full, key)
  return directions.includes('2dsphere') ? { ...full, '2dsphereIndexVersion': spec['2dsphereIndexVersion'] ?? 3 } : full
}

/** Returns a specification as the server keeps it: flags that are numbers as booleans, seconds as an Int32. */
function plainOptions(spec: Document): Document {
  const plain = { ...spec }
  for (const name of ['unique', 'sparse', 'hidden', 'prepareUnique']) {
    const flag = plain[name]
    // TypeORM sends null for a flag that an entity does not name.
    if (flag === null) delete plain[name]
    else if (isNumber(flag)) plain[name] = toNumber(flag) !== 0
    else if (flag !== undefined && typeof flag !== 'boolean')
      throw new CommandError(
        'TypeMismatch',
        `Error in specification ${show(spec)} :: caused by :: The field '${name}' has value ${name}: ${show(flag)}, which is not convertible to bool`,
      )
  }
  // An index that is not hidden says nothing of it.
  if (plain['hidden'] === false) delete plain['hidden']
  const seconds = plain['expireAfterSeconds']
  if (isNumber(seconds) && isInt32(Math.trunc(toNumber(seconds))))
    plain['expireAfterSeconds'] = Math.trunc(toNumber(seconds))
  return plain
}

/** @throws CommandError for a key without fields, or with a field or a direction that no index has. */
function checkIndexKey(key: Document): void {
  if (Object.keys(key).length === 0) throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object')
  if (firstName(key) === '_id' && Object.keys(key).length === 1 && isNumber(key['_id'])) checkIdKey(key)
  for (const [name, direction] of Object.entries(key)) {
    if (
      isNumber(direction)
        ? toNumber(direction) === 0
        : !['text', '2dsphere', '2d', 'hashed'].includes(textOfAny(direction))
    ) {
      throw new CommandError(
        'CannotCreateIndex',
        isNumber(direction)
          ? `Values in the index key pattern cannot be 0.`
          : `Unknown index plugin '${textOfAny(direction)}'`,
      )
    }
    if (name === '') throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty field')
  }
  const [first, ...others] = Object.values(key)
  if (!others.includes('2d')) return
  throw first === '2d'
    ? new CommandError(16800, "can't have 2 geo fields")
    : new CommandError(16801, '2d has to be first in index')
}

/** @throws CommandError for the key of an index of `_id` alone that is not the one of every collection. */
export function checkIdKey(key: Value | undefined): void {
  if (areEqual(key, { _id: 1 })) return
  throw new CommandError('BadValue', `The field 'key' for an _id index must be {_id: 1}, but got ${show(key ?? null)}`)
}

/** The names of all options of an index. https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
const INDEX_OPTIONS: ReadonlySet<string> = new Set([
  '2dsphereIndexVersion',
  '_id',
  'background',
  'bits',
  'bucketSize',
  'clustered',
  'coarsestIndexedLevel',
  'collation',
  'columnstoreProjection',
  'default_language',
  'dropDups',
  'expireAfterSeconds',
  'finestIndexedLevel',
  'hashVersion',
  'hidden',
  'key',
  'language_override',
  'max',
  'min',
  'name',
  'ns',
  'originalSpec',
  'partialFilterExpression',
  'prepareUnique',
  'seed',
  'sparse',
  'storageEngine',
  'textIndexVersion',
  'unique',
  'v',
  'weights',
  'wildcardProjection',
])

/** Refuses a specification with a name that no option has. */
function checkIndexNames(spec: Document): void {
  const unknown = Object.keys(spec).find((name) => !INDEX_OPTIONS.has(name))
  if (unknown === undefined) return
  throw new CommandError(
    'InvalidIndexSpecificationOption',
    `Error in specification ${show(spec)} :: caused by :: The field '${unknown}' is not valid for an index specification. Specification: ${show(spec)}`,
  )
}

/** The options of an index of `_id`, which the server makes itself. */
const ID_INDEX_OPTIONS: ReadonlySet<string> = new Set(['_id', 'collation', 'key', 'name', 'ns', 'v'])

/** Refuses options of an index of `_id` that it cannot have, as it is unique anyway. */
function refuseIdOptions({ background: _background, ...spec }: Document): void {
  const refused = Object.keys(spec).find((name) => !ID_INDEX_OPTIONS.has(name))
  if (refused === undefined || spec['clustered'] === true) return
  throw new CommandError(
    'InvalidIndexSpecificationOption',
    `The field '${refused}' is not valid for an _id index specification. Specification: ${show({ ...spec, v: 2 })}`,
  )
}

/** The most fields of a compound index. */
const MOST_FIELDS = 32

/** The latest second of an index that expires documents. */
export const LONGEST_EXPIRY = 2_147_483_647

function cannotCreate(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message)
}

/** Refuses fields that no index can have, and more of them than one can have. */
function checkIndexFields(key: Document): void {
  const names = Object.keys(key)
  if (names.length > MOST_FIELDS) throw new CommandError(13103, `too many compound keys ${show(key)}`)
  const hashed = Object.values(key).filter((each) => each === 'hashed').length
  if (hashed > 1)
    throw new CommandError(
      31303,
      `A maximum of one index field is allowed to be hashed but found ${hashed} for 'key' ${show(key)}`,
    )
  for (const [name, direction] of Object.entries(key)) checkIndexField(name, direction)
}

/** Refuses the name of a field that no index can have: `$**` below a field is only for a wildcard index. */
function checkIndexField(name: string, direction: Value): void {
  const parts = name.split('.')
  if (parts.includes('')) throw cannotCreate('Index keys cannot contain an empty field.')
  if (name === '_fts' && direction !== 'text') throw cannotCreate("Index key contains an illegal field name: '_fts'")
  const isAllowed = (part: string, at: number): boolean =>
    // The members of a DBRef are fields of a document within.
    (at > 0 && /^\$(?:id|ref|db)$/.test(part)) || (part === '$**' && (parts.length === 1 || direction !== 'text'))
  if (parts.some((part, at) => part.startsWith('$') && !isAllowed(part, at)))
    throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.")
}

/** Refuses a version of the index's format that the server does not write. */
function checkIndexVersion(spec: Document): void {
  const { v } = spec
  if (!isNumber(v) || toNumber(v) === 1 || toNumber(v) === 2) return
  throw cannotCreate(`Invalid index specification ${show(spec)}; cannot create an index with v=${toNumber(v)}`)
}

/** Returns a specification without the options that no index has. */
export function withoutUnknownOptions(spec: Value): Value {
  if (!isDocument(spec)) return spec
  return Object.fromEntries(Object.entries(spec).filter(([name]) => INDEX_OPTIONS.has(name)))
}

/** Refuses options that an index of all fields, or one of words, cannot have. */
function checkKindOptions(spec: Document, key: Document): void {
  const { partialFilterExpression, collation } = spec
  checkWildcard(spec, key)
  checkGeoOptions(spec, key)
  checkTextOptions(spec, key)
  if (partialFilterExpression !== undefined && !isDocument(partialFilterExpression))
    throw new CommandError(
      'TypeMismatch',
      `The field 'partialFilterExpression' must be an object, but got ${typeOf(partialFilterExpression)}`,
    )
  const kind = kindWithoutCollation(key)
  if (kind !== undefined && isDocument(collation) && collation['locale'] !== 'simple')
    throw cannotCreate(`Index type '${kind}' does not support collation: ${show(collation)}`)
}

/** Returns the kind of an index that cannot compare strings as a language does: of words, or of places on a plane. */
export function kindWithoutCollation(key: Value | undefined): 'text' | '2d' | undefined {
  const kinds = isDocument(key) ? Object.values(key) : []
  return (['text', '2d'] as const).find((kind) => kinds.includes(kind))
}

/** @throws CommandError for options that contradict each other. */
function checkIndexOptions(spec: Document, key: Document): void {
  checkIndexFields(key)
  checkIndexVersion(spec)
  checkKindOptions(spec, key)
  if (spec['unique'] === true && Object.values(key).includes('hashed'))
    throw new CommandError(16764, 'Currently hashed indexes cannot guarantee uniqueness. Use a regular index.')
  if (areEqual(key, { _id: 1 })) refuseIdOptions(spec)
  if (spec['expireAfterSeconds'] !== undefined) {
    if (Object.keys(key).length > 1) {
      throw new CommandError(
        'CannotCreateIndex',
        'TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: ' + show(spec),
      )
    }
    if (!isNumber(spec['expireAfterSeconds']))
      throw new CommandError('CannotCreateIndex', "TTL index 'expireAfterSeconds' option must be numeric")
    if (toNumber(spec['expireAfterSeconds']) < 0)
      throw new CommandError(
        'CannotCreateIndex',
        `. Index spec: ${show(spec)} :: caused by :: TTL index 'expireAfterSeconds' option cannot be less than 0`,
      )
  }
  if (isNumber(spec['expireAfterSeconds']) && !(toNumber(spec['expireAfterSeconds']) <= LONGEST_EXPIRY))
    throw cannotCreate(
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than ${show(spec['expireAfterSeconds'])}`,
    )
  if (spec['sparse'] === true && spec['partialFilterExpression'] !== undefined) {
    throw new CommandError('CannotCreateIndex', `cannot mix "partialFilterExpression" and "sparse" options`)
  }
  if (isDocument(spec['partialFilterExpression'])) checkPartialFilter(spec, spec['partialFilterExpression'])
}

/**
 * The operators that the filter of a partial index may have. https://www.mongodb.com/docs/manual/core/index-partial/
 */
const PARTIAL = new Set([
  '$all',
  '$and',
  '$or',
  '$eq',
  '$exists',
  '$gt',
  '$gte',
  '$in',
  '$lt',
  '$lte',
  '$type',
  '$geoWithin',
  '$geoIntersects',
])

/** @throws CommandError for an operator that the filter of a partial index may not have. */
function checkPartialFilter(spec: Document, filter: Document): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$expr')
      throw new CommandError('QueryFeatureNotAllowed', '$expr is not supported in partial index filters')
    if (name === '$where' || name === '$text')
      throw new CommandError('BadValue', `${name} is not allowed in this context`)
    const isExcluded = name === '$exists' && (value === false || (isNumber(value) && toNumber(value) === 0))
    const isPattern = value instanceof BSONRegExp
    if (isPattern || isExcluded || (name.startsWith('$') && !PARTIAL.has(name)))
      throw new CommandError(
        'CannotCreateIndex',
        `Error in specification ${show(spec)} :: caused by :: Expression not supported in partial index: ${isExcluded ? '$not' : isPattern ? '$regex' : name}`,
      )
    if (name === '$and' || name === '$or') {
      for (const each of Array.isArray(value) ? value : []) if (isDocument(each)) checkPartialFilter(spec, each)
    } else if (!name.startsWith('$') && isDocument(value)) checkPartialFilter(spec, value)
  }
}

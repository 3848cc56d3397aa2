import { CommandError } from '#docdb/errors/command-error.ts'
import { compileProjection } from '#docdb/query/projection.ts'
import { textLanguage } from './text-words.ts'
import { show } from '#docdb/values/show.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { PLAIN_ENVIRONMENT } from './index-shape.ts'

function cannotCreate(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message)
}

function wrongType(name: string, value: Value, expected: string): CommandError {
  return new CommandError('TypeMismatch', `The field '${name}' must be ${expected}, but got ${typeOf(value)}`)
}

/** Returns whether the field of a key stands for all fields, of the document or below a path. */
export function isWildcardField(name: string): boolean {
  return name === '$**' || name.endsWith('.$**')
}

/**
 * Refuses an index of all fields that the server cannot make.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/
 */
export function checkWildcard(spec: Document, key: Document): void {
  const fields = Object.keys(key)
  const wildcards = fields.filter(isWildcardField)
  const [field] = wildcards
  const { wildcardProjection: projection } = spec
  if (field === undefined || key[field] === 'text') {
    if (projection !== undefined)
      throw new CommandError('BadValue', "The field 'wildcardProjection' is only allowed in an 'wildcard' index")
    return
  }
  if (wildcards.length > 1)
    throw new CommandError(7_246_201, `wildcard indexes do not allow multiple wildcards: ${show(key)}`)
  if (fields.some((name) => typeof key[name] === 'string'))
    throw cannotCreate(`wildcard indexes do not allow a key of another kind: ${show(key)}`)
  for (const name of ['sparse', 'unique'])
    if (spec[name] === true) throw cannotCreate(`Index type 'wildcard' does not support the ${name} option`)
  if (spec['expireAfterSeconds'] !== undefined) throw cannotCreate("Index type 'wildcard' cannot be a TTL index")
  if (spec['v'] !== undefined && Number(spec['v']) < 2)
    throw cannotCreate(`Invalid index specification ${show(spec)}; wildcard indexes require v: 2`)
  if (projection !== undefined) checkWildcardProjection(field, projection)
  if (fields.length > 1 && field === '$**' && !isDocument(projection))
    throw cannotCreate(`wildcardProjection is required for a compound index with the key ${show(key)}`)
}

function checkWildcardProjection(field: string, projection: Value): void {
  if (!isDocument(projection)) throw wrongType('wildcardProjection', projection, 'a non-empty object')
  if (field !== '$**')
    throw new CommandError('FailedToParse', `The field 'wildcardProjection' is only allowed when 'key' is {"$**": ±1}`)
  if (Object.keys(projection).length === 0)
    throw new CommandError('FailedToParse', `The 'wildcardProjection' field can't be an empty object`)
  refuseComputed(projection)
  compileProjection(projection, 'find', PLAIN_ENVIRONMENT)
}

/** Refuses values of a projection that would be computed: it only includes and excludes fields. */
function refuseComputed(projection: Document): void {
  for (const [name, value] of Object.entries(projection)) {
    if (isDocument(value)) refuseComputed(value)
    else if (!isNumber(value) && typeof value !== 'boolean')
      throw new CommandError(
        51_271,
        `Bad projection specification, cannot use computed fields when parsing a spec in kBanComputedFields mode: ${show({ [name]: value })}`,
      )
  }
}

/**
 * Refuses the options of an index of places that are of another type or out of range.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2d/create/
 */
export function checkGeoOptions(spec: Document, key: Document): void {
  for (const name of ['bits', 'min', 'max', '2dsphereIndexVersion']) {
    const value = spec[name]
    if (value !== undefined && !isNumber(value)) throw wrongType(name, value, 'a number')
  }
  const version = spec['2dsphereIndexVersion']
  if (isNumber(version) && !(toNumber(version) >= 1 && toNumber(version) <= 3))
    throw cannotCreate(
      `unsupported geo index version { 2dsphereIndexVersion : ${show(version)} }, only support versions: [1,2,3]`,
    )
  if (!Object.values(key).includes('2d')) return
  const { bits = 26, min = -180, max = 180 } = spec
  if (isNumber(bits) && !(toNumber(bits) >= 1 && toNumber(bits) <= 32))
    throw new CommandError(
      'InvalidOptions',
      `bits for hash must be > 0 and <= 32, but ${show(bits)} bits were specified`,
    )
  if (isNumber(min) && isNumber(max) && !(toNumber(min) < toNumber(max)))
    throw new CommandError(
      'InvalidOptions',
      `region for hash must be valid and have positive area, but [${show(min)}, ${show(max)}] was specified`,
    )
}

/** The weights of fields are above 0 and below this one. */
const WEIGHT_LIMIT = 100_000

/** Refuses the options of an index of words that are of another type or that no index has. */
export function checkTextOptions(spec: Document, key: Document): void {
  const { weights, default_language: language, language_override: override, textIndexVersion: version } = spec
  const isText = Object.values(key).includes('text')
  if (weights !== undefined && !isText && key['_fts'] === undefined)
    throw cannotCreate("the field 'weights' can only be specified with text indexes")
  if (version !== undefined && !isNumber(version)) throw wrongType('textIndexVersion', version, 'a number')
  if (isNumber(version) && ![1, 2, 3].includes(toNumber(version)))
    throw cannotCreate(`bad textIndexVersion: ${show(version)}`)
  if (language !== undefined && typeof language !== 'string') throw wrongType('default_language', language, 'a string')
  if (typeof language === 'string' && isText && textLanguage(language) === undefined)
    throw cannotCreate(`default_language is not valid`)
  if (override !== undefined && typeof override !== 'string') throw wrongType('language_override', override, 'a string')
  if (override === '' || (typeof override === 'string' && override.startsWith('$')))
    throw cannotCreate(`language_override is not valid`)
  if (!isText) return
  if (Array.isArray(weights)) throw cannotCreate("text index option 'weights' must be an object")
  if (weights !== undefined && !isDocument(weights) && typeof weights !== 'string')
    throw wrongType('weights', weights, 'an object')
  for (const weight of Object.values(isDocument(weights) ? weights : {}))
    if (!isNumber(weight) || !(wholeOf(weight) > 0 && wholeOf(weight) < WEIGHT_LIMIT))
      throw cannotCreate(
        `text index weight must be in the exclusive interval (0,${WEIGHT_LIMIT}) but found: ${show(weight)}`,
      )
  checkTextKey(key)
}

/** Refuses fields of words that do not stand together, and places beside them. */
function checkTextKey(key: Document): void {
  const kinds = Object.values(key)
  const [first, last] = [kinds.indexOf('text'), kinds.lastIndexOf('text')]
  if (kinds.slice(first, last).some((kind) => kind !== 'text'))
    throw cannotCreate(`'text' fields in index must all be adjacent`)
  const other = kinds.find((kind) => typeof kind === 'string' && kind !== 'text')
  if (other !== undefined) throw cannotCreate(`Can't use more than one index plugin for a single index: ${show(key)}`)
}

/** Returns the weights of a specification, in which a name alone stands for a field that weighs 1. */
function weightsIn({ weights }: Document): Document {
  if (typeof weights === 'string') return { [weights]: 1 }
  return isDocument(weights) ? weights : {}
}

/**
 * Returns the specification of an index for text as the server keeps it: the fields for text are `_fts` and `_ftsx`,
 * and their names are in `weights`.
 */
export function textSpec(spec: Document, key: Document): Document {
  if (key['_fts'] !== undefined) return spec
  const ownWeights = weightsIn(spec)
  const fields = Object.keys(key).filter((name) => key[name] === 'text')
  const weights = [...new Set([...fields, ...Object.keys(ownWeights)])].toSorted()
  const stored: Document = {}
  for (const [name, direction] of Object.entries(key)) {
    if (direction !== 'text') stored[name] = direction
    else if (stored['_fts'] === undefined) Object.assign(stored, { _fts: 'text', _ftsx: 1 })
  }
  return {
    ...spec,
    key: stored,
    weights: Object.fromEntries(weights.map((name) => [name, ownWeights[name] ?? 1])),
    default_language: spec['default_language'] ?? 'english',
    language_override: spec['language_override'] ?? 'language',
    textIndexVersion: spec['textIndexVersion'] ?? 3,
  }
}

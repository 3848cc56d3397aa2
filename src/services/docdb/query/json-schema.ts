import { ownMember } from '#core/objects.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { areEqual, compareNumbers } from '#docdb/values/compare.ts'
import { calculate, roundedDecimal } from '#docdb/values/decimal.ts'
import { isNaNValue, wholeNumber, type Numeric } from '#docdb/values/number.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import {
  Binary,
  documentOf,
  fieldOf,
  isDocument,
  isNumber,
  toNumber,
  TYPE_NUMBERS,
  typeOf,
  type Document,
  type TypeName,
  type Value,
} from '#docdb/values/value.ts'
import { typesOf } from './operators.ts'
import type { Predicate } from './predicate.ts'
import { compileRegex } from './regex.ts'

type Check = (value: Value) => boolean

const JSON_TYPES: Readonly<Record<string, readonly TypeName[]>> = {
  object: ['object'],
  array: ['array'],
  string: ['string'],
  boolean: ['bool'],
  null: ['null'],
  number: ['int', 'long', 'double', 'decimal'],
}

/**
 * Compiles `$jsonSchema`: draft 4 with `bsonType`.
 * https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/
 */
export function jsonSchema(schema: Value): Predicate {
  if (!isDocument(schema)) throw new CommandError('TypeMismatch', '$jsonSchema must be an object')
  const check = checkOf(schema)
  return (document) => check(document)
}

const IGNORED = new Set(['$comment'])
const REFUSED = new Set(['$ref', '$schema', 'default', 'definitions', 'format', 'id'])

/** Returns the check of a schema. */
function checkOf(schema: Document): Check {
  if ('type' in schema && 'bsonType' in schema)
    throw failed("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'")
  const checks = Object.entries(schema).flatMap(([keyword, operand]) => keywordCheck(keyword, operand, schema) ?? [])
  return (value) => checks.every((check) => check(value))
}

/** Returns the check of one keyword of a schema; null for one that checks nothing. */
export function keywordCheck(keyword: string, operand: Value, schema: Document): Check | null {
  if (IGNORED.has(keyword)) return null
  if (REFUSED.has(keyword))
    throw new CommandError('FailedToParse', `$jsonSchema keyword '${keyword}' is not currently supported`)
  const make = ownMember(KEYWORDS, keyword)
  if (make === undefined) throw new CommandError('FailedToParse', `Unknown $jsonSchema keyword: ${keyword}`)
  return make(operand, schema)
}

function mismatch(keyword: string, expected: string): CommandError {
  return new CommandError('TypeMismatch', `$jsonSchema keyword '${keyword}' must be ${expected}`)
}

function failed(message: string): CommandError {
  return new CommandError('FailedToParse', message)
}

function numberIn(keyword: string, operand: Value): Numeric {
  if (!isNumber(operand)) throw mismatch(keyword, 'a number')
  return operand
}

/** Reads a length or a count: a whole number from 0. */
function countIn(keyword: string, operand: Value): number {
  const whole = isNumber(operand) ? wholeNumber(operand) : null
  const problem = !isNumber(operand)
    ? 'Expected a number in'
    : whole === null
      ? 'Expected an integer'
      : whole < 0n
        ? 'Expected a non-negative number in'
        : null
  if (problem !== null) throw failed(`${problem}: ${keyword}: ${show(operand)}`)
  return Number(whole)
}

/** Checks numbers against a bound. NaN is within no bound but NaN. */
function bound(keyword: 'minimum' | 'maximum', operand: Value, schema: Document): Check {
  const limit = numberIn(keyword, operand)
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  const isExclusive = schema[exclusive]
  if (isExclusive !== undefined && typeof isExclusive !== 'boolean') throw mismatch(exclusive, 'a boolean')
  const sign = keyword === 'minimum' ? 1 : -1
  return onNumbers(
    (value) =>
      isNaNValue(value) === isNaNValue(limit) && sign * compareNumbers(value, limit) > (isExclusive === true ? 0 : -1),
  )
}

/** Refuses `exclusiveMinimum` and `exclusiveMaximum` alone. */
function withBound(exclusive: string, bounding: string): (operand: Value, schema: Document) => null {
  return (_operand, schema) => {
    if (bounding in schema) return null
    throw failed(`$jsonSchema keyword '${bounding}' must be a present if ${exclusive} is present`)
  }
}

/** Refuses a text of a schema that is none; it checks nothing. */
function annotation(keyword: string): (operand: Value) => null {
  return (operand) => {
    if (typeof operand !== 'string') throw mismatch(keyword, 'of type string')
    return null
  }
}

/** Reads the names of types: one, or a list without duplicates. */
function typeNamesIn(keyword: string, operand: Value): string[] {
  const names = typeof operand === 'string' ? [operand] : operand
  if (!Array.isArray(names)) throw mismatch(keyword, 'either a string or an array of strings')
  if (names.length === 0) throw failed(`$jsonSchema keyword '${keyword}' must name at least one type`)
  const read = new Set<string>()
  for (const name of names) {
    if (typeof name !== 'string')
      throw new CommandError('TypeMismatch', `$jsonSchema keyword '${keyword}' array elements must be strings`)
    if (name === 'integer') throw failed("$jsonSchema type 'integer' is not currently supported.")
    if (read.has(name)) throw failed(`$jsonSchema keyword '${keyword}' has duplicate value: ${name}`)
    read.add(name)
  }
  return [...read]
}

/** Reads the names of fields that `required` lists. */
function requiredIn(operand: Value): string[] {
  if (!Array.isArray(operand)) throw mismatch('required', `an array, but found an element of type ${typeOf(operand)}`)
  const names = operand.map((each) => {
    if (typeof each === 'string') return each
    throw mismatch('required', `an array of strings, but found an element of type: ${typeOf(each)}`)
  })
  if (names.length === 0) throw failed("$jsonSchema keyword 'required' cannot be an empty array")
  if (new Set(names).size < names.length)
    throw failed("$jsonSchema keyword 'required' array cannot contain duplicate values")
  return names
}

/** Reads the fields that another one needs, or the schema that it brings. */
function dependencyIn(name: string, needed: Value): Check {
  if (isDocument(needed)) return checkOf(needed)
  const of = "in $jsonSchema keyword 'dependencies'"
  if (!Array.isArray(needed))
    throw new CommandError('TypeMismatch', `property '${name}' ${of} must be either an object or an array`)
  if (needed.length === 0) throw failed(`property '${name}' ${of} cannot be an empty array`)
  const read = new Set<string>()
  for (const each of needed) {
    if (typeof each !== 'string')
      throw new CommandError(
        'TypeMismatch',
        `array '${name}' ${of} can only contain strings, but found element of type: ${typeOf(each)}`,
      )
    if (read.has(each)) throw failed(`array '${name}' ${of} contains duplicate element: ${each}`)
    read.add(each)
  }
  return onDocuments((value) => needed.every((each) => Object.hasOwn(value, textOfAny(each))))
}

function schemasIn(keyword: string, operand: Value): Check[] {
  if (!Array.isArray(operand)) throw mismatch(keyword, 'an array')
  if (operand.length === 0)
    throw new CommandError('BadValue', `$jsonSchema keyword '${keyword}' must be a non-empty array`)
  return operand.map((each) => {
    if (isDocument(each)) return checkOf(each)
    throw mismatch(keyword, `an array of objects, but found an element of type ${typeOf(each)}`)
  })
}

/** Returns whether two of the values are equal, in whatever order documents have their fields. */
function hasDuplicate(values: readonly Value[]): boolean {
  const sorted = values.map(withSortedFields)
  return sorted.some((each, at) => sorted.slice(0, at).some((other) => areEqual(each, other)))
}

function withSortedFields(value: Value): Value {
  if (Array.isArray(value)) return value.map(withSortedFields)
  if (!isDocument(value)) return value
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return documentOf(fields.map(([name, each]) => [name, withSortedFields(each)] as const))
}

function onNumbers(check: (value: Parameters<typeof toNumber>[0]) => boolean): Check {
  return (value) => !isNumber(value) || check(value)
}

function onStrings(check: (value: string) => boolean): Check {
  return (value) => typeof value !== 'string' || check(value)
}

function onArrays(check: (value: Value[]) => boolean): Check {
  return (value) => !Array.isArray(value) || check(value)
}

function onDocuments(check: (value: Document) => boolean): Check {
  return (value) => !isDocument(value) || check(value)
}

function ofTypes(types: ReadonlySet<TypeName>): Check {
  return (value) => types.has(typeOf(value))
}

/** The subtype of bytes that a client has encrypted, and the place of the number of the type that they had before. */
const ENCRYPTED = 6
const TYPE_PLACE = 17

/** Checks that a client has encrypted a value, of one of the types where the schema names them. */
function encrypted(operand: Value, schema: Document): Check {
  if (!isDocument(operand)) throw mismatch('encrypt', 'an object')
  for (const other of ['type', 'bsonType'])
    if (other in schema) throw failed(`$jsonSchema keyword 'encrypt' cannot be used in conjunction with '${other}'`)
  const { bsonType } = operand
  const types = bsonType === undefined ? null : typesOf(typeNamesIn('bsonType', bsonType))
  return (value) =>
    value instanceof Binary &&
    value.sub_type === ENCRYPTED &&
    (types === null || [...types].some((type) => TYPE_NUMBERS[type] === value.value()[TYPE_PLACE]))
}

const KEYWORDS: Readonly<Record<string, (operand: Value, schema: Document) => Check | null>> = {
  title: annotation('title'),
  description: annotation('description'),
  encrypt: encrypted,
  bsonType: (operand) => ofTypes(typesOf(typeNamesIn('bsonType', operand))),
  type: (operand) =>
    ofTypes(
      new Set(
        typeNamesIn('type', operand).flatMap((name) => {
          const types = ownMember(JSON_TYPES, name)
          if (types === undefined) throw new CommandError('BadValue', `Unknown type name alias: ${name}`)
          return types
        }),
      ),
    ),
  enum: (operand) => {
    if (!Array.isArray(operand)) throw mismatch('enum', `an array, but found an element of type ${typeOf(operand)}`)
    if (operand.length === 0) throw failed("$jsonSchema keyword 'enum' cannot be an empty array")
    if (hasDuplicate(operand)) throw failed("$jsonSchema keyword 'enum' array cannot contain duplicate values.")
    return (value) => operand.some((each) => areEqual(each, value))
  },
  minimum: (operand, schema) => bound('minimum', operand, schema),
  maximum: (operand, schema) => bound('maximum', operand, schema),
  exclusiveMinimum: withBound('exclusiveMinimum', 'minimum'),
  exclusiveMaximum: withBound('exclusiveMaximum', 'maximum'),
  multipleOf: (operand) => {
    const number = numberIn('multipleOf', operand)
    if (toNumber(number) <= 0) throw failed("$jsonSchema keyword 'multipleOf' must have a positive value")
    const divisor = roundedDecimal(number)
    return onNumbers((value) => {
      const rest = calculate('mod', roundedDecimal(value), divisor)
      return typeof rest !== 'string' && rest.coefficient === 0n
    })
  },
  minLength: (operand) => {
    const least = countIn('minLength', operand)
    return onStrings((value) => [...value].length >= least)
  },
  maxLength: (operand) => {
    const most = countIn('maxLength', operand)
    return onStrings((value) => [...value].length <= most)
  },
  pattern: (operand) => {
    if (typeof operand !== 'string') throw mismatch('pattern', 'a string')
    return onStrings(compileRegex(operand, ''))
  },
  minItems: (operand) => {
    const least = countIn('minItems', operand)
    return onArrays((value) => value.length >= least)
  },
  maxItems: (operand) => {
    const most = countIn('maxItems', operand)
    return onArrays((value) => value.length <= most)
  },
  uniqueItems: (operand) => {
    if (typeof operand !== 'boolean') throw mismatch('uniqueItems', 'a boolean')
    if (!operand) return null
    return onArrays((value) => !hasDuplicate(value))
  },
  items: (operand) => {
    if (isDocument(operand)) {
      const check = checkOf(operand)
      return onArrays((value) => value.every(check))
    }
    if (!Array.isArray(operand)) throw mismatch('items', `an array or an object, not ${typeOf(operand)}`)
    const checks = operand.map((each) => {
      if (isDocument(each)) return checkOf(each)
      throw new CommandError(
        'TypeMismatch',
        `$jsonSchema keyword 'items' requires that each element of the array is an object, but found a ${typeOf(each)}`,
      )
    })
    return onArrays((value) => value.every((each, at) => checks[at]?.(each) ?? true))
  },
  additionalItems: (operand, { items }) => {
    if (typeof operand !== 'boolean' && !isDocument(operand))
      throw mismatch('additionalItems', `either an object or a boolean, but got a ${typeOf(operand)}`)
    const check = typeof operand === 'boolean' ? () => operand : checkOf(operand)
    if (!Array.isArray(items)) return null
    return onArrays((value) => value.slice(items.length).every(check))
  },
  minProperties: (operand) => {
    const least = countIn('minProperties', operand)
    return onDocuments((value) => Object.keys(value).length >= least)
  },
  maxProperties: (operand) => {
    const most = countIn('maxProperties', operand)
    return onDocuments((value) => Object.keys(value).length <= most)
  },
  required: (operand) => {
    const names = requiredIn(operand)
    return onDocuments((value) => names.every((name) => Object.hasOwn(value, name)))
  },
  properties: (operand) => {
    if (!isDocument(operand)) throw mismatch('properties', 'an object')
    const checks = Object.entries(operand).map(([name, schema]) => {
      if (isDocument(schema)) return [name, checkOf(schema)] as const
      throw new CommandError('TypeMismatch', `Nested schema for $jsonSchema property '${name}' must be an object`)
    })
    return onDocuments((value) =>
      checks.every(([name, check]) => {
        const field = fieldOf(value, name)
        return field === undefined || check(field)
      }),
    )
  },
  patternProperties: (operand) => {
    if (!isDocument(operand)) throw mismatch('patternProperties', 'an object')
    const checks = Object.entries(operand).map(([pattern, schema]) => {
      if (isDocument(schema)) return [compileRegex(pattern, ''), checkOf(schema)] as const
      throw new CommandError(
        'TypeMismatch',
        `$jsonSchema keyword 'patternProperties' has property '${pattern}' which is not an object`,
      )
    })
    return onDocuments((value) =>
      Object.entries(value).every(([name, field]) =>
        checks.every(([matches, check]) => !matches(name) || check(field)),
      ),
    )
  },
  additionalProperties: (operand, { properties, patternProperties }) => {
    if (typeof operand !== 'boolean' && !isDocument(operand))
      throw mismatch('additionalProperties', 'an object or a boolean')
    const check = typeof operand === 'boolean' ? () => operand : checkOf(operand)
    const names = new Set(isDocument(properties) ? Object.keys(properties) : [])
    const patterns = Object.keys(isDocument(patternProperties) ? patternProperties : {}).map((each) =>
      compileRegex(each, ''),
    )
    return onDocuments((value) =>
      Object.entries(value).every(
        ([name, field]) => names.has(name) || patterns.some((matches) => matches(name)) || check(field),
      ),
    )
  },
  dependencies: (operand) => {
    if (!isDocument(operand)) throw mismatch('dependencies', 'an object')
    const checks = Object.entries(operand).map(([name, needed]): Check => {
      const check = dependencyIn(name, needed)
      return onDocuments((value) => !Object.hasOwn(value, name) || check(value))
    })
    return (value) => checks.every((check) => check(value))
  },
  allOf: (operand) => {
    const checks = schemasIn('allOf', operand)
    return (value) => checks.every((check) => check(value))
  },
  anyOf: (operand) => {
    const checks = schemasIn('anyOf', operand)
    return (value) => checks.some((check) => check(value))
  },
  oneOf: (operand) => {
    const checks = schemasIn('oneOf', operand)
    return (value) => checks.filter((check) => check(value)).length === 1
  },
  not: (operand) => {
    if (!isDocument(operand)) throw mismatch('not', `an object, but found an element of type ${typeOf(operand)}`)
    const check = checkOf(operand)
    return (value) => !check(value)
  },
}

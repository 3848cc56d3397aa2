import { ownMember } from '#core/objects.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { areEqual, compareNumbers } from '#docdb/values/compare.ts'
import { calculate, exactDecimal } from '#docdb/values/decimal.ts'
import {
  fieldOf,
  isDocument,
  isNumber,
  toNumber,
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

const IGNORED = new Set(['title', 'description', '$comment', 'exclusiveMaximum', 'exclusiveMinimum', 'encrypt'])
const REFUSED = new Set(['$ref', '$schema', 'default', 'definitions', 'format', 'id'])

/** Returns the check of a schema. */
function checkOf(schema: Document): Check {
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

function numberIn(keyword: string, operand: Value): number {
  if (!isNumber(operand)) throw mismatch(keyword, 'a number')
  return toNumber(operand)
}

function schemaIn(keyword: string, operand: Value): Check {
  if (!isDocument(operand)) throw mismatch(keyword, 'an object')
  return checkOf(operand)
}

function schemasIn(keyword: string, operand: Value): Check[] {
  if (!Array.isArray(operand)) throw mismatch(keyword, 'an array')
  return operand.map((each) => schemaIn(keyword, each))
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

const KEYWORDS: Readonly<Record<string, (operand: Value, schema: Document) => Check>> = {
  bsonType: (operand) => ofTypes(typesOf(operand)),
  type: (operand) =>
    ofTypes(
      new Set(
        (Array.isArray(operand) ? operand : [operand]).flatMap((each) => {
          const name = textOfAny(each)
          const types = ownMember(JSON_TYPES, name)
          if (types === undefined) throw new CommandError('BadValue', `Unknown type name alias: ${name}`)
          return types
        }),
      ),
    ),
  enum: (operand) => {
    if (!Array.isArray(operand)) throw mismatch('enum', 'an array')
    return (value) => operand.some((each) => areEqual(each, value))
  },
  minimum: (operand, { exclusiveMinimum }) => {
    numberIn('minimum', operand)
    const least = operand as number // of any number type
    return onNumbers((value) => compareNumbers(value, least) > (exclusiveMinimum === true ? 0 : -1))
  },
  maximum: (operand, { exclusiveMaximum }) => {
    numberIn('maximum', operand)
    const most = operand as number // of any number type
    return onNumbers((value) => compareNumbers(value, most) < (exclusiveMaximum === true ? 0 : 1))
  },
  multipleOf: (operand) => {
    numberIn('multipleOf', operand)
    const divisor = exactDecimal(operand as number) // of any number type
    return onNumbers((value) => {
      const rest = calculate('mod', exactDecimal(value), divisor)
      return typeof rest !== 'string' && rest.coefficient === 0n
    })
  },
  minLength: (operand) => {
    const least = numberIn('minLength', operand)
    return onStrings((value) => [...value].length >= least)
  },
  maxLength: (operand) => {
    const most = numberIn('maxLength', operand)
    return onStrings((value) => [...value].length <= most)
  },
  pattern: (operand) => {
    if (typeof operand !== 'string') throw mismatch('pattern', 'a string')
    return onStrings(compileRegex(operand, ''))
  },
  minItems: (operand) => {
    const least = numberIn('minItems', operand)
    return onArrays((value) => value.length >= least)
  },
  maxItems: (operand) => {
    const most = numberIn('maxItems', operand)
    return onArrays((value) => value.length <= most)
  },
  uniqueItems: (operand) =>
    onArrays(
      (value) =>
        operand !== true || !value.some((each, at) => value.slice(0, at).some((other) => areEqual(each, other))),
    ),
  items: (operand) => {
    if (!Array.isArray(operand)) {
      const check = schemaIn('items', operand)
      return onArrays((value) => value.every(check))
    }
    const checks = schemasIn('items', operand)
    return onArrays((value) => value.every((each, at) => checks[at]?.(each) ?? true))
  },
  additionalItems: (operand, { items }) => {
    if (!Array.isArray(items)) return () => true
    const check = typeof operand === 'boolean' ? () => operand : schemaIn('additionalItems', operand)
    return onArrays((value) => value.slice(items.length).every(check))
  },
  minProperties: (operand) => {
    const least = numberIn('minProperties', operand)
    return onDocuments((value) => Object.keys(value).length >= least)
  },
  maxProperties: (operand) => {
    const most = numberIn('maxProperties', operand)
    return onDocuments((value) => Object.keys(value).length <= most)
  },
  required: (operand) => {
    if (!Array.isArray(operand)) throw mismatch('required', 'an array')
    return onDocuments((value) => operand.every((name) => Object.hasOwn(value, textOfAny(name))))
  },
  properties: (operand) => {
    if (!isDocument(operand)) throw mismatch('properties', 'an object')
    const checks = Object.entries(operand).map(([name, schema]) => [name, schemaIn('properties', schema)] as const)
    return onDocuments((value) =>
      checks.every(([name, check]) => {
        const field = fieldOf(value, name)
        return field === undefined || check(field)
      }),
    )
  },
  patternProperties: (operand) => {
    if (!isDocument(operand)) throw mismatch('patternProperties', 'an object')
    const checks = Object.entries(operand).map(
      ([pattern, schema]) => [compileRegex(pattern, ''), schemaIn('patternProperties', schema)] as const,
    )
    return onDocuments((value) =>
      Object.entries(value).every(([name, field]) =>
        checks.every(([matches, check]) => !matches(name) || check(field)),
      ),
    )
  },
  additionalProperties: (operand, { properties, patternProperties }) => {
    const check = typeof operand === 'boolean' ? () => operand : schemaIn('additionalProperties', operand)
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
      const check: Check = Array.isArray(needed)
        ? onDocuments((value) => needed.every((each) => Object.hasOwn(value, textOfAny(each))))
        : schemaIn('dependencies', needed)
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
    const check = schemaIn('not', operand)
    return (value) => !check(value)
  },
}

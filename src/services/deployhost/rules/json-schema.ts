import { isRecord, ownMember } from '#core/objects.ts'
import { linearSearch } from '#core/text/pattern-search.ts'
import { isDeepStrictEqual } from 'node:util'

/** A part of a JSON value that a schema refuses: its path, such as `limits.a`, and why. */
export interface SchemaComplaint {
  readonly path: string
  readonly complaint: string
}

type Members = Readonly<Record<string, unknown>>
type Check = (operand: unknown, value: unknown, at: Place) => SchemaComplaint | null

/** A place in a value, and the schema that it is checked with. */
interface Place {
  readonly path: string
  readonly schema: Members
  /** The whole schema, which references point into. */
  readonly root: unknown
  /** The number of schemas around it. A schema that refers to itself without end accepts. */
  readonly depth: number
}

const DEEPEST = 200

/**
 * Returns the first part of a value that a JSON schema (draft 7) refuses; null when it accepts the value. Formats are
 * not checked, and references work within the schema. https://json-schema.org/draft-07
 */
export function firstComplaint(schema: unknown, value: unknown): SchemaComplaint | null {
  return check(schema, value, { path: '', schema: {}, root: schema, depth: 0 })
}

function check(schema: unknown, value: unknown, at: Place): SchemaComplaint | null {
  if (schema === false) return refused(at, 'boolean schema is false')
  if (!isRecord(schema) || at.depth > DEEPEST) return null
  const here = { ...at, schema, depth: at.depth + 1 }
  const reference = schema['$ref']
  if (typeof reference === 'string') return check(referred(at.root, reference), value, here)
  for (const [keyword, operand] of Object.entries(schema)) {
    const complaint = ownMember(CHECKS, keyword)?.(operand, value, here) ?? null
    if (complaint !== null) return complaint
  }
  return null
}

/** The checks of keywords, in the words of the vendor's validator. */
const CHECKS: Readonly<Record<string, Check>> = {
  type: (operand, value, at) => {
    const types = listOf(operand)
    return types.some((type) => isOfType(type, value)) ? null : refused(at, `should be ${types.join(',')}`)
  },
  enum: (operand, value, at) =>
    refusedUnless(
      listOf(operand).some((each) => isDeepStrictEqual(each, value)),
      at,
      'should be equal to one of the allowed values',
    ),
  const: (operand, value, at) => refusedUnless(isDeepStrictEqual(operand, value), at, 'should be equal to constant'),
  minimum: ofNumbers((value, limit) => value >= limit, '>='),
  maximum: ofNumbers((value, limit) => value <= limit, '<='),
  exclusiveMinimum: ofNumbers((value, limit) => value > limit, '>'),
  exclusiveMaximum: ofNumbers((value, limit) => value < limit, '<'),
  multipleOf: (operand, value, at) =>
    typeof value !== 'number' || typeof operand !== 'number' || Number.isInteger(value / operand)
      ? null
      : refused(at, `should be multiple of ${operand}`),
  minLength: ofSizes(lengthOf, 'shorter', 'characters'),
  maxLength: ofSizes(lengthOf, 'longer', 'characters'),
  minItems: ofSizes(itemsIn, 'fewer', 'items'),
  maxItems: ofSizes(itemsIn, 'more', 'items'),
  minProperties: ofSizes(membersIn, 'fewer', 'properties'),
  maxProperties: ofSizes(membersIn, 'more', 'properties'),
  pattern: (operand, value, at) =>
    typeof value !== 'string' || typeof operand !== 'string' || isFound(operand, value)
      ? null
      : refused(at, `should match pattern "${operand}"`),
  uniqueItems: (operand, value, at) =>
    operand !== true || !Array.isArray(value)
      ? null
      : refusedUnless(new Set(value.map(canonical)).size === value.length, at, 'should NOT have duplicate items'),
  required: (operand, value, at) => {
    const missing = isRecord(value) ? listOf(operand).find((name) => !Object.hasOwn(value, String(name))) : null
    return typeof missing === 'string' ? refused(at, `should have required property '${missing}'`) : null
  },
  properties: (operand, value, at) =>
    !isRecord(operand) || !isRecord(value)
      ? null
      : firstOf(Object.entries(operand), ([name, schema]) =>
          Object.hasOwn(value, name) ? check(schema, value[name], below(at, name)) : null,
        ),
  patternProperties: (operand, value, at) =>
    !isRecord(operand) || !isRecord(value)
      ? null
      : firstOf(Object.entries(operand), ([pattern, schema]) =>
          firstOf(Object.entries(value), ([name, member]) =>
            isFound(pattern, name) ? check(schema, member, below(at, name)) : null,
          ),
        ),
  additionalProperties: (operand, value, at) =>
    firstOf(additionalMembers(at.schema, value), ([name, member]) =>
      operand === false
        ? refused(at, `should NOT have additional property '${name}'`)
        : check(operand, member, below(at, name)),
    ),
  propertyNames: (operand, value, at) =>
    isRecord(value) ? firstOf(Object.keys(value), (name) => check(operand, name, below(at, name))) : null,
  items: (operand, value, at) =>
    !Array.isArray(value)
      ? null
      : firstOf([...value.entries()], ([index, item]) =>
          check(Array.isArray(operand) ? (operand[index] ?? true) : operand, item, below(at, `[${index}]`)),
        ),
  additionalItems: (operand, value, at) => {
    const { items } = at.schema
    if (!Array.isArray(value) || !Array.isArray(items)) return null
    return firstOf([...value.entries()].slice(items.length), ([index, item]) =>
      check(operand, item, below(at, `[${index}]`)),
    )
  },
  contains: (operand, value, at) =>
    !Array.isArray(value) || value.some((item) => check(operand, item, at) === null)
      ? null
      : refused(at, 'should contain a valid item'),
  allOf: (operand, value, at) => firstOf(listOf(operand), (schema) => check(schema, value, at)),
  anyOf: (operand, value, at) =>
    refusedUnless(accepting(operand, value, at) > 0, at, 'should match some schema in anyOf'),
  oneOf: (operand, value, at) =>
    refusedUnless(accepting(operand, value, at) === 1, at, 'should match exactly one schema in oneOf'),
  not: (operand, value, at) => refusedUnless(check(operand, value, at) !== null, at, 'should NOT be valid'),
  if: (operand, value, at) => check(at.schema[check(operand, value, at) === null ? 'then' : 'else'] ?? true, value, at),
}

function ofNumbers(accepts: (value: number, limit: number) => boolean, sign: string): Check {
  return (operand, value, at) =>
    typeof value !== 'number' || typeof operand !== 'number' || accepts(value, operand)
      ? null
      : refused(at, `should be ${sign} ${operand}`)
}

function ofSizes(sizeOf: (value: unknown) => number | null, than: string, unit: string): Check {
  const isLeast = than === 'shorter' || than === 'fewer'
  const verb = unit === 'characters' ? 'be' : 'have'
  return (operand, value, at) => {
    const size = sizeOf(value)
    if (size === null || typeof operand !== 'number') return null
    return refusedUnless(
      isLeast ? size >= operand : size <= operand,
      at,
      `should NOT ${verb} ${than} than ${operand} ${unit}`,
    )
  }
}

function lengthOf(value: unknown): number | null {
  return typeof value === 'string' ? [...value].length : null
}

function itemsIn(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null
}

function membersIn(value: unknown): number | null {
  return isRecord(value) ? Object.keys(value).length : null
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** Returns the members of a value that neither `properties` nor `patternProperties` of the schema name. */
function additionalMembers({ properties, patternProperties }: Members, value: unknown): [string, unknown][] {
  if (!isRecord(value)) return []
  const named = isRecord(properties) ? properties : {}
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : []
  return Object.entries(value).filter(
    ([name]) => !Object.hasOwn(named, name) && !patterns.some((pattern) => isFound(pattern, name)),
  )
}

function accepting(schemas: unknown, value: unknown, at: Place): number {
  return listOf(schemas).filter((schema) => check(schema, value, at) === null).length
}

/** Returns the schema that a reference such as `#/definitions/limit` points at; one that accepts all for another. */
function referred(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return true
  const names = reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  let found = root
  for (const name of names) found = typeof found === 'object' ? ownMember({ ...found }, name) : undefined
  return found ?? true
}

/** True when the pattern is found in the text. One that cannot be searched for in linear time is found in all. */
function isFound(pattern: string, text: string): boolean {
  return linearSearch(pattern, '')?.test(text) ?? true
}

/** Returns a text that equal JSON values share, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted()) : each,
  )
}

function listOf(operand: unknown): readonly unknown[] {
  return Array.isArray(operand) ? operand : [operand]
}

function firstOf<T>(parts: readonly T[], complaintOf: (part: T) => SchemaComplaint | null): SchemaComplaint | null {
  for (const part of parts) {
    const complaint = complaintOf(part)
    if (complaint !== null) return complaint
  }
  return null
}

function below(at: Place, name: string): Place {
  return { ...at, path: at.path === '' || name.startsWith('[') ? `${at.path}${name}` : `${at.path}.${name}` }
}

function refused({ path }: Place, complaint: string): SchemaComplaint {
  return { path, complaint }
}

function refusedUnless(accepted: boolean, at: Place, complaint: string): SchemaComplaint | null {
  return accepted ? null : refused(at, complaint)
}

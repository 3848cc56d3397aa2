import type { Variables } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import {
  Binary,
  copyOf,
  fieldOf,
  isDocument,
  setField,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { checkMembers, isNullish, unary, variadic, type Evaluate, type Operator } from './evaluate.ts'

const mergeObjects = variadic((values) => {
  const merged: Document = {}
  for (const value of values.length === 1 && Array.isArray(values[0]) ? values[0] : values) {
    if (isNullish(value)) continue
    if (!isDocument(value))
      throw new CommandError(
        40400,
        `$mergeObjects requires object inputs, but input ${show(value)} is of type ${typeOf(value)}`,
      )
    for (const [name, each] of Object.entries(value)) setField(merged, name, each)
  }
  return merged
})

/** The codes by which operators of a field refuse its name. */
interface NameCodes {
  /** Of a name that is not there. */
  readonly missing: number
  /** Of one that is a path. */
  readonly path: number
}

const GET_FIELD: NameCodes = { missing: 3_041_702, path: 5_654_600 }
const SET_FIELD: NameCodes = { missing: 4_161_102, path: 4_161_108 }

/** Compiles the name of a field, which is the same for all documents. */
function nameOf(
  operator: string,
  spec: Value | undefined,
  codes: NameCodes,
  compile: (spec: Value) => Evaluate,
): Evaluate {
  if (spec === undefined) throw new CommandError(codes.missing, `${operator} requires 'field' to be specified`)
  if (typeof spec === 'string' && spec.startsWith('$'))
    throw new CommandError(
      codes.path,
      `'${spec}' is a field path reference which is not allowed in this context. Did you mean {$literal: '${spec}'}?`,
    )
  return compile(spec)
}

const getField: Operator = (operand, { compile }) => {
  const isFull = isDocument(operand) && !Object.keys(operand).some((name) => name.startsWith('$'))
  if (isFull) checkMembers('$getField', operand, ['field', 'input'], 3041701)
  const field = nameOf('$getField', isFull ? operand['field'] : operand, GET_FIELD, compile)
  const input = isFull && operand['input'] !== undefined ? compile(operand['input']) : undefined
  return (document, variables) => {
    const name = field(document, variables)
    if (typeof name !== 'string')
      throw new CommandError(3041704, `$getField requires 'field' to evaluate to type String`)
    const from = input === undefined ? document : input(document, variables)
    return isDocument(from) ? fieldOf(from, name) : from === null ? null : undefined
  }
}

function setting(operator: string, members: readonly string[]): Operator {
  return (operand, { compile, environment }) => {
    if (!isDocument(operand)) throw new CommandError(4161100, `${operator} only supports an object as its argument`)
    checkMembers(operator, operand, members, 4161101)
    for (const [member, code] of [
      ['field', 4_161_102],
      ['value', 4_161_103],
      ['input', 4_161_109],
    ] as const) {
      if (members.includes(member) && operand[member] === undefined)
        throw new CommandError(code, `${operator} requires '${member}' to be specified`)
    }
    const field = nameOf(operator, operand['field'], SET_FIELD, compile)
    const name = constantName(operator, field, environment.variables)
    const input = compile(operand['input'] ?? null)
    const value = operator === '$unsetField' ? () => undefined : compile(operand['value'] ?? null)
    return (document, variables) => {
      const from = input(document, variables)
      if (isNullish(from)) return null
      if (!isDocument(from)) throw new CommandError(4161105, `${operator} requires 'input' to evaluate to type Object`)
      const result = copyOf(from)
      const set = value(document, variables)
      if (set === undefined) delete result[name]
      else setField(result, name, set)
      return result
    }
  }
}

/** Returns the name of a field. @throws CommandError for one that is no text. */
function constantName(operator: string, field: Evaluate, variables: Variables): string {
  const name = field({}, variables)
  if (typeof name === 'string') return name
  throw new CommandError(
    4_161_107,
    `${operator} requires 'field' to evaluate to type String, but got ${typeOf(name) === 'undefined' ? 'missing' : typeOf(name)}`,
  )
}

/** Operators on documents, and on sizes. */
export const objects: Readonly<Record<string, Operator>> = {
  $mergeObjects: mergeObjects,
  $getField: getField,
  $setField: setting('$setField', ['field', 'input', 'value']),
  $unsetField: setting('$unsetField', ['field', 'input']),
  $bsonSize: unary((value) => {
    if (isNullish(value)) return null
    if (!isDocument(value))
      throw new CommandError(31393, `$bsonSize requires a document input, found: ${typeOf(value)}`)
    return sizeOf(value)
  }),
  $binarySize: unary((value) => {
    if (isNullish(value)) return null
    if (typeof value === 'string') return Buffer.byteLength(value)
    if (!(value instanceof Binary))
      throw new CommandError(51276, `$binarySize requires a string or BinData argument, found: ${typeOf(value)}`)
    return value.length()
  }),
}

import { textOfAny } from '#docdb/values/show.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
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
        `$mergeObjects requires object inputs, but input ${JSON.stringify(value)} is of type ${typeOf(value)}`,
      )
    for (const [name, each] of Object.entries(value)) setField(merged, name, each)
  }
  return merged
})

function nameOf(operator: string, spec: Value | undefined, compile: (spec: Value) => Evaluate): Evaluate {
  if (spec === undefined) throw new CommandError(3041702, `${operator} requires 'field' to be specified`)
  if (typeof spec === 'string' && spec.startsWith('$')) {
    throw new CommandError(
      5654600,
      `A field path reference which is not allowed in this context. Did you mean {$literal: '${spec}'}?`,
    )
  }
  return compile(spec)
}

const getField: Operator = (operand, { compile }) => {
  const isFull = isDocument(operand) && !Object.keys(operand).some((name) => name.startsWith('$'))
  if (isFull) checkMembers('$getField', operand, ['field', 'input'], 3041701)
  const field = nameOf('$getField', isFull ? operand['field'] : operand, compile)
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
  return (operand, { compile }) => {
    if (!isDocument(operand)) throw new CommandError(4161100, `${operator} only supports an object as its argument`)
    checkMembers(operator, operand, members, 4161101)
    const field = nameOf(operator, operand['field'], compile)
    const input = compile(operand['input'] ?? null)
    const value = operator === '$unsetField' ? () => undefined : compile(operand['value'] ?? null)
    return (document, variables) => {
      const from = input(document, variables)
      if (isNullish(from)) return null
      if (!isDocument(from)) throw new CommandError(4161105, `${operator} requires 'input' to evaluate to type Object`)
      const name = field(document, variables)
      const result = copyOf(from)
      const set = value(document, variables)
      if (set === undefined) delete result[textOfAny(name)]
      else setField(result, textOfAny(name), set)
      return result
    }
  }
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

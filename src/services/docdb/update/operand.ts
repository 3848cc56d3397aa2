import { elementPredicate } from '#docdb/query/compile.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { isDouble, wholeNumber } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import { Decimal128, isDocument, isNumber, toNumber, typeOf, type Value } from '#docdb/values/value.ts'

/** An operand of an update operator, with the path that it is for. */
interface Operand {
  readonly path: string
  readonly value: Value
  readonly environment: Environment
}

/** Throws the server's refusal of an operand. It looks at no document: an update of nothing is refused too. */
type OperandCheck = (operand: Operand) => void

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}

function requireNumber(verb: string): OperandCheck {
  return ({ path, value }) => {
    if (isNumber(value)) return
    throw new CommandError('TypeMismatch', `Cannot ${verb} with non-numeric argument: {${path}: ${show(value)}}`)
  }
}

const currentDate: OperandCheck = ({ value }) => {
  if (typeof value === 'boolean') return
  if (!isDocument(value))
    throw bad(
      `${typeOf(value)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    )
  const unknown = Object.keys(value).find((name) => name !== '$type')
  if (unknown !== undefined) throw bad(`Unrecognized $currentDate option: ${unknown}`)
  if (value['$type'] === 'date' || value['$type'] === 'timestamp') return
  throw bad(
    `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}`,
  )
}

const PUSH_MODIFIERS = ['$each', '$slice', '$sort', '$position']

const push: OperandCheck = ({ value }) => {
  if (!isDocument(value) || !('$each' in value)) return
  const unknown = Object.keys(value).find((name) => !PUSH_MODIFIERS.includes(name))
  if (unknown !== undefined) throw bad(`Unrecognized clause in $push: ${unknown}`)
  const { $each, $slice, $sort, $position } = value
  if (!Array.isArray($each))
    throw bad(`The argument to $each in $push must be an array but it was of type: ${typeOf($each)}`)
  if ($slice !== undefined && !isWhole($slice))
    throw bad(`The value for $slice must be an integer value but was given type: ${typeOf($slice)}`)
  if ($sort !== undefined) checkSort($sort)
  if ($position !== undefined && !isWhole($position))
    throw bad(`The value for $position must be an integer value, not of type: ${typeOf($position)}`)
}

function isWhole(value: Value): boolean {
  return isNumber(value) && wholeNumber(value) !== null
}

function isSign(value: Value): boolean {
  return isNumber(value) && Math.abs(toNumber(value)) === 1
}

function checkSort(sort: Value): void {
  if (!isDocument(sort)) {
    if (!isNumber(sort))
      throw bad('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields')
    if (!isSign(sort)) throw bad('The $sort element value must be either 1 or -1')
    return
  }
  const fields = Object.entries(sort)
  if (fields.length === 0) throw bad('The sort pattern is empty when it should be a set of fields.')
  for (const [name, order] of fields) {
    if (!isSign(order)) throw bad('The sort element value must be either 1 or -1')
    if (name === '') throw bad('The sort field cannot be empty')
    if (name.split('.').includes('')) throw bad(`The sort field is a dotted field but has an empty part: ${name}`)
  }
}

const addToSet: OperandCheck = ({ value }) => {
  if (!isDocument(value) || Object.keys(value)[0] !== '$each') return
  if (!Array.isArray(value['$each']))
    throw new CommandError(
      'TypeMismatch',
      `The argument to $each in $addToSet must be an array but it was of type ${typeOf(value['$each'])}`,
    )
  if (Object.keys(value).length > 1) throw bad(`Found unexpected fields after $each in $addToSet: ${show(value)}`)
}

const pop: OperandCheck = ({ path, value }) => {
  const whole = isNumber(value) ? wholeNumber(value) : null
  if (whole === null) {
    const problem = isNumber(value) ? 'Expected an integer' : 'Expected a number in'
    throw new CommandError('FailedToParse', `${problem}: ${path}: ${show(value)}`)
  }
  if (whole !== 1n && whole !== -1n) throw new CommandError('FailedToParse', `$pop expects 1 or -1, found: ${whole}`)
}

const pull: OperandCheck = ({ value, environment }) => {
  if (isDocument(value)) elementPredicate(value, environment)
}

const pullAll: OperandCheck = ({ value }) => {
  if (!Array.isArray(value)) throw bad(`$pullAll requires an array argument but was given a ${typeOf(value)}`)
}

const bit: OperandCheck = ({ value }) => {
  const format = 'The format is: {$bit: {field: {and/or/xor: #}}'
  if (!isDocument(value))
    throw bad(
      `The $bit modifier is not compatible with a ${typeOf(value)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    )
  for (const [name, mask] of Object.entries(value)) {
    const clause = `{${name}: ${show(mask)}}`
    if (!['and', 'or', 'xor'].includes(name))
      throw bad(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: ${clause}`,
      )
    if (!isNumber(mask) || isDouble(mask) || mask instanceof Decimal128)
      throw bad(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeOf(mask)}' is not supported here: ${clause}`,
      )
  }
  if (Object.keys(value).length === 0) throw bad(`You must pass in at least one bitwise operation. ${format}`)
}

const rename: OperandCheck = ({ path, value }) => {
  const to = value as string // changesOf refuses others
  const [from, target] = [path.split('.'), to.split('.')]
  const shown = `${path}: ${show(value)}`
  if (to.includes('\0')) throw bad("The 'to' field for $rename cannot contain an embedded null byte")
  if (to === path) throw bad(`The source and target field for $rename must differ: ${shown}`)
  if (`${path}.`.startsWith(`${to}.`) || `${to}.`.startsWith(`${path}.`))
    throw bad(`The source and target field for $rename must not be on the same path: ${shown}`)
  if (from.some(isDynamic)) throw bad(`The source field for $rename may not be dynamic: ${path}`)
  if (target.some(isDynamic)) throw bad(`The destination field for $rename may not be dynamic: ${to}`)
}

function isDynamic(part: string): boolean {
  return part === '$' || /^\$\[.*\]$/.test(part)
}

const OPERAND_CHECKS: Readonly<Record<string, OperandCheck>> = {
  $inc: requireNumber('increment'),
  $mul: requireNumber('multiply'),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
  $bit: bit,
  $rename: rename,
}

/**
 * Refuses an operand that an update operator cannot have, in the server's words.
 *
 * @throws CommandError BadValue, TypeMismatch or FailedToParse.
 */
export function checkOperand(operator: string, path: string, value: Value, environment: Environment): void {
  if (Object.hasOwn(OPERAND_CHECKS, operator)) OPERAND_CHECKS[operator]?.({ path, value, environment })
}

import { CommandError } from '#docdb/errors/command-error.ts'
import { areEqual, compareValues } from '#docdb/values/compare.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { show } from '#docdb/values/show.ts'
import { documentOf, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { refuseLength, stageMemory } from '#docdb/query/memory.ts'
import { checkMembers, isNullish, operator, unary, variadic, type Evaluate, type Operator } from './evaluate.ts'
import { readSort, sorted } from './sort-order.ts'
import { isTruthy } from './truth.ts'
import { checkVariableName } from './variable-names.ts'

function refuse(code: number, message: string): CommandError {
  return new CommandError(code, message)
}

/** Returns a number within an Int32. `beyond` is the refusal of a number that is none, by default the same one. */
function whole(value: Value, code: number, message: string, beyond = refuse(code, message)): number {
  const number = isNumber(value) ? wholeNumber(value) : null
  if (isNumber(value) && (number === null || BigInt.asIntN(32, number) !== number)) throw beyond
  if (number === null) throw refuse(code, message)
  return Number(number)
}

const arrayElemAt = operator(2, 2, ([array, position]) => {
  if (isNullish(array) || isNullish(position)) return null
  if (!Array.isArray(array))
    throw refuse(28689, `$arrayElemAt's first argument must be an array, but is ${typeOf(array)}`)
  if (!isNumber(position))
    throw refuse(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeOf(position)}`)
  return array.at(
    whole(
      position,
      28691,
      `$arrayElemAt's second argument must be representable as a 32-bit integer: ${toNumber(position)}`,
    ),
  )
})

function end(at: 0 | -1): Operator {
  return unary((array, { name }) => {
    if (isNullish(array)) return null
    if (!Array.isArray(array)) throw refuse(28689, `${name}'s argument must be an array, but is ${typeOf(array)}`)
    return array.at(at)
  })
}

const concatArrays = variadic((values) => {
  let length = 0
  for (const value of values) {
    if (isNullish(value)) return null
    if (!Array.isArray(value)) throw refuse(28664, `$concatArrays only supports arrays, not ${typeOf(value)}`)
    length += value.length
    refuseLength('$concatArrays', length)
  }
  // An array of millions that grows is copied again and again.
  const joined: Value[] = []
  joined.length = length
  let at = 0
  for (const value of values) if (Array.isArray(value)) for (const each of value) joined[at++] = each
  return joined
})

/** The parts of `$filter` and `$map`: the array, and the name of the variable for an element. */
function overArray(
  operand: Value,
  name: string,
  members: readonly string[],
  compile: (spec: Value) => Evaluate,
): { fields: Document; input: Evaluate; variable: string } {
  const isMap = name === '$map'
  if (!isDocument(operand)) throw refuse(isMap ? 16_878 : 28_646, `${name} only supports an object as its argument`)
  checkMembers(name, operand, members, isMap ? 16_879 : 28_647)
  const { input, as } = operand
  if (input === undefined) throw refuse(isMap ? 16_880 : 28_648, `Missing 'input' parameter to ${name}`)
  if (as !== undefined && typeof as !== 'string')
    throw new CommandError('FailedToParse', `${name}'s 'as' must be a string, but is ${typeOf(as)}`)
  const variable = as ?? 'this'
  checkVariableName(variable)
  return { fields: operand, input: compile(input), variable }
}

const filter: Operator = (operand, { compile, compileBound }) => {
  const { fields, input, variable } = overArray(operand, '$filter', ['input', 'as', 'cond', 'limit'], compile)
  if (fields['cond'] === undefined) throw refuse(28650, "Missing 'cond' parameter to $filter")
  const test = compileBound(fields['cond'], [variable])
  const limit = fields['limit'] === undefined ? undefined : compile(fields['limit'])
  return (document, variables) => {
    const array = input(document, variables)
    if (isNullish(array)) return null
    if (!Array.isArray(array)) throw refuse(28651, `input to $filter must be an array not ${typeOf(array)}`)
    const limitValue = limit?.(document, variables)
    const most = isNullish(limitValue)
      ? Infinity
      : whole(limitValue, 327391, '$filter: limit must be represented as a 32-bit integral value')
    if (most < 1) throw refuse(327392, '$filter: limit must be greater than 0')
    const passing: Value[] = []
    const scope = { ...variables }
    for (const each of array) {
      if (passing.length >= most) break
      scope[variable] = each
      if (isTruthy(test(document, scope))) passing.push(each)
    }
    return passing
  }
}

const map: Operator = (operand, { compile, compileBound }) => {
  const { fields, input, variable } = overArray(operand, '$map', ['input', 'as', 'in'], compile)
  if (fields['in'] === undefined) throw refuse(16882, "Missing 'in' parameter to $map")
  const body = compileBound(fields['in'], [variable])
  return (document, variables) => {
    const array = input(document, variables)
    if (isNullish(array)) return null
    if (!Array.isArray(array)) throw refuse(16883, `input to $map must be an array not ${typeOf(array)}`)
    const memory = stageMemory('$map')
    // One for all elements: an expression has its value before the next one begins.
    const scope = { ...variables }
    return array.map((each) => {
      scope[variable] = each
      const value = body(document, scope) ?? null
      memory.add(value)
      return value
    })
  }
}

const reduce: Operator = (operand, { compile, compileBound }) => {
  if (!isDocument(operand)) throw refuse(40075, `$reduce requires an object as an argument, found: ${typeOf(operand)}`)
  checkMembers('$reduce', operand, ['input', 'initialValue', 'in'], 40076)
  const { input, initialValue, in: body } = operand
  if (input === undefined) throw refuse(40077, "$reduce requires 'input' to be specified")
  if (initialValue === undefined) throw refuse(40078, "$reduce requires 'initialValue' to be specified")
  if (body === undefined) throw refuse(40079, "$reduce requires 'in' to be specified")
  const [list, first, step] = [compile(input), compile(initialValue), compileBound(body, ['value', 'this'])]
  return (document, variables) => {
    const array = list(document, variables)
    if (isNullish(array)) return null
    if (!Array.isArray(array)) throw refuse(40080, `$reduce requires that 'input' be an array, found: ${show(array)}`)
    let value = first(document, variables)
    const scope = { ...variables }
    for (const each of array) {
      scope['value'] = value
      scope['this'] = each
      value = step(document, scope)
    }
    return value
  }
}

const slice = operator(2, 3, (values) => {
  const [array, first, second] = values
  if (isNullish(array) || isNullish(first) || (values.length === 3 && isNullish(second))) return null
  if (!Array.isArray(array))
    throw refuse(28724, `First argument to $slice must be an array, but is of type: ${typeOf(array)}`)
  const from = whole(
    first,
    28725,
    `Second argument to $slice must be a numeric value, but is of type: ${typeOf(first)}`,
    refuse(28726, `Second argument to $slice can't be represented as a 32-bit integer: ${show(first)}`),
  )
  if (second === undefined) return from >= 0 ? array.slice(0, from) : array.slice(from)
  const count = whole(
    second,
    28727,
    `Third argument to $slice must be numeric, but is of type: ${typeOf(second)}`,
    refuse(28728, `Third argument to $slice can't be represented as a 32-bit integer: ${show(second)}`),
  )
  if (count <= 0) throw refuse(28729, `Third argument to $slice must be positive: ${count}`)
  const start = from < 0 ? Math.max(0, array.length + from) : from
  return array.slice(start, start + count)
})

const indexOfArray = operator(2, 4, ([array, searched, from, to], { environment }) => {
  if (isNullish(array)) return null
  if (!Array.isArray(array))
    throw refuse(40090, `$indexOfArray requires an array as a first argument, found: ${typeOf(array)}`)
  const start = from === undefined ? 0 : position(from, 'starting')
  const stop = to === undefined ? array.length : Math.min(array.length, position(to, 'ending'))
  for (let at = start; at < stop; at++) if (areEqual(array[at], searched, environment.collation?.order)) return at
  return -1
})

function position(value: Value, which: string): number {
  const number = whole(
    value,
    40096,
    `$indexOfArray requires an integral ${which} index, found a value of type: ${typeOf(value)}`,
  )
  if (number < 0) throw refuse(40097, `$indexOfArray requires a nonnegative ${which} index, found: ${number}`)
  return number
}

/** Reads a part of `$range`, a whole number: it has one code for other types, and the next for other numbers. */
function rangePart(value: Value, part: string, code: number): number {
  const article = part === 'ending' ? 'an' : 'a'
  return whole(
    value,
    code,
    `$range requires a numeric ${part} value, found value of type:${typeOf(value)}`,
    refuse(
      code + 1,
      `$range requires ${article} ${part} value that can be represented as a 32-bit integer, found value: ${show(value)}`,
    ),
  )
}

const range = operator(2, 3, ([from, to, step]) => {
  const start = rangePart(from ?? null, 'starting', 34_443)
  const stop = rangePart(to ?? null, 'ending', 34_445)
  const by = step === undefined ? 1 : rangePart(step, 'step', 34_447)
  if (by === 0) throw refuse(34449, '$range requires a non-zero step value')
  const length = Math.max(0, Math.ceil((stop - start) / by))
  refuseLength('$range', length)
  const made: number[] = []
  made.length = length
  for (let at = 0; at < length; at++) made[at] = start + at * by
  return made
})

const arrayToObject = unary((array) => {
  if (isNullish(array)) return null
  if (!Array.isArray(array)) throw refuse(40386, `$arrayToObject requires an array input, found: ${typeOf(array)}`)
  return documentOf(
    array.map((each) => {
      if (isDocument(each)) {
        const { k, v } = each
        const keys = Object.keys(each).length
        if (keys !== 2)
          throw refuse(
            40_392,
            `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${keys}`,
          )
        if (k === undefined || v === undefined)
          throw refuse(
            40_393,
            `$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: ${show(each)}`,
          )
        if (typeof k !== 'string')
          throw refuse(
            40394,
            `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeOf(k)}`,
          )
        return [k, v] as const
      }
      if (!Array.isArray(each))
        throw refuse(40398, `Unrecognised input type format for $arrayToObject: ${typeOf(each)}`)
      const [name, value] = each
      if (each.length !== 2 || value === undefined)
        throw refuse(40397, `$arrayToObject requires an array of size 2 arrays,found array of size: ${each.length}`)
      if (typeof name !== 'string')
        throw refuse(
          40395,
          `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeOf(name)}`,
        )
      return [name, value] as const
    }),
  )
})

const objectToArray = unary((value) => {
  if (isNullish(value)) return null
  if (!isDocument(value)) throw refuse(40390, `$objectToArray requires a document input, found: ${typeOf(value)}`)
  return Object.entries(value).map(([k, v]) => ({ k, v }))
})

const reverseArray = unary((array) => {
  if (isNullish(array)) return null
  if (!Array.isArray(array))
    throw refuse(34435, `The argument to $reverseArray must be an array, but was of type: ${typeOf(array)}`)
  return array.toReversed()
})

const size = unary((array) => {
  if (!Array.isArray(array))
    throw refuse(
      17124,
      `The argument to $size must be an array, but was of type: ${typeOf(array) === 'undefined' ? 'missing' : typeOf(array)}`,
    )
  return array.length
})

const contained = operator(2, 2, ([value, array], { environment }) => {
  if (!Array.isArray(array))
    throw refuse(
      40081,
      `$in requires an array as a second argument, found: ${typeOf(array) === 'undefined' ? 'missing' : typeOf(array)}`,
    )
  return array.some((each) => areEqual(each, value, environment.collation?.order))
})

/** Refuses members of `$zip` of other types than they have. */
function checkZip(inputs: Value | undefined, useLongestLength: Value | undefined, defaults: Value | undefined): void {
  if (inputs !== undefined && !Array.isArray(inputs))
    throw refuse(34_461, `inputs must be an array of expressions, found ${typeOf(inputs)}`)
  if (defaults !== undefined && !Array.isArray(defaults))
    throw refuse(34_462, `defaults must be an array of expressions, found ${typeOf(defaults)}`)
  if (useLongestLength !== undefined && typeof useLongestLength !== 'boolean')
    throw refuse(34_463, `useLongestLength must be a bool, found ${typeOf(useLongestLength)}`)
  if (inputs === undefined || inputs.length === 0) throw refuse(34_465, '$zip requires at least one input array')
  if (defaults === undefined) return
  if (useLongestLength !== true) throw refuse(34_466, 'cannot specify defaults unless useLongestLength is true')
  if (defaults.length !== inputs.length) throw refuse(34_467, 'defaults and inputs must have the same length')
}

const zip: Operator = (operand, { compile }) => {
  if (!isDocument(operand)) throw refuse(34460, `$zip only supports an object as an argument, found ${typeOf(operand)}`)
  checkMembers('$zip', operand, ['inputs', 'useLongestLength', 'defaults'], 34464)
  const { inputs, useLongestLength, defaults } = operand
  checkZip(inputs, useLongestLength, defaults)
  const [lists, fill] = [compile(inputs ?? []), compile(defaults ?? [])]
  return (document, variables) => {
    const arrays = lists(document, variables)
    if (!Array.isArray(arrays) || arrays.some(isNullish)) return null
    const rows = arrays.map((each) => {
      if (!Array.isArray(each)) throw refuse(34468, `$zip found a non-array expression in input: ${show(each)}`)
      return each
    })
    const lengths = rows.map((each) => each.length)
    const furthest = useLongestLength === true ? Math.max : Math.min
    const length = lengths.length === 0 ? 0 : lengths.reduce((a, b) => furthest(a, b))
    refuseLength('$zip', length * (rows.length + 3))
    const absent = fill(document, variables)
    return Array.from({ length }, (_, at) =>
      rows.map((row, index) => row[at] ?? (Array.isArray(absent) ? absent[index] : null) ?? null),
    )
  }
}

/** Refuses an order that is neither one of whole elements nor one of their fields. */
function checkSortBy(sortBy: Value): void {
  const isDirection = (value: Value): boolean => isNumber(value) && Math.abs(toNumber(value)) === 1
  if (isDocument(sortBy)) {
    if (
      Object.keys(sortBy).length === 0 ||
      !Object.values(sortBy).every((each) => isDirection(each) || isDocument(each))
    )
      throw refuse(2_942_505, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
  } else if (!isNumber(sortBy))
    throw refuse(2_942_507, 'The $sortArray sort field must be a number (1 or -1) or an object')
  else if (!isDirection(sortBy)) throw refuse(2_942_506, 'The $sortArray element sort order must be either 1 or -1')
}

const sortArray: Operator = (operand, { compile, environment }) => {
  if (!isDocument(operand))
    throw refuse(2942500, `$sortArray requires an object as an argument, found: ${typeOf(operand)}`)
  checkMembers('$sortArray', operand, ['input', 'sortBy'], 2942501)
  const { input, sortBy } = operand
  if (input === undefined) throw refuse(2942502, "$sortArray requires 'input' to be specified")
  if (sortBy === undefined) throw refuse(2942503, "$sortArray requires 'sortBy' to be specified")
  const list = compile(input)
  const order = environment.collation?.order
  checkSortBy(sortBy)
  const parts = isDocument(sortBy) ? readSort(sortBy) : null
  const sign = isNumber(sortBy) ? toNumber(sortBy) : 1
  return (document, variables) => {
    const array = list(document, variables)
    if (isNullish(array)) return null
    if (!Array.isArray(array))
      throw refuse(2942504, `The input argument to $sortArray must be an array, but was of type: ${typeOf(array)}`)
    if (parts === null) return array.toSorted((left, right) => sign * compareValues(left, right, order))
    return sorted(array as Document[], parts, order)
  }
}

/** `$firstN`, `$lastN`, `$maxN`, `$minN` of an array. */
function some(
  take: (array: Value[], count: number, compare: (left: Value, right: Value) => number) => Value[],
): Operator {
  return (operand, { name, compile, environment }) => {
    if (!isDocument(operand)) throw refuse(5787801, `specification must be an object; found ${name}: ${show(operand)}`)
    checkMembers(name, operand, ['n', 'input'], 5787901)
    const { n, input } = operand
    if (n === undefined) throw refuse(5787906, `Missing value for 'n'`)
    if (input === undefined) throw refuse(5787907, `Missing value for 'input'`)
    const [count, list] = [compile(n), compile(input)]
    const compare = (left: Value, right: Value): number => compareValues(left, right, environment.collation?.order)
    return (document, variables) => {
      const most = count(document, variables)
      const number = whole(most ?? null, 5787902, `Value for 'n' must be of integral type, but found ${show(most)}`)
      if (number <= 0) throw refuse(5787908, `'n' must be greater than 0, found ${number}`)
      const array = list(document, variables)
      if (!Array.isArray(array)) throw refuse(5788200, `Input must be an array`)
      return take(array, number, compare)
    }
  }
}

/** Array operators. */
export const arrays: Readonly<Record<string, Operator>> = {
  $arrayElemAt: arrayElemAt,
  $first: end(0),
  $last: end(-1),
  $concatArrays: concatArrays,
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $slice: slice,
  $indexOfArray: indexOfArray,
  $range: range,
  $arrayToObject: arrayToObject,
  $objectToArray: objectToArray,
  $reverseArray: reverseArray,
  $size: size,
  $isArray: unary((value) => Array.isArray(value)),
  $in: contained,
  $zip: zip,
  $sortArray: sortArray,
  $firstN: some((array, count) => array.slice(0, count)),
  $lastN: some((array, count) => array.slice(-count)),
  $maxN: some((array, count, compare) =>
    array
      .filter((each) => each !== null)
      .toSorted((left, right) => compare(right, left))
      .slice(0, count),
  ),
  $minN: some((array, count, compare) =>
    array
      .filter((each) => each !== null)
      .toSorted(compare)
      .slice(0, count),
  ),
}

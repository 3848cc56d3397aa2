import { ownMember } from '#core/objects.ts'
import { show } from '#docdb/values/show.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { withinMemory } from '#docdb/query/memory.ts'
import { CommandError, ERROR_CODES } from '#docdb/errors/command-error.ts'
import { compareValues, type StringOrder } from '#docdb/values/compare.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { NumberSum } from '#docdb/values/number-sum.ts'
import { wholeNumber, type Numeric } from '#docdb/values/number.ts'
import {
  double,
  isDocument,
  isNumber,
  setField,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import type { Accumulator, CompiledAccumulator, Evaluate } from './evaluate.ts'
import { scriptAccumulator } from './functions.ts'
import { readSort, sorted } from './sort-order.ts'

type Values = (Value | undefined)[]
type Collation = Environment['collation']
type Make = (collation: Collation) => Accumulator

/** An accumulator of all values. */
function collecting(finish: (values: Values, collation: Collation) => Value | undefined): Make {
  return (collation) => {
    const values: Values = []
    return { add: (value) => values.push(value), result: () => finish(values, collation) }
  }
}

function sumOf(values: readonly (Value | undefined)[]): NumberSum {
  const numbers = new NumberSum()
  for (const value of values) if (isNumber(value)) numbers.add(value)
  return numbers
}

/** Adds numbers in the widest of their types; everything else is ignored. */
export function sum(values: readonly (Value | undefined)[]): Numeric {
  return sumOf(values).total
}

/** Returns the average of the numbers; null for none. */
export function average(values: readonly (Value | undefined)[]): Value {
  const numbers = sumOf(values)
  return numbers.count === 0n ? null : numbers.average
}

/** Returns the standard deviation of the numbers, of the whole population or of a sample. */
export function deviation(values: readonly (Value | undefined)[], isSample: boolean): Value {
  const numbers = values.filter(isNumber).map(toNumber)
  const count = numbers.length - (isSample ? 1 : 0)
  if (count <= 0) return null
  const mean = numbers.reduce((total, each) => total + each, 0) / numbers.length
  return double(Math.sqrt(numbers.reduce((total, each) => total + (each - mean) ** 2, 0) / count))
}

/** Returns the greatest value, or the least; null and missing values are ignored. */
export function extreme(values: readonly (Value | undefined)[], sign: 1 | -1, order: StringOrder | undefined): Value {
  let best: Value = null
  for (const value of values) {
    if (value === undefined || value === null) continue
    if (best === null || sign * compareValues(value, best, order) > 0) best = value
  }
  return best
}

/** Returns the different values: of equal ones the first. */
function unique(values: readonly (Value | undefined)[], collation: Collation): Value[] {
  const found = new Map<string, Value>()
  for (const value of values) {
    if (value === undefined) continue
    const key = keyString(value, collation?.key)
    if (!found.has(key)) found.set(key, value)
  }
  return [...found.values()]
}

/** Returns the elements of arrays. @throws CommandError for a value that is no array; a missing one has no elements. */
function elements(name: string, values: readonly (Value | undefined)[]): Value[] {
  return values.flatMap((each) => {
    if (each === undefined || Array.isArray(each)) return each ?? []
    throw new CommandError(
      'TypeMismatch',
      `${name} requires array inputs, but input ${show(each)} is of type ${typeOf(each)}`,
    )
  })
}

/** Returns the percentiles of the numbers by the discrete method. */
export function percentiles(values: readonly (Value | undefined)[], shares: readonly number[]): Value[] {
  const numbers = values
    .filter(isNumber)
    .map(toNumber)
    .toSorted((left, right) => left - right)
  return shares.map((share) => {
    const number = numbers[Math.max(0, Math.ceil(share * numbers.length) - 1)]
    return number === undefined ? null : double(number)
  })
}

const SIMPLE: Readonly<Record<string, Make>> = {
  $sum: collecting(sum),
  $avg: collecting(average),
  $min: collecting((values, collation) => extreme(values, -1, collation?.order)),
  $max: collecting((values, collation) => extreme(values, 1, collation?.order)),
  $first: collecting((values) => values[0] ?? null),
  $last: collecting((values) => values.at(-1) ?? null),
  $push: collecting((values) => values.filter((each) => each !== undefined)),
  $addToSet: collecting(unique),
  $stdDevPop: collecting((values) => deviation(values, false)),
  $stdDevSamp: collecting((values) => deviation(values, true)),
  $mergeObjects: collecting((values) => {
    const merged: Document = {}
    for (const value of values) {
      if (value === null || value === undefined) continue
      if (!isDocument(value)) throw new CommandError(40400, '$mergeObjects requires object inputs')
      for (const [name, each] of Object.entries(value)) setField(merged, name, each)
    }
    return merged
  }),
  $count: collecting((values) => values.length),
  $setUnion: collecting((values, collation) => unique(elements('$setUnion', values), collation)),
  $concatArrays: collecting((values) => elements('$concatArrays', values)),
}

/** Refuses a result that takes more memory than it may. */
function bounded(name: string, { add, result }: Accumulator): Accumulator {
  return { add, result: () => withinMemory(name, result()) }
}

/** An accumulator with named members, all of which it needs, and the codes of its refusals. */
interface NamedMembers {
  /** For an operand that is no document. */
  readonly form: number
  /** For a member that it does not have. */
  readonly unknown: number
  /** The members, with the code for the absence of each. */
  readonly members: Readonly<Record<string, number>>
}

const FIRST_N: NamedMembers = { form: 5787900, unknown: 5787901, members: { n: 5787906, input: 5787907 } }
const TOP: NamedMembers = { form: 5788001, unknown: 5788002, members: { output: 5788004, sortBy: 5788005 } }
const TOP_N: NamedMembers = { ...TOP, members: { n: 5788003, ...TOP.members } }
const { IDLFailedToParse: MISSING, IDLUnknownField: UNKNOWN } = ERROR_CODES

const NAMED: Readonly<Record<string, NamedMembers>> = {
  $firstN: FIRST_N,
  $lastN: FIRST_N,
  $maxN: FIRST_N,
  $minN: FIRST_N,
  $top: TOP,
  $bottom: TOP,
  $topN: TOP_N,
  $bottomN: TOP_N,
  $percentile: { form: 7429703, unknown: UNKNOWN, members: { input: MISSING, p: MISSING, method: MISSING } },
  $median: { form: 7436100, unknown: UNKNOWN, members: { input: MISSING, method: MISSING } },
}

/** The names of the accumulators. */
export const ACCUMULATORS: ReadonlySet<string> = new Set([...Object.keys(SIMPLE), ...Object.keys(NAMED)])

/** Returns the operand of an accumulator with named members. @throws CommandError for one that is not complete. */
function readNamed(name: string, operand: Value, { form, unknown, members }: NamedMembers): Document {
  if (!isDocument(operand))
    throw new CommandError(form, `specification must be an object; found ${name}: ${show(operand)}`)
  for (const member of Object.keys(operand)) {
    if (Object.hasOwn(members, member)) continue
    const text =
      unknown === UNKNOWN
        ? `BSON field '${name}.${member}' is an unknown field.`
        : name.endsWith('N') && unknown === FIRST_N.unknown
          ? `Unknown argument for 'n' operator: ${member}`
          : `Unknown argument to ${name} '${member}'`
    throw new CommandError(unknown, text)
  }
  for (const [member, code] of Object.entries(members)) {
    if (operand[member] !== undefined) continue
    const text =
      code === MISSING
        ? `BSON field '${name}.${member}' is missing but a required field`
        : `Missing value for '${member}'`
    throw new CommandError(code, text)
  }
  return operand
}

/**
 * Compiles the accumulator of one field: `{ $sum: '$total' }`.
 *
 * @throws CommandError for one that does not exist.
 */
export function compileAccumulator(
  field: string,
  spec: Value,
  environment: Environment,
  compile: (spec: Value) => Evaluate,
): CompiledAccumulator {
  const [name, ...others] = isDocument(spec) ? Object.keys(spec) : []
  if (!isDocument(spec) || name?.startsWith('$') !== true)
    throw new CommandError(40234, `The field '${field}' must be an accumulator object`)
  if (others.length > 0) throw new CommandError(40238, `The field '${field}' must specify one accumulator`)
  const operand = spec[name] ?? null
  if (Array.isArray(operand)) throw new CommandError(40237, `The ${name} accumulator is a unary operator`)
  return accumulatorOf(name, operand, environment, compile)
}

/**
 * Compiles an accumulator by its name and its operand, which may be a list of expressions.
 *
 * @throws CommandError for one that does not exist.
 */
export function accumulatorOf(
  name: string,
  operand: Value,
  environment: Environment,
  compile: (spec: Value) => Evaluate,
): CompiledAccumulator {
  const make = ownMember(SIMPLE, name)
  if (name === '$count' && !(isDocument(operand) && Object.keys(operand).length === 0))
    throw new CommandError('TypeMismatch', '$count takes no arguments, i.e. $count:{}')
  if (make !== undefined) {
    return {
      input: name === '$count' ? () => 1 : compile(operand),
      make: () => bounded(name, make(environment.collation)),
    }
  }
  const named = ownMember(NAMED, name)
  if (named === undefined) {
    if (name === '$accumulator') return scriptAccumulator(operand, environment, compile)
    throw new CommandError(15952, `unknown group operator '${name}'`)
  }
  return withMembers(name, readNamed(name, operand, named), environment, compile)
}

function withMembers(
  name: string,
  operand: Document,
  environment: Environment,
  compile: (spec: Value) => Evaluate,
): CompiledAccumulator {
  const order = environment.collation?.order
  const noDocument: Document = {}
  const read = (spec: Value | undefined): Value | undefined =>
    spec === undefined ? undefined : compile(spec)(noDocument, environment.variables)
  if (name === '$percentile' || name === '$median') {
    const shares = sharesOf(name, operand['method'], read(operand['p']))
    return {
      input: compile(operand['input'] ?? null),
      make: collecting((values) =>
        name === '$median' ? (percentiles(values, shares)[0] ?? null) : percentiles(values, shares),
      ).bind(null, environment.collation),
    }
  }
  const count = operand['n'] === undefined ? 1 : countOf(read(operand['n']))
  if (operand['sortBy'] !== undefined) return endOfOrder(name, operand, count, environment, compile)
  const take: Readonly<Record<string, (values: (Value | undefined)[]) => Value>> = {
    $firstN: (values) => values.slice(0, count).map((each) => each ?? null),
    $lastN: (values) => values.slice(-count).map((each) => each ?? null),
    $maxN: (values) => ranked(values, -1, order).slice(0, count),
    $minN: (values) => ranked(values, 1, order).slice(0, count),
  }
  const finish = ownMember(take, name) ?? (() => null)
  return { input: compile(operand['input'] ?? null), make: () => collecting(finish)(environment.collation) }
}

/** Returns the accumulator of the documents at one end of an order: `$top`, `$topN`, `$bottom` or `$bottomN`. */
function endOfOrder(
  name: string,
  operand: Document,
  count: number,
  environment: Environment,
  compile: (spec: Value) => Evaluate,
): CompiledAccumulator {
  const { sortBy = null } = operand
  if (!isDocument(sortBy))
    throw new CommandError(10_065, `invalid parameter: expected an object (sortBy): ${show(sortBy)}`)
  const parts = readSort(sortBy, environment.meta).map((part) => ({ ...part, path: ['row', ...part.path] }))
  const output = compile(operand['output'] ?? null)
  return {
    input: (document, variables) => ({ document, output: output(document, variables) ?? null }),
    make: () => {
      const rows: { document: Document; output: Value }[] = []
      return {
        add: (value) => rows.push(value as { document: Document; output: Value }), // made by `input`
        result: () => {
          const pairs = rows.map((row) => ({ row: row.document, output: row.output }))
          const outputs = sorted(pairs, parts, environment.collation?.order).map((each) => each['output'] ?? null)
          const taken = name.startsWith('$top') ? outputs.slice(0, count) : outputs.slice(-count)
          return name.endsWith('N') ? taken : (taken[0] ?? null)
        },
      }
    },
  }
}

function ranked(values: readonly (Value | undefined)[], sign: 1 | -1, order: StringOrder | undefined): Value[] {
  const present = values.filter((each): each is Value => each !== null && each !== undefined)
  return present.toSorted((left, right) => sign * compareValues(left, right, order))
}

/** Returns the `n` of an accumulator. @throws CommandError unless it is a whole number above 0. */
function countOf(value: Value | undefined): number {
  if (!isNumber(value))
    throw new CommandError(5787902, `Value for 'n' must be of integral type, but found ${show(value ?? null)}`)
  const whole = wholeNumber(value)
  if (whole === null)
    throw new CommandError(5787903, `Value for 'n' must be of integral type, but found ${show(value)}`)
  if (whole < 1n) throw new CommandError(5787908, `'n' must be greater than 0, found ${whole}`)
  return Number(whole)
}

/** Returns the shares of a `$percentile` or `$median`. @throws CommandError for operands that the server refuses. */
export function sharesOf(name: string, method: Value | undefined, p: Value | undefined): number[] {
  if (method !== 'approximate')
    throw new CommandError('BadValue', `Currently only 'approximate' can be used as percentile 'method'.`)
  if (name === '$median') return [0.5]
  const text = `The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: `
  if (!Array.isArray(p) || p.length === 0) throw new CommandError(7750301, text + show(p ?? null))
  return p.map((each) => {
    if (!isNumber(each)) throw new CommandError(7750302, text + show(each))
    const share = toNumber(each)
    if (share >= 0 && share <= 1) return share
    throw new CommandError(7750303, text + show(each))
  })
}

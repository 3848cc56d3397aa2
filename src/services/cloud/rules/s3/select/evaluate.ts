import { like } from '#cloud/rules/policy/wildcards.ts'
import { selectFailure } from '#cloud/errors/s3-select.ts'
import { callFunction, castTo, likePattern, numberOf } from './functions.ts'
import type { Aggregate, Expression, PathStep, Query } from './expression.ts'
import { fieldAt, textOf, valueOf, valuesAt, type SelectRecord } from './values.ts'

/** A row of the answer: a whole record for `*`, otherwise the values of the columns by their names. */
export type ResultRow = { readonly whole: SelectRecord } | { readonly columns: readonly (readonly [string, unknown])[] }

/** The surroundings of an expression. */
interface Scope {
  readonly record: SelectRecord
  readonly alias: string | null
  /** Epoch milliseconds. */
  readonly now: number
  /** The results of the aggregates by their positions; null while they are computed. */
  readonly aggregates: readonly unknown[] | null
}

/**
 * Runs a query over records.
 *
 * @param now epoch milliseconds
 * @throws the vendor's failures for values that a function or a cast cannot take.
 */
export function* runQuery(query: Query, records: Iterable<SelectRecord>, now: number): Generator<ResultRow> {
  const { columns, where, alias, limit, aggregates } = query
  if (limit === 0) return
  const totals = aggregates.map((aggregate) => new Total(aggregate))
  let count = 0
  for (const record of recordsFrom(query, records)) {
    const scope: Scope = { record, alias, now, aggregates: null }
    if (where !== null && evaluate(where, scope) !== true) continue
    if (totals.length > 0) {
      for (const total of totals) total.add(scope)
      continue
    }
    yield columns === null ? { whole: record } : { columns: columnsOf(query, scope) }
    count += 1
    if (count === limit) return
  }
  if (totals.length === 0) return
  const results = totals.map((total) => total.result())
  yield { columns: columnsOf(query, { record: { value: undefined, fields: null }, alias, now, aggregates: results }) }
}

/** Returns the records that the path after `S3Object` leads to. The first `[*]` stands for all records. */
function* recordsFrom({ from }: Query, records: Iterable<SelectRecord>): Generator<SelectRecord> {
  const steps = from[0] === 'every' ? from.slice(1) : from
  for (const record of records) {
    if (steps.length === 0) yield record
    else for (const value of valuesAt(record.value, steps)) yield { value, fields: null }
  }
}

function columnsOf({ columns }: Query, scope: Scope): (readonly [string, unknown])[] {
  return (columns ?? []).map(({ name, expression }, index) => [name ?? `_${index + 1}`, evaluate(expression, scope)])
}

/** The running result of an aggregate. */
class Total {
  readonly #aggregate: Aggregate
  #count = 0
  #sum = 0
  #extreme: unknown = null

  constructor(aggregate: Aggregate) {
    this.#aggregate = aggregate
  }

  add(scope: Scope): void {
    const { name, parameter } = this.#aggregate
    const value = parameter === null ? 1 : evaluate(parameter, scope)
    if (value === null || value === undefined) return
    this.#count += 1
    if (name === 'SUM' || name === 'AVG') this.#sum += numberOf(value)
    if (name !== 'MIN' && name !== 'MAX') return
    const order = this.#extreme === null ? 0 : orderOf(value, this.#extreme)
    if (this.#extreme === null || (order !== null && (name === 'MIN' ? order < 0 : order > 0))) this.#extreme = value
  }

  result(): unknown {
    const { name } = this.#aggregate
    if (name === 'COUNT') return this.#count
    if (this.#count === 0) return null
    if (name === 'SUM') return this.#sum
    return name === 'AVG' ? this.#sum / this.#count : this.#extreme
  }
}

/** Returns the value of an expression: null for NULL, undefined for MISSING. */
function evaluate(expression: Expression, scope: Scope): unknown {
  const { kind } = expression
  if (kind === 'literal') return expression.value
  if (kind === 'path') return valueAt(expression.steps, scope)
  if (kind === 'aggregate') return aggregateOf(expression, scope)
  if (kind === 'binary') return binary(expression, scope)
  if (kind === 'case') {
    const branch = expression.branches.find(({ when }) => evaluate(when, scope) === true)
    return evaluate(branch?.result ?? expression.otherwise, scope)
  }
  if (kind === 'call') {
    const parameters = expression.parameters.map((each) => evaluate(each, scope))
    return callFunction(expression.name, parameters, scope.now)
  }
  const operand = evaluate(expression.operand, scope)
  if (kind === 'cast') return castTo(operand, expression.type)
  if (kind === 'is') return expression.absence === 'MISSING' ? operand === undefined : (operand ?? null) === null
  if (operand === null || operand === undefined) return null
  if (kind === 'unary') return expression.operator === '-' ? -numberOf(operand) : !isTrue(operand)
  if (kind === 'in') return expression.options.some((each) => orderOf(operand, evaluate(each, scope)) === 0)
  const pattern = likePattern(textOf(evaluate(expression.pattern, scope)), expression.escape)
  return like(pattern, textOf(operand))
}

function valueAt([first, ...rest]: readonly PathStep[], { record, alias }: Scope): unknown {
  if (first === undefined || typeof first === 'string' || !('member' in first)) return undefined
  const name = first.member.toLowerCase()
  const named = valueOf(record.value, first)
  // The alias of the records, or `S3Object`, may come before a member.
  const isRecord = named === undefined && (name === alias?.toLowerCase() || name === 's3object')
  const steps = isRecord ? rest : [first, ...rest]
  const [step] = steps
  const isField = record.fields !== null && typeof step === 'object' && 'member' in step
  const field = isField ? fieldAt(record, step.member) : undefined
  return field ?? steps.reduce(valueOf, record.value)
}

function aggregateOf({ position }: Aggregate, { aggregates }: Scope): unknown {
  if (aggregates === null) {
    throw selectFailure('UnsupportedSqlStructure', 'Encountered an unsupported SQL structure: an aggregate in WHERE.')
  }
  return aggregates[position]
}

function binary(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope): unknown {
  const { operator } = expression
  const left = evaluate(expression.left, scope)
  if (operator === 'AND' && left === false) return false
  if (operator === 'OR' && left === true) return true
  const right = evaluate(expression.right, scope)
  if (operator === 'AND') return right === false ? false : bothKnown(left, right) && isTrue(left) && isTrue(right)
  if (operator === 'OR') return right === true ? true : bothKnown(left, right) && (isTrue(left) || isTrue(right))
  if (left === null || left === undefined || right === null || right === undefined) return null
  const compare = COMPARISONS[operator]
  if (compare !== undefined) {
    const order = orderOf(left, right)
    return order === null ? operator === '<>' : compare(order)
  }
  if (operator === '||') return textOf(left) + textOf(right)
  return ARITHMETIC[operator]?.(numberOf(left), numberOf(right))
}

/** Returns null, the unknown truth of SQL, when a side is NULL or MISSING. */
function bothKnown(left: unknown, right: unknown): true | null {
  return (left ?? null) === null || (right ?? null) === null ? null : true
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

/** Returns the order of two values, negative when the first is less; null when they cannot be compared. */
function orderOf(left: unknown, right: unknown): number | null {
  if (typeof left === 'number' || typeof right === 'number') {
    const [first, second] = [left, right].map((each) => (each === '' ? Number.NaN : Number(each)))
    const difference = (first ?? Number.NaN) - (second ?? Number.NaN)
    return Number.isNaN(difference) ? null : difference
  }
  if (typeof left !== typeof right || typeof left === 'object' || left === undefined) return null
  const [first, second] = [textOf(left), textOf(right)]
  return first < second ? -1 : first > second ? 1 : 0
}

function isTrue(value: unknown): boolean {
  return value === true
}

import type { Failure } from '#core/errors.ts'
import { selectFailure } from '#cloud/errors/s3-select.ts'

// The parts of a query, which the parser of `grammar.peggy` puts together. https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-select-sql-reference.html

/** A step of a path: a member, an index, or every item of a list. */
export type PathStep = { readonly member: string; readonly exact: boolean } | { readonly index: number } | 'every'

/** An expression over the values of a record. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'unary'; readonly operator: 'NOT' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'is'; readonly operand: Expression; readonly absence: 'NULL' | 'MISSING' }
  | { readonly kind: 'in'; readonly operand: Expression; readonly options: readonly Expression[] }
  | {
      readonly kind: 'like'
      readonly operand: Expression
      readonly pattern: Expression
      readonly escape: string | null
    }
  | { readonly kind: 'cast'; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: 'case'
      readonly branches: readonly { readonly when: Expression; readonly result: Expression }[]
      readonly otherwise: Expression
    }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly Expression[] }
  | Aggregate

/** An aggregate over all records. */
export interface Aggregate {
  readonly kind: 'aggregate'
  readonly name: string
  /** Null for `COUNT(*)`. */
  readonly parameter: Expression | null
  /** The position among the aggregates of the query. */
  readonly position: number
}

/** A column of the answer. */
export interface Column {
  readonly expression: Expression
  /** The name after AS, otherwise that of the last member; null for other expressions. */
  readonly name: string | null
}

/** A query. */
export interface Query {
  /** Null for `*`. */
  readonly columns: readonly Column[] | null
  /** The path after `S3Object`, from each record. */
  readonly from: readonly PathStep[]
  readonly alias: string | null
  readonly where: Expression | null
  readonly limit: number | null
  /** The aggregates of the columns, by their positions. */
  readonly aggregates: readonly Aggregate[]
}

const AGGREGATES = new Set(['AVG', 'COUNT', 'MAX', 'MIN', 'SUM'])

/** The functions, with the numbers of parameters that they take. */
const FUNCTIONS: Readonly<Record<string, readonly [number, number]>> = {
  COALESCE: [1, Infinity],
  NULLIF: [2, 2],
  CHAR_LENGTH: [1, 1],
  CHARACTER_LENGTH: [1, 1],
  LOWER: [1, 1],
  UPPER: [1, 1],
  SUBSTRING: [2, 3],
  UTCNOW: [0, 0],
}

/** The deepest nesting of parentheses, lists and negations. */
const DEEPEST = 100

/** Tells that a nested part may be read. @throws `ExpressionTooLong` when it is nested too deeply. */
export function nestedAt(depth: number): true {
  if (depth > DEEPEST) throw tooLong()
  return true
}

/** Returns the failure for an expression that is too long or nested too deeply. */
export function tooLong(): Failure {
  return selectFailure('ExpressionTooLong', 'The SQL expression is too long.')
}

/** Joins operands by operators of one precedence, which group to the left. */
export function leftToRight(first: Expression, rest: readonly (readonly [string, Expression])[]): Expression {
  return rest.reduce<Expression>((left, [operator, right]) => ({ kind: 'binary', operator, left, right }), first)
}

/** Returns an expression or, after NOT, its negation. */
export function negatedIf(negated: unknown, operand: Expression): Expression {
  return negated === null ? operand : { kind: 'unary', operator: 'NOT', operand }
}

/** Returns a CASE. The conditions of one with a subject are that it equals the values after WHEN. */
export function caseOf(
  subject: Expression | null,
  branches: readonly { readonly when: Expression; readonly result: Expression }[],
  otherwise: Expression,
): Expression {
  if (subject === null) return { kind: 'case', branches, otherwise }
  const equal = branches.map(({ when, result }) => ({ when: leftToRight(subject, [['=', when]]), result }))
  return { kind: 'case', branches: equal, otherwise }
}

/**
 * Returns the call of a function, and adds an aggregate to those of the query.
 *
 * @param parameters null for `*`
 * @throws `UnsupportedFunction`, `ParseUnsupportedCallWithStar` and `EvaluatorInvalidArguments`.
 */
export function call(name: string, parameters: readonly Expression[] | null, aggregates: Aggregate[]): Expression {
  const [least, most] = AGGREGATES.has(name) ? [1, 1] : (FUNCTIONS[name] ?? [])
  if (least === undefined || most === undefined) {
    throw selectFailure('UnsupportedFunction', `Encountered an unsupported SQL function: ${name}.`)
  }
  if (parameters === null && name !== 'COUNT') {
    throw selectFailure(
      'ParseUnsupportedCallWithStar',
      'Only COUNT with (*) as a parameter is supported in the SQL expression.',
    )
  }
  const count = parameters?.length ?? 1
  if (count < least || count > most) {
    throw selectFailure('EvaluatorInvalidArguments', `Incorrect number of arguments for ${name}.`)
  }
  if (!AGGREGATES.has(name)) return { kind: 'call', name, parameters: parameters ?? [] }
  const parameter = parameters?.[0] ?? null
  const aggregate = { kind: 'aggregate', name, parameter, position: aggregates.length } as const
  aggregates.push(aggregate)
  return aggregate
}

/** Returns a column, which has the name of the last member of its path if it is given none. */
export function columnOf(expression: Expression, name: string | null): Column {
  const last = expression.kind === 'path' ? expression.steps.at(-1) : undefined
  return { expression, name: name ?? (typeof last === 'object' && 'member' in last ? last.member : null) }
}

/** Returns a text without its quotation marks, which are doubled inside. */
export function textOf(quoted: string): string {
  const mark = quoted.charAt(0)
  return quoted.slice(1, -1).replaceAll(mark + mark, mark)
}

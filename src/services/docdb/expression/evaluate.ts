import type { Environment, Variables } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Document, Value } from '#docdb/values/value.ts'

/** Returns the value of an expression for a document; undefined for a missing value. */
export type Evaluate = (document: Document, variables: Variables) => Value | undefined

/** Makes the evaluation of one operator from its operand. */
export type Operator = (operand: Value, context: OperatorContext) => Evaluate

/** The input from which an operator is compiled. */
export interface OperatorContext {
  /** The operator's own name, for messages. */
  readonly name: string
  readonly environment: Environment
  readonly compile: (spec: Value) => Evaluate
  /** Compiles an expression where these variables are bound: the paths of fields begin at `CURRENT` when it is one. */
  readonly compileBound: (spec: Value, names: readonly string[]) => Evaluate
}

/** Returns the operands of an operator: a single one may stand without an array. */
function operandsOf(operand: Value): readonly Value[] {
  return Array.isArray(operand) ? operand : [operand]
}

/** An operator with a fixed number of operands, or a range of numbers. */
export function operator(
  least: number,
  most: number,
  apply: (values: readonly (Value | undefined)[], context: OperatorContext) => Value | undefined,
): Operator {
  return (operand, context) => {
    const specs = operandsOf(operand)
    checkCount(context.name, specs.length, least, most)
    const parts = specs.map(context.compile)
    const [first, second] = parts
    if (parts.length === 1 && first !== undefined) {
      return (document, variables) => apply([first(document, variables)], context)
    }
    if (parts.length === 2 && first !== undefined && second !== undefined) {
      return (document, variables) => apply([first(document, variables), second(document, variables)], context)
    }
    return (document, variables) =>
      apply(
        parts.map((part) => part(document, variables)),
        context,
      )
  }
}

function checkCount(name: string, count: number, least: number, most: number): void {
  if (count >= least && count <= most) return
  if (least === most) {
    throw new CommandError(16020, `Expression ${name} takes exactly ${least} arguments. ${count} were passed in.`)
  }
  throw new CommandError(
    28667,
    `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${count} were passed in.`,
  )
}

/** An operator of one operand. */
export function unary(apply: (value: Value | undefined, context: OperatorContext) => Value | undefined): Operator {
  return operator(1, 1, ([value], context) => apply(value, context))
}

/** An operator of any number of operands. */
export function variadic(
  apply: (values: readonly (Value | undefined)[], context: OperatorContext) => Value | undefined,
): Operator {
  return operator(0, Infinity, apply)
}

/** Returns whether a value is null or missing. */
export function isNullish(value: Value | undefined): value is null | undefined {
  return value === null || value === undefined
}

/** Refuses members that an operator does not know. */
export function checkMembers(operator: string, fields: Document, known: readonly string[], code = 40_000): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new CommandError(code, `Unrecognized argument to ${operator}: ${unknown}`)
}

/** Collects values, one for each document of a group, and returns the result. */
export interface Accumulator {
  add(value: Value | undefined): void
  result(): Value | undefined
}

/** A compiled accumulator: what it takes of each document, and how it collects. */
export interface CompiledAccumulator {
  /** Returns the value that a document contributes. */
  readonly input: Evaluate
  readonly make: () => Accumulator
}

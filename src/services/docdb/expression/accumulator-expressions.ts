import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, type Value } from '#docdb/values/value.ts'
import { average, deviation, extreme, percentiles, sharesOf, sum } from './accumulators.ts'
import { checkMembers, variadic, type Operator } from './evaluate.ts'

type Values = readonly (Value | undefined)[]

/** An accumulator over its operands; a single operand that is an array stands for its elements. */
function over(
  apply: (values: Values, order: ((left: string, right: string) => number) | undefined) => Value,
): Operator {
  return variadic((values, { environment }) => {
    const [only] = values
    return apply(values.length === 1 && Array.isArray(only) ? only : values, environment.collation?.order)
  })
}

const percentile: Operator = (operand, { name, compile }) => {
  if (!isDocument(operand)) throw new CommandError(7436200, `specification must be an object; found ${name}`)
  checkMembers(name, operand, ['input', 'p', 'method'], 40415)
  const input = compile(operand['input'] ?? null)
  const shares = compile(operand['p'] ?? null)
  return (document, variables) => {
    const value = input(document, variables)
    const list = sharesOf(name, operand['method'], shares(document, variables))
    const found = percentiles(Array.isArray(value) ? value : [value], list)
    return name === '$median' ? (found[0] ?? null) : found
  }
}

/** The accumulators that are also expressions. */
export const accumulatorExpressions: Readonly<Record<string, Operator>> = {
  $sum: over((values) => sum(values)),
  $avg: over((values) => average(values)),
  $min: over((values, order) => extreme(values, -1, order)),
  $max: over((values, order) => extreme(values, 1, order)),
  $stdDevPop: over((values) => deviation(values, false)),
  $stdDevSamp: over((values) => deviation(values, true)),
  $percentile: percentile,
  $median: percentile,
}

import { CommandError } from '#docdb/errors/command-error.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import type { Sandbox } from '#docdb/scripts/engine.ts'
import { Code, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import type { Accumulator, CompiledAccumulator, Evaluate, Operator } from './evaluate.ts'

function sandboxOf({ scripts }: Environment, name: string): Sandbox {
  if (scripts !== undefined) return scripts
  throw new CommandError(31_264, `${name} is not allowed in this context`)
}

function codeIn(name: string, operand: Document, member: string, code: number): Value {
  const value = operand[member]
  if (typeof value === 'string' || value instanceof Code) return value
  throw new CommandError(code, `The ${member} argument to ${name} must be specified as a string or code`)
}

function checkLanguage(name: string, { lang }: Document, code: number): void {
  if (lang !== 'js') throw new CommandError(code, `${name} only supports Javascript: the lang argument must be 'js'`)
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/function/ */
const runFunction: Operator = (operand, { environment, compile }) => {
  if (!isDocument(operand)) throw new CommandError(31_260, '$function requires an object as an argument')
  const body = codeIn('$function', operand, 'body', 31_262)
  const { args } = operand
  if (!Array.isArray(args)) throw new CommandError(31_261, 'The args argument to $function must be an array')
  checkLanguage('$function', operand, 31_263)
  const inputs = args.map(compile)
  const run = sandboxOf(environment, '$function').compile(body)
  return (document, variables) => {
    environment.time?.step()
    const values = inputs.map((input) => input(document, variables) ?? null)
    return run({}, values).value
  }
}

/** The operator that runs a function of the client. */
export const functions: Readonly<Record<string, Operator>> = { $function: runFunction }

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/accumulator/ */
export function scriptAccumulator(
  operand: Value,
  environment: Environment,
  compile: (spec: Value) => Evaluate,
): CompiledAccumulator {
  const name = '$accumulator'
  if (!isDocument(operand)) throw new CommandError(4_544_703, '$accumulator expects an object as an argument')
  checkLanguage(name, operand, 4_544_707)
  const scripts = sandboxOf(environment, name)
  const script = (member: string) => scripts.compile(codeIn(name, operand, member, 4_544_711))
  const [init, accumulate] = [script('init'), script('accumulate')]
  // A group is never split, so nothing is merged; the server asks for the function all the same.
  codeIn(name, operand, 'merge', 4_544_711)
  const finalize = operand['finalize'] === undefined ? null : script('finalize')
  const listOf = (member: string): Evaluate => compile(operand[member] ?? [])
  const [initial, input] = [listOf('initArgs'), listOf('accumulateArgs')]
  const valuesOf = (list: Value | undefined): Value[] => (Array.isArray(list) ? list : [])
  return {
    input,
    make: (): Accumulator => {
      let state = init({}, valuesOf(initial({}, environment.variables))).value ?? null
      return {
        add: (values) => {
          state = accumulate({}, [state, ...valuesOf(values)]).value ?? null
        },
        result: () => (finalize === null ? state : finalize({}, [state]).value),
      }
    },
  }
}

import { ownMember } from '#core/objects.ts'
import { checkedFieldPath, expressionValueAt } from '#docdb/query/path.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { fieldOf, isDocument, setField, type Document, type Value } from '#docdb/values/value.ts'
import { accumulatorExpressions } from './accumulator-expressions.ts'
import { arithmetic } from './arithmetic.ts'
import { withinMemory } from '#docdb/query/memory.ts'
import { arrays } from './arrays.ts'
import { conversions } from './conversions.ts'
import { dates } from './dates.ts'
import type { Evaluate, Operator } from './evaluate.ts'
import { functions } from './functions.ts'
import { logic } from './logic.ts'
import { objects } from './objects.ts'
import { sets } from './sets.ts'
import { strings } from './strings.ts'
import { checkReadName } from './variable-names.ts'

const OPERATORS: Readonly<Record<string, Operator>> = {
  ...arithmetic,
  ...arrays,
  ...conversions,
  ...dates,
  ...logic,
  ...objects,
  ...sets,
  ...strings,
  ...accumulatorExpressions,
  ...functions,
}

/** The operators whose value may be larger than those that they are given. */
const GROWING: ReadonlySet<string> = new Set([
  '$concatArrays',
  '$map',
  '$mergeObjects',
  '$objectToArray',
  '$range',
  '$reduce',
  '$setField',
  '$setUnion',
  '$split',
  '$zip',
])

/** Stands for a field that is to be left out: the variable `$$REMOVE`. */
const REMOVED = undefined

/**
 * Compiles an expression. https://www.mongodb.com/docs/manual/reference/operator/aggregation/
 *
 * @throws CommandError in the server's words for one that is none.
 */
export function compileExpression(spec: Value, environment: Environment): Evaluate {
  const compile = (inner: Value): Evaluate => compileExpression(inner, environment)
  const compileBound = (inner: Value, names: readonly string[]): Evaluate =>
    compileExpression(inner, binding(environment, names))
  if (typeof spec === 'string' && spec.startsWith('$')) return reference(spec, environment)
  if (Array.isArray(spec)) {
    const parts = spec.map(compile)
    return (document, variables) =>
      withinMemory(
        'an array',
        parts.map((part) => part(document, variables) ?? null),
      )
  }
  if (!isDocument(spec)) return () => spec
  const names = Object.keys(spec)
  const [name] = names
  if (name === undefined || !name.startsWith('$')) return fields(spec, compile)
  if (names.length > 1) {
    throw new CommandError(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields in ${show(spec)}`,
    )
  }
  const found = ownMember(OPERATORS, name)
  if (found === undefined) throw unknownExpression(name)
  const evaluate = found(spec[name] ?? null, { name, environment, compile, compileBound })
  const { time } = environment
  const isGrowing = GROWING.has(name)
  if (time === undefined && !isGrowing) return evaluate
  return (document, variables) => {
    time?.step()
    const value = evaluate(document, variables)
    return isGrowing ? withinMemory(name, value) : value
  }
}

/** Returns an environment in which further variables are bound. */
export function binding(environment: Environment, names: readonly string[]): Environment {
  return { ...environment, bound: new Set([...(environment.bound ?? []), ...names]) }
}

function unknownExpression(name: string): CommandError {
  return new CommandError('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
}

/** A document whose fields are expressions. Missing values are left out. */
function fields(spec: Document, compile: (inner: Value) => Evaluate): Evaluate {
  const parts = Object.entries(spec).map(([name, inner]) => {
    if (name.includes('.'))
      throw new CommandError(16412, `FieldPath field names may not contain '.'. Consider using $getField or $setField.`)
    return [name, compile(inner)] as const
  })
  return (document, variables) => {
    const made: Document = {}
    for (const [name, part] of parts) {
      const value = part(document, variables)
      if (value !== undefined) setField(made, name, value)
    }
    return withinMemory('a document', made)
  }
}

/**
 * `$field.path` or `$$variable.path`
 *
 * @throws CommandError for a variable that is not bound.
 */
function reference(text: string, environment: Environment): Evaluate {
  if (!text.startsWith('$$')) {
    const path = checkedPath(text.slice(1))
    if (environment.bound?.has('CURRENT') === true)
      return (_document, variables) => expressionValueAt(variables['CURRENT'], path)
    const [only] = path
    if (path.length === 1 && only !== undefined) {
      return (document) => fieldOf(document, only)
    }
    return (document) => expressionValueAt(document, path)
  }
  const [name = '', ...rest] = text.slice(2).split('.')
  if (name === 'REMOVE') return () => REMOVED
  const isBound = environment.bound?.has(name) === true
  if (name === 'ROOT' || (name === 'CURRENT' && !isBound)) {
    return (document, variables) =>
      expressionValueAt(name === 'ROOT' && Object.hasOwn(variables, 'ROOT') ? variables['ROOT'] : document, rest)
  }
  if (name !== 'CURRENT') checkReadName(name)
  if (!isBound && !Object.hasOwn(environment.variables, name))
    throw new CommandError(17276, `Use of undefined variable: ${name}`)
  return (_document, variables) => {
    const scope = Object.hasOwn(variables, name) ? variables : environment.variables
    return expressionValueAt(scope[name], rest)
  }
}

function checkedPath(text: string): readonly string[] {
  if (text === '') throw new CommandError(16872, `'$' by itself is not a valid FieldPath`)
  return checkedFieldPath(text)
}

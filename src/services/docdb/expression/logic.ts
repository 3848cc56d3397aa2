import { CommandError } from '#docdb/errors/command-error.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { isDocument, type Value } from '#docdb/values/value.ts'
import { checkMembers, isNullish, operator, unary, variadic, type Evaluate, type Operator } from './evaluate.ts'
import { metaName, noTextScore } from './meta.ts'
import { isTruthy } from './truth.ts'
import { checkVariableName } from './variable-names.ts'

function compared(test: (order: number) => Value): Operator {
  return operator(2, 2, ([left, right], { environment }) =>
    test(compareValues(left, right, environment.collation?.order)),
  )
}

/** Evaluates operands one after the other, until one decides. */
function deciding(decides: boolean): Operator {
  return (operand, { compile }) => {
    const parts = (Array.isArray(operand) ? operand : [operand]).map(compile)
    return (document, variables) => {
      for (const part of parts) if (isTruthy(part(document, variables)) === decides) return decides
      return !decides
    }
  }
}

const cond: Operator = (operand, { compile }) => {
  let parts: readonly (Value | undefined)[]
  if (isDocument(operand)) {
    checkMembers('$cond', operand, ['if', 'then', 'else'], 17083)
    parts = [operand['if'], operand['then'], operand['else']]
    for (const [at, name] of ['if', 'then', 'else'].entries()) {
      if (parts[at] === undefined) throw new CommandError(17080 + at, `Missing '${name}' parameter to $cond`)
    }
  } else {
    parts = Array.isArray(operand) ? operand : [operand]
    if (parts.length !== 3) {
      throw new CommandError(16020, `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`)
    }
  }
  const [test, then, otherwise] = parts.map((each) => compile(each ?? null)) as [Evaluate, Evaluate, Evaluate] // checked
  return (document, variables) =>
    isTruthy(test(document, variables)) ? then(document, variables) : otherwise(document, variables)
}

const branching: Operator = (operand, { compile }) => {
  if (!isDocument(operand)) throw new CommandError(40060, '$switch requires an object as an argument, found: string')
  checkMembers('$switch', operand, ['branches', 'default'], 40067)
  const { branches, default: otherwise } = operand
  if (branches !== undefined && !Array.isArray(branches)) {
    throw new CommandError(40061, "$switch expected an array for 'branches', found: object")
  }
  if (branches === undefined || branches.length === 0)
    throw new CommandError(40068, '$switch requires at least one branch.')
  const parts = branches.map((branch) => {
    if (!isDocument(branch))
      throw new CommandError(40062, '$switch expected each branch to be an object, found: string')
    const unknown = Object.keys(branch).find((each) => each !== 'case' && each !== 'then')
    if (unknown !== undefined)
      throw new CommandError(40_063, `$switch found an unknown argument to a branch: ${unknown}`)
    if (branch['case'] === undefined)
      throw new CommandError(40064, "$switch requires each branch have a 'case' expression")
    if (branch['then'] === undefined)
      throw new CommandError(40065, "$switch requires each branch have a 'then' expression.")
    return [compile(branch['case']), compile(branch['then'])] as const
  })
  const last = otherwise === undefined ? undefined : compile(otherwise)
  return (document, variables) => {
    for (const [test, then] of parts) if (isTruthy(test(document, variables))) return then(document, variables)
    if (last === undefined) {
      throw new CommandError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      )
    }
    return last(document, variables)
  }
}

const ifNull: Operator = (operand, { compile }) => {
  const parts = (Array.isArray(operand) ? operand : [operand]).map(compile)
  if (parts.length < 2) {
    throw new CommandError(1257300, `$ifNull needs at least two arguments, had: ${parts.length}`)
  }
  return (document, variables) => {
    let value: Value | undefined
    for (const part of parts) {
      value = part(document, variables)
      if (!isNullish(value)) return value
    }
    return value
  }
}

const bind: Operator = (operand, { compile, compileBound }) => {
  if (!isDocument(operand)) throw new CommandError(16874, '$let only supports an object as its argument')
  checkMembers('$let', operand, ['vars', 'in'], 16875)
  const { vars, in: body } = operand
  if (vars === undefined) throw new CommandError(16876, "Missing 'vars' parameter to $let")
  if (body === undefined) throw new CommandError(16877, "Missing 'in' parameter to $let")
  if (!isDocument(vars)) throw new CommandError(10_065, `invalid parameter: expected an object (vars)`)
  const bound = Object.entries(vars).map(([name, spec]) => {
    checkVariableName(name)
    return [name, compile(spec)] as const
  })
  const result = compileBound(body, Object.keys(vars))
  return (document, variables) => {
    const inner = { ...variables }
    for (const [name, part] of bound) inner[name] = part(document, variables)
    return result(document, inner)
  }
}

const rand: Operator = (operand, { environment }) => {
  const isEmpty = Array.isArray(operand)
    ? operand.length === 0
    : isDocument(operand) && Object.keys(operand).length === 0
  if (!isEmpty) throw new CommandError(3_040_501, '$rand does not currently accept arguments')
  return () => environment.random()
}

/** Boolean, comparison and conditional operators. */
export const logic: Readonly<Record<string, Operator>> = {
  $and: deciding(false),
  $or: deciding(true),
  $not: unary((value) => !isTruthy(value)),
  $eq: compared((order) => order === 0),
  $ne: compared((order) => order !== 0),
  $gt: compared((order) => order > 0),
  $gte: compared((order) => order >= 0),
  $lt: compared((order) => order < 0),
  $lte: compared((order) => order <= 0),
  $cmp: compared((order) => Math.sign(order)),
  $cond: cond,
  $switch: branching,
  $ifNull: ifNull,
  $let: bind,
  $literal: (operand) => () => operand,
  $const: (operand) => () => operand,
  $rand: rand,
  $meta: (operand, { environment: { meta } }) => {
    const name = metaName(operand)
    if (name === 'textScore' && meta === undefined) throw noTextScore()
    return (document) => meta?.(document, name)
  },
  $sampleRate: variadic(([rate], { environment }) => environment.random() < Number(rate)),
}

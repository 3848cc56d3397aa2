import * as v from 'valibot'
import type { Answer } from '../../../core/answer.ts'
import { problems } from '../../../core/input.ts'
import type { CloudCall } from '../call.ts'
import { requestIdOf } from '../request-id.ts'
import { NAMESPACES, wireOf } from './wire.ts'
import { writeXml, type XmlValue } from './xml.ts'

/** Parameters as a tree: `Tags.member.1.Key` is `Key` in `1` in `member` in `Tags`. */
export interface ParameterTree {
  readonly [name: string]: string | ParameterTree
}

type Growing = { [name: string]: string | Growing }

/** Takes the names of parameters apart at their dots. */
export function parameterTree(parameters: Iterable<readonly [string, string]>): ParameterTree {
  const tree: Growing = Object.create(null) as Growing // names come from outside
  for (const [name, value] of parameters) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    let at = tree
    for (const part of path) {
      const below = at[part]
      at = typeof below === 'object' ? below : (at[part] = Object.create(null) as Growing)
    }
    at[last] = value
  }
  return tree
}

/** A schema of a list of `most` at most whose parameters are `Name.member.1`, `Name.member.2`, as IAM and STS send them. */
export function memberList<S extends v.GenericSchema>(schema: S, most = Infinity) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => numbered(inside(value, 'member'))),
      v.array(schema),
      v.maxLength(most, `Member must have length less than or equal to ${most}`),
    ),
    [],
  )
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : value
}

/** The members of `{1: …, 2: …}` in the order of their numbers. */
function numbered(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([number]) => /^\d+$/.test(number))
    .toSorted(([left], [right]) => Number(left) - Number(right))
    .map(([, each]: [string, unknown]) => each)
}

/**
 * A step that parses the parameters of the query protocol and adds them as `input`. The values are text: the schema says
 * what they become. What does not fit throws the dialect's `invalid`.
 */
export function input<S extends v.GenericSchema>(schema: S): (call: CloudCall) => { readonly input: v.InferOutput<S> } {
  return (call) => {
    const result = v.safeParse(schema, parameterTree(Object.entries(call.params)))
    if (result.success) return { input: result.output }
    throw call.dialect.invalid(problems(result.issues), call)
  }
}

/** The answer of the query protocol. Without `result`, that of an operation that gives nothing. */
export function queryAnswer(call: CloudCall, result?: XmlValue): Answer {
  const action = (call.operation ?? '').split(':')[1] ?? ''
  const requestId = requestIdOf(call)
  const content = {
    ...(result === undefined ? {} : { [`${action}Result`]: result }),
    ResponseMetadata: { RequestId: requestId },
  }
  const body = writeXml(`${action}Response`, content, { xmlns: NAMESPACES[wireOf(call).service] })
  return { status: 200, headers: { 'content-type': 'text/xml' }, body }
}

import * as v from 'valibot'
import type { Answer } from '#core/answer.ts'
import { problems } from '#core/input.ts'
import { declareInput } from '#core/route-input.ts'
import type { CloudCall } from '#cloud/call.ts'
import { cloudFailure } from '#cloud/errors/failure.ts'
import { prefersJson, queryJson } from './query-json.ts'
import { requestIdOf } from './request-id.ts'
import { NAMESPACES, wireOf } from './wire.ts'
import { writeXml, type XmlValue } from './xml.ts'

/** Parameters of the query protocol as a tree: `Tags.member.1.Key` is `Key` in `1` in `member` in `Tags`. */
export interface ParameterTree {
  readonly [name: string]: string | ParameterTree
}

type MutableParameterTree = { [name: string]: string | MutableParameterTree }

/** The largest number of parts in a parameter's name; AWS has names of seven parts. */
const MAX_PARTS = 16

/**
 * Builds the tree of parameters whose names have dots.
 *
 * @throws `MalformedQueryString` for a name of more than 16 parts.
 */
export function parameterTree(parameters: Iterable<readonly [string, string]>): ParameterTree {
  const tree = emptyTree()
  for (const [name, value] of parameters) {
    const path = name.split('.', MAX_PARTS + 1)
    if (path.length > MAX_PARTS) throw malformedQueryString()
    const last = path.pop() ?? ''
    let at = tree
    for (const part of path) {
      const below = at[part]
      at = typeof below === 'object' ? below : (at[part] = emptyTree())
    }
    at[last] = value
  }
  return tree
}

/** Returns a tree without a prototype, because clients choose the names. */
function emptyTree(): MutableParameterTree {
  return Object.create(null) as MutableParameterTree // the type of Object.create is any
}

/** 404 of every service in the query protocol: the parameters are malformed. */
function malformedQueryString(): Error {
  return cloudFailure(404, 'MalformedQueryString', 'The query string contains a syntax error.')
}

/**
 * Returns a schema of a list of at most `most` items whose parameters are `Name.member.1`, `Name.member.2`, the form of
 * IAM and STS.
 */
export function memberList<S extends v.GenericSchema>(schema: S, most = Infinity) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => numbered(memberNamed(value, 'member'))),
      v.array(schema),
      v.maxLength(most, `Member must have length less than or equal to ${most}`),
    ),
    [],
  )
}

function memberNamed(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  return (value as Readonly<Record<string, unknown>>)[name] // an object
}

/** Returns the values of `{1: …, 2: …}` in the order of their numbers. */
function numbered(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([number]) => /^\d+$/.test(number))
    .toSorted(([left], [right]) => Number(left) - Number(right))
    .map(([, each]: [string, unknown]) => each)
}

/**
 * Returns a step that parses the parameters of the query protocol and adds them as `input`. All values are text; the
 * schema converts them. The step throws the dialect's `invalid` for values that do not fit.
 */
export function input<S extends v.GenericSchema>(schema: S): (call: CloudCall) => { readonly input: v.InferOutput<S> } {
  const step = (call: CloudCall): { readonly input: v.InferOutput<S> } => {
    const result = v.safeParse(schema, parameterTree(Object.entries(call.params)))
    if (result.success) return { input: result.output }
    throw call.dialect.invalid(problems(result.issues), call)
  }
  return declareInput(step, { media: 'query', schema })
}

/** Returns an answer of the query protocol; without `result`, that of an operation that returns nothing. */
export function queryAnswer(call: CloudCall, result?: XmlValue): Answer<string> {
  const action = (call.operation ?? '').split(':')[1] ?? ''
  const requestId = requestIdOf(call)
  const content = {
    ...(result === undefined ? {} : { [`${action}Result`]: result }),
    ResponseMetadata: { RequestId: requestId },
  }
  if (prefersJson(call)) return queryJson({ [`${action}Response`]: content })
  const body = writeXml(`${action}Response`, content, { xmlns: NAMESPACES[wireOf(call).service] })
  return { status: 200, headers: { 'content-type': 'text/xml' }, body }
}

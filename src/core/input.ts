import * as v from 'valibot'
import type { BasePrincipal, Call } from './call.ts'
import type { Problem } from './errors.ts'
import { declareInput } from './route-input.ts'
import { valibotSchema, type OutputOf, type Schema } from './schema.ts'
import type { CollectionDefinitions } from './store.ts'

/** The members of a call that a step for a body uses. */
type WithBody = Pick<Call<CollectionDefinitions, BasePrincipal>, 'json' | 'form'> & {
  readonly dialect: { invalid(problems: readonly Problem[], call: never): Error }
}

/**
 * Returns a step that parses the JSON body and adds it as `body`. An absent body counts as `{}`, so that the schema
 * decides which members may be missing. A body that does not fit throws the dialect's `invalid`.
 */
export function body<S extends Schema>(schema: S): (call: WithBody) => { readonly body: OutputOf<S> } {
  const step = (call: WithBody) => ({ body: fit(schema, call.json() ?? {}, call) })
  return declareInput(step, { media: 'json', schema: valibotSchema(schema) })
}

/** Returns a step that parses a form body and adds it as `body`, with the last value of a repeated member. */
export function form<S extends Schema>(schema: S): (call: WithBody) => { readonly body: OutputOf<S> } {
  const step = (call: WithBody) => ({ body: fit(schema, Object.fromEntries(call.form()), call) })
  return declareInput(step, { media: 'form', schema: valibotSchema(schema) })
}

function fit<S extends Schema>(schema: S, value: unknown, call: WithBody): OutputOf<S> {
  // An object schema would accept a list as an object without members.
  if (Array.isArray(value) && schema.type.endsWith('object')) throw call.dialect.invalid([aList(value)], call as never)
  const result = v.safeParse(valibotSchema(schema), value)
  if (result.success) return result.output
  throw call.dialect.invalid(problems(result.issues), call as never) // the dialect and the call are of one service
}

function aList(value: readonly unknown[]): Problem {
  const message = 'Invalid type: Expected Object but received Array'
  return { path: [], code: 'invalid', expected: 'Object', received: 'Array', value, message }
}

/** Returns the mistakes that a schema has found, in words that every vendor's envelope can use. */
export function problems(issues: readonly v.BaseIssue<unknown>[]): Problem[] {
  return issues.flatMap((issue) => {
    const inner = issue.issues
    // Of a failed union, the alternative that matched to the greatest depth explains most.
    if (inner !== undefined && inner.length > 0) {
      const depth = (each: v.BaseIssue<unknown>): number => each.path?.length ?? 0
      const deepest = inner.reduce((most, each) => Math.max(most, depth(each)), 0)
      if (deepest > depth(issue)) return problems(inner.filter((each) => depth(each) === deepest).slice(0, 1))
    }
    return [problem(issue)]
  })
}

function problem(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => String(item.key))
  const unknown = issue.type === 'strict_object' && issue.expected === 'never'
  const missing = !unknown && issue.kind === 'schema' && issue.received === 'undefined'
  return {
    path,
    code: unknown ? 'unknown' : missing ? 'missing' : 'invalid',
    expected: issue.expected ?? issue.type,
    received: issue.received,
    value: issue.input,
    message: issue.message,
  }
}

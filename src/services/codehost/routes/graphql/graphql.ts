import * as v from 'valibot'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { isRecord } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'

const { post } = routesFor<CodehostCall>()

/** A step: loads the engine, the schema and the resolvers, which few processes need. */
async function loadEngine() {
  return { engine: await import('#codehost/graphql/engine.ts') }
}

/** @throws 401: the vendor answers no anonymous query. */
function requireToken({ principal }: CodehostCall): void {
  if (principal === null) throw new Failure(401, 'This endpoint requires you to be authenticated.', DOCUMENTATION)
}

const DOCUMENTATION = {
  documentation_url: 'https://docs.github.com/graphql/guides/forming-calls-with-graphql#authenticating-with-graphql',
}

const QueryInput = v.object({
  query: v.optional(v.unknown()),
  variables: v.nullish(v.union([v.record(v.string(), v.unknown()), v.string()])),
  operationName: v.nullish(v.string()),
})

/** GraphQL. https://docs.github.com/graphql */
export const graphqlRoutes = [
  post('graphql', '/graphql', loadEngine, requireToken, body(QueryInput), (call) => {
    const { query, variables, operationName } = call.body
    if (typeof query !== 'string') {
      throw new Failure(400, 'A query attribute must be specified and must be a string.', DOCUMENTATION)
    }
    return call.engine.answerQuery(call, { query, variables: variablesOf(variables), operationName })
  }),
]

type Variables = Readonly<Record<string, unknown>>

/**
 * Returns the variables of a request, which some clients send as JSON in a text.
 *
 * @throws 400 for a text that is no JSON, or no object.
 */
function variablesOf(given: Variables | string | null | undefined): Variables | null | undefined {
  if (typeof given !== 'string') return given
  const parsed = given === '' ? {} : parsedJson(given)
  if (isRecord(parsed)) return parsed
  throw new Failure(400, 'Problems parsing JSON', DOCUMENTATION)
}

/** Returns the value that a text has as JSON; undefined for a text that is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

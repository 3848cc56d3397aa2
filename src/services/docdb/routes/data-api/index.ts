import { routesFor, type Route } from '#core/routes.ts'
import type { Answer } from '#core/answer.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { dataApiFailure } from '#docdb/errors/data-api.ts'
import { ACTIONS, PartlyDone, readBody } from './actions.ts'
import { toPlainJson } from '#docdb/json/plain.ts'
import { toEjson } from '#docdb/values/ejson.ts'
import type { Document } from '#docdb/values/value.ts'

const { post } = routesFor<DocdbCall>()

/** The paths of the API: that of the first version, and that of the beta before it. */
const PATHS = ['/app/:appId/endpoint/data/v1/action', '/app/:appId/endpoint/data/beta/action'] as const

/** Operations of drivers that the Data API does not have. */
const REFUSED = [
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'bulkWrite',
  'count',
  'countDocuments',
  'distinct',
]

/** Answers in the form that `Accept` asks for: canonical Extended JSON for `application/ejson`, else plain JSON. */
function answer(call: DocdbCall, reply: Document): Answer {
  const isCanonical = (call.header('accept') ?? '').includes('application/ejson')
  const shown = isCanonical ? toEjson(reply, 'canonical') : toPlainJson(reply)
  const type = isCanonical ? 'application/ejson' : 'application/json'
  return { status: 200, headers: { 'content-type': type }, body: JSON.stringify(shown) }
}

function checkContentType(call: DocdbCall): void {
  const type = call.header('content-type') ?? 'application/json'
  if (/^application\/e?json\b/.test(type)) return
  throw dataApiFailure(400, `invalid content type: ${type}: expected application/json or application/ejson`)
}

function actions(version: 'v1' | 'beta'): Route[] {
  const path = version === 'v1' ? PATHS[0] : PATHS[1]
  const prefix = version === 'v1' ? 'dataApi' : 'dataApiBeta'
  const known = Object.entries(ACTIONS).map(([name, act]) =>
    post(`${prefix}_${name}`, `${path}/${name}`, (call) => {
      checkContentType(call)
      try {
        return answer(call, act(call, readBody(call)))
      } catch (error) {
        // An answer, because a thrown failure undoes the request.
        if (error instanceof PartlyDone) return call.dialect.failure(error.failure, call)
        throw error
      }
    }),
  )
  const refused = REFUSED.map((name) =>
    post(`${prefix}_${name}`, `${path}/${name}`, () => {
      throw dataApiFailure(400, `unsupported action ${JSON.stringify(name)}`)
    }),
  )
  return [...known, ...refused]
}

/** The Data API, version 1, and its beta. https://www.mongodb.com/docs/atlas/app-services/data-api/ */
export const dataApiRoutes: readonly Route[] = [...actions('v1'), ...actions('beta')]

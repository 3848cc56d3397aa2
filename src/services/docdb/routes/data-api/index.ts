import { routesFor, type Route } from '#core/routes.ts'
import type { Answer } from '#core/answer.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { dataApiFailure } from '#docdb/errors/data-api.ts'
import { ACTIONS, PartlyDone, readBody } from './actions.ts'
import { toEjson, type Json } from '#docdb/values/ejson.ts'
import { ObjectId, type Document } from '#docdb/values/value.ts'
import { textOfAny } from '#docdb/values/show.ts'

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

/** Members that are an id as text in an answer of plain JSON. */
const IDS = new Set(['insertedId', 'insertedIds', 'upsertedId'])

/** Answers in the form that `Accept` asks for: canonical for `application/ejson`, else relaxed. */
function answer(call: DocdbCall, reply: Document): Answer {
  const isCanonical = (call.header('accept') ?? '').includes('application/ejson')
  const shown = Object.entries(reply).map(([name, value]): [string, Json] => {
    if (name.endsWith('Count')) return [name, isCanonical ? { $numberInt: textOfAny(value) } : Number(value)]
    if (isCanonical || !IDS.has(name)) return [name, toEjson(value, isCanonical ? 'canonical' : 'relaxed')]
    const text = (each: unknown): Json =>
      each instanceof ObjectId ? each.toHexString() : toEjson(each as Document, 'relaxed') // an `_id` of any type
    return [name, Array.isArray(value) ? value.map(text) : text(value)]
  })
  const type = isCanonical ? 'application/ejson' : 'application/json'
  return { status: 200, headers: { 'content-type': type }, body: JSON.stringify(Object.fromEntries(shown)) }
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

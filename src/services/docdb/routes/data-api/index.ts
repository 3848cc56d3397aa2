import { routesFor, type Route } from '#core/routes.ts'
import { asRefusal, type Answer } from '#core/answer.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { dataApiFailure } from '#docdb/errors/data-api.ts'
import { ACTIONS, PartlyDone, readBody } from './actions.ts'
import { toPlainJson } from '#docdb/json/plain.ts'
import { toEjson, type Json } from '#docdb/values/ejson.ts'
import type { Document, Value } from '#docdb/values/value.ts'

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

/** A reply as plain JSON. */
type Shown<R> = { [N in keyof R]: R[N] extends number ? number : R[N] extends readonly Value[] ? Json[] : Json }

/** Answers in the form that `Accept` asks for: canonical Extended JSON for `application/ejson`, else plain JSON. */
function answer<R extends Document>(call: DocdbCall, reply: R): Answer<Shown<R>> {
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

/** Returns the handler of an action. */
function doing<R extends Document>(act: (call: DocdbCall, body: Document) => R) {
  return (call: DocdbCall): Answer<Shown<R>> => {
    checkContentType(call)
    try {
      return answer(call, act(call, readBody(call)))
    } catch (error) {
      // An answer, because a thrown failure undoes the request.
      if (error instanceof PartlyDone) return asRefusal(call.dialect.failure(error.failure, call))
      throw error
    }
  }
}

function actions(version: 'v1' | 'beta'): Route[] {
  const path = version === 'v1' ? PATHS[0] : PATHS[1]
  const prefix = version === 'v1' ? 'dataApi' : 'dataApiBeta'
  const refused = REFUSED.map((name) =>
    post(`${prefix}_${name}`, `${path}/${name}`, () => {
      throw dataApiFailure(400, `unsupported action ${JSON.stringify(name)}`)
    }),
  )
  return [
    post(`${prefix}_findOne`, `${path}/findOne`, doing(ACTIONS.findOne)),
    post(`${prefix}_find`, `${path}/find`, doing(ACTIONS.find)),
    post(`${prefix}_insertOne`, `${path}/insertOne`, doing(ACTIONS.insertOne)),
    post(`${prefix}_insertMany`, `${path}/insertMany`, doing(ACTIONS.insertMany)),
    post(`${prefix}_updateOne`, `${path}/updateOne`, doing(ACTIONS.updateOne)),
    post(`${prefix}_updateMany`, `${path}/updateMany`, doing(ACTIONS.updateMany)),
    post(`${prefix}_replaceOne`, `${path}/replaceOne`, doing(ACTIONS.replaceOne)),
    post(`${prefix}_deleteOne`, `${path}/deleteOne`, doing(ACTIONS.deleteOne)),
    post(`${prefix}_deleteMany`, `${path}/deleteMany`, doing(ACTIONS.deleteMany)),
    post(`${prefix}_aggregate`, `${path}/aggregate`, doing(ACTIONS.aggregate)),
    ...refused,
  ]
}

/** The Data API, version 1, and its beta. https://www.mongodb.com/docs/atlas/app-services/data-api/ */
export const dataApiRoutes: readonly Route[] = [...actions('v1'), ...actions('beta')]

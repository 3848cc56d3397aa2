import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { body } from '#core/input.ts'
import { Router, routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest, graphFailure } from '#oidc-c/errors.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import { finish } from './finish.ts'
import { partOf, type BatchedRequest } from './batched-call.ts'

const { post } = routesFor<OidcCall>()

/** The most requests of a batch. https://learn.microsoft.com/graph/json-batching#batch-size-limitations */
const LARGEST = 20

const Batch = v.object({
  requests: v.array(
    v.object({
      id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
      method: v.pipe(v.string(), v.toUpperCase(), v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
      url: v.string(),
      headers: v.optional(v.record(v.string(), v.string()), {}),
      body: v.optional(v.unknown()),
      dependsOn: v.optional(v.array(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), []),
    }),
  ),
})

type Request = v.InferOutput<typeof Batch>['requests'][number]

/** The answer to one request of a batch. */
interface Response {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Returns the routes that take several requests to these routes at once.
 * https://learn.microsoft.com/graph/json-batching
 */
export function batchRoutesFor(graphRoutes: readonly Route[]): readonly Route[] {
  const router = new Router(graphRoutes)
  const handle = (call: OidcCall & { readonly body: v.InferOutput<typeof Batch> }): Answer => {
    const { requests } = call.body
    checkBatch(requests)
    const answered = new Map<string, Response>()
    for (const request of inOrder(requests)) answered.set(keyOf(request.id), answerOf(call, router, request, answered))
    return json({ responses: [...answered.values()] })
  }
  return [
    post('batch', '/v1.0/$batch', requireGraphAccess, body(Batch), (call) => handle(call)),
    post('beta/batch', '/beta/$batch', requireGraphAccess, body(Batch), (call) => handle(call)),
  ]
}

function checkBatch(requests: readonly Request[]): void {
  if (requests.length === 0 || requests.length > LARGEST) {
    throw badRequest(
      `Number of batch request steps is ${requests.length}; expected 1 to ${LARGEST}. Max value is ${LARGEST}.`,
    )
  }
  const ids = requests.map(({ id }) => keyOf(id))
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw badRequest(`Request Id '${twice}' is not unique in the batch.`)
  const unknown = requests.flatMap(({ dependsOn }) => dependsOn).find((id) => !ids.includes(keyOf(id)))
  if (unknown !== undefined) throw badRequest(`Request Id '${unknown}' in dependsOn is no request of the batch.`)
}

/** Ids of requests are equal whatever their case. */
function keyOf(id: string): string {
  return id.toLowerCase()
}

/** Returns the requests in an order in which each comes after those that it depends on. */
function inOrder(requests: readonly Request[]): Request[] {
  const order: Request[] = []
  let rest = [...requests]
  while (rest.length > 0) {
    const ready = rest.filter(({ dependsOn }) =>
      dependsOn.every((id) => order.some((each) => keyOf(each.id) === keyOf(id))),
    )
    if (ready.length === 0) throw badRequest('The requests of the batch depend on one another in a circle.')
    order.push(...ready)
    rest = rest.filter((request) => !ready.includes(request))
  }
  return order
}

function answerOf(call: OidcCall, router: Router, request: Request, answered: ReadonlyMap<string, Response>): Response {
  const failed = request.dependsOn.find((id) => (answered.get(keyOf(id))?.status ?? 0) >= 400)
  const part = partOf(call, request satisfies BatchedRequest)
  const answer = failed === undefined ? run(router, part) : refused(part, dependencyFailed(failed))
  return responseOf(request.id, finish(part, answer))
}

/** Runs one request as a transaction of its own: when it fails, what it changed is undone, and no more. */
function run(router: Router, part: OidcCall): Answer {
  const match = router.match(part.method, part.path)
  if (match === null) return refused(part, badRequest(`Resource not found for the segment '${part.path}'.`))
  Object.assign(part, { params: match.params })
  try {
    const answer = part.store.transaction(() => match.route.run(part as never)) // the routes are those of this service
    if (answer instanceof Promise) throw graphFailure(501, 'NotImplemented', 'The operation cannot be batched here.')
    return answer
  } catch (error) {
    if (error instanceof Failure) return refused(part, error)
    throw error
  }
}

function refused(part: OidcCall, failure: Failure): Answer {
  return part.dialect.failure(failure, part)
}

function dependencyFailed(id: string): Failure {
  return graphFailure(424, 'FailedDependency', `The request depends on request ${id}, which failed.`)
}

function responseOf(id: string, { status, headers, body: sent }: Answer): Response {
  const all = Object.fromEntries(
    Object.entries(headers)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [headerName(name), value]),
  )
  if (sent === null || sent === '') return { id, status, headers: all }
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const bytes = typeof sent === 'string' ? sent : sent instanceof Uint8Array ? Buffer.from(sent) : ''
  // An answer that is not JSON is text in base64. https://learn.microsoft.com/graph/json-batching#response-format
  const value: unknown = isJson
    ? JSON.parse(bytes.toString())
    : typeof bytes === 'string'
      ? bytes
      : bytes.toString('base64')
  return { id, status, headers: all, body: value }
}

/** Returns the name of a header as Graph writes it in a batch: `Content-Type`. */
function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

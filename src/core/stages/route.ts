import { inspect } from 'node:util'
import { isStreamed, type Answer } from '../answer.ts'
import type { BasePrincipal } from '../call.ts'
import type { CarriedOperations } from '../routes.ts'
import { routesOf, type LoadedRoutes } from '../service-routes.ts'
import type { Passage } from './passage.ts'

/** Finds the route of a request: by method and path, unless the service identifies the operation itself. */
export function findRoute(passage: Passage): void | Promise<void> {
  const found = routesOf(passage.instance.service)
  return found instanceof Promise ? found.then((loaded) => matchRoute(passage, loaded)) : matchRoute(passage, found)
}

function matchRoute(passage: Passage, loaded: LoadedRoutes): void {
  const { instance, call, entry } = passage
  const { router, identify } = loaded
  if (identify === undefined) {
    passage.match = router.match(call.method, instance.service.canonicalPath?.(call) ?? call.path)
  } else {
    const identified = identify(call)
    passage.match = identified === null ? null : router.identify(identified)
  }
  passage.routes = loaded
  const route = passage.match?.route
  // Services authenticate by what the path names.
  call.params = passage.match?.params ?? {}
  entry.route = route?.path ?? null
  entry.operation = call.operation = route?.operation ?? null
}

/** Notes the operations that a request carries in its body, for faults and for the log. */
export function readCarried(passage: Passage): void | Promise<void> {
  const { match, routes } = passage
  if (routes?.carried === undefined || match?.route.operation !== routes.carried.within) return undefined
  return noteCarried(passage, routes.carried)
}

async function noteCarried({ call, entry }: Passage, carried: CarriedOperations): Promise<void> {
  const operations = await carried.of(call)
  if (operations.length > 0) entry.carried = operations
}

/** Refuses a request without a route; the message names the nearest operation that there is. */
export function refuseUnknownRoute({ instance, call, match, routes }: Passage): void {
  if (match !== null) return
  const { service } = instance
  const nearest = routes?.router.nearest(call.method, call.path) ?? null
  const hint = nearest === null ? '' : `; the nearest operation is ${nearest}`
  const message = `backlot's ${service.id} does not implement ${call.method} ${call.path}${hint}`
  throw service.dialect.unknownRoute(message, call, routes?.routes ?? [])
}

/** Finds the principal of a request. */
export function authenticate({ instance, call }: Passage): void | Promise<void> {
  const principal = instance.service.authenticate(call)
  if (principal instanceof Promise) return awaitPrincipal(call, principal)
  call.principal = principal
  return undefined
}

async function awaitPrincipal(call: Passage['call'], principal: Promise<BasePrincipal | null>): Promise<void> {
  call.principal = await principal
}

/** Runs the steps and the handler of the route: whole, or not at all. */
export function runRoute(passage: Passage): void | Promise<void> {
  const { call, store, match } = passage
  if (match === null) return undefined
  const { route } = match
  const answer = store.transaction(() => {
    const returned = route.run(call)
    return returned instanceof Promise ? returned : checkedAnswer(returned, route.operation)
  })
  if (answer instanceof Promise) return awaitAnswer(passage, answer, route.operation)
  passage.answer = answer
  return undefined
}

async function awaitAnswer(passage: Passage, answer: Promise<Answer>, operation: string): Promise<void> {
  passage.answer = checkedAnswer(await answer, operation)
}

/**
 * Returns the answer, which services written without a compiler may have made wrongly.
 *
 * @param origin the operation or function that returned it
 * @throws TypeError when it is not an answer
 */
export function checkedAnswer(answer: Answer, origin: string): Answer {
  const returned: Partial<Answer> | null | undefined = answer
  const { status, body } = returned ?? {}
  const sendable = body === null || typeof body === 'string' || body instanceof Uint8Array || (body && isStreamed(body))
  if (typeof status === 'number' && sendable === true) return answer
  const shown = inspect(returned, { depth: 0, breakLength: Infinity })
  throw new TypeError(`${origin} gave no answer but ${shown}: return what json(), text(), empty() or redirect() makes`)
}

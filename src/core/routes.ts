import type { Answer } from './answer.ts'
import type { BasePrincipal, Call } from './call.ts'
import { suggest } from './text/did-you-mean.ts'
import { percentDecode } from './text/percent-decode.ts'
import type { RoutePath } from './route-path.ts'
import { RouteTrie } from './route-trie.ts'
import type { CollectionDefinitions } from './store.ts'

type Names<P extends string> = P extends `${infer Path}?${string}`
  ? Names<Path>
  : P extends `${string}:${infer Name}/${infer Rest}`
    ? Name | Names<Rest>
    : P extends `${string}:${infer Name}`
      ? Name
      : P extends `${string}*${string}`
        ? '*'
        : never

/** The parameters of a path template: `{ owner: string; repo: string }` for `/repos/:owner/:repo`. */
export type Params<P extends string> = { readonly params: { readonly [N in Names<P>]: string } }

/**
 * A function before a handler: it finds the record that the path names, checks a permission, or parses the body. The
 * object that it returns is added to the call; an error that it throws ends the request.
 *
 * A step that has to wait, for a module that only its route needs or for a signature to be verified, returns a promise.
 * The state may change while it waits. Therefore the steps before it run again afterwards, in one transaction with the
 * steps that follow and the handler: what they add to the call is up to date, and a record that is gone by then is
 * refused. So a step changes no state, and a step that waits adds nothing that it has read from the state.
 */
export type Step<C, A extends object | void = object> = (call: C) => A | Promise<A>

/**
 * The result of a handler. A handler that waits is not rolled back when it throws: let a {@link Step} do the waiting.
 */
type Result = Answer | Promise<Answer>

// The call type of a route is only known where the route is written; all routes of a service are written for the same
// one.
type AnyCall = Call<CollectionDefinitions, BasePrincipal>

/** One operation of a service. */
export interface Route extends RoutePath {
  /** The steps and the handler, in order. What each of them reads is in `route-input.ts`. */
  readonly readers?: readonly object[]
  readonly run: (call: AnyCall) => Result
}

/** Writes a route: the vendor's operation id, its path, the steps in order, and the handler. */
interface Define<C> {
  <P extends string>(operation: string, path: P, handler: (call: C & Params<P>) => Result): Route
  <P extends string, A1 extends object | void>(
    operation: string,
    path: P,
    step: Step<C & Params<P>, A1>,
    handler: (call: C & Params<P> & A1) => Result,
  ): Route
  <P extends string, A1 extends object | void, A2 extends object | void>(
    operation: string,
    path: P,
    first: Step<C & Params<P>, A1>,
    second: Step<C & Params<P> & A1, A2>,
    handler: (call: C & Params<P> & A1 & A2) => Result,
  ): Route
  <P extends string, A1 extends object | void, A2 extends object | void, A3 extends object | void>(
    operation: string,
    path: P,
    first: Step<C & Params<P>, A1>,
    second: Step<C & Params<P> & A1, A2>,
    third: Step<C & Params<P> & A1 & A2, A3>,
    handler: (call: C & Params<P> & A1 & A2 & A3) => Result,
  ): Route
  <
    P extends string,
    A1 extends object | void,
    A2 extends object | void,
    A3 extends object | void,
    A4 extends object | void,
  >(
    operation: string,
    path: P,
    first: Step<C & Params<P>, A1>,
    second: Step<C & Params<P> & A1, A2>,
    third: Step<C & Params<P> & A1 & A2, A3>,
    fourth: Step<C & Params<P> & A1 & A2 & A3, A4>,
    handler: (call: C & Params<P> & A1 & A2 & A3 & A4) => Result,
  ): Route
}

/** The ways to write a route of a service whose call is `C`. */
export interface Verbs<C> {
  /** Only for a service that identifies its operations itself; in other services the route of GET answers HEAD. */
  readonly head: Define<C>
  readonly get: Define<C>
  readonly post: Define<C>
  readonly put: Define<C>
  readonly patch: Define<C>
  readonly del: Define<C>
}

/** Returns the functions with which a service writes its routes: `const { get, post } = routesFor<MyCall>()`. */
export function routesFor<C>(): Verbs<C> {
  return {
    head: define('HEAD'),
    get: define('GET'),
    post: define('POST'),
    put: define('PUT'),
    patch: define('PATCH'),
    del: define('DELETE'),
  }
}

function define<C>(method: string): Define<C> {
  const write = (operation: string, path: string, ...chain: ((call: AnyCall) => unknown)[]): Route => {
    const readers = [...chain]
    const handler = chain.pop()
    if (handler === undefined) throw new Error(`${method} ${path} has no handler`)
    return {
      operation,
      method,
      path,
      readers,
      run: (call) => proceed(call, chain, handler as (call: AnyCall) => Result), // the overloads type the last one
    }
  }
  return write as unknown as Define<C> // the overloads are the types of this one function
}

type AnyStep = (call: AnyCall) => unknown

/** The results of the steps that waited, by their place in the list. */
type Waited = readonly { readonly index: number; readonly added: unknown }[]

/**
 * Runs the steps in order, then the handler, in the transaction under way. When a step waits, the list begins again
 * after it in a new transaction. A step that has waited is not run again: its result is added again.
 */
function proceed(
  call: AnyCall,
  steps: readonly AnyStep[],
  handler: (call: AnyCall) => Result,
  waited: Waited = [],
): Result {
  for (let index = 0; index < steps.length; index++) {
    const before = waited.length === 0 ? undefined : waited.find((each) => each.index === index)
    const added = before === undefined ? steps[index]?.(call) : before.added
    if (added instanceof Promise) {
      return added.then((found: unknown) =>
        call.store.transaction(() => proceed(call, steps, handler, [...waited, { index, added: found }])),
      )
    }
    add(call, added)
  }
  return handler(call)
}

function add(call: AnyCall, added: unknown): void {
  if (typeof added === 'object' && added !== null) Object.assign(call, added)
}

/** A matched route and its decoded parameters. */
export interface Match<R extends RoutePath = Route> {
  readonly route: R
  readonly params: Readonly<Record<string, string>>
}

/** The operation of a request, as a service identifies it where method and path do not. */
export interface Identified {
  /** The operation of a route. */
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
}

/** The routes of a service, and the function that identifies their operations where method and path do not. */
export interface RouteTable {
  readonly routes: readonly Route[]
  // oxlint-disable-next-line typescript/no-explicit-any -- it takes the call of its own service
  readonly identify?: (call: any) => Identified | null
  /** The operations that requests of one route carry in their bodies, as those to GraphQL do. */
  readonly carried?: CarriedOperations
  /**
   * Throws the vendor's failure for a request that its head condemns, before the body of a client that waits for `100
   * Continue` is read. What it accepts takes the usual way, and may still be refused.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- it takes the call of its own service
  readonly refuseByHead?: (call: any) => void
}

/** Operations within the bodies of requests, which faults and assertions may name beside those of the routes. */
export interface CarriedOperations {
  /** The operation of the route whose requests carry them. */
  readonly within: string
  /** Returns the ids of all of them. */
  readonly ids: () => Promise<readonly string[]>
  // oxlint-disable-next-line typescript/no-explicit-any -- it takes the call of its own service
  readonly of: (call: any) => Promise<readonly string[]>
}

/** Routes that are loaded with the first request, so that starting an instance does not pay for them. */
export interface LazyRoutes {
  /** The ids of all operations, for faults that name one before the routes are loaded. */
  readonly operations: readonly string[]
  /** Imports the module with the routes. Called once for all instances, unless it fails. */
  readonly load: () => Promise<RouteTable>
}

/** Returns whether the routes of a service are loaded with the first request. */
export function isLazy(routes: readonly Route[] | LazyRoutes): routes is LazyRoutes {
  return 'load' in routes
}

/** Finds the route of a request. All instances of a service share one router, which holds no state. */
export class Router<R extends RoutePath = Route> {
  readonly routes: readonly R[]
  /** Null is the route of an unimplemented operation. */
  readonly #paths = new RouteTrie<R | null>()
  readonly #operations = new Map<string, R>()

  /**
   * @param identified true when the service identifies the operation itself, so that {@link identify} finds its routes
   * @param unimplemented method and path of operations that must not be matched by a route with parameters in the place
   *   of their fixed segments: `GET /user/keys`
   */
  constructor(routes: readonly R[], identified = false, unimplemented: readonly string[] = []) {
    this.routes = routes
    if (identified) {
      for (const route of routes) this.#operations.set(route.operation, route)
      return
    }
    for (const route of routes) this.#paths.add(route.method, route.path, route)
    // Added last, so that an operation which is implemented by now is matched by its route.
    for (const operation of unimplemented) {
      const [method = '', path = ''] = operation.split(' ')
      this.#paths.add(method, path, null)
    }
  }

  /**
   * Returns the route for this method and percent-encoded path: of several, the one with most fixed segments. HEAD is
   * answered by the route of GET. Null for a path that is not well encoded and for an unimplemented operation.
   */
  match(method: string, path: string): Match<R> | null {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const found = this.#paths.match(method === 'HEAD' ? 'GET' : method, trimmed)
    if (found === null || found.route === null) return null
    const { route, params } = found
    // Few paths have encoded characters.
    if (!path.includes('%')) return { route, params }
    const decoded: Record<string, string> = {}
    for (const name in params) {
      const value = percentDecode(params[name] ?? '')
      if (value === null) return null
      decoded[name] = value
    }
    return { route, params: decoded }
  }

  /** Returns the route of an operation that the service has identified; null when it has none. */
  identify({ operation, params }: Identified): Match<R> | null {
    const route = this.#operations.get(operation)
    return route === undefined ? null : { route, params }
  }

  /** Returns the operation whose method and path are most similar, as `GET /repos/:owner/:repo`. */
  nearest(method: string, path: string): string | null {
    const segments = path.split('/')
    let best: R | null = null
    let bestScore = -1
    for (const route of this.routes) {
      const score = similarity(route.path.split('/'), segments) + (route.method === method ? 0.5 : 0)
      if (score > bestScore) [best, bestScore] = [route, score]
    }
    return best === null ? null : `${best.method} ${best.path}`
  }
}

/**
 * Returns a score: more for segments that agree from the left, exactly or nearly, less for segments without a
 * counterpart.
 */
function similarity(template: readonly string[], path: readonly string[]): number {
  let score = 0
  for (const [index, segment] of template.entries()) {
    const actual = path[index]
    if (actual === undefined) return score - (template.length - index)
    if (segment === actual) score += 2
    else if (segment.startsWith(':') || segment === '*') score += 1
    else score += suggest(actual, [segment]) === undefined ? -1 : 1.5
  }
  return score - Math.max(0, path.length - template.length)
}

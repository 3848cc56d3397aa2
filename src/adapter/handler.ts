import { inspect } from 'node:util'
import { CONTROL_PREFIX } from '#core/control-prefix.ts'
import { errorMessage } from '#core/error-message.ts'
import type { Service } from '#core/service-type.ts'
import type { Emulator, EmulatorOf, IdOf } from '../emulator.ts'
import type { ServiceId } from '../services.generated.ts'
import { addressOf, type AddressRules } from './address.ts'
import { answerControl } from './control.ts'
import { instancesOf, type Instances } from './instances.ts'
import { checkHandlerOptions, type HandlerOptions } from './options.ts'
import { redirectsSlashes } from './next.ts'
import { refusal } from './refusal.ts'

/** The first part of the paths of the control plane. */
const CONTROL = CONTROL_PREFIX.slice(1, -1)

const SLASHES =
  'createHandler: Next redirects paths that end in a slash, so ListObjects and all of SQS fail with status 308: set ' +
  'skipTrailingSlashRedirect: true in next.config'

/**
 * The argument with which a framework calls a route: the request, or an event that has it, with the parameters of the
 * route.
 */
export interface RouteEvent {
  /** The request, with a body that nothing has read. */
  readonly request: Request
  /** The parameters of the route; absent for a route without any. */
  readonly params?: RouteParams | Promise<RouteParams>
}

/** The parameters of a catch-all route, whatever their name: the path below the mount, as text or in parts. */
export type RouteParams = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * A route of a framework: takes one event with the request and the route's parameters (SvelteKit, Astro, React Router),
 * or the request and the route's context (Next, whose compiler reads the last signature).
 */
export interface RouteHandler {
  (request: Request | RouteEvent): Promise<Response>
  (request: Request, context: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>
}

/** The emulators of a handler, by the ids of its services. */
export type HandlerEmulators<S extends ServiceId | Service> = { readonly [Each in S as IdOf<Each>]: EmulatorOf<Each> }

/** Stand-ins within the server of an application, made with {@link createHandler}. */
export interface Handler<S extends ServiceId | Service = ServiceId | Service> {
  /** Answers a request whose URL is below the mount. */
  fetch(request: Request): Promise<Response>
  /** Answers GET requests of a catch-all route. */
  readonly GET: RouteHandler
  /** Answers POST requests of a catch-all route. */
  readonly POST: RouteHandler
  /** Answers PUT requests of a catch-all route. */
  readonly PUT: RouteHandler
  /** Answers PATCH requests of a catch-all route. */
  readonly PATCH: RouteHandler
  /** Answers DELETE requests of a catch-all route. */
  readonly DELETE: RouteHandler
  /** Answers HEAD requests of a catch-all route. */
  readonly HEAD: RouteHandler
  /** Answers OPTIONS requests of a catch-all route. */
  readonly OPTIONS: RouteHandler
  /**
   * The emulators, for tests and server code.
   *
   * @throws before {@link ready} has resolved or a request was answered.
   */
  readonly emulators: HandlerEmulators<S>
  /**
   * Starts the services without waiting for a request, and resolves to the emulators. Rejects with the reason why one
   * cannot start.
   */
  ready(): Promise<HandlerEmulators<S>>
  /** Puts every service back to the seed, and resolves when that is saved. */
  reset(): Promise<void>
  /** Resolves when all webhooks are delivered and everything is saved. */
  settled(): Promise<void>
  /** Ends the services of this name for every handler, and saves their states for the last time. */
  close(): Promise<void>
}

/**
 * Mounts stand-ins in the server of an application, on its own origin: each at `<mount>/<service>/`. Frameworks take
 * the members `GET`, `POST` and so on as a catch-all route, or pass requests to `fetch`. The services start with the
 * first request.
 *
 * However often this is called in a process, there is one instance of each service for a `name`.
 *
 * @throws TypeError for an unknown option, and for a value that its option cannot have.
 * @throws Error in a runtime that is not Node.js.
 *
 * @example
 * export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = createHandler({ services: ['codehost', 'oidc-a'] })
 */
export function createHandler<const S extends ServiceId | Service>(options: HandlerOptions<S>): Handler<S> {
  checkHandlerOptions(options)
  const ids = options.services.map((service) => (typeof service === 'string' ? service : service.id))
  const instances = instancesOf(options)
  const answer = answererOf(instances, ids, options)
  const route: RouteHandler = async (
    argument: Request | RouteEvent,
    context?: { readonly params: Promise<RouteParams> },
  ) => {
    const event = isEvent(argument) ? argument : { request: argument, params: context?.params }
    return answer(event.request, restOf(await event.params))
  }
  const emulators = emulatorsOf(instances, ids) as unknown as HandlerEmulators<S> // a getter for each id
  return {
    fetch: (request) => answer(request),
    GET: route,
    POST: route,
    PUT: route,
    PATCH: route,
    DELETE: route,
    HEAD: route,
    OPTIONS: route,
    emulators,
    async ready() {
      requirePermission(options)
      await instances.start(ids)
      return emulators
    },
    async reset() {
      instances.reset()
      await instances.settled()
    },
    settled: () => instances.settled(),
    close: () => instances.close(),
  }
}

/** Returns a function that answers a request, whose path below the mount is `rest` where a framework has found it. */
function answererOf(
  instances: Instances,
  ids: readonly string[],
  options: HandlerOptions,
): (request: Request, rest?: string) => Promise<Response> {
  const { basePath, trustProxy = false, control = false } = options
  const rules: AddressRules = {
    heads: new Set([...ids, CONTROL]),
    basePath: basePath?.replace(/\/$/, ''),
    trustProxy,
  }
  return async (request, rest) => {
    requireRequest(request)
    if (!ids.every((id) => instances.isReady(id))) {
      const problem = await start(instances, ids, options)
      if (problem !== null) return problem
    }
    if (ids.includes('cloud') && redirectsSlashes()) instances.warn(SLASHES)
    const address = addressOf(request, rules, rest)
    if (address === null)
      return refusal(404, `${request.method} ${request.url} names no service; there are ${ids.join(', ')}`)
    const { below } = address
    const isControl = address.head === CONTROL || below.startsWith(CONTROL_PREFIX)
    if (isControl && !control) return refusal(404, 'the control plane is off: pass control: true to createHandler')
    if (address.head !== CONTROL) return instances.answer(request, address)
    return answerControl(instances, request, below.slice(1), ids)
  }
}

/** Returns whether the argument of a route is an event that has the request. A `Request` has no member of this name. */
function isEvent(argument: Request | RouteEvent | null | undefined): argument is RouteEvent {
  return typeof argument === 'object' && argument !== null && 'request' in argument
}

/**
 * Refuses the request objects of Node.js and of frameworks that are no `Request`. The class is not compared: frameworks
 * and runners have classes of their own.
 *
 * @throws TypeError that names the way out.
 */
function requireRequest(request: Request | null | undefined): void {
  if (typeof request?.headers?.get === 'function' && URL.canParse(request.url)) {
    if (!request.bodyUsed && request.body?.locked !== true) return
    throw new TypeError(
      `createHandler: the body of ${request.method} ${request.url} has been read already: pass the request on before anything reads ` +
        `it, or pass request.clone()`,
    )
  }
  throw new TypeError(
    `createHandler: expected a Request of the Fetch API, got ${inspect(request, { depth: -1 })}: for a server that has other ` +
      `requests, such as Express, see docs/adapter.md`,
  )
}

/** Starts the services; returns the answer to a request that cannot be answered, or null. */
async function start(instances: Instances, ids: readonly string[], options: HandlerOptions): Promise<Response | null> {
  try {
    requirePermission(options)
    await instances.start(ids)
    return null
  } catch (error) {
    const reason = errorMessage(error)
    instances.warn(`createHandler could not start: ${reason}`)
    return refusal(503, `the handler could not start: ${reason}`)
  }
}

/**
 * A build runs there too, so this is not asked before the first request.
 *
 * @throws in production, unless that is allowed.
 */
function requirePermission({ allowProduction = false }: HandlerOptions): void {
  if (process.env['NODE_ENV'] !== 'production' || allowProduction) return
  throw new Error(
    'NODE_ENV is production, where a stand-in would let anybody sign in as anybody: leave the handler out of what you deploy, ' +
      'or pass allowProduction: true to createHandler if this deployment is for tests',
  )
}

/**
 * Returns the path below the mount from the parameters of a catch-all route: its only one, or the one of several parts.
 */
function restOf(params: RouteParams | undefined): string | undefined {
  const values = Object.values(params ?? {}).filter((value) => value !== undefined)
  const value = values.find((each) => typeof each !== 'string') ?? values.at(-1)
  return typeof value === 'object' ? value.join('/') : value
}

function emulatorsOf(instances: Instances, ids: readonly string[]): Readonly<Record<string, Emulator>> {
  const emulators = {}
  for (const id of ids) {
    const get = (): Emulator => {
      const emulator = instances.emulator(id)
      if (emulator !== undefined) return emulator
      throw new Error(`emulators: ${id} has not started; write (await handler.ready())[${JSON.stringify(id)}]`)
    }
    Object.defineProperty(emulators, id, { get, enumerable: true })
  }
  return emulators
}

import type * as v from 'valibot'
import type { Answer } from './answer.ts'
import { applicationService, type Application, type ApplicationDefinition } from './application.ts'
import type { BasePrincipal, Call, Context } from './call.ts'
import type { clockReading, timers } from './clock.ts'
import type { Commands, MethodsFor } from './commands.ts'
import type { EmulatorBase, Environment } from './emulator-base.ts'
import type { Dialect } from './errors.ts'
import type { idPosition } from './ids.ts'
import type { ListenerPorts, ServiceListener } from './listener.ts'
import type { Identified, Route } from './routes.ts'
import type { Service } from './service-type.ts'
import type { CollectionDefinitions } from './store.ts'
import type { PayloadOf, TimerName } from './timer.ts'
import type { deliveries, deliveriesHeld, WebhookDialect } from './webhooks.ts'

/** What every instance has in its store beside the collections of its service. */
export type SystemCollections = {
  readonly timers: typeof timers
  readonly deliveries: typeof deliveries
  readonly deliveriesHeld: typeof deliveriesHeld
  readonly clockReading: typeof clockReading
  readonly idPosition: typeof idPosition
}

/** A token of the seed: the literal value that clients send, whose it is and what it may do. */
export interface SeedToken {
  readonly token: string
  readonly login: string
  /** `all`: whatever the service has, as the default token. */
  readonly scopes: readonly string[] | 'all'
}

/** What a seed holds beside the section of the service. */
export interface SharedSeed {
  /** The tokens of the seed; the default token when it has none. */
  readonly tokens: readonly SeedToken[]
  /** The login of the default token's user, who is to be created if not seeded; null when the seed has tokens. */
  readonly defaultLogin: string | null
}

/** The token that works when a seed configures none, and the user it belongs to. */
export const DEFAULT_TOKEN: SeedToken = { token: 'backlot_admin', login: 'admin', scopes: 'all' }

/**
 * The type of a service's call: for `routesFor<CallOf<typeof collections, Principal>>()`. A service with webhooks adds the names
 * of its events: `CallOf<typeof collections, Principal, 'note' | 'hook'>`.
 */
export type CallOf<C extends CollectionDefinitions, P extends BasePrincipal, E extends string = never> = Call<
  C & SystemCollections,
  P,
  E
>

/** The context of a service's seeds, timers and events. `E` are the names of its events. */
export type ContextOf<C extends CollectionDefinitions, E extends string = never> = Context<C & SystemCollections, E>

/** What pages of other origins may do, where the vendor decides it by its records. `C` is the service's call. */
export interface CrossOrigin<C> {
  /** The answer to a preflight, which changes nothing; null where every page may. */
  preflight(call: C): Answer | null
  /** The headers that let the page which made the request read the answer; null where every page may. */
  headers(call: C, answer: Answer): Readonly<Record<string, string>> | null
}

/** The emulator of a service that has the commands `M`. */
export type EmulatorWith<Id extends string, M> = EmulatorBase<Id> & (string extends keyof M ? unknown : MethodsFor<M>)

/** A service: everything that makes one vendor different from the next. Written with {@link defineService}. */
export interface ServiceDefinition<
  Id extends string = string,
  S extends v.GenericSchema = v.GenericSchema,
  C extends CollectionDefinitions = CollectionDefinitions,
  P extends BasePrincipal = BasePrincipal,
  E extends string = never,
  M extends Commands<ContextOf<C, E>> = Record<never, never>,
> {
  /** How seeds, flags and messages name the service; lower case with dashes. */
  readonly id: Id
  /** The default port. */
  readonly port: number
  /** What the service speaks like, for people: `GitHub REST API`. */
  readonly title: string
  /** The section of the service in a seed. An absent section counts as `{}`. */
  readonly seed: S
  /** A starter section as YAML, indented by nothing, that `init` prints and that starts as it is. */
  readonly starter: string
  /** What the token that `init` prints beside the starter may do; nothing but read what is public when absent. */
  readonly starterScopes?: readonly string[]
  /** The logins that tokens of the seed may name. Absent where tokens belong to no user. */
  readonly logins?: (section: v.InferOutput<S>) => readonly string[]
  readonly collections: C
  /** Fills the store from a seed. Throws {@link SeedProblem} where the section contradicts itself. */
  readonly applySeed: (context: ContextOf<C, E>, section: v.InferOutput<S>, shared: SharedSeed) => void
  /** Who a request acts for; null for a stranger. Throws the vendor's failure for credentials that are wrong. */
  readonly authenticate: (call: CallOf<C, P, E>) => P | null | Promise<P | null>
  /** How the vendor words its refusals. */
  readonly dialect: Dialect<CallOf<C, P, E>>
  readonly routes: readonly Route[]
  /** Answers every request in place of the routes; made by `defineService({ app })`. */
  readonly application?: Application
  /**
   * Returns the path by which the route of a request is found, where the vendor has several paths for one resource:
   * `/repos/octocat/hello-world` for `/repositories/1`. Absent: the request's own path.
   */
  readonly canonicalPath?: (call: CallOf<C, P>) => string
  /**
   * Method and path of the vendor's operations that this service does not implement although a route with parameters
   * would match them: `GET /user/keys` beside `GET /user/:account_id`. They are answered like any unknown route.
   */
  readonly unimplemented?: readonly string[]
  /**
   * Which operation a request is, where its method and path do not tell: by a header, its host, a member of its body. Null:
   * none of this service. Absent: routes are found by method and path. May throw the vendor's failure.
   */
  readonly identify?: (call: CallOf<C, P, E>) => Identified | null
  /** Absent: every page may read every answer, as the stand-ins hold nothing but test data. */
  readonly crossOrigin?: CrossOrigin<CallOf<C, P, E>>
  /**
   * The largest request body, in bytes, that is held in memory (`call.bytes`); larger ones go to temporary files as they
   * come (`call.file`). Absent: all are held in memory.
   */
  readonly spoolAbove?: number
  /** Paths under which the same routes answer too, such as `/api/v3`. */
  readonly prefixes?: readonly string[]
  /** Adds what every answer of the vendor has: rate limits, entity tags, request ids. */
  readonly finish?: (call: CallOf<C, P, E>, answer: Answer) => Answer
  readonly webhooks?: WebhookDialect<ContextOf<C, E>, E>
  /** The functions of the timers that `collections` declares, by name. Each is done whole or not at all. */
  readonly timers?: {
    readonly [N in TimerName<C>]: (context: ContextOf<C, E>, payload: PayloadOf<C[N]>) => void
  }
  /**
   * What tests can have an instance do beside its API, by name, alone or in groups: `{ signIn, inbox: { next } }`. Each is
   * a method of the emulator (`emulator.inbox.next(…)`), and `POST /_backlot/<name>` (`/_backlot/inbox/next`). A command
   * is done whole or, when it throws, not at all; one made with `awaited` waits. What comes in is an object that the command
   * itself checks; it and what goes out are JSON.
   */
  readonly commands?: M
  /** Servers beside HTTP, by name: `{ smtp }`. Each is started when the seed asks for it, and closed with the instance. */
  readonly listeners?: Readonly<Record<string, ServiceListener<C & SystemCollections, v.InferOutput<S>>>>
  /**
   * The environment variables that point an application and the vendor's own client at an instance with this URL and seed. A
   * variable that holds a token names one that the seed has. `ports` are those of the `listeners`.
   */
  readonly env: (url: string, section: v.InferOutput<S>, shared: SharedSeed, ports: ListenerPorts) => Environment
}

/** A service as {@link defineService} returns it: with all its parts, and with the types that callers infer from. */
export interface DefinedService<
  Id extends string,
  S extends v.GenericSchema,
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string,
  M extends Commands<ContextOf<C, E>>,
>
  extends ServiceDefinition<Id, S, C, P, E, M>, Service<Id, v.InferInput<S>, EmulatorWith<Id, M>> {}

/** A service of which nothing but its id matters. */
// The parameters of a service's functions are its own types: no single type is both given and taken by all services.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyService<Id extends string = string> = ServiceDefinition<Id, any, any, any, any, any>

/**
 * Defines a service, built in or your own. The types of its seed, rows and principal follow from what is given. With `app` the
 * service is an application of your own, Hono's or any `fetch` function, with hooks that put its state back.
 *
 * @example
 * export const rooms = defineService({ id: 'rooms', port: 4020, app, reset, seed: (section: { rooms: string[] }) => … })
 * export const notes = defineService({ id: 'notes', port: 4100, title: 'Notes', seed, starter, collections, applySeed, … })
 */
export function defineService<const Id extends string, Section = Record<string, unknown>>(
  definition: ApplicationDefinition<Id, Section>,
): Service<Id, Section>
export function defineService<
  const Id extends string,
  S extends v.GenericSchema,
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string = never,
  M extends Commands<ContextOf<C, E>> = Record<never, never>,
>(definition: ServiceDefinition<Id, S, C, P, E, M>): DefinedService<Id, S, C, P, E, M>
export function defineService(definition: AnyService | ApplicationDefinition<string, unknown>): Service {
  return 'app' in definition ? applicationService(definition) : definition
}

/** Thrown while applying a seed that is well-formed but contradicts itself, such as a repository without its owner. */
export class SeedProblem extends Error {
  override name = 'SeedProblem'
  /** Where in the section: `['repos', 0, 'owner']`. */
  readonly path: readonly (string | number)[]
  /** What the value might have been meant to be. */
  readonly candidates: readonly string[]

  constructor(path: readonly (string | number)[], message: string, candidates: readonly string[] = []) {
    super(message)
    this.path = path
    this.candidates = candidates
  }
}

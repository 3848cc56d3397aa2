import type { CopiedState } from './seed/copied-state.ts'
import type { Application } from './application.ts'
import type { Answer } from './answer.ts'
import type { BasePrincipal, Call, Context } from './call.ts'
import type { clockReading, timers } from './clock.ts'
import type { Commands, MethodsFor } from './commands.ts'
import type { EmulatorBase, Environment } from './emulator-base.ts'
import type { Emission } from './emission.ts'
import type { Dialect } from './errors.ts'
import type { idPosition } from './ids.ts'
import type { ListenerPorts, ServiceListener } from './http/listener.ts'
import type { ConnectionProtocol } from './http/protocol.ts'
import type { Identified, LazyRoutes, Route } from './routes.ts'
import type { InputOf, OutputOf, Schema } from './schema.ts'
import type { Service } from './service-type.ts'
import type { CollectionDefinitions, PayloadOf, TimerName } from './store.ts'
import type { Urls, VendorHost } from './vendor-hosts.ts'
import type { deliveries, deliveriesHeld, WebhookDialect } from './webhooks.ts'

/** The collections of every instance, beside those of its service. */
export type SystemCollections = {
  readonly timers: typeof timers
  readonly deliveries: typeof deliveries
  readonly deliveriesHeld: typeof deliveriesHeld
  readonly clockReading: typeof clockReading
  readonly idPosition: typeof idPosition
}

/** A token of the seed: the literal value that clients send, the user's login, and its scopes. */
export interface SeedToken {
  /** The literal value that clients send. */
  readonly token: string
  /** The login of the user whom the token authenticates. */
  readonly login: string
  /** `all` for every scope of the service, as the default token has. */
  readonly scopes: readonly string[] | 'all'
}

/** The parts of a seed beside the section of the service. */
export interface SharedSeed {
  /** The tokens of the seed; the default token when it has none. */
  readonly tokens: readonly SeedToken[]
  /**
   * The login of the default token's user, which the service creates unless it is seeded; null when the seed has
   * tokens.
   */
  readonly defaultLogin: string | null
  /** The state to begin with in place of what the section describes, where the seed was copied from an instance. */
  readonly state?: CopiedState
}

/** The default token, of a seed without tokens. */
export const DEFAULT_TOKEN: SeedToken = { token: 'backlot_admin', login: 'admin', scopes: 'all' }

/**
 * The type of a service's call: for `routesFor<CallOf<typeof collections, Principal>>()`. A service with webhooks adds
 * the names of its events: `CallOf<typeof collections, Principal, 'note' | 'hook'>`; one whose webhooks `write` them
 * adds the type of what it emits.
 */
export type CallOf<
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string = never,
  V = Emission<E>,
> = Call<C & SystemCollections, P, E, V>

/** The context of a service's seeds, timers and events. `E` are the names of its events, `V` is what it emits. */
export type ContextOf<C extends CollectionDefinitions, E extends string = never, V = Emission<E>> = Context<
  C & SystemCollections,
  E,
  V
>

/** The rules for pages of other origins, of a vendor whose records decide about them. `C` is the service's call. */
export interface CrossOrigin<C> {
  /** Returns the answer to a preflight; null when every page is allowed. Changes nothing. */
  preflight(call: C): Answer | null
  /** Returns the headers that let the requesting page read the answer; null when every page is allowed. */
  headers(call: C, answer: Answer): Readonly<Record<string, string>> | null
  /**
   * Returns true for a request of a page that the instance does not know, where a record that only the application
   * changes names the page's origin: the rules of a bucket. `origin` is `null` as text where browsers do not tell it. A
   * preflight that is admitted is answered by {@link preflight}. Changes nothing, and is not asked for the control
   * plane. Default: no page of an unknown origin is admitted
   */
  admits?(call: C, origin: string): boolean
}

/** The emulator of a service that has the commands `M`. */
type EmulatorWith<Id extends string, M, T = MethodsFor<M>> = EmulatorBase<Id> & (string extends keyof M ? unknown : T)

/**
 * The definition of a service: everything in which one vendor differs from another. Made with {@link defineService}.
 */
export interface ServiceDefinition<
  Id extends string = string,
  S extends Schema = Schema,
  C extends CollectionDefinitions = CollectionDefinitions,
  P extends BasePrincipal = BasePrincipal,
  E extends string = never,
  M extends Commands<ContextOf<C, E, V>> = Record<never, never>,
  V = Emission<E>,
> {
  /** The name of the service in seeds, flags and messages; lower case with dashes. */
  readonly id: Id
  /** The default port. */
  readonly port: number
  /** The API that the service stands in for, for people: `GitHub REST API`. */
  readonly title: string
  /** The section of the service in a seed. An absent section counts as `{}`. */
  readonly seed: S
  /** A starter section as YAML without indentation. `init` prints it, and it is a valid seed as it is. */
  readonly starter: string
  /**
   * The vendor's hosts, which an instance answers for and advertises with `hosts: 'real'`; or a function that returns
   * them for a seed that names some of them. Default: none
   */
  readonly hosts?: readonly VendorHost[] | ((section: OutputOf<S>) => readonly VendorHost[])
  /** The scopes of the token that `init` prints with the starter. Default: none, which allows to read public records */
  readonly starterScopes?: readonly string[]
  /** Returns the logins that tokens of the seed may name. Absent when tokens have no user. */
  readonly logins?: (section: OutputOf<S>) => readonly string[]
  readonly collections: C
  /**
   * Loads the module with the functions that write rows as the vendor's API answers them, for the inspector. Default:
   * it shows rows as they are held
   */
  readonly rowWriters?: () => Promise<{ readonly rowWriters: object }>
  /** The version of the rows, to be raised when a later version of the service cannot read saved ones. Default: 1 */
  readonly stateVersion?: number
  /**
   * Fills the store from a seed.
   *
   * @throws {@link SeedProblem} when the section contradicts itself.
   */
  readonly applySeed: (context: ContextOf<C, E, V>, section: OutputOf<S>, shared: SharedSeed) => void
  /**
   * Returns the principal of a request; null for an anonymous one.
   *
   * @throws the vendor's failure for wrong credentials.
   */
  readonly authenticate: (call: CallOf<C, P, E, V>) => P | null | Promise<P | null>
  /** The vendor's wording of refusals. */
  readonly dialect: Dialect<CallOf<C, P, E, V>>
  /** The routes, or what loads them with the first request: `{ operations, load: () => import('./routes.ts') }`. */
  readonly routes: readonly Route[] | LazyRoutes
  /** Answers every request in place of the routes; made by `defineService({ app })`. */
  readonly application?: Application
  /**
   * Returns the path by which the route of a request is found, where the vendor has several paths for one resource:
   * `/repos/octocat/hello-world` for `/repositories/1`. Absent: the request's own path.
   */
  readonly canonicalPath?: (call: CallOf<C, P, E, V>) => string
  /**
   * Method and path of the vendor's operations that this service does not implement although a route with parameters
   * would match them: `GET /user/keys` beside `GET /user/:account_id`. They are answered like any unknown route.
   */
  readonly unimplemented?: readonly string[]
  /**
   * Returns the operation of a request, for a vendor whose operations differ by a header, the host or a member of the
   * body. Null for no operation of this service. May throw the vendor's failure. Routes that are loaded later bring
   * their own `identify`. Default: routes are found by method and path
   */
  readonly identify?: (call: CallOf<C, P, E, V>) => Identified | null
  /** The rules for pages of other origins. Default: every page may read every answer, which is test data */
  readonly crossOrigin?: CrossOrigin<CallOf<C, P, E, V>>
  /**
   * The largest request body, in bytes, that is held in memory (`call.bytes`). Larger bodies are written to temporary
   * files as they arrive (`call.file`). A function says it of one request by its head; undefined for a body that is
   * held in memory. Default: every body is held in memory
   */
  readonly spoolAbove?: number | ((call: CallOf<C, P, E, V>) => number | undefined)
  /** Further prefixes under which the routes answer, such as `/api/v3`. */
  readonly prefixes?: readonly string[]
  /** Adds the headers that every answer of the vendor has: rate limits, entity tags, request ids. */
  readonly finish?: (call: CallOf<C, P, E, V>, answer: Answer) => Answer
  readonly webhooks?: WebhookDialect<ContextOf<C, E, V>, E, V>
  /** True when a route answers with `acceptSocket`. Default: false */
  readonly sockets?: boolean
  /** The functions of the timers that `collections` declares, by name. Each runs as a transaction. */
  readonly timers?: {
    readonly [N in TimerName<C>]: (context: ContextOf<C, E, V>, payload: PayloadOf<C[N]>) => void
  }
  /**
   * The commands that tests have beside the API, by name, alone or in groups: `{ signIn, inbox: { next } }`. Each is a
   * method of the emulator (`emulator.inbox.next(…)`), and `POST /_backlot/<name>` (`/_backlot/inbox/next`). A command
   * runs as a transaction; one made with `awaited` waits. Its input is an object that the command itself checks. Input
   * and output are JSON.
   */
  readonly commands?: M
  /**
   * Makes the emulator's methods from those for the commands, where a test reads better with others:
   * `chat.as('alice').say(…)` for the command `as/say`. It gets a {@link MethodsFor} `commands` and only calls them,
   * and the variables that `env` returns: it holds no state. Default: the methods for the commands
   */
  readonly methods?: (methods: never, env: Environment) => object
  /**
   * Servers beside HTTP, by name: `{ smtp }`. Each is started when the seed asks for it, and closed with the instance.
   */
  readonly listeners?: Readonly<Record<string, ServiceListener<C & SystemCollections, OutputOf<S>>>>
  /** A protocol beside HTTP that clients speak at the service's own port. */
  readonly protocol?: ConnectionProtocol<C & SystemCollections>
  /**
   * The environment variables that point an application and the vendor's own client at an instance with this URL and
   * seed. A variable that holds a token names one that the seed has. `ports` are those of the `listeners`. With `hosts:
   * 'real'` the URL is the vendor's own and `urls.real` is true: then a variable whose purpose is to replace the
   * vendor's host is left out.
   */
  readonly env: (url: string, section: OutputOf<S>, shared: SharedSeed, ports: ListenerPorts, urls: Urls) => Environment
}

/** A service as {@link defineService} returns it: the definition, and the types that callers infer from it. */
export interface DefinedService<
  Id extends string,
  S extends Schema,
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string,
  M extends Commands<ContextOf<C, E, V>>,
  T = MethodsFor<M>,
  V = Emission<E>,
>
  extends ServiceDefinition<Id, S, C, P, E, M, V>, Service<Id, InputOf<S>, EmulatorWith<Id, M, T>> {}

/** Any service. */
// oxlint-disable-next-line typescript/no-explicit-any -- each service's functions take types of its own
export type AnyService<Id extends string = string> = ServiceDefinition<Id, any, any, any, any, any, any>

/**
 * Thrown by `applySeed` for a valid seed that contradicts itself, such as one with a repository whose owner is missing.
 */
export class SeedProblem extends Error {
  override name = 'SeedProblem'
  /** The path in the section: `['repos', 0, 'owner']`. */
  readonly path: readonly (string | number)[]
  /** The values that would be right, for a did-you-mean. */
  readonly candidates: readonly string[]

  constructor(path: readonly (string | number)[], message: string, candidates: readonly string[] = []) {
    super(message)
    this.path = path
    this.candidates = candidates
  }
}

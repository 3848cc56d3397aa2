import { NO_BYTES } from './http/body.ts'
import type { Clock, Delivery } from './controls.ts'
import type { Emission } from './emission.ts'
import type { Dialect } from './errors.ts'
import type { Exchange, RequestHeaders } from './exchange.ts'
import type { Ids } from './ids.ts'
import { mountPathOf } from './http/mount-path.ts'
import { parseJson } from './text/parse-json.ts'
import type { RequestEntry } from './request-log/request-entry.ts'
import type { RequestRecord } from './request-log/requests.ts'
import type { SocketGroups } from './http/socket-endpoint.ts'
import type { SpooledFile } from './http/spool.ts'
import type { CollectionDefinitions, Collections, PayloadOf, Store, TimerName } from './store.ts'
import type { Urls } from './vendor-hosts.ts'
import { addEvent, type EventWriter } from './webhooks/outbox.ts'
import { errorMessage } from './error-message.ts'

/**
 * Everything of an instance that is not one request, for a service's timers, seeds and events. `C` are the collections,
 * `E` the names of the events that the service emits, `V` what it emits: see {@link WebhookDialect.write}.
 */
export interface Context<C extends CollectionDefinitions, E extends string = never, V = Emission<E>> {
  readonly store: Store<C>
  /** The collections: `store.rows`. */
  readonly rows: Collections<C>
  readonly clock: Clock
  readonly ids: Ids
  /** The base URL that answers advertise, mount path included, without a slash at the end. */
  readonly origin: string
  /**
   * The base URL of the API: the same but for a request that came under a prefix, and with `hosts: 'real'` for a vendor
   * whose API has a host of its own.
   */
  readonly base: string
  /** The URLs of the instance: `urls.of('/oauth2/token')`. */
  readonly urls: Urls
  /** Schedules a declared timer of the service, `delay` milliseconds of the clock from now. */
  schedule<N extends TimerName<C>>(delay: number, name: N, payload: PayloadOf<C[N]>): void
  /** Sends an event, as it is at this moment, to its subscribers once the work under way has succeeded. */
  emit(event: V): void
  /**
   * Collects pieces: into memory, or into a file when there are more than `limit` bytes (by default the service's own
   * limit). The file becomes part of the state by {@link keepFile}.
   */
  spool(pieces: AsyncIterable<Uint8Array>, limit?: number): Promise<Uint8Array | SpooledFile>
  /** Makes the file of a request part of the state, until a reset. */
  keepFile(file: SpooledFile): void
  /** True when the instance may send a request to a URL: to this machine, or to a host that webhooks may be sent to. */
  mayContact(url: URL): boolean
  /**
   * True when a browser may be sent to a URL that nothing but a request names: on this machine, at the instance itself,
   * or of `allowOrigins`. Any page can open such a request, and the redirect may carry what signs the person in.
   */
  mayRedirectTo(url: URL): boolean
  /**
   * Queues a delivery again, with a new signature, and returns the new attempt.
   *
   * @throws when no delivery has this id.
   */
  redeliver(id: number): Delivery
  /** The open WebSocket connections. */
  readonly sockets: SocketGroups
  /** Returns the requests that have begun and not ended, in the order in which they began. */
  requestsUnderWay(): Iterable<RequestEntry>
  /** Returns the latest requests, oldest first: those with a larger id than `after`, also those under way. */
  requestsAfter(after: number): RequestRecord[]
}

/** The principal of a request: the user, application or key that it acts for. */
export interface BasePrincipal {
  /** The name in the request log. */
  readonly name: string
}

/**
 * The parameter of a handler: one request as its service sees it, with the state, the clock and all else of the
 * {@link Context} that it may use. Steps add members: the records that they found, the parsed body. What core does with
 * the request around that, a service does not see: it is in `Passage`.
 *
 * `C` are the collections, `P` is the service's principal, `E` the names of the events that the service emits, `V` what
 * it emits.
 */
export class Call<
  C extends CollectionDefinitions = CollectionDefinitions,
  P extends BasePrincipal = BasePrincipal,
  E extends string = never,
  V = Emission<E>,
> implements Context<C, E, V> {
  /** The whole body, set when it has been read; empty where the body is in `file`. */
  bytes: Uint8Array = NO_BYTES
  /** A body that was too large for memory, where the service spools such bodies; set when it has been read. */
  file: SpooledFile | null = null
  /** Decoded path parameters; set when the route is matched. */
  params: Readonly<Record<string, string>> = {}
  /** The principal; null for an anonymous request. Set when the request is authenticated. */
  principal: P | null = null
  /** The vendor's id of the matched operation, or null. */
  operation: string | null = null
  /** Headers to add to the response, also when it is a refusal. */
  readonly responseHeaders: Record<string, string> = {}
  /** Events of this request, sent when it has succeeded. */
  readonly outbox: Emission[] = []
  /** The files that {@link spool} made. */
  readonly spooled: SpooledFile[] = []
  /**
   * The base URL of the API as this client addresses it: the origin and the prefix, and with `hosts: 'real'` that of
   * the vendor's API.
   */
  readonly base: string
  readonly #exchange: Exchange
  readonly #address: RequestAddress
  readonly #context: Context<C, E, V>
  readonly #dialects: CallDialects<C, P, E, V>
  #query: URLSearchParams | undefined
  #json: { value: unknown } | undefined

  constructor(
    exchange: Exchange,
    address: RequestAddress,
    context: Context<C, E, V>,
    dialects: CallDialects<C, P, E, V>,
  ) {
    this.#exchange = exchange
    this.#address = address
    this.#context = context
    this.#dialects = dialects
    this.base = context.base + address.prefix
  }

  get method(): string {
    return this.#exchange.method
  }

  /** The path without the service's prefix, still percent-encoded. */
  get path(): string {
    return this.#address.path
  }

  /** The prefix of the path (`/api/v3`); empty when there is none. */
  get prefix(): string {
    return this.#address.prefix
  }

  get headers(): RequestHeaders {
    return this.#exchange.headers
  }

  /**
   * The name of the vendor's host that the request is for, with `hosts: 'real'`; null for a request at the instance's
   * own address.
   */
  get host(): string | null {
    return this.#address.host
  }

  /** The IP address of the client; `127.0.0.1` for a request that came without a network. */
  get clientAddress(): string {
    return this.#exchange.clientAddress
  }

  get origin(): string {
    return this.#context.origin
  }

  get urls(): Urls {
    return this.#context.urls
  }

  get store(): Store<C> {
    return this.#context.store
  }

  get rows(): Collections<C> {
    return this.#context.rows
  }

  get clock(): Clock {
    return this.#context.clock
  }

  get ids(): Ids {
    return this.#context.ids
  }

  get schedule(): Context<C>['schedule'] {
    return this.#context.schedule
  }

  get redeliver(): Context<C>['redeliver'] {
    return this.#context.redeliver
  }

  get mayContact(): Context<C>['mayContact'] {
    return this.#context.mayContact
  }

  get mayRedirectTo(): Context<C>['mayRedirectTo'] {
    return this.#context.mayRedirectTo
  }

  get sockets(): SocketGroups {
    return this.#context.sockets
  }

  get requestsUnderWay(): Context<C>['requestsUnderWay'] {
    return this.#context.requestsUnderWay
  }

  get requestsAfter(): Context<C>['requestsAfter'] {
    return this.#context.requestsAfter
  }

  /** Makes the file part of the state. A file that is not kept is removed after this request. */
  get keepFile(): Context<C>['keepFile'] {
    return this.#context.keepFile
  }

  get dialect(): Dialect<Call<C, P, E, V>> {
    return this.#dialects.dialect
  }

  /** Sends an event, as it is at this moment, to its subscribers once this request has succeeded. */
  readonly emit: Context<C, E, V>['emit'] = (event) => {
    addEvent(this.outbox, this.#dialects.webhooks, this, event)
  }

  /** Collects pieces as a body is collected. A file that is not kept is removed after this request. */
  readonly spool = async (pieces: AsyncIterable<Uint8Array>, limit?: number): Promise<Uint8Array | SpooledFile> => {
    const taken = await this.#context.spool(pieces, limit)
    if ('path' in taken) this.spooled.push(taken)
    return taken
  }

  /** Fires when the client closes its connection before it has the whole answer. */
  get clientGone(): AbortSignal {
    return this.#exchange.clientGone
  }

  /**
   * The path of the base URL, in front of every path of this instance that a client sees; empty when the instance has
   * an origin to itself. A path without an origin in an answer, such as that of a link or a cookie, begins with it.
   */
  get mountPath(): string {
    return mountPathOf(this.origin)
  }

  /** The query parameters. */
  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#address.search)
    return this.#query
  }

  /** The query as it came, with its question mark; empty when there is none. */
  get search(): string {
    return this.#address.search
  }

  /** The first value of a header; `name` in lower case. */
  readonly header = (name: string): string | undefined => {
    const value = this.headers[name]
    return typeof value === 'object' ? value[0] : value
  }

  /** The body as text. */
  get text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString('utf8')
  }

  /**
   * The body parsed as JSON; undefined when there is none.
   *
   * @throws the dialect's failure when it is not JSON.
   */
  json(): unknown {
    if (this.#json !== undefined) return this.#json.value
    if (this.bytes.length === 0) return undefined
    try {
      this.#json = { value: parseJson(this.text) }
    } catch (error) {
      throw this.dialect.malformed(errorMessage(error), this)
    }
    return this.#json.value
  }

  /** The body parsed as a form. */
  form(): URLSearchParams {
    return new URLSearchParams(this.text)
  }
}

/** The part of a service's definition that its calls use. */
export interface CallDialects<C extends CollectionDefinitions, P extends BasePrincipal, E extends string, V> {
  readonly dialect: Dialect<Call<C, P, E, V>>
  readonly webhooks?: EventWriter<Context<C, E, V>, V>
}

/** The parts of a request target. */
export interface RequestAddress {
  /** Without the service's prefix, still percent-encoded. */
  readonly path: string
  /** The prefix under which the request came; empty when there is none. */
  readonly prefix: string
  /** The query with its question mark; empty when there is none. */
  readonly search: string
  /** The name of the vendor's host; null for a request at the instance's own address. */
  readonly host: string | null
}

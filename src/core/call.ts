import type { Clock } from './clock.ts'
import type { Dialect } from './errors.ts'
import type { Ids } from './ids.ts'
import type { SpooledFile } from './spool.ts'
import type { CollectionDefinitions, Collections, Store } from './store.ts'
import type { Delivery } from './webhooks.ts'

/** Request headers as they came, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A request as it came in, over the network or in process. */
export interface Incoming {
  readonly method: string
  /** The request target: path and query. */
  readonly target: string
  readonly headers: RequestHeaders
  /** Reads the whole body. */
  readonly read: () => Promise<Uint8Array>
  /** The body as it comes, at the pace of whoever reads it; this or `read`. */
  readonly pieces: () => AsyncIterable<Uint8Array>
  /** Aborted when the client goes away before it has its answer. */
  readonly left: () => AbortSignal
  /** Whether the request came without a network, so that its Host header names no server. */
  readonly inProcess: boolean
  /** The IP address that the request came from; of one that came without a network, this machine's. */
  readonly clientAddress: string
}

/** What a service's timers, seeds and events work with: everything of an instance that is not one request. */
export interface Context<C extends CollectionDefinitions> {
  readonly store: Store<C>
  /** The collections: `store.rows`. */
  readonly rows: Collections<C>
  readonly clock: Clock
  readonly ids: Ids
  /** The base URL that answers advertise, without a slash at the end. */
  readonly origin: string
  /** The base URL of the API: the same but for a request that came under a prefix. */
  readonly base: string
  /** Has the service's timer `name` fire after `delay` milliseconds of the clock. */
  schedule(delay: number, name: string, payload: unknown): void
  /** Sends an event to its subscribers once the work under way has succeeded. */
  emit(event: Emission): void
  /**
   * Takes pieces in: as bytes, or as a file where there are more than `limit` bytes, which is what the service holds in
   * memory unless told otherwise. The file is no part of the state until it is kept.
   */
  spool(pieces: AsyncIterable<Uint8Array>, limit?: number): Promise<Uint8Array | SpooledFile>
  /** Makes a file that came with a request part of the state, until a reset. */
  keepFile(file: SpooledFile): void
  /** Queues a delivery once more, signed afresh; returns the new attempt. Throws when there is no such delivery. */
  redeliver(id: number): Delivery
}

/** An event for one subscriber, serialised at the moment of the change. */
export interface Emission {
  /** The vendor's name of the event. */
  readonly event: string
  /** The vendor's action, where events have one. */
  readonly action: string | null
  readonly subscription: Subscription
  /** The exact bytes to send. */
  readonly body: string
}

/** Where an event goes. Deliveries with the same `id` are sent one after the other. */
export interface Subscription {
  /** Identifies the subscriber: `hook 12`. */
  readonly id: string
  readonly url: string
  /** What the service's webhook dialect needs to sign and label a delivery. JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Who a request acts for. */
export interface BasePrincipal {
  /** How the request log names it. */
  readonly name: string
}

/**
 * One request on its way through a service. `C` are the collections, `P` is the service's principal. Steps add to it:
 * what they found, the parsed body.
 */
export class Call<C extends CollectionDefinitions = CollectionDefinitions, P extends BasePrincipal = BasePrincipal> {
  readonly method: string
  /** The path without the service's prefix, still percent-encoded. */
  readonly path: string
  /** The prefix under which the request came (`/api/v3`), or nothing. */
  readonly prefix: string
  readonly headers: RequestHeaders
  /** The base URL that answers advertise, without a slash at the end. */
  readonly origin: string
  readonly store: Store<C>
  readonly rows: Collections<C>
  readonly clock: Clock
  readonly ids: Ids
  readonly schedule: Context<C>['schedule']
  readonly redeliver: Context<C>['redeliver']
  readonly dialect: Dialect<Call<C, P>>
  /** The IP address that the request came from; `127.0.0.1` where it came without a network. */
  readonly clientAddress: string
  /** The whole body; nothing where it is in `file`. */
  readonly bytes: Uint8Array
  /** The body of a request that was too large for memory, where the service spools such; else null. */
  readonly file: SpooledFile | null
  /** Keeps the file as part of the state; it is gone with this request otherwise. */
  readonly keepFile: Context<C>['keepFile']
  /** Decoded path parameters; set when the route is matched. */
  params: Readonly<Record<string, string>> = {}
  /** Who the request acts for; null for a stranger. Set when the request is authenticated. */
  principal: P | null = null
  /** The vendor's id of the matched operation, or null. */
  operation: string | null = null
  /** Headers to add to the response, whatever it will be. */
  readonly responseHeaders: Record<string, string> = {}
  /** Events of this request, sent when it has succeeded. */
  readonly outbox: Emission[] = []
  /** The files that {@link spool} made. */
  readonly spooled: SpooledFile[] = []
  readonly #spool: Context<C>['spool']
  readonly #left: Incoming['left']
  readonly #search: string
  #query: URLSearchParams | undefined
  #json: { value: unknown } | undefined

  constructor(request: CallRequest, context: Context<C>, dialect: Dialect<Call<C, P>>) {
    this.method = request.method
    this.path = request.path
    this.prefix = request.prefix
    this.#search = request.search
    this.headers = request.headers
    this.clientAddress = request.clientAddress
    this.bytes = request.bytes
    this.file = request.file
    this.keepFile = context.keepFile
    this.#spool = context.spool
    this.#left = request.left
    this.origin = context.origin
    this.store = context.store
    this.rows = context.rows
    this.clock = context.clock
    this.ids = context.ids
    this.schedule = context.schedule
    this.redeliver = context.redeliver
    this.dialect = dialect
  }

  /** Sends an event to its subscribers once this request has succeeded. */
  readonly emit = (event: Emission): void => {
    this.outbox.push(event)
  }

  /** Takes pieces in, as a body is; a file goes with this request unless it is kept. */
  readonly spool = async (pieces: AsyncIterable<Uint8Array>, limit?: number): Promise<Uint8Array | SpooledFile> => {
    const taken = await this.#spool(pieces, limit)
    if ('path' in taken) this.spooled.push(taken)
    return taken
  }

  /** Aborted when the client goes away before it has its answer: for what would be given to nobody. */
  get left(): AbortSignal {
    return this.#left()
  }

  /** The base URL of the API as this client addresses it: the origin and the prefix. */
  get base(): string {
    return this.origin + this.prefix
  }

  /** The query parameters. */
  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#search)
    return this.#query
  }

  /** The query as it came, with its question mark; empty when there is none. */
  get search(): string {
    return this.#search
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

  /** The body parsed as JSON; undefined when there is none. Throws the dialect's failure when it is not JSON. */
  json(): unknown {
    if (this.#json !== undefined) return this.#json.value
    if (this.bytes.length === 0) return undefined
    try {
      this.#json = { value: JSON.parse(this.text) }
    } catch (error) {
      throw this.dialect.malformed(error instanceof Error ? error.message : String(error), this)
    }
    return this.#json.value
  }

  /** The body parsed as a form. */
  form(): URLSearchParams {
    return new URLSearchParams(this.text)
  }
}

/** What a call is made of, once its target has been taken apart. */
export interface CallRequest {
  readonly method: string
  readonly path: string
  readonly prefix: string
  readonly search: string
  readonly headers: RequestHeaders
  readonly clientAddress: string
  readonly bytes: Uint8Array
  readonly file: SpooledFile | null
  readonly left: Incoming['left']
}

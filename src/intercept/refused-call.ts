import { callSite } from './call-site.ts'

/** A call to a host that no stand-in answers for, which was refused before it left the machine. */
export interface RefusedCall {
  /**
   * The URL without its path: `https://api.sendgrid.com`; `tcp://db.example.com:5432` for a connection that is not
   * HTTP, `dns://example.com` for a question to a name server, `udp://example.com:123` for a datagram.
   */
  readonly origin: string
  /** The name or address of the host, without the port. */
  readonly host: string
  /** The port that was called, the default of the scheme included. */
  readonly port: number
  /**
   * The HTTP method, or the type of the records that are asked for; null when the connection ended before it was known.
   */
  readonly method: string | null
  /** The path without its query; null when the connection ended before it was known. */
  readonly path: string | null
  /**
   * The file and line of the application's code that made the call: `src/notify.ts:12`; the URL of the page for a call
   * of a browser; null when neither is known.
   */
  readonly caller: string | null
  /** A sentence that says what was called, from where, and the ways out. */
  readonly message: string
}

/** The scheme and the first line of a request, as far as they are known. */
export interface Requested {
  readonly scheme?: 'http' | 'https' | 'dns' | 'udp'
  readonly method?: string
  readonly path?: string
  /** Returns the URL of the page that made the request; null for a request that no page was seen to make. */
  readonly page?: () => string | null
  /** The reason why the call is refused, and the way out. Default: that no service stands in for its host */
  readonly reason?: string
}

/** A refused call as an interception records it. */
export interface RecordedRefusal {
  /** The call as it is known now. */
  readonly call: RefusedCall
  /** The error for the test during which the call was made. */
  readonly error: HostRefusedError
  /** True when it has turned out that no such call was made. */
  readonly withdrawn: boolean
  /** Resolves once nothing more can become known about the call. */
  settled(): Promise<void>
}

/** A refused call whose request becomes known while it is answered. */
export class Refusal implements RecordedRefusal {
  readonly host: string
  readonly port: number
  readonly #stack: string
  #requested: Requested
  #caller: string | null | undefined = null
  readonly #waiting = new Set<() => void>()
  #open = true
  #withdrawn = false

  /** @param stack the stack of the code that made the call */
  constructor(host: string, port: number, stack: string, requested: Requested = {}) {
    this.host = host
    this.port = port
    this.#stack = stack
    this.#requested = requested
    if (requested.method !== undefined) this.#open = false
  }

  /** Adds what has been read of the request. */
  complete(requested: Requested = {}): void {
    this.#requested = { ...this.#requested, ...requested }
    this.#open = false
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  get withdrawn(): boolean {
    return this.#withdrawn
  }

  /** Takes the refusal back: the connection is one to a proxy, and counts as a call to the host that is asked for. */
  withdraw(): void {
    this.#withdrawn = true
    this.complete()
  }

  settled(): Promise<void> {
    return this.#open ? new Promise((resolve) => void this.#waiting.add(resolve)) : Promise.resolve()
  }

  get call(): RefusedCall {
    const { host, port } = this
    this.#caller ??= callSite(this.#stack) ?? this.#requested.page?.()
    return refusedCall({ host, port, caller: this.#caller ?? null, ...this.#requested })
  }

  /** An error for the caller, with the caller's stack. */
  get error(): HostRefusedError {
    return new HostRefusedError(this.call, this.#stack)
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { https: 443, http: 80, dns: 53 }

/** Returns a refused call, given its parts. */
export function refusedCall(parts: Requested & { host: string; port: number; caller: string | null }): RefusedCall {
  const { host, port, caller, method = null, path = null } = parts
  const scheme = parts.scheme ?? (port === 443 ? 'https' : port === 80 ? 'http' : 'tcp')
  const isDefault = port === DEFAULT_PORTS[scheme]
  const name = host.includes(':') ? `[${host}]` : host
  const origin = `${scheme}://${name}${isDefault ? '' : `:${port}`}`
  const request = scheme === 'dns' ? method : `${method} ${path ?? '/'}`
  const details = [method === null ? null : request, caller === null ? null : `from ${caller}`]
  const shown = details.filter((each) => each !== null).join(', ')
  const reason =
    parts.reason ??
    `no service stands in for it; ` +
      `allow it with allow: ['${isDefault ? name : `${name}:${port}`}'], or write a stand-in with defineService`
  const message = `your code called ${origin}${shown === '' ? '' : ` (${shown})`}: ${reason}`
  return { origin, host, port, method, path, caller, message }
}

/** The error of a refused call: the code that made the call gets it, and the test during which it was made. */
export class HostRefusedError extends Error {
  override name = 'HostRefusedError'
  /** As of a connection that the other machine refuses, which clients know how to report. */
  readonly code = 'ECONNREFUSED'
  readonly call: RefusedCall

  constructor(call: RefusedCall, stack?: string) {
    super(call.message)
    this.call = call
    const frames = stack?.slice(stack.search(/^\s+at /m))
    if (frames !== undefined) this.stack = `${this.name}: ${call.message}\n${frames}`
  }
}

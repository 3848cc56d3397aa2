import type { Socket } from 'node:net'
import { net as builtin, tls } from './builtins.ts'
import { currentTenant } from '#core/tenants/tenant-context.ts'
import { stackAbove } from './call-site.ts'
import type { Interceptor } from './interceptor.ts'
import type { Decision } from './layer.ts'
import { Refusal, refusedCall, type Requested } from './refused-call.ts'

/** The most bytes of a write in which the target of a request is looked for. */
const LONGEST_LINE = 8192

/** A connection that may be one to a proxy, until its first bytes tell. */
export interface Route {
  /** Connects a socket with the server that the client chose, wherever it is. */
  readonly connect: (socket: Socket) => void
  /** The port of the steering server that the socket is connected with; null for the server that the client chose. */
  steeredTo: number | null
  /** The refusal of a connection to another machine; it is withdrawn when that is a proxy. */
  readonly refusal: Refusal | null
}

/** The host, port and request that a client asks a proxy for. */
interface Asked extends Requested {
  readonly host: string
  readonly port: number
}

/** The part of a socket's native connection that is used here. */
interface Handle {
  reading?: boolean
  hasRef(): boolean
  unref(): void
  readStart(): void
}
const HANDLE = '_handle'
const handleOf = (socket: Socket): Handle | null => Reflect.get(socket, HANDLE) as Handle | null // Node's own member

/**
 * Decides about what clients ask of proxies by the host that is asked for, wherever the proxy is: a connection whose
 * bytes are those of a request to a proxy is moved to the steering server, or back to the proxy.
 */
export class Proxies {
  readonly #interceptor: Interceptor
  readonly #connect: (socket: Socket, port: number) => void
  readonly #routes = new WeakMap<Socket, Route>()

  /** @param connect connects a socket with a port of this machine, without an interception */
  constructor(interceptor: Interceptor, connect: (socket: Socket, port: number) => void) {
    this.#interceptor = interceptor
    this.#connect = connect
  }

  /** Watches the writes of a connection. */
  watch(socket: Socket, route: Route): void {
    this.#routes.set(socket, route)
  }

  /** Returns whether a connection may still turn out to be one to a proxy. */
  isWatched(socket: Socket): boolean {
    return this.#routes.has(socket)
  }

  /**
   * Looks at a write, given as `Socket.prototype._writeGeneric` gets it. Returns whether the write has to wait;
   * `proceed` is called when it may go on.
   */
  holds(socket: Socket, data: unknown, proceed: () => void): boolean {
    const route = this.#routes.get(socket)
    // A write before the connection is made comes back when it is.
    if (route === undefined || socket.connecting) return false
    const asked = askedOf(data)
    if (asked === null) {
      this.#routes.delete(socket)
      return false
    }
    route.refusal?.withdraw()
    const decision = this.#interceptor.decide(asked.host, asked.port)
    if (decision === 'pass' || decision === 'warn') return this.#leave(socket, route, asked, decision, proceed)
    return this.#answer(socket, route, asked, decision, proceed)
  }

  /** Lets a request reach the proxy. */
  #leave(socket: Socket, route: Route, { host, port }: Asked, decision: Decision, proceed: () => void): boolean {
    if (decision === 'warn') {
      const { message } = refusedCall({ host, port, caller: null })
      this.#interceptor.warn(host, `${message} (it goes there, because of unhandled: 'warn')`)
    }
    if (route.steeredTo === null || isSecure(socket)) return false
    route.steeredTo = null
    this.#interceptor.watch(socket, { host, port, decision })
    move(socket, route.connect, proceed)
    return true
  }

  /** Has a request answered by the steering server, or refuses it. */
  #answer(socket: Socket, route: Route, asked: Asked, decision: Decision, proceed: () => void): boolean {
    const interceptor = this.#interceptor
    const { host, port } = asked
    const pending = [...interceptor.pending].find((each) => each.host === host && each.port === port)
    const stack = pending?.stack ?? stackAbove(builtin().Socket.prototype.write)
    // A tunnel belongs to the work that has opened it.
    const written = { tag: currentTenant(), stack }
    let refusal: Refusal | null = null
    if (decision === 'refuse') {
      refusal = new Refusal(host, port, stack, { ...asked, ...pending })
      interceptor.record(refusal)
    }
    if (pending !== undefined && refusal !== null) {
      interceptor.pending.delete(pending)
      return end(socket, refusal.error)
    }
    const steeringPort = refusal === null ? interceptor.steeringPort(host) : interceptor.server.port
    const announce = (): void => {
      if (steeringPort === interceptor.server.port)
        interceptor.server.announce({ host, port, stack, client: socket, writtenAt: () => written, refusal })
    }
    if (isSecure(socket)) return route.steeredTo === null && end(socket, refusal?.error ?? secureProxy(asked))
    interceptor.watch(socket, { host, port, decision })
    if (route.steeredTo === steeringPort) {
      announce()
      return false
    }
    route.steeredTo = steeringPort
    move(
      socket,
      (onward) => this.#connect(onward, steeringPort),
      () => {
        announce()
        proceed()
      },
    )
    return true
  }
}

/** Ends a socket that waits with a write. */
function end(socket: Socket, error: Error): true {
  process.nextTick(() => socket.destroy(error))
  return true
}

function isSecure(socket: Socket): boolean {
  return socket instanceof tls().TLSSocket
}

function secureProxy({ host }: Asked): Error {
  return Object.assign(
    new Error(`backlot cannot answer for ${host} through a proxy on this machine that speaks TLS: leave the proxy out`),
    { code: 'ECONNREFUSED' },
  )
}

/** Gives a connected socket another connection, which `connect` opens, and then calls `moved`. */
function move(socket: Socket, connect: (onward: Socket) => void, moved: () => void): void {
  const onward = new (builtin().Socket)()
  onward.once('error', (error) => socket.destroy(error))
  onward.once('connect', () => {
    if (socket.destroyed) return void onward.destroy()
    const handle = handleOf(onward)
    const before = handleOf(socket)
    if (handle === null) return
    Reflect.set(onward, HANDLE, null)
    const isRead = before?.reading === true
    if (before?.hasRef() === false) handle.unref()
    reinitialize(socket, handle)
    if (isRead) {
      handle.reading = true
      handle.readStart()
    }
    onward.destroy()
    socket.setNoDelay(true)
    moved()
  })
  connect(onward)
}

/** Node's own way of giving a socket another handle, by which it tries one address after the other. */
function reinitialize(socket: Socket, handle: Handle): void {
  const { prototype } = builtin().Socket
  const symbol = Object.getOwnPropertySymbols(prototype).find(
    ({ description }) => description === 'kReinitializeHandle',
  )
  if (symbol === undefined) throw new Error(`backlot cannot answer for a proxy on Node.js ${process.version}`)
  const method = Reflect.get(prototype, symbol) as (this: Socket, handle: Handle) => void // Node's own member
  method.call(socket, handle)
}

/** Returns what the bytes of a write ask a proxy for; null for any other bytes. RFC 9112 sections 3.2.2 and 3.2.3 */
function askedOf(data: unknown): Asked | null {
  const first: unknown = Array.isArray(data) ? (data as unknown[])[0] : data
  const chunk: unknown = typeof first === 'object' && first !== null && 'chunk' in first ? first.chunk : first
  const text =
    typeof chunk === 'string'
      ? chunk.slice(0, LONGEST_LINE)
      : chunk instanceof Uint8Array
        ? Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, LONGEST_LINE)).toString('latin1')
        : ''
  const [, method = '', target = ''] = /^([A-Z]+) (\S+) HTTP\/1\.\d\r\n/.exec(text) ?? []
  if (method === 'CONNECT') return target.includes('://') ? null : tunnelTo(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target) ? requestOf(method, new URL(target)) : null
}

function tunnelTo(target: string): Asked | null {
  if (!URL.canParse(`http://${target}`)) return null
  const { hostname } = new URL(`http://${target}`)
  const port = /:(\d+)$/.exec(target)?.[1]
  return hostname === '' ? null : { host: bare(hostname), port: port === undefined ? 443 : Number(port) }
}

function requestOf(method: string, { hostname, protocol, port, pathname }: URL): Asked {
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return {
    host: bare(hostname),
    port: port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
    scheme,
    method,
    path: pathname,
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

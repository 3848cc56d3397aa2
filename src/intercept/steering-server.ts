import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type * as Http2 from 'node:http2'
import type { Duplex } from 'node:stream'
import { createSecureContext, type SecureContext } from 'node:tls'
import { callbackify } from 'node:util'
import { hostnameOf } from '#core/hosts.ts'
import { dispatchByFirstBytes, limitGreeting, tlsProtocol } from '#core/http/first-bytes.ts'
import { proxyHeader } from '#core/http/proxy-header.ts'
import { TENANT_HEADER, tagOfRequest } from '#core/tenants/tenant-tag.ts'
import { net, tls } from './builtins.ts'
import { forward, forwardUpgrade, leave, pipeTo } from './forward.ts'
import type { Answerer } from './layer.ts'
import { listenNow } from './listen-now.ts'
import {
  allowPreflight,
  isPreflight,
  pathOf,
  refuseAtProxy,
  refuseMalformed,
  refuseTunnel,
  requestedBy,
  targetOf,
  type Target,
} from './proxied-request.ts'
import { Refusal, type Requested } from './refused-call.ts'
import type { SteeringDecisions } from './steering-decisions.ts'
import type { Written } from './writes.ts'
import { nextTurn, startTimer, stopTimer } from '#core/real-time.ts'

/**
 * The time in which a client must send its first bytes, in milliseconds: of most protocols but HTTP, the server speaks
 * first.
 */
const SILENCE = 500

/** A connection of this process that was redirected to the server, as its client made it. */
export interface SteeredConnection {
  /** The host that the client called: a name, or an address where the client did not give a name. */
  readonly host: string
  readonly port: number
  /** The stack of the code that opened the connection. */
  readonly stack: string
  readonly client: Socket
  /** Returns for which tenant the byte at a place was written. */
  readonly writtenAt: (offset: number) => Written
  /** The refusal of the connection, where it is already clear that nothing answers for its host. */
  readonly refusal: Refusal | null
}

/** A connection as the server sees it. */
interface Connection {
  readonly host: string | null
  readonly port: number | null
  readonly secure: boolean
  /** Absent for a connection of another process. */
  readonly steered?: SteeredConnection | undefined
}

/**
 * The server of this process to which connections to the hosts of vendors are redirected. It speaks TLS with a
 * certificate for exactly the name that the client asks for, plain HTTP, and both as an HTTP proxy does (CONNECT, and
 * request targets with a host). Requests are answered by the instance of their host; others are refused. Only this
 * machine can reach it.
 */
export class SteeringServer {
  readonly port: number
  /**
   * True where clients check the certificates of every host: a tunnel to a host that nothing stands in for is refused
   * with the reason, as the authority may not sign for it. Else the request in the tunnel is read first.
   */
  refusesTunnels = false
  readonly #decisions: SteeringDecisions
  readonly #tcp: Server
  readonly #http: HttpServer
  readonly #sockets = new Set<Socket>()
  /** The connections of this process that have been opened, by the port of their client. */
  readonly #steered = new Map<number, SteeredConnection>()
  readonly #connections = new WeakMap<object, Connection>()
  readonly #contexts = new Map<string, Promise<SecureContext>>()

  constructor(decisions: SteeringDecisions) {
    this.#decisions = decisions
    this.#http = createHttpServer({ keepAliveTimeout: 30_000 }, (request, response) => this.#answer(request, response))
    this.#http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      this.#upgrade(request, stream, head),
    )
    this.#http.on('connect', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      this.#tunnel(request, stream, head),
    )
    this.#http.on('clientError', (_error: Error, stream: Duplex) => {
      const { steered, host = null } = this.#connections.get(stream) ?? {}
      // A client that names no host before its first request speaks to the proxy itself.
      if (steered === undefined && host === null) refuseMalformed(stream)
      else this.#refuse(stream, {})
    })
    this.#tcp = createServer({ noDelay: true }, (socket) => this.#accept(socket))
    this.#tcp.unref()
    this.port = listenNow(this.#tcp)
  }

  /** Announces a connection of this process, before its first bytes are sent. */
  announce(steered: SteeredConnection): void {
    const { localPort } = steered.client
    if (localPort !== undefined) this.#steered.set(localPort, steered)
  }

  /** Makes the certificate of a host ready. */
  prepare(host: string): void {
    void this.#contextFor(host, 'process').catch(() => undefined)
  }

  /** Ends every connection and frees the port. */
  close(): void {
    this.#tcp.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#steered.clear()
  }

  #accept(socket: Socket): void {
    this.#decisions.connected()
    const { remotePort = 0 } = socket
    socket.unref()
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const endWait = this.#endWhenSilent(socket, () => this.#steered.get(remotePort))
    socket.once('close', () => {
      endWait()
      this.#sockets.delete(socket)
      this.#steered.get(remotePort)?.refusal?.complete()
      this.#steered.delete(remotePort)
    })
    this.#dispatch(socket, () => {
      endWait()
      const steered = this.#steered.get(remotePort)
      this.#connections.set(socket, {
        host: steered?.host ?? null,
        port: steered?.port ?? null,
        secure: false,
        steered,
      })
    })
  }

  /**
   * Refuses a connection that is to be refused and says nothing, as its server is to speak first. A connection to an
   * instance may take its time. Returns a function that ends the wait.
   */
  #endWhenSilent(stream: Duplex, steered: () => SteeredConnection | undefined): () => void {
    let waits = true
    const refuse = (): void => {
      if (waits && steered()?.refusal) this.#refuse(stream, {})
    }
    // Bytes that arrived while the thread was busy are read before the second function runs.
    const timer = startTimer(() => nextTurn(() => nextTurn(refuse)), SILENCE)
    timer.unref()
    return () => {
      waits = false
      stopTimer(timer)
    }
  }

  /** Serves a connection by its first bytes. `begun` is called when they have arrived. */
  #dispatch(stream: Duplex, begun: () => void, { secure = false } = {}): void {
    const taking = (serve: () => void) => (): void => {
      begun()
      serve()
    }
    dispatchByFirstBytes(stream, [
      ...(secure ? [] : [tlsProtocol(taking(() => void this.#secure(stream)))]),
      { bytes: 3, recognize: isHttp, take: taking(() => this.#http.emit('connection', stream)) },
      { bytes: 3, recognize: () => true, take: taking(() => void this.#serveOther(stream)) },
    ])
  }

  /** Serves another protocol, such as that of a database: the instance speaks it at its own port. */
  async #serveOther(stream: Duplex): Promise<void> {
    const { host = null, port = null, steered } = this.#connections.get(stream) ?? {}
    const [first] = host === null ? [] : this.#decisions.all(host)
    if (host === null || first === undefined) return this.#refuse(stream, {})
    const { messageFormatOf, Relay, sharedConnection } = await import('./relay.ts')
    const format = await messageFormatOf(first.service)
    if (format === null) return pipeTo(first.port, stream, proxyHeader({ host }))
    const writtenAt = (offset: number): Written => steered?.writtenAt(offset) ?? { tag: null, stack: '' }
    void new Relay(sharedConnection(this.#decisions, { stream, host, port: port ?? 0, writtenAt }), format)
  }

  /** Serves a client that speaks HTTP/2 only. Its requests go to the instance's own port, which speaks HTTP/1.1. */
  #serveHttp2(stream: Duplex): void {
    const { createServer: createHttp2Server }: Pick<typeof Http2, 'createServer'> =
      process.getBuiltinModule('node:http2')
    const server = createHttp2Server((request, response) => {
      const { ':authority': authority = '', host = authority } = request.headers
      const connection = this.#connections.get(stream)
      const name = connection?.host ?? hostnameOf(host)
      const path = pathOf(request.url)
      const tenant = tagOfRequest(request.headers)
      const found = this.#decisions.find(hostnameOf(host), path, tenant) ?? this.#decisions.find(name, path, tenant)
      if (found === null) this.#refuse(stream, { scheme: 'https', method: request.method, path })
      else forward(found, request, response, host)
    })
    server.on('sessionError', () => stream.destroy())
    // A server of Node's sets this when the handshake is done, and a session of HTTP/2 waits for it.
    Object.assign(stream, { secureConnecting: false })
    server.emit('connection', stream)
  }

  async #secure(stream: Duplex): Promise<void> {
    const connection = this.#connections.get(stream)
    const clients = connection?.steered === undefined ? 'run' : 'process'
    let context: SecureContext
    try {
      context = await this.#contextFor(connection?.host ?? 'localhost', clients)
    } catch {
      return this.#refuse(stream, { scheme: 'https' })
    }
    let requestedName: string | null = null
    const secure = new (tls().TLSSocket)(stream, {
      isServer: true,
      secureContext: context,
      ALPNCallback: ({ protocols }) => protocolOf(protocols),
      SNICallback: callbackify((name: string) => {
        requestedName = name.toLowerCase()
        return this.#contextFor(requestedName, clients)
      }),
    })
    // A client that does not trust the authority sends an alert and disconnects.
    secure.on('error', () => {
      connection?.steered?.refusal?.complete({ scheme: 'https' })
      secure.destroy()
    })
    const greeted = limitGreeting(secure)
    await new Promise((resolve) => secure.once('secure', resolve))
    greeted()
    const host = connection?.host ?? requestedName
    this.#connections.set(secure, { host, port: connection?.port ?? null, secure: true, steered: connection?.steered })
    if (secure.alpnProtocol === 'h2') return this.#serveHttp2(secure)
    const endWait = this.#endWhenSilent(secure, () => connection?.steered)
    secure.once('close', endWait)
    this.#dispatch(secure, endWait, { secure: true })
  }

  #contextFor(host: string, clients: 'process' | 'run'): Promise<SecureContext> {
    const name = `${clients} ${host}`
    let context = this.#contexts.get(name)
    if (context === undefined) {
      context = import('#core/http/certificates.ts')
        .then(({ interceptionAuthority }) => interceptionAuthority())
        .then((authority) => createSecureContext(authority.serverKeyOf(host, clients)))
      this.#contexts.set(name, context)
    }
    return context
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const found = this.#find(request)
    if (found === null) return this.#refuseOrLeave(request, response)
    if (found.answering === null) forward(found, request, response)
    else void found.answering.request(request, response)
  }

  /**
   * Sends a request on to its host, where another process asks for one that may be called; refuses any other request.
   */
  #refuseOrLeave(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isForProxy(request)) return refuseAtProxy(response)
    const connection = this.#connections.get(request.socket)
    const upstream = targetOf(request.headers.host ?? '', 80)
    if (connection?.steered === undefined && connection?.secure === false && upstream !== null) {
      if (this.#decisions.mayLeave(upstream.host, upstream.port)) return forward(upstream, request, response)
    }
    this.#refuseRequest(request, response)
  }

  /**
   * Returns whether a request is addressed to this server itself, as those of a page of any site can be: nobody who
   * uses it as a proxy names its port.
   */
  #isForProxy({ headers, socket }: IncomingMessage): boolean {
    const { steered, host = null } = this.#connections.get(socket) ?? {}
    const target = targetOf(headers.host ?? '', 80)
    return steered === undefined && (target === null ? host === null : target.port === this.port)
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const found = this.#find(request)
    if (found === null && this.#isForProxy(request)) refuseMalformed(stream)
    else if (found === null) {
      const requested = requestedBy(request, this.#connections.get(stream)?.secure === true)
      this.#refuse(stream, { ...requested, page: () => this.#pageOf(request, requested) })
    } else if (found.answering === null) forwardUpgrade(found.port, request, stream, head)
    else void found.answering.upgrade(request, stream, head)
  }

  /** Serves what a client sends through a CONNECT to the host that it names. RFC 9110 section 9.3.6 */
  #tunnel(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy())
    const target = targetOf(request.url ?? '', 443)
    if (target === null) return refuseMalformed(stream)
    const { host, port } = target
    if (this.#decisions.find(host, '/') === null && this.#decisions.mayLeave(host, port))
      return leave(stream, head, host, port)
    if (this.refusesTunnels && !this.#decisions.has(host)) {
      const { call } = this.#refusalOf({ host, port, secure: false }, {})
      return refuseTunnel(stream, call.message)
    }
    stream.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) stream.unshift(head)
    this.#nameTarget(stream, target, false)
    this.#dispatch(stream, () => undefined)
  }

  /**
   * Lets a connection count as one to the host that a proxy is asked for: a refusal of the proxy itself is none of that
   * host.
   */
  #nameTarget(stream: Duplex, { host, port }: Target, secure: boolean): void {
    // The client announces each request of a connection that is kept.
    const steered = this.#steeredOf(stream) ?? this.#connections.get(stream)?.steered
    const isSame = steered !== undefined && steered.host === host && steered.port === port
    const named = steered === undefined || isSame ? steered : { ...steered, host, port, refusal: null }
    this.#connections.set(stream, { host, port, secure, steered: named })
  }

  /** Finds the instance that answers a request, and gives the request what the instance knows it by. */
  #find(request: IncomingMessage): Answerer | null {
    const found = this.#findByHost(request)
    if (found?.tenant !== undefined && request.headers[TENANT_HEADER] === undefined) {
      request.headers[TENANT_HEADER] = found.tenant
      request.rawHeaders.push(TENANT_HEADER, found.tenant)
    }
    return found
  }

  /** Finds the instance that answers a request, and gives the request the host that the instance knows it by. */
  #findByHost(request: IncomingMessage): Answerer | null {
    const absolute = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '')
    if (absolute !== null) {
      request.headers.host = absolute[1] ?? ''
      const rest = absolute[2] ?? ''
      request.url = rest.startsWith('/') ? rest : `/${rest}`
      const target = targetOf(absolute[1] ?? '', 80)
      const { steered, secure = false } = this.#connections.get(request.socket) ?? {}
      if (steered !== undefined && target !== null) this.#nameTarget(request.socket, target, secure)
    }
    const connection = this.#connections.get(request.socket)
    const path = pathOf(request.url)
    const { host } = request.headers
    const tenant = tagOfRequest(request.headers)
    const found = host === undefined ? null : this.#decisions.find(hostnameOf(host), path, tenant)
    if (found !== null || connection?.host == null) return found
    const byConnection = this.#decisions.find(connection.host, path, tenant)
    if (byConnection !== null) request.headers.host = connection.host
    return byConnection
  }

  #refuseRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket)
    const requested = requestedBy(request, connection?.secure === true)
    if (connection?.steered !== undefined) return this.#refuse(request.socket, requested)
    // The client is another process, which is told by an answer.
    if (isPreflight(request)) return allowPreflight(request, response)
    const page = (): string | null => this.#pageOf(request, requested)
    const refusal = this.#refusalOf(connection, { ...requested, page }, request.headers.host)
    const body = `backlot: ${refusal.call.message}\n`
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(body)
  }

  /** Returns the URL of the page that made a request, as far as its browser tells. */
  #pageOf(request: IncomingMessage, { scheme = 'http', method = 'GET', path = '/' }: Requested): string | null {
    const { host = '', referer, origin } = request.headers
    return this.#decisions.pageOf(method, `${scheme}://${host}`, path) ?? referer ?? origin ?? null
  }

  /** Ends a connection that no instance answers. A client in this process gets the reason as its error. */
  #refuse(stream: Duplex, requested: Requested): void {
    const connection = this.#connections.get(stream)
    const steered = connection?.steered ?? this.#steeredOf(stream)
    const refusal =
      steered?.refusal ?? this.#refusalOf(connection ?? (steered && { ...steered, secure: false, steered }), requested)
    refusal.complete(requested)
    steered?.client.destroy(refusal.error)
    stream.destroy()
  }

  #steeredOf(stream: Duplex): SteeredConnection | undefined {
    return stream instanceof net().Socket ? this.#steered.get(stream.remotePort ?? 0) : undefined
  }

  #refusalOf(connection: Connection | undefined, requested: Requested, hostHeader = ''): Refusal {
    const steered = connection?.steered
    const name = connection?.host ?? hostnameOf(hostHeader)
    const port = connection?.port ?? (requested.scheme === 'https' ? 443 : 80)
    const reason = this.#decisions.has(name) ? this.#decisions.withoutTenant(name) : null
    const all = reason === null ? requested : { ...requested, reason }
    const refusal = new Refusal(name, port, steered?.stack ?? '', all)
    refusal.complete()
    this.#decisions.record(refusal)
    return refusal
  }
}

/** Chooses HTTP/1.1 wherever the client offers it. RFC 7301 section 3.2 */
function protocolOf(offered: readonly string[]): string | undefined {
  return offered.includes('http/1.1') ? 'http/1.1' : offered[0]
}

/** Returns whether a connection begins with a method of HTTP: every one is in upper case. */
function isHttp(first: Buffer): boolean {
  return /^[A-Z]{3}$/.test(first.toString('latin1', 0, 3))
}

import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { ServerCertificate } from './certificates.ts'
import type { Instance } from '../instance.ts'
import { bind } from './bind.ts'
import { dispatchByFirstBytes, limitGreeting, tlsProtocol, type ProtocolHandler } from './first-bytes.ts'
import { respondToNode, respondToUpgrade } from './node-exchange.ts'
import { serviceProtocolHandlers, type OpenServer } from './service-protocol.ts'
import { nextTurn } from '../real-time.ts'

/** A listening server. */
export interface Listener {
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** The address of a server and the way in which it listens. */
export interface ListenOptions {
  port: number
  hostname: string
  /** True when the server keeps the process alive. */
  keepAlive: boolean
  /** Serves TLS with this certificate, and plain HTTP on the same port. */
  tls?: ServerCertificate
  /**
   * The time for a client's first bytes, for its TLS handshake and for the headers of each request, in milliseconds, at
   * a port that speaks more than plain HTTP. Default: one minute each
   */
  greetingLimit?: number
}

/** The way in which a server answers its requests. */
export interface RequestListeners {
  /** @param awaitsContinue true for a client that waits for `100 Continue`; absent: it has got it, or does not wait */
  answer(request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean): void
  /** Takes requests for a WebSocket. Absent: they are answered as if they did not ask for one. */
  upgrade?(request: IncomingMessage, stream: Duplex, head: Buffer): void
}

/** A server with a function that ends all its connections. */
interface ClosableServer {
  readonly server: Server
  closeAllConnections(): void
}

/**
 * Serves an instance over HTTP; resolves when it listens. Rejects with `PortInUse`, or with the system's error.
 */
export async function listen(instance: Instance, options: ListenOptions): Promise<Listener> {
  const { server, further } = serverOf(instance, options)
  const { port, close } = await listenAt(server, options, instance.service.id)
  return { port, close: async () => void (await Promise.all([close(), further.close()])) }
}

/**
 * Serves requests over HTTP, and the connections of further protocols, whose handlers `protocols` returns; resolves
 * when it listens. Rejects with `PortInUse`, or with the system's error.
 */
export async function listenForMany(
  listeners: RequestListeners,
  protocols: (openServer: OpenServer) => ProtocolHandler[],
  options: ListenOptions,
  name: string,
): Promise<Listener> {
  const further = new FurtherServers(name, options)
  const own = protocols((handlers) => further.open(handlers))
  const { port, close } = await listenAt(multiProtocolServer(listeners, own, options), options, name)
  return { port, close: async () => void (await Promise.all([close(), further.close()])) }
}

/** The server of an instance that does not listen: another server passes its connections on. */
export interface ConnectionServer {
  /** Serves a connection. */
  take(socket: Socket): void
  /** Ends every connection. */
  close(): Promise<void>
}

/** Returns the server of an instance for connections that another server has accepted. */
export function connectionServer(instance: Instance, options: ListenOptions): ConnectionServer {
  const { server: closable, further } = serverOf(instance, options)
  const { server } = closable
  // Node's limits for heads and bodies are watched from this event on.
  server.emit('listening')
  return {
    take: (socket) => void server.emit('connection', socket),
    close: async () => void (await Promise.all([closeServer(closable), further.close()])),
  }
}

function serverOf(instance: Instance, options: ListenOptions): { server: ClosableServer; further: FurtherServers } {
  const further = new FurtherServers(instance.service.id, options)
  const listeners = listenersOf(instance)
  if (options.tls === undefined && instance.service.protocol === undefined) {
    return { server: httpServer(listeners), further }
  }
  const own = serviceProtocolHandlers(instance, (handlers) => further.open(handlers))
  return { server: multiProtocolServer(listeners, own, options), further }
}

/** The servers that the protocol of a service opens beside that of the instance. */
class FurtherServers {
  readonly #name: string
  readonly #options: ListenOptions
  readonly #opening: Promise<Listener>[] = []
  #closed = false

  constructor(name: string, options: ListenOptions) {
    this.#name = name
    this.#options = options
  }

  /** Opens a server at a free port, whose connections the handlers serve; resolves with its port. */
  async open(handlers: readonly ProtocolHandler[]): Promise<number> {
    if (this.#closed) throw new Error(`${this.#name}: the instance is closed`)
    const opening = listenAt(dispatchingServer(handlers, this.#options), { ...this.#options, port: 0 }, this.#name)
    this.#opening.push(opening)
    return (await opening).port
  }

  /** Ends every connection and frees the ports. */
  async close(): Promise<void> {
    this.#closed = true
    const opened = await Promise.allSettled(this.#opening)
    const listeners = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await Promise.all(listeners.map((each) => each.close()))
  }
}

/** Makes a server listen. `name` is the name of the server in `PortInUse`. */
export async function listenAt(closable: ClosableServer, options: ListenOptions, name: string): Promise<Listener> {
  const { server } = closable
  if (!options.keepAlive) server.on('connection', (socket: Socket) => socket.unref())
  await bind(server, name, options)
  if (!options.keepAlive) server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return { port, close: () => closeServer(closable) }
}

const KEEP_ALIVE = { keepAliveTimeout: 30_000 }

/** Returns the options that give a client so many milliseconds for the headers of a request. */
function headLimit(limit: number | undefined): ServerOptions {
  return limit === undefined ? {} : { headersTimeout: limit, connectionsCheckingInterval: Math.ceil(limit / 4) }
}

function httpServer(listeners: RequestListeners): ClosableServer {
  const server = createServer(KEEP_ALIVE)
  addListeners(server, listeners)
  return { server, closeAllConnections: () => server.closeAllConnections() }
}

/** Returns the listeners by which a server answers from an instance. */
function listenersOf(instance: Instance): RequestListeners {
  return {
    answer: (request, response, awaitsContinue) => void respondToNode(instance, request, response, { awaitsContinue }),
    ...(instance.service.sockets === true
      ? { upgrade: (request, stream, head) => void respondToUpgrade(instance, request, stream, head) }
      : {}),
  }
}

function addListeners(server: Server, { answer, upgrade }: RequestListeners): void {
  server.on('request', (request, response) => answer(request, response))
  server.on('checkContinue', (request, response) => answer(request, response, true))
  // Without a listener Node refuses an unknown Expect with 417. RFC 9110 section 10.1.1 lets a server ignore it.
  server.on('checkExpectation', (request, response) => answer(request, response))
  server.on('clientError', refuseMalformed)
  if (upgrade === undefined) return
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade(request, stream, head)
    else serveWithoutUpgrade(server, request, stream, head)
  })
}

/** The headers by which a client asks for another protocol. RFC 9113 section 3.1 had `http2-settings`. */
const UPGRADE_HEADERS = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Serves a request that asks for a protocol which the server does not speak, such as the `h2c` of Java's client, as one
 * that does not ask: Node.js has ended its own reading of the connection, so it reads the request again without these
 * headers. RFC 9110 section 7.8
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, stream: Duplex, head: Buffer): void {
  const { method = 'GET', url = '/', rawHeaders } = request
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !UPGRADE_HEADERS.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[at + 1] ?? ''}\r\n`] : [],
  )
  const start = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  stream.unshift(Buffer.concat([start, head]))
  server.emit('connection', stream)
}

/**
 * Serves TLS, plain HTTP and the protocols of services on one port, distinguished by the first bytes, so that fixtures
 * and the control plane reach an instance without trusting its authority.
 */
function multiProtocolServer(
  listeners: RequestListeners,
  own: readonly ProtocolHandler[],
  options: ListenOptions,
): ClosableServer {
  const http = createServer({ ...KEEP_ALIVE, ...headLimit(options.greetingLimit) })
  addListeners(http, listeners)
  // Node's limits for heads and bodies are watched from this event on, and this server never listens itself.
  http.emit('listening')
  const closable = dispatchingServer([...own, httpHandler(http)], options)
  // Ends the timer that watches the limits.
  closable.server.once('close', () => http.close())
  return closable
}

/** Returns a server that serves each connection by its first bytes, over TLS too where it has a certificate. */
function dispatchingServer(unencrypted: readonly ProtocolHandler[], options: ListenOptions): ClosableServer {
  const { tls, greetingLimit } = options
  const handlers = tls === undefined ? unencrypted : [tlsHandler(tls, unencrypted, greetingLimit), ...unencrypted]
  const sockets = new Set<Socket>()
  const server = createTcpServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    dispatchByFirstBytes(socket, handlers, greetingLimit)
  })
  const closeAllConnections = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, closeAllConnections }
}

/** Returns the handler that gives every connection to an HTTP server. */
function httpHandler(http: Server): ProtocolHandler {
  return { bytes: 0, recognize: () => true, take: (socket) => void http.emit('connection', socket) }
}

/** Returns the handler of TLS connections, which gives their content to the other handlers. */
function tlsHandler(
  { key, cert }: ServerCertificate,
  inside: readonly ProtocolHandler[],
  limit: number | undefined,
): ProtocolHandler {
  const secureContext = createSecureContext({ key, cert })
  return tlsProtocol((stream) => {
    const socket = new TLSSocket(stream, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
    // A client that does not trust the authority sends an alert and disconnects.
    socket.on('error', () => socket.destroy())
    const greeted = limitGreeting(socket, limit)
    socket.once('secure', () => {
      greeted()
      dispatchByFirstBytes(socket, inside, limit)
    })
  })
}

/** The statuses of requests that Node.js refuses, by the code of its error; 400 for all others. */
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers bytes that are not HTTP, and requests beyond the limits of Node.js, unless an answer is half sent. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node's own member: the response under way.
  const { _httpMessage: response } = socket as { _httpMessage?: { readonly headersSent: boolean } | null }
  if (!socket.writable || response?.headersSent === true) socket.destroy()
  else {
    const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  }
}

async function closeServer({ server, closeAllConnections }: ClosableServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    closeAllConnections()
  })
  // A fetch of this process may still hold a socket that has just been ended. It notices in the next turns of the event
  // loop; without these turns it would reuse the socket for a server that is opened on the same port.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => nextTurn(resolve))
}

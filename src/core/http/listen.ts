import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { ServerCertificate } from './certificates.ts'
import type { Instance } from '../instance.ts'
import { bind } from './bind.ts'
import { dispatchByFirstBytes, limitGreeting, tlsProtocol, type ProtocolHandler } from './first-bytes.ts'
import { respondToNode, respondToUpgrade } from './node-exchange.ts'
import { serviceProtocolHandlers } from './service-protocol.ts'
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
  const isPlain = options.tls === undefined && instance.service.protocol === undefined
  return { server: isPlain ? httpServer(instance) : multiProtocolServer(instance, options, further), further }
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

function httpServer(instance: Instance): ClosableServer {
  const server = createServer(KEEP_ALIVE, answering(instance))
  server.on('clientError', refuseMalformed)
  acceptUpgrades(server, instance)
  return { server, closeAllConnections: () => server.closeAllConnections() }
}

/** Returns the request listener by which a server answers from an instance. */
function answering(instance: Instance) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    void respondToNode(instance, request, response)
  }
}

/** Lets a server take requests for WebSockets. Without it, Node answers them as if they did not ask for one. */
function acceptUpgrades(server: Server, instance: Instance): void {
  if (instance.service.sockets !== true) return
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    void respondToUpgrade(instance, request, stream, head)
  })
}

/**
 * Serves TLS, plain HTTP and the protocol of the service on one port, distinguished by the first bytes, so that
 * fixtures and the control plane reach an instance without trusting its authority.
 */
function multiProtocolServer(instance: Instance, options: ListenOptions, further: FurtherServers): ClosableServer {
  const http = createServer({ ...KEEP_ALIVE, ...headLimit(options.greetingLimit) }, answering(instance))
  http.on('clientError', refuseMalformed)
  acceptUpgrades(http, instance)
  // Node's limits for heads and bodies are watched from this event on, and this server never listens itself.
  http.emit('listening')
  const own = serviceProtocolHandlers(instance, (handlers) => further.open(handlers))
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

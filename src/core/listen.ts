import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isBodiless, isStreamed, lengthOf, text, type StreamedBody } from './answer.ts'
import { respond, type Outcome } from './app.ts'
import type { ServerCertificate } from './certificates.ts'
import type { Instance } from './instance.ts'

// Kept from before a test may install fake timers: closing must not wait for it to take them off.
const nextTurn = setImmediate

/** From which length on a body is handed over apart from its head, in UTF-16 units. */
const LONG = 16_384

/** The largest body that is read whole, in bytes. */
const BODY_LIMIT = 256 * 1024 * 1024

/** A listening server. */
export interface Listener {
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** Where to listen. */
export interface ListenOptions {
  port: number
  hostname: string
  /** Whether the server keeps the process alive. */
  keepAlive: boolean
  /** Serves TLS with this certificate, and plain HTTP on the same port to whoever speaks it. */
  tls?: ServerCertificate
}

/** Thrown by {@link listen} when another socket holds the port. */
export class PortInUse extends Error {
  override name = 'PortInUse'
  readonly port: number
  readonly service: string

  constructor(port: number, service: string) {
    super(`port ${port} is in use (${service}): pass another port, port: 0 for any free one, or stop the other process`)
    this.port = port
    this.service = service
  }
}

/** A server that listens, and how to end its connections. */
interface Front {
  readonly server: Server
  closeAllConnections(): void
}

/** Serves an instance over HTTP; resolves when it listens. Rejects with {@link PortInUse}, or with the system's error. */
export async function listen(instance: Instance, options: ListenOptions): Promise<Listener> {
  const front = options.tls === undefined ? plain(instance) : either(instance, options.tls)
  const { server } = front
  if (!options.keepAlive) server.on('connection', (socket: Socket) => socket.unref())
  await bound(server, instance, options)
  if (!options.keepAlive) server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return { port, close: () => closed(front) }
}

const KEEP_ALIVE = { keepAliveTimeout: 30_000 }

function plain(instance: Instance): Front {
  const server = createServer(KEEP_ALIVE, answering(instance))
  server.on('clientError', refuseNonsense)
  return { server, closeAllConnections: () => server.closeAllConnections() }
}

/** Answers the requests of a server from an instance. */
function answering(instance: Instance) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    void serve(instance, request, response)
  }
}

/**
 * TLS and plain HTTP on one port, told apart by the first byte: fixtures and the control plane reach an instance without
 * having to trust its authority.
 */
function either(instance: Instance, tls: ServerCertificate): Front {
  const http = createServer(KEEP_ALIVE, answering(instance))
  const https = createTlsServer({ ...KEEP_ALIVE, key: tls.key, cert: tls.cert }, answering(instance))
  for (const server of [http, https]) server.on('clientError', refuseNonsense)
  // A client that does not trust the authority says so and leaves.
  https.on('tlsClientError', (_error, socket) => socket.destroy())
  // A server that does not listen itself does not know its connections.
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    // Read, not listened for: nothing may flow before the server that takes the socket over is ready for it.
    const decide = (): void => {
      const first: Buffer | null = socket.read(1)
      if (first === null) {
        socket.once('readable', decide)
        return
      }
      socket.unshift(first)
      ;(first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket)
    }
    decide()
  })
  const closeAllConnections = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, closeAllConnections }
}

/** The first byte of every TLS connection. RFC 8446 section 5.1 */
const TLS_HANDSHAKE = 22

/** A request that is not HTTP is its sender's trouble, never the instance's. */
function refuseNonsense(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
}

function bound(server: Server, instance: Instance, { port, hostname }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, instance.service.id) : error)
    })
    server.listen(port, hostname, resolve)
  })
}

async function closed({ server, closeAllConnections }: Front): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    closeAllConnections()
  })
  // A fetch of this process may still hold a socket that has just been ended; it learns of it in the next turns, and
  // would otherwise reuse it for a server opened on the same port.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => nextTurn(resolve))
}

async function serve(instance: Instance, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await respond(instance, {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.headers,
    read: () => readBody(request),
    pieces: () => request,
    left: leaving(response),
    inProcess: false,
    clientAddress: addressOf(request),
  })
  try {
    write(request, response, outcome)
  } catch (error) {
    // A header that HTTP cannot carry is told to whoever asked; nobody awaits this function.
    const answer = text(`backlot's ${instance.service.id} cannot send its answer: ${String(error)}\n`, 500)
    write(request, response, { ...outcome, answer, connection: 'keep' })
  }
  outcome.sent()
}

/** Where a connection comes from. A server of both families sees clients of IPv4 as `::ffff:192.0.2.1`. */
function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
}

/** Tells when the connection of a response closes before it was sent; watched from the first time on that it is asked. */
function leaving(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller === undefined) {
      const mine = (controller = new AbortController())
      const leave = (): void => {
        if (!response.writableFinished) mine.abort()
      }
      if (response.closed) leave()
      else response.once('close', leave)
    }
    return controller.signal
  }
}

function write(request: IncomingMessage, response: ServerResponse, { answer, connection }: Outcome): void {
  if (connection === 'drop') {
    const { socket } = request
    // Only a bare TCP connection can be reset.
    if ('encrypted' in socket) socket.destroy()
    else socket.resetAndDestroy()
    return
  }
  const { status, headers, body } = answer
  if (isStreamed(body)) {
    response.writeHead(status, headers)
    if (request.method === 'HEAD') response.end()
    else void stream(response, body, connection === 'truncate')
    return
  }
  const bodiless = isBodiless(status)
  const length = Number(headers['content-length'] ?? lengthOf(body))
  const isWhole = bodiless || headers['content-length'] !== undefined
  response.writeHead(status, isWhole ? headers : { ...headers, 'content-length': String(length) })
  if (connection === 'truncate') {
    const bytes = Buffer.from(body ?? '')
    response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy())
  } else if (request.method === 'HEAD' || bodiless || body === null) {
    response.end()
  } else {
    // Else Node joins head and body into one more text, which for a long one costs as much as all else about sending it.
    if (typeof body === 'string' && body.length > LONG) {
      response.cork()
      response.flushHeaders()
    }
    // What is as long in bytes as in units is ASCII, which is copied where UTF-8 would be encoded.
    response.end(body, body.length === length ? 'latin1' : 'utf8')
  }
}

/** Sends pieces as they come, at the pace of the client; of a response to be truncated the first, then it closes. */
async function stream(response: ServerResponse, body: StreamedBody, truncated: boolean): Promise<void> {
  // What is known before the first piece is sent at once: a client that follows waits for it.
  response.flushHeaders()
  try {
    await pipeline(Readable.from(truncated ? first(body) : body), response)
  } catch {
    // The client left, or the state that the pieces come from has ended: either way there is nobody to tell.
    response.destroy()
  }
}

async function* first(body: StreamedBody): StreamedBody {
  for await (const piece of body) {
    yield piece
    throw new Error('truncated')
  }
}

function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Its client left while a fault delayed it: no event will come any more.
    if (request.destroyed) reject(new Error('the connection closed before the body was read'))
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > BODY_LIMIT) request.destroy(new Error(`the body is larger than ${BODY_LIMIT} bytes`))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      // It closes after its end too: an error nobody hears of would cost its stack with every request.
      if (!request.readableEnded) reject(new Error('the connection closed before the body was whole'))
    })
  })
}

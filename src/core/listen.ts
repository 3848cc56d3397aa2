import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from './answer.ts'
import { respond, type Outcome } from './app.ts'
import type { Instance } from './instance.ts'

// Kept from before a test may install fake timers: closing must not wait for it to take them off.
const nextTurn = setImmediate

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

/** Serves an instance over HTTP; resolves when it listens. Rejects with {@link PortInUse}, or with the system's error. */
export async function listen(instance: Instance, options: ListenOptions): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    void serve(instance, request, response)
  })
  // A request that is not HTTP is its sender's trouble, never the instance's.
  server.on('clientError', (_error, socket: Duplex) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  })
  if (!options.keepAlive) server.on('connection', (socket) => socket.unref())
  await bound(server, instance, options)
  if (!options.keepAlive) server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return { port, close: () => closed(server) }
}

function bound(server: Server, instance: Instance, { port, hostname }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, instance.service.id) : error)
    })
    server.listen(port, hostname, resolve)
  })
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
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
    inProcess: false,
  })
  try {
    write(request, response, outcome)
  } catch (error) {
    // A header that HTTP cannot carry is told to whoever asked; nobody awaits this function.
    const answer = text(`backlot's ${instance.service.id} cannot send its answer: ${String(error)}\n`, 500)
    write(request, response, { ...outcome, answer })
  }
  outcome.sent()
}

function write(request: IncomingMessage, response: ServerResponse, { answer, connection }: Outcome): void {
  if (connection === 'drop') {
    request.socket.resetAndDestroy()
    return
  }
  const { status, headers, body } = answer
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const bodiless = status === 204 || status === 304
  response.writeHead(status, bodiless ? headers : { ...headers, 'content-length': String(length) })
  if (connection === 'truncate') {
    const bytes = Buffer.from(body ?? '')
    response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy())
  } else if (request.method === 'HEAD' || bodiless || body === null) {
    response.end()
  } else {
    response.end(body)
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
    request.on('close', () => reject(new Error('the connection closed before the body was whole')))
  })
}

import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isBodiless, isStreamed, lengthOf, text, type Answer, type StreamedBody } from '../answer.ts'
import { respond } from '../app.ts'
import type { Exchange, RequestHeaders } from '../exchange.ts'
import type { Instance } from '../instance.ts'
import { answered, type Outcome } from './outcome.ts'

/** The length from which a text body is handed over apart from its head, in UTF-16 units. */
const LONG = 16_384

/** The place of an instance behind a server that has several. */
export interface Place {
  /** The request target as the instance sees it: path and query without the mount path. */
  readonly target: string
  /** The base URL that the answer advertises, mount path included, without a slash at the end. */
  readonly origin: string
}

/** How a request came. */
export interface Arrival {
  /** Absent: the instance is alone behind its server. */
  readonly place?: Place | undefined
  /** True for a client that waits for `100 Continue`, which the server has not sent. */
  readonly awaitsContinue?: boolean | undefined
}

/** Answers a request of `node:http` from an instance. Never rejects. */
export async function respondToNode(
  instance: Instance,
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival = {},
): Promise<void> {
  const responding = respond(instance, new NodeExchange(request, response, arrival))
  const outcome = responding instanceof Promise ? await responding : responding
  try {
    write(request, response, outcome)
  } catch (error) {
    // The answer has a header that HTTP cannot carry. Nobody awaits this function, so the client gets the reason.
    const answer = text(`backlot's ${instance.service.id} cannot send its answer: ${String(error)}\n`, 500)
    write(request, response, { ...outcome, answer, connection: 'respond' })
  }
  outcome.flush?.()
}

/**
 * Answers a request of `node:http` that asks for another protocol: with a WebSocket where the instance accepts one,
 * else as any other request, and then the connection ends. Never rejects.
 */
export async function respondToUpgrade(
  instance: Instance,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  place?: Place,
): Promise<void> {
  stream.on('error', () => stream.destroy())
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(stream as Socket) // the stream of an HTTP server is one
  const upgrades = request.headers.upgrade?.toLowerCase() === 'websocket'
  const outcome = await respond(instance, new NodeExchange(request, response, { upgrades, place }))
  const { socket } = outcome.answer
  if (socket !== undefined && outcome.connection === 'respond') {
    response.detachSocket(stream as Socket) // as above
    await (outcome.sockets ?? instance.sockets).accept(socket, request, stream, head)
  } else {
    response.on('finish', () => stream.end())
    write(request, response, outcome)
  }
  outcome.flush?.()
}

/** Answers a request of `node:http` that is for no instance. */
export function answerNode(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  write(request, response, answered(answer))
}

/** A request of `node:http`. */
export class NodeExchange implements Exchange {
  readonly method: string
  readonly target: string
  readonly headers: RequestHeaders
  readonly body: AsyncIterable<Uint8Array> | null
  readonly inProcess = false
  readonly upgrades: boolean
  readonly awaitsContinue: boolean
  readonly origin?: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #clientGone: AbortSignal | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { upgrades = false, place, awaitsContinue = false }: Arrival & { readonly upgrades?: boolean } = {},
  ) {
    this.method = request.method ?? 'GET'
    this.target = place?.target ?? originForm(request)
    if (place !== undefined) this.origin = place.origin
    this.headers = request.headers
    this.awaitsContinue = awaitsContinue && hasBody(request)
    const body = this.awaitsContinue ? bodyAskedFor(request, response) : request
    this.body = hasBody(request) && !upgrades ? body : null
    this.#request = request
    this.#response = response
    this.upgrades = upgrades
  }

  /** A server that listens on both families sees clients of IPv4 as `::ffff:192.0.2.1`. */
  get clientAddress(): string {
    return this.#request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  }

  /** The connection is watched from the first read of this signal on. */
  get clientGone(): AbortSignal {
    this.#clientGone ??= goneSignal(this.#response)
    return this.#clientGone
  }
}

/**
 * Returns the target of a request as path and query. A client that takes the instance for a proxy sends a whole URL,
 * whose host counts in place of the Host header. RFC 9112 section 3.2.2
 */
export function originForm({ url = '/', headers }: IncomingMessage): string {
  if (url.startsWith('/')) return url
  const [, host, target = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? []
  if (host === undefined) return url
  headers.host = host
  return target.startsWith('/') ? target : `/${target}`
}

/** RFC 9112 section 6.3 */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** Asks for the body of a request when its first piece is read, and yields its pieces. */
async function* bodyAskedFor(request: IncomingMessage, response: ServerResponse): AsyncIterable<Uint8Array> {
  response.writeContinue()
  yield* request as AsyncIterable<Buffer> // a request without an encoding yields buffers
}

/** A signal that fires when the connection of a response closes before the response has been sent. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller.signal
}

function write(request: IncomingMessage, response: ServerResponse, { answer, connection }: Outcome): void {
  if (connection === 'drop') {
    const { socket } = request
    // Only a bare TCP connection can be reset.
    if ('encrypted' in socket) socket.destroy()
    else socket.resetAndDestroy()
    return
  }
  const { status, body, cookies } = answer
  const headers: Readonly<Record<string, string | string[]>> =
    cookies === undefined ? answer.headers : { ...answer.headers, 'set-cookie': [...cookies] }
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
    // Node would join head and body into one more text, which for a long body costs as much as the rest of sending it.
    if (typeof body === 'string' && body.length > LONG) {
      response.cork()
      response.flushHeaders()
    }
    // A text that is as long in bytes as in units is ASCII: it is copied, which is faster than encoding it as UTF-8.
    response.end(body, body.length === length ? 'latin1' : 'utf8')
  }
}

/**
 * Sends pieces as they are made, at the pace of the client; of a response to be truncated only the first, and then it
 * closes.
 */
async function stream(response: ServerResponse, body: StreamedBody, truncated: boolean): Promise<void> {
  // The headers are sent before the first piece exists: a client that follows the body waits for them.
  response.flushHeaders()
  try {
    await pipeline(Readable.from(truncated ? first(body) : body), response)
  } catch {
    // The client has closed the connection, or the state behind the pieces has ended: no client is there to get an
    // error.
    response.destroy()
  }
}

async function* first(body: StreamedBody): StreamedBody {
  for await (const piece of body) {
    yield piece
    throw new Error('truncated')
  }
}

import { Readable } from 'node:stream'
import { isBodiless, isStreamed, type Answer, type StreamedBody } from '../answer.ts'
import { respond } from '../app.ts'
import type { Exchange } from '../exchange.ts'
import type { Instance } from '../instance.ts'
import type { Outcome } from './outcome.ts'
import { nextTurn } from '../real-time.ts'

/** How a `Request` is answered. */
export interface WebOptions {
  /**
   * The base URL that the answer advertises, mount path included, without a slash at the end. Default: the URL of the
   * instance
   */
  readonly origin?: string
  /**
   * The path in front of the instance's own path in the URL of the request, without a slash at the end. Default: none
   */
  readonly mountPath?: string
  /**
   * Returns the pieces of a body that a server above has received, and throws a failure of the request where that
   * server has not passed all of them on. Default: the pieces as they come
   */
  readonly receiveBody?: (pieces: AsyncIterable<Uint8Array>, headers: Headers) => AsyncIterable<Uint8Array>
}

/**
 * Answers a `Request` from an instance, without a network. The host of its URL does not matter.
 *
 * Rejects with a TypeError where a connection would have been dropped, as `fetch` does, and with the reason of the
 * request's signal when that fires before the answer is there; the work goes on then, as on a server that does not know
 * yet.
 */
export async function respondToWeb(instance: Instance, request: Request, options: WebOptions = {}): Promise<Response> {
  const { signal } = request
  signal.throwIfAborted()
  const responding = answerExchange(instance, exchangeOf(request, options))
  return responseOf(request.method, await untilAborted(signal, responding))
}

/** Answers an exchange. Its events are sent in the next turn of the event loop. Never rejects. */
export async function answerExchange(instance: Instance, exchange: Exchange): Promise<Outcome> {
  const outcome = await respond(instance, exchange)
  // Deliveries must not start before the caller has its response, nor wait for a caller that has given up.
  if (outcome.flush !== null) nextTurn(outcome.flush)
  return outcome
}

function exchangeOf(request: Request, { origin, mountPath = '', receiveBody }: WebOptions): Exchange {
  // The URL of a Request is absolute and normalized: `http://host/path?query#fragment`.
  const { url } = request
  const hostAt = url.indexOf('://') + 3
  const pathAt = url.indexOf('/', hostAt)
  const targetAt = pathAt + mountPath.length
  const fragmentAt = url.indexOf('#', targetAt)
  const headers: Record<string, string> = { host: url.slice(hostAt, pathAt) }
  for (const [name, value] of request.headers) headers[name] = value
  const pieces = request.body === null ? null : iterable(request.body)
  const received = pieces === null ? null : (receiveBody?.(pieces, request.headers) ?? pieces)
  return {
    method: request.method,
    target: fragmentAt < 0 ? url.slice(targetAt) : url.slice(targetAt, fragmentAt),
    headers,
    body: received === null ? null : measured(received, headers),
    clientGone: request.signal,
    clientAddress: '127.0.0.1',
    inProcess: true,
    ...(origin === undefined ? {} : { origin }),
  }
}

/** The pieces of a body; a `Request` does not tell its length, so `content-length` is set once it is known. */
async function* measured(body: AsyncIterable<Uint8Array>, headers: Record<string, string>): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of body) {
    length += piece.length
    yield piece
  }
  headers['content-length'] = String(length)
}

/**
 * Returns the response to a request with this method.
 *
 * @throws a TypeError where the connection is dropped, as `fetch` does.
 */
export function responseOf(method: string, { answer, connection }: Outcome): Response {
  const { status, body } = answer
  const headers = answer.cookies === undefined ? answer.headers : withCookies(answer.headers, answer.cookies)
  const truncated = connection === 'truncate'
  if (connection === 'drop') throw new TypeError('fetch failed', { cause: closed('ECONNRESET') })
  if (body === null || isBodiless(status) || method === 'HEAD') return new Response(null, { status, headers })
  if (isStreamed(body)) return new Response(toStream(body, truncated), { status, headers })
  if (truncated) return new Response(half(Buffer.from(body)), { status, headers })
  // Given a text, Response would add a content type where the answer has none.
  const isText = typeof body === 'string' && answer.headers['content-type'] !== undefined
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body as Uint8Array<ArrayBuffer>) // Response copies it
  return new Response(isText ? body : bytes, { status, headers })
}

function withCookies(headers: Answer['headers'], cookies: readonly string[]): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}

function closed(code?: string): Error {
  return Object.assign(new Error('other side closed'), code === undefined ? {} : { code })
}

/** A stream that fails half-way, as a connection that closes early does. */
function half(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body.slice(0, body.length >> 1))
      controller.error(new TypeError('terminated', { cause: closed() }))
    },
  })
}

/** The pieces as they are made; of a response to be truncated only the first, and then the stream fails. */
function toStream(body: StreamedBody, truncated: boolean): ReadableStream<Uint8Array> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      yield Buffer.from(piece)
      if (truncated) throw new TypeError('terminated', { cause: closed() })
    }
  }
  // Node types its own streams apart from those of fetch; they are the same at run time.
  return Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>
}

/** Resolves to the outcome; rejects when the signal fires before. */
export function untilAborted(signal: AbortSignal, responding: Promise<Outcome>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error) // as fetch does, whatever the reason is
    // A signal that has fired already fires no more.
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void responding.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Node's web streams are iterable; the types of the DOM do not say so. */
function iterable(stream: unknown): AsyncIterable<Uint8Array> {
  return stream as AsyncIterable<Uint8Array> // the body of a request
}

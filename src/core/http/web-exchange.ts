import { respond } from '../app.ts'
import type { Exchange } from '../exchange.ts'
import type { Instance } from '../instance.ts'
import type { Outcome } from './outcome.ts'
import { nextTurn } from '../real-time.ts'
import { responseOf, untilAborted } from './web-response.ts'

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

/** Node's web streams are iterable; the types of the DOM do not say so. */
function iterable(stream: unknown): AsyncIterable<Uint8Array> {
  return stream as AsyncIterable<Uint8Array> // the body of a request
}

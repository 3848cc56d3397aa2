import type { SocketEndpoint } from './http/socket-endpoint.ts'
import type { JsonText } from './text/json-text.ts'

/**
 * A body that is made piece by piece while the response is being sent. Its iterator is closed when the client
 * disconnects.
 */
export type StreamedBody = AsyncIterable<string | Uint8Array>

declare const written: unique symbol

/** The parts of an HTTP response, already serialised: a handler returns them. `T` is what its body was written from. */
export interface Answer<T = unknown> {
  /** Only a type: the value of the body, which `npm run answers` reads for the types of calls. */
  readonly [written]?: T
  /** The HTTP status. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; null for none. A text is sent as UTF-8. */
  readonly body: string | Uint8Array | StreamedBody | null
  /** The values of Set-Cookie headers, which cannot be joined into one; absent: `headers` has all. */
  readonly cookies?: readonly string[]
  /** Serves the connection as a WebSocket from here on; set by {@link acceptSocket}. */
  readonly socket?: SocketEndpoint<never>
}

/**
 * Returns the answer to a request that asks for a WebSocket: the connection is the endpoint's from then on. A request
 * that does not ask for one is answered 426. The service's definition must say `sockets: true`. RFC 6455 section 4.2
 */
export function acceptSocket<X>(endpoint: SocketEndpoint<X>): Answer {
  return { status: 101, headers: {}, body: null, socket: endpoint }
}

/** Returns true for a body that is made while it is being sent. */
export function isStreamed(body: Answer['body']): body is StreamedBody {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** Returns the length of a body on the wire, in bytes. */
export function lengthOf(body: string | Uint8Array | null): number {
  return body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

/** Returns true for a status whose responses have no body. RFC 9110 sections 6.4.1 and 15.3.6 */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/**
 * Returns an answer with a JSON body. Members that are `undefined` are left out, as JSON does.
 *
 * @throws TypeError for a value that JSON cannot express, such as undefined for a row that does not exist.
 */
export function json<T>(value: T, status = 200, headers: Record<string, string> = {}): Answer<T> {
  const body: string | undefined = JSON.stringify(value)
  if (body === undefined) {
    throw new TypeError(`json: ${typeof value} cannot be expressed in JSON: answer null, empty(), or throw a Failure`)
  }
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

/** Like {@link json}, of a value that is text already. */
export function jsonText<T>(text: JsonText<T>, status = 200, headers: Record<string, string> = {}): Answer<T> {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: text }
}

/** Returns an answer that refuses a request: its body is none that the operation answers otherwise. */
export function asRefusal(answer: Answer): Answer<never> {
  return answer as Answer<never> // only the type of its body differs
}

/** Returns an answer without a body; its status is 204 by default. */
export function empty(status = 204, headers: Record<string, string> = {}): Answer<null> {
  return { status, headers, body: null }
}

/** Returns an answer in plain text. */
export function text(body: string, status = 200, headers: Record<string, string> = {}): Answer<string> {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}

/** Returns a redirect; its status is 302 by default. */
export function redirect(location: string, status = 302, headers: Record<string, string> = {}): Answer<null> {
  return { status, headers: { location, ...headers }, body: null }
}

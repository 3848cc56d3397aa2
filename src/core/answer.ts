/** A body that is made piece by piece while the response is being sent. It is given up when the client leaves. */
export type StreamedBody = AsyncIterable<string | Uint8Array>

/** What a handler answers: the parts of an HTTP response, already serialised. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | null
  /** The values of several Set-Cookie headers, which no other header can be joined from; absent: `headers` has all. */
  readonly cookies?: readonly string[]
}

/** Whether a body is made while it is being sent. */
export function isStreamed(body: Answer['body']): body is StreamedBody {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** How long a body is on the wire, in bytes. */
export function lengthOf(body: string | Uint8Array | null): number {
  return body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

/** Whether a response of this status has no body, whatever was answered. RFC 9110 section 6.4.1 */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}

/**
 * A JSON body. `undefined` members are left out, as JSON does.
 *
 * @throws TypeError for a value that JSON has nothing for, such as undefined for a row that there is not.
 */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  const body: string | undefined = JSON.stringify(value)
  if (body === undefined) {
    throw new TypeError(`json: ${typeof value} is nothing that JSON has: answer null, empty(), or throw a Failure`)
  }
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

/** No body: 204 unless told otherwise. */
export function empty(status = 204, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: null }
}

/** Plain text. */
export function text(body: string, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}

/** A redirect; 302 unless told otherwise. */
export function redirect(location: string, status = 302, headers: Record<string, string> = {}): Answer {
  return { status, headers: { location, ...headers }, body: null }
}

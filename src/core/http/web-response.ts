import { Readable } from 'node:stream'
import { isBodiless, isStreamed, type Answer, type StreamedBody } from '../answer.ts'
import type { Outcome } from './outcome.ts'

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

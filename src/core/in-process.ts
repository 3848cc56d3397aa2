import { Readable } from 'node:stream'
import { isBodiless, isStreamed, type StreamedBody } from './answer.ts'
import { respond } from './app.ts'
import type { Instance } from './instance.ts'

// Kept from before a test may install fake timers.
const nextTurn = setImmediate

/**
 * Answers a Request without a network. Rejects with a TypeError where a connection would have been dropped, as fetch
 * does.
 */
export async function fetchInProcess(instance: Instance, request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) }
  request.signal.throwIfAborted()
  const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  if (bytes !== null) headers['content-length'] = String(bytes.length)
  const responded = respond(instance, {
    method: request.method,
    target: pathname + search,
    headers,
    read: () => Promise.resolve(bytes ?? new Uint8Array()),
    pieces: () => Readable.from(bytes === null ? [] : [bytes]),
    left: () => request.signal,
    inProcess: true,
    clientAddress: '127.0.0.1',
  })
  // The dispatcher must not start before the caller has its response, nor wait for one who has given up.
  void responded.then(({ sent }) => nextTurn(sent))
  const { answer, connection } = await untilAborted(request.signal, responded)
  if (connection === 'drop') {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }),
    })
  }
  const bodiless = isBodiless(answer.status) || request.method === 'HEAD'
  if (isStreamed(answer.body)) {
    const streamed = bodiless ? null : toStream(answer.body, connection === 'truncate')
    return new Response(streamed, { status: answer.status, headers: answer.headers })
  }
  const body = bodiless || answer.body === null ? null : toBody(answer.body)
  return new Response(connection === 'truncate' && body !== null ? cut(body) : body, {
    status: answer.status,
    headers: answer.headers,
  })
}

function toBody(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(typeof body === 'string' ? Buffer.from(body) : body)
}

/** A stream that fails half-way, as a connection that closes early does. */
function cut(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body.slice(0, body.length >> 1))
      controller.error(new TypeError('terminated', { cause: new Error('other side closed') }))
    },
  })
}

/** What `work` gives, unless the caller gives up before: the work goes on then, as a server would not know yet. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error) // as fetch does, whatever the reason is
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The pieces as they come; of a response to be truncated the first, and then it fails. */
function toStream(body: StreamedBody, truncated: boolean): ReadableStream<Uint8Array> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      yield Buffer.from(piece)
      if (truncated) throw new TypeError('terminated', { cause: new Error('other side closed') })
    }
  }
  // Node types its own streams apart from those of fetch; they are the same at run time.
  return Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>
}

import { respond } from './app.ts'
import type { Instance } from './instance.ts'

// Kept from before a test may install fake timers.
const nextTurn = setImmediate

/**
 * Answers a Request without a network. Rejects with a TypeError where a connection would have been dropped, as fetch
 * does.
 */
export async function fetchInProcess(instance: Instance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  if (bytes !== null) headers['content-length'] = String(bytes.length)
  const { answer, connection, sent } = await respond(instance, {
    method: request.method,
    target: pathname + search,
    headers,
    read: () => Promise.resolve(bytes ?? new Uint8Array()),
    inProcess: true,
  })
  // The dispatcher must not start before the caller has its response.
  nextTurn(sent)
  if (connection === 'drop') {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }),
    })
  }
  const bodiless = answer.status === 204 || answer.status === 304 || request.method === 'HEAD'
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

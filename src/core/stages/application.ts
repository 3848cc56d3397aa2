import type { Answer, StreamedBody } from '../answer.ts'
import type { Application } from '../application.ts'
import type { Passage } from './passage.ts'
import { nextTurn } from '../real-time.ts'

/** The most bytes of a body that are collected to be sent with their length. */
const COLLECTED = 1024 * 1024

/** Has the application of a service answer, where it is one. */
export function askApplication(passage: Passage): void | Promise<void> {
  const { application } = passage.instance.service
  return application === undefined ? undefined : ask(passage, application)
}

async function ask(passage: Passage, application: Application): Promise<void> {
  const { instance, store } = passage
  const env = { clock: instance.clock, url: passage.call.origin }
  const response = await application.fetch(requestOf(passage), env)
  if (!(response instanceof Response)) {
    throw new TypeError(`${instance.service.id}: fetch returned no Response but ${String(response)}`)
  }
  passage.answer = await answerOf(response, store.signal)
}

/** The request of a passage as a `Request`. Its body has been read. */
function requestOf({ exchange, call }: Passage): Request {
  const { method, bytes, search } = call
  const { protocol, host } = new URL(call.origin)
  const path = call.path.startsWith('/') ? call.path : '/'
  const headers = new Headers()
  for (const [name, value] of Object.entries(exchange.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const hasBody = bytes.length > 0 && method !== 'GET' && method !== 'HEAD'
  return new Request(`${protocol}//${call.header('host') ?? host}${path}${search}`, {
    method,
    headers,
    signal: exchange.clientGone,
    ...(hasBody ? { body: bytes as Uint8Array<ArrayBuffer> } : {}), // Request copies it
  })
}

/** Returns a response as an answer: whole when its body is there at once, else streamed until `ended` fires. */
async function answerOf(response: Response, ended: AbortSignal): Promise<Answer> {
  const cookies = response.headers.getSetCookie()
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  const body = response.body === null ? null : await bodyOf(response.body, ended)
  return { status: response.status, headers, body, ...(cookies.length === 0 ? {} : { cookies }) }
}

type Reading = Promise<Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>>

async function bodyOf(body: ReadableStream<Uint8Array>, ended: AbortSignal): Promise<Uint8Array | StreamedBody> {
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  while (size <= COLLECTED) {
    const reading: Reading = reader.read()
    // The pieces must be read in order.
    const piece = await Promise.race([reading, later()])
    if (piece === 'later') return streamed(reader, pieces, reading, ended)
    if (piece.done) return pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces)
    pieces.push(piece.value)
    size += piece.value.length
  }
  return streamed(reader, pieces, reader.read(), ended)
}

/** Resolves once everything that is ready has had its turn. */
function later(): Promise<'later'> {
  return new Promise((resolve) => nextTurn(() => resolve('later')))
}

/**
 * Yields the pieces that have arrived and those that follow. Cancels the response's body when the client disconnects or
 * a reset begins.
 */
async function* streamed(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pieces: readonly Uint8Array[],
  reading: Reading,
  ended: AbortSignal,
): StreamedBody {
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  ended.addEventListener('abort', cancel, { once: true })
  try {
    yield* pieces
    for (let piece = await reading; !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    ended.removeEventListener('abort', cancel)
    cancel()
  }
}

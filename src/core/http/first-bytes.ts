import type { Duplex } from 'node:stream'
import { MINUTE } from '../duration.ts'
import { nextTurn, startTimer, stopTimer } from '../real-time.ts'

/**
 * The time in which a client must say which protocol it speaks, and finish its TLS handshake, in milliseconds. Node's
 * own HTTP server gives the headers of a request as long.
 */
const GREETING_LIMIT = MINUTE

/** The first byte of every TLS connection. RFC 8446 section 5.1 */
const TLS_HANDSHAKE = 22

/** A handler for the connections that begin with certain bytes. */
export interface ProtocolHandler {
  /** The number of bytes that `recognize` looks at. */
  readonly bytes: number
  recognize(first: Buffer): boolean
  take(stream: Duplex): void
}

/** Returns the handler of TLS connections. */
export function tlsProtocol(take: (stream: Duplex) => void): ProtocolHandler {
  return { bytes: 1, recognize: (first) => first[0] === TLS_HANDSHAKE, take }
}

/**
 * Gives a connection to the first handler that recognizes its first bytes, as soon as there are enough of them. A
 * connection that no handler has taken after `limit` milliseconds is closed.
 */
export function dispatchByFirstBytes(
  stream: Duplex,
  handlers: readonly ProtocolHandler[],
  limit: number = GREETING_LIMIT,
): void {
  const greeted = limitGreeting(stream, limit)
  let first: Buffer = Buffer.alloc(0)
  // The first bytes are read without a data listener: no data may flow before the handler that takes the stream over
  // has added its own listener.
  const decide = (): void => {
    const chunk = stream.read() as Buffer | null // the stream is not in object mode
    if (chunk !== null) first = first.length === 0 ? chunk : Buffer.concat([first, chunk])
    for (const { bytes, recognize, take } of first.length === 0 ? [] : handlers) {
      if (first.length < bytes) break
      if (recognize(first)) {
        greeted()
        stream.unshift(first)
        return take(stream)
      }
    }
    stream.once('readable', decide)
  }
  decide()
}

/** Closes a stream after `limit` milliseconds, unless the returned function is called before. */
export function limitGreeting(stream: Duplex, limit: number = GREETING_LIMIT): () => void {
  let waits = true
  const close = (): void => {
    if (waits) stream.destroy()
  }
  // Bytes that arrived while the thread was busy are read before the second function runs.
  const timer = startTimer(() => nextTurn(() => nextTurn(close)), limit)
  timer.unref()
  const end = (): void => {
    waits = false
    stopTimer(timer)
  }
  stream.once('close', end)
  return end
}

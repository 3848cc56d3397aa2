import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { SocketConnection, SocketEndpoint, SocketGroups } from './socket-endpoint.ts'
import { nextTurn, startInterval, stopInterval } from '../real-time.ts'

/** Milliseconds between two pings to a client, which considers a connection without them as dead. */
const PING = 5000

/** The longest message that a client may send, in bytes. */
const LIMIT = 1024 * 1024

interface Open {
  readonly connection: SocketConnection
  readonly socket: WebSocket
}

/** A delivery that a connection is to answer. */
interface AwaitedAnswer {
  readonly connection: SocketConnection
  readonly resolve: (body: string) => void
  readonly reject: (error: unknown) => void
}

/** The WebSocket connections of one instance. */
export class Sockets implements SocketGroups {
  readonly #perform: (work: (context: never) => void) => void
  #open: readonly Open[] = []
  #awaited = new Map<string, AwaitedAnswer>()
  #count = 0
  #closed = false

  /** @param perform runs work of the service as a transaction */
  constructor(perform: (work: (context: never) => void) => void) {
    this.#perform = perform
  }

  /**
   * Completes the handshake of an upgrade request, and serves the connection. `ws` is loaded with the first connection.
   */
  async accept(endpoint: SocketEndpoint<never>, request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { WebSocketServer } = await import('ws')
    if (this.#closed) {
      stream.destroy()
      return
    }
    const server = new WebSocketServer({ noServer: true, maxPayload: LIMIT })
    server.handleUpgrade(request, stream, head, (socket) => this.#serve(endpoint, socket, stream))
  }

  count(group: string): number {
    return this.#of(group).length
  }

  send(group: string, text: string, id?: number): void {
    for (const { connection } of this.#of(group)) if (id === undefined || id === connection.id) connection.send(text)
  }

  close(group: string, id?: number): void {
    for (const { connection } of this.#of(group)) if (id === undefined || id === connection.id) connection.close()
  }

  /**
   * Sends a delivery over the newest connection of a group and resolves to the text that the service takes for its
   * answer. Rejects when no connection is open, when it closes before the answer, and when `signal` is aborted.
   */
  deliver(group: string, guid: string, text: string, signal: AbortSignal): Promise<string> {
    const newest = this.#of(group).at(-1)
    if (newest === undefined) return Promise.reject(new Error(`no WebSocket connection of ${group} is open`))
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#awaited.delete(guid)
        signal.removeEventListener('abort', abort)
      }
      const fail = (error: unknown): void => {
        end()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
      const abort = (): void => fail(signal.reason)
      const answered = (body: string): void => {
        end()
        resolve(body)
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      this.#awaited.set(guid, { connection: newest.connection, resolve: answered, reject: fail })
      newest.connection.send(text)
    })
  }

  /** Ends every connection, for good. */
  end(): void {
    this.#closed = true
    for (const { socket } of this.#open) {
      // The client gets a close frame, by which it knows that nothing broke; its answer is not awaited.
      socket.close(1001)
      nextTurn(() => socket.terminate())
    }
    this.#open = []
  }

  #of(group: string): readonly Open[] {
    return this.#open.filter(({ connection }) => connection.group === group)
  }

  #serve(endpoint: SocketEndpoint<never>, socket: WebSocket, stream: Duplex): void {
    const { group } = endpoint
    this.#count += 1
    const connection: SocketConnection = {
      id: this.#count,
      group,
      send: (text) => {
        if (socket.readyState === socket.OPEN) socket.send(text)
      },
      answer: (guid, body) => {
        const awaited = this.#awaited.get(guid)
        if (awaited?.connection.group === group) awaited.resolve(body)
      },
      close: (code = 1000) => socket.close(code),
    }
    const open = { connection, socket }
    const pings = startInterval(() => {
      if (!stream.writableNeedDrain) socket.ping()
    }, PING)
    pings.unref()
    socket.on('ping', () => pauseUntilDrained(socket, stream))
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data)
        ? data.toString('utf8')
        : Buffer.concat([data].flat() as Buffer[]).toString('utf8') // ws gives one buffer
      this.#run(connection, () => this.#perform((context) => endpoint.received(context, connection, text)))
      pauseUntilDrained(socket, stream)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      stopInterval(pings)
      this.#open = this.#open.filter((each) => each !== open)
      for (const awaited of this.#awaited.values()) {
        if (awaited.connection === connection) awaited.reject(new Error(`the WebSocket connection of ${group} closed`))
      }
    })
    this.#open = [...this.#open, open]
    this.#run(connection, () => this.#perform((context) => endpoint.opened?.(context, connection)))
  }

  #run(connection: SocketConnection, work: () => void): void {
    if (this.#closed) return
    try {
      work()
    } catch (error) {
      // No caller could catch the error: rethrown, it would end the process that runs the tests.
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.emitWarning(`a WebSocket connection of a stand-in failed: ${trace}`, 'BacklotWarning')
      connection.close(1011)
    }
  }
}

/**
 * Reads nothing more from a client that does not read what it was sent: the answers to its pings and messages would
 * take ever more memory.
 */
function pauseUntilDrained(socket: WebSocket, stream: Duplex): void {
  if (!stream.writableNeedDrain || socket.isPaused) return
  socket.pause()
  stream.once('drain', () => socket.resume())
}

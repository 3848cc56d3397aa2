import { Duplex } from 'node:stream'
import { dispatchByFirstBytes, limitGreeting, type ProtocolHandler } from './first-bytes.ts'
import type { Instance } from '../instance.ts'
import { MessageReader, type MessageFormat } from './message-format.ts'
import type { ConnectionProtocol, ProtocolConnection } from './protocol.ts'
import { isProxyHeader, readProxyHeader, RECOGNIZED_BYTES, type ProxyValues } from './proxy-header.ts'

/** Opens a server beside that of the instance, whose connections the handlers serve; resolves with its port. */
export type OpenServer = (handlers: readonly ProtocolHandler[]) => Promise<number>

/**
 * Returns the handlers of connections of the service's own protocol at the port of an instance; none when it has none.
 * The protocol's code is loaded with the first connection. `openServer` serves the ports that the protocol opens.
 */
export function serviceProtocolHandlers(instance: Instance, openServer: OpenServer): ProtocolHandler[] {
  const { protocol } = instance.service
  if (protocol === undefined) return []
  const served = new ServedProtocol(instance, protocol, openServer)
  return handlersOf(protocol, (socket, values) => served.take(socket, 0, values))
}

/** The handler of all that is not the protocol, at a port for nothing else. */
const REFUSING: ProtocolHandler = { bytes: 1, recognize: () => true, take: (stream) => void stream.destroy() }

type Serve = (connection: ProtocolConnection) => void

/** The protocol of an instance and of its tenants, which share its ports. */
class ServedProtocol {
  readonly #instance: Instance
  readonly #protocol: ConnectionProtocol<never>
  readonly #openServer: OpenServer
  #format: Promise<MessageFormat> | undefined
  readonly #serving = new WeakMap<Instance, Promise<Serve>>()
  readonly #ports: Promise<number>[] = []

  constructor(instance: Instance, protocol: ConnectionProtocol<never>, openServer: OpenServer) {
    this.#instance = instance
    this.#protocol = protocol
    this.#openServer = openServer
  }

  /** Serves a connection for the tenant that its proxy or its first message names. */
  async take(socket: Duplex, place: number, values: ProxyValues): Promise<void> {
    const format = await (this.#format ??= this.#protocol.messageFormat())
    const tag = values.tag ?? (await tagInFirst(socket, format))
    const { tenants } = this.#instance
    const named = tag === null ? null : tenants.named(tag)
    const greetings = values.greetings === undefined ? [] : new MessageReader(format).read(values.greetings)
    const connection = { socket, place, called: values.host, greetings }
    if (typeof named === 'string')
      return this.#serve(this.#instance, { ...connection, socket: refusingCommands(socket, format, named) })
    if (tag !== null)
      socket.once(
        'close',
        tenants.onEnd(tag, () => socket.destroy()),
      )
    await this.#serve(named ?? this.#instance, connection)
  }

  async #serve(of: Instance, { socket, ...connection }: ProtocolConnection): Promise<void> {
    const serve = await this.#servingOf(of).catch(() => {
      // A port could not be opened, as the instance is closed or the system has none left.
      socket.destroy()
    })
    if (!socket.destroyed) serve?.({ socket, ...connection })
  }

  #servingOf(instance: Instance): Promise<Serve> {
    let serving = this.#serving.get(instance)
    if (serving === undefined) {
      serving = this.#open(instance)
      this.#serving.set(instance, serving)
      serving.catch(() => this.#serving.delete(instance))
    }
    return serving
  }

  async #open(instance: Instance): Promise<Serve> {
    const { protocolHost } = await import('./protocol-host.ts')
    let ports = 0
    const openPort = (): Promise<number> => {
      const place = (ports += 1)
      // Tenants are served at the ports of their instance.
      return (this.#ports[place] ??= this.#openServer([
        ...handlersOf(this.#protocol, (socket, values) => this.take(socket, place, values)),
        REFUSING,
      ]))
    }
    return this.#protocol.open(protocolHost(instance, openPort))
  }
}

type Take = (socket: Duplex, values: ProxyValues) => Promise<void>

/** Returns the handlers of connections of the protocol, and of those that a proxy has put a header before. */
function handlersOf({ bytes, recognize }: ConnectionProtocol<never>, take: Take): ProtocolHandler[] {
  const handlerFor = (values: ProxyValues): ProtocolHandler => ({
    bytes,
    recognize,
    take: (socket) => void take(socket, values),
  })
  const proxied: ProtocolHandler = {
    bytes: RECOGNIZED_BYTES,
    recognize: isProxyHeader,
    take: (stream) => readHeader(stream, (values) => dispatchByFirstBytes(stream, [handlerFor(values), REFUSING])),
  }
  return [handlerFor({ host: null }), proxied]
}

/** Takes the header of a proxy from a stream that begins with one. */
function readHeader(stream: Duplex, done: (values: ProxyValues) => void): void {
  readFirst(stream, (bytes) => {
    const header = readProxyHeader(bytes)
    return header === null ? null : { rest: bytes.subarray(header.length), proceed: () => done(header) }
  })
}

/** Resolves with the tag in the first message of a stream; null where it names no tenant, or is no message. */
function tagInFirst(stream: Duplex, format: MessageFormat): Promise<string | null> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve(null))
    readFirst(stream, (bytes) => {
      const tag = tagInMessage(bytes, format)
      return tag === undefined ? null : { rest: bytes, proceed: () => resolve(tag) }
    })
  })
}

/** The length above which a first message is no greeting, in bytes. */
const MOST_GREETING = 65_536

/** Returns the tag in a message; undefined for one that has not arrived whole. */
function tagInMessage(bytes: Buffer, format: MessageFormat): string | null | undefined {
  try {
    const length = bytes.length < format.headLength ? Infinity : format.lengthOf(bytes)
    if (Number.isFinite(length) && length > MOST_GREETING) return null
    return bytes.length < length ? undefined : format.tagIn(bytes.subarray(0, length))
  } catch {
    // The one that serves the connection ends it.
    return null
  }
}

/** The bytes that are to be read again, and what follows. */
interface FirstTaken {
  readonly rest: Buffer
  readonly proceed: () => void
}

/** Reads the first bytes of a stream until `take` has what it looks for; it returns null while there are too few. */
function readFirst(stream: Duplex, take: (bytes: Buffer) => FirstTaken | null): void {
  const greeted = limitGreeting(stream)
  let bytes: Buffer = Buffer.alloc(0)
  const read = (): void => {
    const chunk = stream.read() as Buffer | null // the stream is not in object mode
    if (chunk !== null) bytes = Buffer.concat([bytes, chunk])
    const taken = take(bytes)
    if (taken === null) return void stream.once('readable', read)
    greeted()
    if (taken.rest.length > 0) stream.unshift(taken.rest)
    taken.proceed()
  }
  read()
}

/**
 * Returns the part of a connection that is about the connection itself, and answers every other message with the reason
 * why it is refused. A client whose monitors were refused too would wait for another server before it gave the reason.
 */
function refusingCommands(socket: Duplex, format: MessageFormat, reason: string): Duplex {
  const reader = new MessageReader(format)
  const served = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.once('end', () => served.push(null))
  socket.once('close', () => served.destroy())
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of reader.read(chunk)) {
        if (format.isOfConnection(message)) {
          served.push(message)
          continue
        }
        const reply = format.refusalOf(message, reason)
        if (reply !== null) socket.write(reply)
      }
    } catch {
      // Bytes that are no message have no id to reply to.
      served.destroy()
    }
  })
  return served
}

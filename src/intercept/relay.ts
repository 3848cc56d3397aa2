import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { MessageReader, type MessageFormat } from '#core/http/message-format.ts'
import { MOST_GREETINGS, proxyHeader } from '#core/http/proxy-header.ts'
import { registry } from '../registry.ts'
import { Refusal } from './refused-call.ts'
import type { SteeringDecisions } from './steering-decisions.ts'
import type { Written } from './writes.ts'

/** Where a message goes: the port of an instance, and the tag that it is to have. */
export interface Destination {
  readonly port: number
  readonly tag: string | null
}

/** A connection of a client that all tenants may use. */
export interface Relayed {
  readonly stream: Duplex
  readonly host: string
  /** Returns for whom the byte at a place of the connection was written. */
  writtenAt(offset: number): Written
  /** Returns the instance of the tenant with a tag, or of what belongs to none; null where it is refused. */
  find(tag: string | null): Destination | null
  /** Returns the ports of the instances of the host, for messages that are about the connection. */
  ports(): readonly number[]
  /** Records that a message is refused, and returns why. `against` is the reason where its tenant is known. */
  refuse(written: Written, against: string | null): string
}

/** Returns the messages of a service's protocol; null for a service that has none beside HTTP. */
export async function messageFormatOf(service: string): Promise<MessageFormat | null> {
  const definition = await registry.find(({ id }) => id === service)?.load()
  return (await definition?.protocol?.messageFormat()) ?? null
}

/** Returns a connection whose messages go where the decisions say; a message that is refused is recorded. */
export function sharedConnection(
  { all, find, record, withoutTenant }: SteeringDecisions,
  { port, ...connection }: Pick<Relayed, 'stream' | 'host' | 'writtenAt'> & { readonly port: number },
): Relayed {
  const { host } = connection
  return {
    ...connection,
    find(tag) {
      const found = find(host, '/', tag)
      return found === null ? null : { port: found.port, tag: found.tenant ?? tag }
    },
    ports: () => all(host).map((each) => each.port),
    refuse({ tag, stack }, against) {
      const reason = against ?? (tag === null ? withoutTenant(host) : null) ?? 'its test is over'
      const refusal = new Refusal(host, port, stack, { reason })
      refusal.complete()
      record(refusal)
      return refusal.call.message
    },
  }
}

/**
 * Gives each message of a connection to the instance of the tenant that it was written for. The first messages, by
 * which a client greets and signs in, are told to each further instance.
 */
export class Relay {
  readonly #relayed: Relayed
  readonly #format: MessageFormat
  readonly #incoming: MessageReader
  readonly #upstreams = new Map<string, Upstream>()
  /** The first messages of the client, until it sends one for a tenant. */
  readonly #greetings: Buffer[] = []
  #isGreeted = false
  #reason: { readonly against: string | null } | null = null
  #offset = 0

  constructor(relayed: Relayed, format: MessageFormat) {
    this.#relayed = relayed
    this.#format = format
    this.#incoming = new MessageReader(format)
    const { stream } = relayed
    stream.on('error', () => stream.destroy())
    stream.once('close', () => {
      for (const upstream of this.#upstreams.values()) upstream.socket.destroy()
    })
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const message of this.#incoming.read(chunk)) this.#take(message)
      } catch {
        // Bytes that are no message have no id to reply to.
        stream.destroy()
      }
    })
  }

  #take(message: Buffer): void {
    const { stream, find, refuse } = this.#relayed
    const written = this.#relayed.writtenAt(this.#offset)
    this.#offset += message.length
    const found = find(written.tag)
    this.#reason ??= { against: this.#format.reasonAgainstSharing(message) }
    if (this.#format.isOfConnection(message)) return this.#greet(message, found?.port)
    this.#isGreeted = true
    const against = written.tag === null ? null : this.#reason.against
    if (found !== null && against === null) return this.#upstreamTo(found).send({ message, failed: null })
    const reply = this.#format.refusalOf(message, refuse(written, against))
    if (reply !== null) stream.write(reply)
  }

  /** Has an instance itself answer a message about the connection, which may outlive the test that has opened it. */
  #greet(message: Buffer, preferred: number | undefined, failed: ReadonlySet<number> = new Set()): void {
    const port = [preferred ?? [], this.#relayed.ports()].flat().find((each) => !failed.has(each))
    if (port === undefined) return void this.#relayed.stream.destroy()
    this.#upstreamTo({ port, tag: null }).send({ message, failed })
    if (!this.#isGreeted && failed.size === 0) this.#greetings.push(message)
  }

  #upstreamTo({ port, tag }: Destination): Upstream {
    const key = `${port} ${tag ?? ''}`
    const known = this.#upstreams.get(key)
    if (known !== undefined) return known
    const socket = connect(port, '127.0.0.1')
    const greetings = Buffer.concat(this.#greetings)
    const isShort = greetings.length > 0 && greetings.length <= MOST_GREETINGS
    const { host } = this.#relayed
    socket.write(proxyHeader({ host, ...(tag === null ? {} : { tag }), ...(isShort ? { greetings } : {}) }))
    const upstream = new Upstream(socket, this.#relayed.stream, this.#format)
    this.#upstreams.set(key, upstream)
    socket.once('close', () => {
      this.#upstreams.delete(key)
      this.#succeed(upstream, port)
    })
    return upstream
  }

  /**
   * Lets another instance answer what one has left open when it ended: a monitor of the client waits for news of the
   * server, whichever test it was begun in. Anything else that is open ends with the connection.
   */
  #succeed({ open, rest }: Upstream, port: number): void {
    const { stream } = this.#relayed
    if (stream.destroyed || open === null) return
    if (open.failed === null) stream.end(rest(), () => stream.destroy())
    else this.#greet(open.message, undefined, new Set([...open.failed, port]))
  }
}

/** A message that has not been answered. */
interface OpenMessage {
  readonly message: Buffer
  /** The ports that have failed to answer a message about the connection; null for a message of a tenant. */
  readonly failed: ReadonlySet<number> | null
}

/** The connection to the instance of one tenant, or to an instance itself. */
class Upstream {
  readonly socket: Socket
  /** The latest message, until it has been answered. */
  open: OpenMessage | null = null
  readonly #client: Duplex
  readonly #format: MessageFormat
  readonly #replies: MessageReader

  constructor(socket: Socket, client: Duplex, format: MessageFormat) {
    this.socket = socket
    this.#client = client
    this.#format = format
    this.#replies = new MessageReader(format)
    socket.unref()
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => this.#reply(chunk))
    socket.on('drain', () => client.resume())
  }

  send(sent: OpenMessage): void {
    if (!this.#format.hasMore(sent.message)) this.open = sent
    if (!this.socket.write(sent.message)) this.#client.pause()
  }

  /** Returns the bytes of a reply that has not arrived whole. */
  readonly rest = (): Buffer => this.#replies.rest()

  /** Replies pass whole, as those of another instance may come between. */
  #reply(chunk: Buffer): void {
    for (const reply of this.#replies.read(chunk)) {
      if (!this.#format.hasMore(reply)) this.open = null
      else if (this.open?.failed) this.open = { ...this.open, failed: new Set() }
      if (this.#client.write(reply)) continue
      this.socket.pause()
      this.#client.once('drain', () => this.socket.resume())
    }
  }
}

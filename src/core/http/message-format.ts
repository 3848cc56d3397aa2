import { ReceivedBytes } from './received-bytes.ts'

/**
 * The messages of a protocol, as far as they are told apart where tests share a connection: the pool of a client lends
 * one connection to each of them in turn.
 */
export interface MessageFormat {
  /** The number of bytes by which {@link lengthOf} knows the length of a message. */
  readonly headLength: number
  /**
   * Returns the length of the message that begins with these bytes.
   *
   * @throws Error for bytes that begin no message.
   */
  lengthOf(head: Buffer): number
  /** Returns whether a message greets, signs in or asks whether the connection lives, and so reads no row. */
  isOfConnection(message: Buffer): boolean
  /** Returns the tag of the tenant that the first message of a connection names; null when it names none. */
  tagIn(message: Buffer): string | null
  /**
   * Returns the reason why messages of a client of this process must not be told apart by the work that sends them,
   * given its first message; null where they may. Clients that lose whose work they do are mended where they can be.
   */
  reasonAgainstSharing(greeting: Buffer): string | null
  /** Returns whether a message or reply is followed by another one in the same direction, before any answer to it. */
  hasMore(message: Buffer): boolean
  /** Returns the reply that refuses a message; null for a message that gets no reply. */
  refusalOf(message: Buffer, reason: string): Buffer | null
}

/** The bytes of a connection as messages. */
export class MessageReader {
  readonly #format: Pick<MessageFormat, 'headLength' | 'lengthOf'>
  readonly #received = new ReceivedBytes()

  constructor(format: Pick<MessageFormat, 'headLength' | 'lengthOf'>) {
    this.#format = format
  }

  /**
   * Adds bytes, and returns the messages that are whole with them.
   *
   * @throws Error for bytes that begin no message.
   */
  read(chunk: Buffer): Buffer[] {
    this.#received.add(chunk)
    const messages: Buffer[] = []
    for (let message = this.#next(); message !== null; message = this.#next()) messages.push(message)
    return messages
  }

  /** Removes and returns the bytes of the message that is not whole. */
  rest(): Buffer {
    return this.#received.take(this.#received.length)
  }

  #next(): Buffer | null {
    const head = this.#received.first(this.#format.headLength)
    if (head === null) return null
    const length = this.#format.lengthOf(head)
    return this.#received.length < length ? null : this.#received.take(length)
  }
}

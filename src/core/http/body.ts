import { Readable } from 'node:stream'

/** The largest request body that is held in memory, in bytes. */
const BODY_LIMIT = 256 * 1024 * 1024

/** A body without bytes. */
export const NO_BYTES: Uint8Array = new Uint8Array()

/**
 * Reads a body whole.
 *
 * @throws what the body throws when the client goes away, and an Error for a body of more than {@link BODY_LIMIT}
 * bytes.
 */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces = new Pieces()
  // Most bodies are one piece, for which the iterator of a stream costs more than all else.
  if (body instanceof Readable) await readByEvents(body, pieces)
  else for await (const piece of body) pieces.add(piece)
  return pieces.joined()
}

/** The pieces of a body so far. */
class Pieces {
  readonly #pieces: Uint8Array[] = []
  #size = 0

  /** @throws an Error for more bytes than are held in memory. */
  add(piece: Uint8Array): void {
    this.#size += piece.length
    if (this.#size > BODY_LIMIT) throw new Error(`the body is larger than ${BODY_LIMIT} bytes`)
    this.#pieces.push(piece)
  }

  joined(): Uint8Array {
    return this.#pieces.length === 1 ? (this.#pieces[0] ?? NO_BYTES) : Buffer.concat(this.#pieces)
  }
}

function readByEvents(body: Readable, pieces: Pieces): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new Error('the client has closed the connection before the body was whole'))
    // It sends no event any more.
    if (body.destroyed) return refuse()
    body.on('data', (piece: Uint8Array) => {
      try {
        pieces.add(piece)
      } catch (error) {
        reject(error)
        body.destroy()
      }
    })
    body.on('end', resolve)
    body.on('error', reject)
    // This event ends every body, and an error with its stack takes as long as the reading.
    body.on('close', () => {
      if (!body.readableEnded) refuse()
    })
  })
}

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
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > BODY_LIMIT) throw new Error(`the body is larger than ${BODY_LIMIT} bytes`)
    pieces.push(piece)
  }
  return pieces.length === 1 ? (pieces[0] ?? NO_BYTES) : Buffer.concat(pieces)
}

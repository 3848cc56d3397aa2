const NONE: Buffer[] = []

/** The bytes of a connection that no message has been made of yet, in the pieces in which they came. */
export class ReceivedBytes {
  #chunks: Buffer[] = NONE
  #length = 0

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    // Most often it is the only one: an array that grows gets room for seventeen.
    if (this.#length === 0) this.#chunks = [chunk]
    else this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** Returns a piece that begins with so many of the first bytes; null while they are not there. */
  first(count: number): Buffer | null {
    if (this.#length < count) return null
    while ((this.#chunks[0]?.length ?? count) < count)
      this.#chunks.splice(0, 2, Buffer.concat(this.#chunks.slice(0, 2)))
    return this.#chunks[0] ?? null
  }

  /** Removes and returns the first bytes, which must be there. */
  take(length: number): Buffer {
    const [only] = this.#chunks
    // Most messages come in one piece, which has nothing else.
    if (only?.length === length && this.#length === length) {
      this.#chunks = NONE
      this.#length = 0
      return only
    }
    // One copy for a message, however many pieces it came in.
    const whole = this.#chunks.length === 1 ? this.#chunks[0] : undefined
    const all = whole ?? Buffer.concat(this.#chunks, this.#length)
    this.#chunks = all.length > length ? [all.subarray(length)] : []
    this.#length -= length
    return all.subarray(0, length)
  }
}

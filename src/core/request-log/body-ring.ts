/** The most text of a body that a record shows, in UTF-16 units: 64 KiB. */
export const BODY_LIMIT = 65_536

/** Enough bytes for the text up to the limit and one unit more: a unit takes at most three bytes. */
export const READABLE_BYTES = (BODY_LIMIT + 1) * 3

/** The size of a slab in bytes; the shown part of any body fits into one. */
const SLAB = 256 * 1024

/** The number of slabs: 8 MiB in all. */
const SLABS = 32

/** The size of the first slab until the ring comes round: most tests send little, and each may have a tenant. */
const FIRST_SLAB = 16 * 1024

/** The place of a body in the ring, until later bodies overwrite it. */
export interface KeptBody {
  readonly slab: number
  /** The use of the slab that the body belongs to. */
  readonly use: number
  readonly start: number
  readonly end: number
}

interface Slab {
  bytes: Buffer
  /** The number of times that the slab has been filled from its start. */
  use: number
}

/**
 * Holds the beginnings of bodies, the latest 8 MiB of them. They are copied into memory that is used over and over: as
 * strings they would survive on the heap until a full garbage collection, which costs more the larger the heap is.
 */
export class BodyRing {
  readonly #slabs: Slab[] = []
  #current = -1
  #offset = 0

  /**
   * Copies the beginning of a body into the ring, over the oldest when the ring is full. `length` is the length of the
   * body in bytes, where it is known.
   */
  keep(body: string | Uint8Array, length?: number): KeptBody {
    if (typeof body === 'string') {
      const text = body.slice(0, BODY_LIMIT + 1)
      // A text that is as long in bytes as in units is ASCII, and so is its beginning.
      if (length === body.length) return this.#place(text.length, (slab, start) => slab.write(text, start, 'latin1'))
      return this.#place(Buffer.byteLength(text), (slab, start) => slab.write(text, start))
    }
    const bytes = body.length > READABLE_BYTES ? body.subarray(0, READABLE_BYTES) : body
    return this.#place(bytes.length, (slab, start) => slab.set(bytes, start))
  }

  /** Returns the bytes of a body; null once later bodies have overwritten them. */
  read({ slab, use, start, end }: KeptBody): Uint8Array | null {
    const found = this.#slabs[slab]
    return found === undefined || found.use !== use ? null : found.bytes.subarray(start, end)
  }

  #place(length: number, write: (slab: Buffer, start: number) => void): KeptBody {
    if (this.#offset + length > (this.#slabs[this.#current]?.bytes.length ?? -1)) this.#begin(length)
    const slab = this.#slabs[this.#current] as Slab // begun before anything is placed
    const start = this.#offset
    write(slab.bytes, start)
    this.#offset += length
    return { slab: this.#current, use: slab.use, start, end: this.#offset }
  }

  #begin(length: number): void {
    const isFirst = this.#slabs.length === 0 && length <= FIRST_SLAB
    this.#current = (this.#current + 1) % SLABS
    this.#offset = 0
    const slab = this.#slabs[this.#current]
    if (slab === undefined) {
      this.#slabs.push({ bytes: Buffer.allocUnsafeSlow(isFirst ? FIRST_SLAB : SLAB), use: 1 })
      return
    }
    slab.use += 1
    if (slab.bytes.length < SLAB) slab.bytes = Buffer.allocUnsafeSlow(SLAB)
  }
}

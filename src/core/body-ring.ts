/** The most text of a body that is kept, in UTF-16 units: 64 KiB. */
export const BODY_LIMIT = 65_536

/** As many bytes as tell the text up to the limit and that there is more: a unit takes at most three. */
export const READABLE_BYTES = (BODY_LIMIT + 1) * 3

/** In bytes; holds any one body. */
const SLAB = 256 * 1024

/** 16 MiB in all. */
const SLABS = 64

/** Where a ring holds a body, for as long as it does. */
export interface KeptBody {
  readonly slab: number
  /** Which use of the slab it belongs to. */
  readonly use: number
  readonly start: number
  readonly end: number
}

interface Slab {
  readonly bytes: Buffer
  /** How often the slab has been begun anew. */
  use: number
}

/**
 * Holds the beginnings of bodies, the latest 16 MiB of them. They are copied into memory that is used over and over: kept as
 * strings they would grow old on the heap, and have it collected whole, which costs as much as the heap is large.
 */
export class BodyRing {
  readonly #slabs: Slab[] = []
  #current = -1
  #offset = SLAB

  /**
   * Keeps what can be shown of a body, in the place of the oldest where there is no more room. `length` is that of the body in
   * bytes, where it is at hand.
   */
  keep(body: string | Uint8Array, length?: number): KeptBody {
    if (typeof body === 'string') {
      const text = body.slice(0, BODY_LIMIT + 1)
      // As long in bytes as in units: all of it is ASCII, and so is the beginning.
      if (length === body.length) return this.#place(text.length, (slab, start) => slab.write(text, start, 'latin1'))
      return this.#place(Buffer.byteLength(text), (slab, start) => slab.write(text, start))
    }
    const bytes = body.subarray(0, READABLE_BYTES)
    return this.#place(bytes.length, (slab, start) => slab.set(bytes, start))
  }

  /** The bytes of a kept body; null once those of later ones have taken their place. */
  read({ slab, use, start, end }: KeptBody): Uint8Array | null {
    const found = this.#slabs[slab]
    return found === undefined || found.use !== use ? null : found.bytes.subarray(start, end)
  }

  #place(length: number, write: (slab: Buffer, start: number) => void): KeptBody {
    if (this.#offset + length > SLAB) this.#begin()
    const slab = this.#slabs[this.#current] as Slab // begun before anything is placed
    const start = this.#offset
    write(slab.bytes, start)
    this.#offset += length
    return { slab: this.#current, use: slab.use, start, end: this.#offset }
  }

  #begin(): void {
    this.#current = (this.#current + 1) % SLABS
    this.#offset = 0
    const slab = this.#slabs[this.#current]
    if (slab === undefined) this.#slabs.push({ bytes: Buffer.allocUnsafeSlow(SLAB), use: 1 })
    else slab.use += 1
  }
}

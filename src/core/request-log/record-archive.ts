import type { WrittenEntry } from './entry-text.ts'

/** The size of a page in bytes, unless one text alone needs more. */
const PAGE = 64 * 1024

/** The size of the first page: most tests send few requests, and each may have a tenant with a log of its own. */
const FIRST_PAGE = 8 * 1024

/** The bytes of a number. */
const BYTES_PER_NUMBER = 8

// A log without requests has no places. Typed arrays are dear to make, even empty ones, so all logs share these.
const NO_IDS = new Float64Array(0)
const NO_PLACES = new Uint32Array(0)

interface Page {
  readonly bytes: Buffer
  /** The same memory. */
  readonly doubles: Float64Array
  /** The number of bytes in use, from the start. */
  used: number
  /** The largest id of a text on the page; negative infinity for a page without texts. */
  newest: number
}

/** An entry to hold. */
export interface EntryBytes {
  readonly numbers: ArrayLike<number>
  /** The length of its text in bytes. */
  readonly length: number
  /** Copies its text. */
  copyTo(target: Uint8Array, start: number): void
}

function newPage(room: number): Page {
  const length = Math.ceil(room / BYTES_PER_NUMBER)
  const bytes = Buffer.allocUnsafeSlow(length * BYTES_PER_NUMBER)
  return { bytes, doubles: new Float64Array(bytes.buffer, 0, length), used: 0, newest: -Infinity }
}

/**
 * Holds the texts and numbers of the latest ids in pages outside of the heap. On the heap each of them would live for a
 * thousand requests, which is longer than the garbage collector expects: it would copy all of them, and let the heap
 * grow to its limit.
 */
export class RecordArchive {
  readonly #capacity: number
  /**
   * The id, the page, the start in numbers and the end in bytes of each entry, in the place of the id modulo the
   * capacity.
   */
  #ids = NO_IDS
  #onPage = NO_PLACES
  #starts = NO_PLACES
  #ends = NO_PLACES
  readonly #pages: Page[] = []
  #current = -1
  #newest = 0

  /** @param capacity the number of ids, counted back from the largest, whose texts are held */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The memory of the pages, in bytes. */
  get size(): number {
    return this.#pages.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /**
   * Holds the text and the numbers of an entry under its id, which is above 0. Those of an id that is no longer among
   * the latest are dropped.
   */
  write(id: number, written: EntryBytes): void {
    this.#newest = Math.max(this.#newest, id)
    if (this.#isOld(id)) return
    if (this.#ids.length === 0) this.#allocate()
    const { numbers, length } = written
    const page = this.#pageWith((2 + numbers.length) * BYTES_PER_NUMBER + length)
    const place = id % this.#capacity
    let at = Math.ceil(page.used / BYTES_PER_NUMBER)
    this.#ids[place] = id
    this.#onPage[place] = this.#current
    this.#starts[place] = at
    page.doubles[at++] = numbers.length
    for (let index = 0; index < numbers.length; index++) page.doubles[at++] = numbers[index] as number // within
    written.copyTo(page.bytes, at * BYTES_PER_NUMBER)
    page.used = at * BYTES_PER_NUMBER + length
    this.#ends[place] = page.used
    page.newest = Math.max(page.newest, id)
  }

  /** Returns the text and the numbers of an id; undefined when there are none. */
  read(id: number): WrittenEntry | undefined {
    const place = id % this.#capacity
    const page = this.#pages[this.#onPage[place] ?? 0]
    if (this.#ids[place] !== id || page === undefined) return undefined
    const { bytes, doubles } = page
    const start = (this.#starts[place] ?? 0) + 1
    const end = start + (doubles[start - 1] ?? 0)
    const text = bytes.toString('utf8', end * BYTES_PER_NUMBER, this.#ends[place])
    return { text, numbers: Array.from(doubles.subarray(start, end)) }
  }

  /** Forgets all texts, and keeps the memory for those that follow. */
  clear(): void {
    this.#ids.fill(0)
    this.#newest = 0
    this.#current = -1
    for (const page of this.#pages) page.newest = -Infinity
  }

  /** Makes room for the places. Many an instance, such as a tenant that a test does not use, never gets a request. */
  #allocate(): void {
    this.#ids = new Float64Array(this.#capacity)
    this.#onPage = new Uint32Array(this.#capacity)
    this.#starts = new Uint32Array(this.#capacity)
    this.#ends = new Uint32Array(this.#capacity)
  }

  #isOld(id: number): boolean {
    return id <= this.#newest - this.#capacity
  }

  /** Returns a page with this many free bytes: the current one, one whose texts are all old, or a new one. */
  #pageWith(room: number): Page {
    const current = this.#pages[this.#current]
    if (current !== undefined && current.bytes.length - current.used >= room) return current
    const found = this.#pages.findIndex(({ bytes, newest }) => this.#isOld(newest) && bytes.length >= room)
    this.#current = found < 0 ? this.#pages.length : found
    const page = this.#pages[found] ?? newPage(Math.max(this.#pages.length === 0 ? FIRST_PAGE : PAGE, room))
    if (found < 0) this.#pages.push(page)
    page.used = 0
    return page
  }
}

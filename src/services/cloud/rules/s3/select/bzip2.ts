// Decoding of bzip2 by its own description, because no package for it is kept up.
// https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf

/** The number of symbols after which the next selector chooses the code. */
const GROUP = 50

const LONGEST_CODE = 20

const BLOCK_MAGIC = 0x314159265359
const END_MAGIC = 0x177245385090

/** The bits of a stream, from the highest of its first byte on. */
class Bits {
  readonly #bytes: Uint8Array
  #at = 0
  #held = 0
  #count = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Reads a number of at most 24 bits. @throws at the end of the bytes. */
  read(count: number): number {
    while (this.#count < count) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('the stream ends early')
      this.#held = ((this.#held << 8) | byte) >>> 0
      this.#count += 8
    }
    this.#count -= count
    const value = this.#held >>> this.#count
    this.#held &= (1 << this.#count) - 1
    return value
  }

  /** Reads a number of 48 bits. */
  readMagic(): number {
    return this.read(24) * 0x1000000 + this.read(24)
  }

  /** Goes on at the next whole byte. */
  align(): void {
    this.#count = 0
    this.#held = 0
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }
}

/**
 * Returns the bytes of one or several bzip2 streams.
 *
 * @throws Error when they are none, or are damaged.
 */
export function decodeBzip2(bytes: Uint8Array): Buffer {
  const bits = new Bits(bytes)
  const blocks: Uint8Array[] = []
  do {
    if (bits.read(24) !== 0x425a68) throw new Error('no bzip2 stream begins here')
    const level = bits.read(8) - 0x30
    if (level < 1 || level > 9) throw new Error(`a bzip2 stream has no blocks of the size ${level}`)
    let magic = bits.readMagic()
    for (; magic === BLOCK_MAGIC; magic = bits.readMagic()) blocks.push(decodeBlock(bits, level * 100_000))
    if (magic !== END_MAGIC) throw new Error('neither a block nor the end of the stream follows')
    bits.read(16)
    bits.read(16)
    bits.align()
  } while (!bits.isAtEnd)
  return Buffer.concat(blocks)
}

function decodeBlock(bits: Bits, capacity: number): Uint8Array {
  const expected = bits.read(16) * 0x10000 + bits.read(16)
  if (bits.read(1) === 1) throw new Error('randomized blocks are obsolete')
  const origin = bits.read(24)
  const alphabet = alphabetOf(bits)
  const codeCount = bits.read(3)
  const selectors = selectorsOf(bits, codeCount)
  const codes = Array.from({ length: codeCount }, () => codeOf(lengthsOf(bits, alphabet.length + 2)))
  const sorted = sortedBytes(capacity, alphabet, symbolsOf(bits, codes, selectors, alphabet.length + 1))
  if (origin >= sorted.length) throw new Error('the block begins outside itself')
  const block = withoutRuns(unsorted(sorted, origin))
  if (checksumOf(block) !== expected) throw new Error('a block has another checksum')
  return block
}

/** Reads which bytes occur in a block, in order. */
function alphabetOf(bits: Bits): number[] {
  const rows = bits.read(16)
  const alphabet: number[] = []
  for (let row = 0; row < 16; row++) {
    if (((rows >> (15 - row)) & 1) === 0) continue
    const columns = bits.read(16)
    for (let column = 0; column < 16; column++) {
      if (((columns >> (15 - column)) & 1) === 1) alphabet.push(row * 16 + column)
    }
  }
  return alphabet
}

/** Reads the index of the code of each group of symbols. */
function selectorsOf(bits: Bits, codeCount: number): Uint8Array {
  if (codeCount < 2 || codeCount > 6) throw new Error(`a block has two to six codes, not ${codeCount}`)
  const selectors = new Uint8Array(bits.read(15))
  const recent = Uint8Array.from({ length: codeCount }, (_, index) => index)
  for (let group = 0; group < selectors.length; group++) {
    let position = 0
    while (bits.read(1) === 1) position++
    if (position >= codeCount) throw new Error('a group has a code that is not there')
    selectors[group] = toFront(recent, position)
  }
  return selectors
}

/** Moves the entry at a position to the front, and returns it. */
function toFront(list: Uint8Array, position: number): number {
  const entry = list[position] ?? 0
  list.copyWithin(1, 0, position)
  list[0] = entry
  return entry
}

/** Reads the lengths of a code's words, each by its difference from the one before. */
function lengthsOf(bits: Bits, count: number): number[] {
  const lengths: number[] = []
  let length = bits.read(5)
  for (let symbol = 0; symbol < count; symbol++) {
    while (bits.read(1) === 1) length += bits.read(1) === 1 ? -1 : 1
    if (length < 1 || length > LONGEST_CODE) throw new Error(`no word of a code has ${length} bits`)
    lengths.push(length)
  }
  return lengths
}

/** A Huffman code. The words of a length are numbers in a row, from `first` to before `end`. */
interface Code {
  readonly lengths: readonly { readonly first: number; readonly end: number; readonly index: number }[]
  /** The symbols by the length of their words. */
  readonly symbols: readonly number[]
}

function codeOf(lengthOfSymbol: readonly number[]): Code {
  const symbols: number[] = []
  const lengths: Code['lengths'][number][] = []
  let first = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const index = symbols.length
    for (const [symbol, each] of lengthOfSymbol.entries()) if (each === length) symbols.push(symbol)
    const end = first + symbols.length - index
    lengths.push({ first, end, index })
    first = end * 2
  }
  return { lengths, symbols }
}

function readSymbol(bits: Bits, { lengths, symbols }: Code): number {
  let word = 0
  for (const { first, end, index } of lengths) {
    word = word * 2 + bits.read(1)
    if (word >= end) continue
    const symbol = symbols[index + word - first]
    if (symbol !== undefined) return symbol
  }
  throw new Error('a word is in no code')
}

/** Reads the symbols of a block, up to the one that ends it. */
function* symbolsOf(bits: Bits, codes: readonly Code[], selectors: Uint8Array, end: number): Generator<number> {
  for (const selector of selectors) {
    const code = codes[selector]
    if (code === undefined) throw new Error('a group has a code that is not there')
    for (let count = 0; count < GROUP; count++) {
      const symbol = readSymbol(bits, code)
      if (symbol === end) return
      yield symbol
    }
  }
  throw new Error('a block does not end')
}

/** Returns the bytes that the symbols stand for: runs of the last byte, and positions in the list of recent bytes. */
function sortedBytes(capacity: number, alphabet: readonly number[], symbols: Iterable<number>): Uint8Array {
  const bytes = new Uint8Array(capacity)
  const recent = Uint8Array.from(alphabet)
  let length = 0
  let digit = 1
  for (const symbol of symbols) {
    // A run is a number in digits of one and two, the lowest first.
    const isRun = symbol < 2
    const count = isRun ? (symbol + 1) * digit : 1
    digit = isRun ? digit * 2 : 1
    if (length + count > capacity) throw new Error('a block has more bytes than its size')
    bytes.fill(isRun ? (recent[0] ?? 0) : toFront(recent, symbol - 1), length, length + count)
    length += count
  }
  return bytes.subarray(0, length)
}

/** Undoes the sorting of Burrows and Wheeler. `origin` is the row of the original text. */
function unsorted(sorted: Uint8Array, origin: number): Uint8Array {
  const starts = new Uint32Array(257)
  for (const byte of sorted) starts[byte + 1] = (starts[byte + 1] ?? 0) + 1
  for (let byte = 0; byte < 256; byte++) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0)
  const next = new Uint32Array(sorted.length)
  for (const [index, byte] of sorted.entries()) {
    const start = starts[byte] ?? 0
    next[start] = index
    starts[byte] = start + 1
  }
  const text = new Uint8Array(sorted.length)
  let row = next[origin] ?? 0
  for (let index = 0; index < text.length; index++) {
    text[index] = sorted[row] ?? 0
    row = next[row] ?? 0
  }
  return text
}

/** Repeats what was repeated: behind four equal bytes is the number of further ones. */
function withoutRuns(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let from = 0
  let equal = 0
  for (let index = 0; index < bytes.length; index++) {
    if (equal < 4) {
      equal = bytes[index] === bytes[index - 1] && equal > 0 ? equal + 1 : 1
      continue
    }
    pieces.push(bytes.subarray(from, index), new Uint8Array(bytes[index] ?? 0).fill(bytes[index - 1] ?? 0))
    from = index + 1
    equal = 0
  }
  return Buffer.concat([...pieces, bytes.subarray(from)])
}

/** The checksum of a block: CRC-32 from the highest bit, as no other format here has it. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = ((sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return (sum ^ 0xffffffff) >>> 0
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum
})

/**
 * A line of git's protocol: a payload, or one of the marks between payloads.
 * https://git-scm.com/docs/protocol-common#_pkt_line_format
 */
export type PktLine = Buffer | 'flush' | 'delimiter' | 'response-end'

const MARKS = { '0000': 'flush', '0001': 'delimiter', '0002': 'response-end' } as const

/** The mark at the end of a list of lines. */
export const FLUSH = Buffer.from('0000')
/** The mark between the sections of a message of version 2. */
export const DELIMITER = Buffer.from('0001')

/** The largest payload of a line of a multiplexed answer (`side-band-64k`), without its length and its band. */
const LARGEST_BAND = 65_515

/** A message that is not in git's protocol. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** Returns a line with its length. */
export function pktLine(payload: string | Uint8Array): Buffer<ArrayBuffer> {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

/** Returns the lines of one band: 1 is the pack, 2 is progress, 3 is a fatal error. */
export function bandLines(band: 1 | 2 | 3, payload: string | Uint8Array, largest = LARGEST_BAND): Buffer {
  const bytes = Buffer.from(payload)
  const lines: Buffer[] = []
  for (let at = 0; at < bytes.length; at += largest) {
    const piece = bytes.subarray(at, at + largest)
    lines.push(Buffer.from(`${(piece.length + 5).toString(16).padStart(4, '0')}${String.fromCharCode(band)}`), piece)
  }
  return Buffer.concat(lines)
}

/** Reads the lines of a request, and the bytes that follow them. */
export class PktReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** True when every byte has been read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /**
   * Returns the next line; null at the end.
   *
   * @throws ProtocolError for a length that is wrong.
   */
  next(): PktLine | null {
    if (this.isAtEnd) return null
    const digits = this.#bytes.toString('latin1', this.#at, this.#at + 4)
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1
    const end = this.#at + Math.max(length, 4)
    if (length < 0 || length === 3 || end > this.#bytes.length) {
      throw new ProtocolError(`protocol error: bad line length character: ${digits}`)
    }
    const payload = this.#bytes.subarray(this.#at + 4, end)
    this.#at = end
    return length < 3 ? MARKS[digits as keyof typeof MARKS] : payload // its length is one of the marks'
  }

  /** Returns the texts of the lines up to the next mark or the end, each without its line end. */
  texts(): string[] {
    const found: string[] = []
    for (let line = this.next(); line !== null && typeof line !== 'string'; line = this.next()) {
      found.push(line.toString().replace(/\n$/, ''))
    }
    return found
  }

  /** The place of the next line in the request. */
  get position(): number {
    return this.#at
  }
}

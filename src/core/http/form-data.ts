/** One part of a form. */
export interface FormPart {
  readonly name: string
  /** Null for a part that is not a file. */
  readonly filename: string | null
  /** The part's Content-Type header; null when it has none. */
  readonly contentType: string | null
  /** The bytes as they arrive. Bytes that are not read before the next part is asked for are skipped. */
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Thrown for a body that is not `multipart/form-data`, or ends too early. */
export class MalformedForm extends Error {
  override name = 'MalformedForm'
}

/** The longest header block of a part, in bytes. */
const LONGEST_HEADERS = 16 * 1024

/** Returns the boundary that a Content-Type of `multipart/form-data` names; null for any other content type. */
export function formBoundary(contentType: string | undefined): string | null {
  const parameters = /^multipart\/form-data\s*;(.*)$/is.exec(contentType?.trim() ?? '')?.[1] ?? ''
  const [, quoted, plain] = /(?:^|;)\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(parameters) ?? []
  return quoted ?? plain ?? null
}

/**
 * Yields the parts of a form while its body arrives, and holds no more of it than one piece and a boundary. RFC 7578
 *
 * @throws MalformedForm
 */
export async function* formParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  const source = new Source(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  try {
    await source.pass(delimiter)
    while (!(await source.endsHere())) {
      const part = describe(await source.line(Buffer.from('\r\n\r\n'), LONGEST_HEADERS))
      let read = false
      const pieces = (async function* () {
        yield* source.until(delimiter)
        read = true
      })()
      yield { ...part, pieces }
      // The rest of a part that was not read to its end.
      if (!read) await source.pass(delimiter)
    }
  } finally {
    await source.close()
  }
}

/** Splits a stream at byte strings. */
class Source {
  readonly #pieces: AsyncIterator<Uint8Array>
  // The first boundary needs no line before it.
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#pieces = body[Symbol.asyncIterator]()
  }

  /** Yields the bytes before `end`, and skips `end`. */
  async *until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#buffer.indexOf(end)
      if (at >= 0) {
        const last = this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + end.length)
        if (last.length > 0) yield last
        return
      }
      // The first half of `end` may be at the end of the buffer.
      const safe = Math.max(0, this.#buffer.length - end.length + 1)
      const piece = this.#buffer.subarray(0, safe)
      this.#buffer = this.#buffer.subarray(safe)
      if (piece.length > 0) yield piece
      await this.#more()
    }
  }

  async pass(end: Buffer): Promise<void> {
    for await (const piece of this.until(end)) void piece
  }

  /**
   * Returns the text before `end`, and skips `end`.
   *
   * @throws {@link MalformedForm} for more than `limit` bytes.
   */
  async line(end: Buffer, limit: number): Promise<string> {
    let at = this.#buffer.indexOf(end)
    while (at < 0) {
      if (this.#buffer.length > limit) throw new MalformedForm('the headers of a part are too long')
      await this.#more()
      at = this.#buffer.indexOf(end)
    }
    const text = this.#buffer.toString('utf8', 0, at)
    this.#buffer = this.#buffer.subarray(at + end.length)
    return text
  }

  /** Returns true when the boundary that has just been skipped is the last. */
  async endsHere(): Promise<boolean> {
    while (this.#buffer.length < 2) await this.#more()
    if (this.#buffer.toString('latin1', 0, 2) === '--') return true
    // White space may pad a boundary (RFC 2046 section 5.1.1). The line's end stays: it begins the headers.
    while (this.#buffer[0] === 0x20 || this.#buffer[0] === 0x09) {
      this.#buffer = this.#buffer.subarray(1)
      while (this.#buffer.length < 2) await this.#more()
    }
    if (this.#buffer.toString('latin1', 0, 2) !== '\r\n') throw new MalformedForm('a boundary does not end its line')
    return false
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next()
    if (next.done === true) throw new MalformedForm('the body ends before its last boundary')
    const { buffer, byteOffset, byteLength } = next.value
    const piece = Buffer.from(buffer, byteOffset, byteLength)
    this.#buffer = this.#buffer.length === 0 ? piece : Buffer.concat([this.#buffer, piece])
  }
}

function describe(headers: string): Omit<FormPart, 'pieces'> {
  const fields = new Map(
    headers
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map(
        (line) =>
          [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
      ),
  )
  const disposition = fields.get('content-disposition') ?? ''
  const name = parameter(disposition, 'name')
  if (!/^form-data\b/i.test(disposition) || name === null) throw new MalformedForm('a part has no name')
  return { name, filename: parameter(disposition, 'filename'), contentType: fields.get('content-type') ?? null }
}

/**
 * Returns a parameter of a header. Browsers percent-encode quotation marks inside it, other clients escape them by a
 * backslash.
 */
function parameter(disposition: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition) ?? []
  if (quoted === undefined) return plain ?? null
  return quoted
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
}

/** One part of a form. */
export interface FormPart {
  readonly name: string
  /** Null for what is no file. */
  readonly filename: string | null
  /** What the part says its content type is; null where it says nothing. */
  readonly contentType: string | null
  /** Its bytes as they come: to be read before the next part is asked for, and passed over where they are not. */
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Thrown for a body that is no `multipart/form-data`, or ends too early. */
export class MalformedForm extends Error {
  override name = 'MalformedForm'
}

/** The longest header block of a part, in bytes. */
const LONGEST_HEADERS = 16 * 1024

/** The boundary that a Content-Type of `multipart/form-data` names; null for any other content type. */
export function formBoundary(contentType: string | undefined): string | null {
  const parameters = /^multipart\/form-data\s*;(.*)$/is.exec(contentType?.trim() ?? '')?.[1] ?? ''
  const [, quoted, plain] = /(?:^|;)\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(parameters) ?? []
  return quoted ?? plain ?? null
}

/**
 * The parts of a form as its body comes: never more of it is held than one piece and a boundary. RFC 7578
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
      // What the reader left of it.
      if (!read) await source.pass(delimiter)
    }
  } finally {
    await source.close()
  }
}

/** Takes a stream apart at byte strings. */
class Source {
  readonly #pieces: AsyncIterator<Uint8Array>
  // The first boundary needs no line before it.
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#pieces = body[Symbol.asyncIterator]()
  }

  /** What comes before `end`, which is passed. */
  async *until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#buffer.indexOf(end)
      if (at >= 0) {
        const last = this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + end.length)
        if (last.length > 0) yield last
        return
      }
      // The end may be half here.
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

  /** What comes before `end`, which is passed: no more than `limit` bytes. */
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

  /** To be called behind a boundary: whether it is the last. */
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

/** Browsers encode what would end the quotation; others put a backslash before it. */
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

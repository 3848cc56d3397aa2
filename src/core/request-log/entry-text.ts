import type { RequestHeaders } from '../exchange.ts'
import type { KeptBody } from './body-ring.ts'
import type { BodyReader, RequestEntry } from './request-entry.ts'

/** Between the parts of a text. Neither JSON nor a header has this character. */
const SEPARATOR = '\u0000'

/** An entry as the archive holds it. */
export interface WrittenEntry {
  /**
   * JSON of the texts of an entry, then name and value of each header on lines of their own, first those of the
   * request.
   */
  readonly text: string
  /** The other members: JSON of numbers takes longer than the numbers. NaN stands for null. */
  readonly numbers: readonly number[]
}

/** The number of the numbers of an entry. */
const NUMBERS = 14

/** UTF-8 needs at most three bytes for one UTF-16 unit. */
const BYTES_PER_UNIT = 3

/** The number of bytes up to which they are copied without a call out of JavaScript. */
const FEW = 256

/** The length of a text up to which it is written without a call out of JavaScript. */
const SHORT = 64

/** The texts of an entry, in their order. */
type Texts = [
  method: string,
  path: string,
  search: string,
  route: string | null,
  operation: string | null,
  carried: readonly string[] | null,
  principal: string | null,
  fault: string | null,
  error: string | null,
  hint: string | null,
]

/**
 * Writes entries as the archive holds them, one after the other into the same memory: as strings and arrays they would
 * be most of what the log leaves to the garbage collector.
 */
export class EntryWriter {
  /** The numbers of the entry that was written last. */
  readonly numbers = new Float64Array(NUMBERS)
  #bytes = Buffer.allocUnsafeSlow(1024)
  #length = 0

  /** The length of the text of the entry that was written last, in bytes of UTF-8. */
  get length(): number {
    return this.#length
  }

  /** Copies the text of the entry that was written last. */
  copyTo(target: Uint8Array, start: number): void {
    if (this.#length > FEW) this.#bytes.copy(target, start, 0, this.#length)
    else for (let at = 0; at < this.#length; at++) target[start + at] = this.#bytes[at] as number // within the length
  }

  /** Writes an entry. Adds the reader of its bodies to `readers`. */
  write(entry: RequestEntry, readers: BodyReader[]): this {
    this.#length = 0
    this.#writeTexts(entry)
    // The headers are most of an entry, and JSON of them takes three times as long as lines.
    this.#add(SEPARATOR)
    this.#writeHeaders(entry.requestHeaders)
    this.#add(SEPARATOR)
    this.#writeHeaders(entry.responseHeaders)
    this.#writeNumbers(entry)
    this.numbers[5] = entry.textOf === null ? NaN : placeOf(readers, entry.textOf)
    return this
  }

  /** Writes the texts as JSON. Most of them are null, and JSON of an array takes longer than its parts. */
  #writeTexts({ method, path, search, route, operation, carried, principal, fault, error, hint }: RequestEntry): void {
    this.#addQuoted('[', method)
    this.#addQuoted(',', path)
    this.#addQuoted(',', search)
    this.#addQuoted(',', route)
    this.#addQuoted(',', operation)
    this.#add(carried === null ? ',null' : `,${JSON.stringify(carried)}`)
    this.#addQuoted(',', principal)
    this.#addQuoted(',', fault)
    this.#addQuoted(',', error)
    this.#addQuoted(',', hint)
    this.#add(']')
  }

  #writeNumbers({ id, status, startedAt, beganAt, durationMs, requestBody, responseBody }: RequestEntry): void {
    const { numbers } = this
    numbers[0] = id
    numbers[1] = status ?? NaN
    numbers[2] = startedAt
    numbers[3] = beganAt ?? NaN
    numbers[4] = durationMs ?? NaN
    putBody(numbers, 6, requestBody)
    putBody(numbers, 10, responseBody)
  }

  /** The value of a header has no line break: HTTP cannot send one. */
  #writeHeaders(headers: RequestHeaders): void {
    for (const name in headers) {
      const value = headers[name]
      if (value === undefined) continue
      this.#add(name)
      this.#add('\n')
      this.#add(String(value))
      this.#add('\n')
    }
  }

  #addQuoted(before: string, text: string | null): void {
    this.#add(before)
    if (text === null) return this.#add('null')
    if (!isPlain(text)) return this.#add(JSON.stringify(text))
    this.#add('"')
    this.#add(text)
    this.#add('"')
  }

  #add(text: string): void {
    const { length } = text
    if (this.#length + length * BYTES_PER_UNIT > this.#bytes.length) this.#grow(length * BYTES_PER_UNIT)
    const [bytes, start] = [this.#bytes, this.#length]
    if (length > SHORT) {
      this.#length += bytes.write(text, start)
      return
    }
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 0x7f) {
        this.#length += bytes.write(text, start)
        return
      }
      bytes[start + at] = unit
    }
    this.#length += length
  }

  #grow(room: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + room))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

/** Returns the place of a reader among those that entries have named. */
function placeOf(readers: BodyReader[], reader: BodyReader): number {
  const known = readers.indexOf(reader)
  return known < 0 ? readers.push(reader) - 1 : known
}

function putBody(numbers: Float64Array, at: number, body: KeptBody | null): void {
  numbers[at] = body === null ? NaN : body.slab
  numbers[at + 1] = body === null ? NaN : body.use
  numbers[at + 2] = body === null ? NaN : body.start
  numbers[at + 3] = body === null ? NaN : body.end
}

/** Returns whether JSON has a text as it is. Most are short, for which a look takes less time than a call of JSON. */
function isPlain(text: string): boolean {
  if (text.length > SHORT) return false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit > 0x7e) return false
  }
  return true
}

/** Returns the entry that an {@link EntryWriter} has written, its headers as they are in a record. */
export function readEntry({ text, numbers }: WrittenEntry, readers: readonly BodyReader[]): RequestEntry {
  const [json = '', request = '', response = ''] = text.split(SEPARATOR)
  const [method, path, search, route, operation, carried, principal, fault, error, hint] = JSON.parse(json) as Texts // written above
  const [id = 0, status = NaN, startedAt = 0, beganAt = NaN, durationMs = NaN, reader = NaN, ...places] = numbers
  return {
    id,
    method,
    path,
    search,
    route,
    operation,
    carried,
    status: numberOrNull(status),
    principal,
    startedAt,
    beganAt: numberOrNull(beganAt),
    durationMs: numberOrNull(durationMs),
    requestHeaders: headersOf(request),
    requestBody: bodyOf(places.slice(0, 4)),
    responseHeaders: headersOf(response),
    responseBody: bodyOf(places.slice(4)),
    fault,
    error,
    hint,
    textOf: readers[reader] ?? null,
  }
}

function numberOrNull(number: number): number | null {
  return Number.isNaN(number) ? null : number
}

function bodyOf([slab = NaN, use = 0, start = 0, end = 0]: readonly number[]): KeptBody | null {
  return Number.isNaN(slab) ? null : { slab, use, start, end }
}

function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n')
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at] ?? ''] = lines[at + 1] ?? ''
  return headers
}

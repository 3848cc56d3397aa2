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

/** Returns an entry as the archive holds it. Adds the reader of its bodies to `readers`. */
export function writeEntry(entry: RequestEntry, readers: BodyReader[]): WrittenEntry {
  const { textOf, requestBody, responseBody } = entry
  if (textOf !== null && !readers.includes(textOf)) readers.push(textOf)
  // The headers are most of an entry, and JSON of them takes three times as long as lines.
  const [request, response] = [headerLines(entry.requestHeaders), headerLines(entry.responseHeaders)]
  return {
    text: textsOf(entry) + SEPARATOR + request + SEPARATOR + response,
    numbers: [
      entry.id,
      entry.status ?? NaN,
      entry.startedAt,
      entry.beganAt ?? NaN,
      entry.durationMs ?? NaN,
      textOf === null ? NaN : readers.indexOf(textOf),
      requestBody?.slab ?? NaN,
      requestBody?.use ?? NaN,
      requestBody?.start ?? NaN,
      requestBody?.end ?? NaN,
      responseBody?.slab ?? NaN,
      responseBody?.use ?? NaN,
      responseBody?.start ?? NaN,
      responseBody?.end ?? NaN,
    ],
  }
}

/** Returns the texts of an entry as JSON. Most of them are null, and JSON of an array takes longer than its parts. */
function textsOf(entry: RequestEntry): string {
  const { method, path, search, route, operation, carried, principal, fault, error, hint } = entry
  return `[${quoted(method)},${quoted(path)},${quoted(search)},${quoted(route)},${quoted(operation)},${
    carried === null ? 'null' : JSON.stringify(carried)
  },${quoted(principal)},${quoted(fault)},${quoted(error)},${quoted(hint)}]`
}

function quoted(text: string | null): string {
  if (text === null) return 'null'
  return isPlain(text) ? `"${text}"` : JSON.stringify(text)
}

/** Returns whether JSON has a text as it is. Most are short, for which a look takes less time than a call of JSON. */
function isPlain(text: string): boolean {
  if (text.length > 64) return false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit > 0x7e) return false
  }
  return true
}

/** Returns the entry that {@link writeEntry} has written, its headers as they are in a record. */
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

/** The value of a header has no line break: HTTP cannot send one. */
function headerLines(headers: RequestHeaders): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) lines += `${name}\n${String(value)}\n`
  }
  return lines
}

function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n')
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at] ?? ''] = lines[at + 1] ?? ''
  return headers
}

import type { RequestHeaders } from '../exchange.ts'
import type { BodyReader, RequestEntry } from './request-entry.ts'

/** Between the parts of a text. Neither JSON nor a header has this character. */
const SEPARATOR = '\u0000'

/** The members of an entry that are written as JSON. */
interface Facts extends Omit<RequestEntry, 'requestHeaders' | 'responseHeaders' | 'textOf'> {
  /** The place of `textOf` among the readers; -1 for null. */
  readonly reader: number
}

/**
 * Returns an entry as text: JSON of its members, then name and value of each header on lines of their own, first those
 * of the request. Adds the reader of its bodies to `readers`.
 */
export function writeEntry(entry: RequestEntry, readers: BodyReader[]): string {
  const { textOf } = entry
  if (textOf !== null && !readers.includes(textOf)) readers.push(textOf)
  const facts: Facts = {
    id: entry.id,
    method: entry.method,
    path: entry.path,
    search: entry.search,
    route: entry.route,
    operation: entry.operation,
    carried: entry.carried,
    status: entry.status,
    principal: entry.principal,
    startedAt: entry.startedAt,
    durationMs: entry.durationMs,
    requestBody: entry.requestBody,
    responseBody: entry.responseBody,
    fault: entry.fault,
    error: entry.error,
    hint: entry.hint,
    reader: textOf === null ? -1 : readers.indexOf(textOf),
  }
  // The headers are most of an entry, and JSON of them takes three times as long as lines.
  const [request, response] = [headerLines(entry.requestHeaders), headerLines(entry.responseHeaders)]
  return JSON.stringify(facts) + SEPARATOR + request + SEPARATOR + response
}

/** Returns the entry that {@link writeEntry} has written, its headers as they are in a record. */
export function readEntry(text: string, readers: readonly BodyReader[]): RequestEntry {
  const [json = '', request = '', response = ''] = text.split(SEPARATOR)
  const { reader, ...facts } = JSON.parse(json) as Facts // written above
  const [requestHeaders, responseHeaders] = [headersOf(request), headersOf(response)]
  return { ...facts, requestHeaders, responseHeaders, textOf: readers[reader] ?? null }
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

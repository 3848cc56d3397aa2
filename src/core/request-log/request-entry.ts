import type { KeptBody } from './body-ring.ts'
import type { RequestHeaders } from '../exchange.ts'

/**
 * A request as the log holds it: cheap to fill in while the request is under way, turned into a record when a test
 * reads it.
 */
export interface RequestEntry {
  id: number
  method: string
  path: string
  search: string
  route: string | null
  operation: string | null
  /** The operations within the body; null for none. */
  carried: readonly string[] | null
  status: number | null
  principal: string | null
  /** Epoch milliseconds of the instance's clock. */
  startedAt: number
  /** Milliseconds of `elapsed` when the record began, comparable between instances; null before. */
  beganAt: number | null
  durationMs: number | null
  requestHeaders: RequestHeaders
  requestBody: KeptBody | null
  responseHeaders: Readonly<Record<string, string>>
  responseBody: KeptBody | null
  fault: string | null
  error: string | null
  hint: string | null
  /** Returns the text of a body, for a protocol whose bodies are no texts; null: bodies are UTF-8. */
  textOf: BodyReader | null
}

/** Returns the text of a body; null when it is not text. */
export type BodyReader = (body: Uint8Array) => string | null

/** The headers of a message that has none. */
export const NO_HEADERS: Readonly<Record<string, string>> = {}

/** Returns the entry of a request that begins: all that is known only later is null. */
export function newEntry(
  method: string,
  path: string,
  search: string,
  requestHeaders: RequestHeaders,
  startedAt: number,
): RequestEntry {
  return {
    id: 0,
    method,
    path,
    search,
    route: null,
    operation: null,
    carried: null,
    status: null,
    principal: null,
    startedAt,
    beganAt: null,
    durationMs: null,
    requestHeaders,
    requestBody: null,
    responseHeaders: NO_HEADERS,
    responseBody: null,
    fault: null,
    error: null,
    hint: null,
    textOf: null,
  }
}

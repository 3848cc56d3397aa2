import { BODY_LIMIT, BodyRing } from './body-ring.ts'
import { EntryWriter, readEntry } from './entry-text.ts'
import type { RequestHeaders } from '../exchange.ts'
import { Listeners } from '../listeners.ts'
import { RecordArchive } from './record-archive.ts'
import type { BodyReader, RequestEntry } from './request-entry.ts'

/** The number of requests that a log holds; the oldest are dropped first. */
const CAPACITY = 1000

const SECRET_HEADER = /^(authorization|cookie|set-cookie|proxy-authorization|(x-)?api-key)$/

/** One side of a recorded exchange. */
export interface RecordedMessage {
  /** Names in lower case; the values of headers that carry secrets are replaced by `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>
  /** The text of the body, up to 64 KiB; null when there is none or it is not text. */
  readonly body: string | null
  /** True when the body is longer than the text that the log holds. */
  readonly truncated: boolean
}

/** A request and its outcome. */
export interface RequestRecord {
  /** Counts up from 1 since the last reset. */
  readonly id: number
  /** The HTTP method, in capitals. */
  readonly method: string
  /** The path as the client sent it, without the query. */
  readonly path: string
  /** The query parameters; the last value of a repeated one. */
  readonly query: Readonly<Record<string, string>>
  /** The template of the matched route (`/repos/:owner/:repo`); null when none matched. */
  readonly route: string | null
  /** The vendor's id of the matched operation; null when none matched. */
  readonly operation: string | null
  /** The operations within the body, as GraphQL has them: `mutation addComment`. Empty for others. */
  readonly carried: readonly string[]
  /** The status that was sent; null while the request is under way, and when the connection was dropped. */
  readonly status: number | null
  /** The name of the principal; null for an anonymous request. */
  readonly principal: string | null
  /** Epoch milliseconds of the instance's clock. */
  readonly startedAt: number
  /** Milliseconds of the wall clock; null while the request is under way. */
  readonly durationMs: number | null
  /** The headers and the body that the client sent. */
  readonly request: RecordedMessage
  /** The headers and the body that were sent. */
  readonly response: RecordedMessage
  /** The id of the fault that the request matched; null when it matched none. */
  readonly fault: string | null
  /** The stack of an unforeseen error, or of the failure to read the body; null when there was none. */
  readonly error: string | null
  /** The reason for a refusal that the vendor's answer does not tell, such as an unknown key; null for none. */
  readonly hint: string | null
}

/** Notes the effects of requests. */
export interface RequestObserver {
  ended(entry: RequestEntry): void
  /** The requests were forgotten. */
  cleared(): void
  /** Returns the effects of a request, by its id; undefined when none were noted. */
  of(id: number): { readonly changes: string; readonly deliveries: readonly number[] } | undefined
}

/** Hears of the requests to an instance. */
export interface CallListener {
  callBegan(entry: RequestEntry): void
  /** The log was emptied. */
  callsForgotten(): void
}

// Module state on purpose: memory that is used within one call only.
const writer = new EntryWriter()

type Body = string | Uint8Array | null

/** The latest requests to one instance since its last reset. */
export class RequestLog {
  /** The entries that may still change, in the place of their id modulo the capacity. */
  readonly #open: (RequestEntry | undefined)[] = []
  /** The complete entries. */
  readonly #complete = new RecordArchive(CAPACITY)
  #count = 0
  readonly #bodies = new BodyRing()
  // No Set: one that grows and shrinks replaces its table, and each table refers to the next, so that scavenges free
  // none of them.
  readonly #underWay: RequestEntry[] = []
  readonly #readers: BodyReader[] = []
  /** Notes what requests change, once somebody looks; null before. */
  trace: RequestObserver | null = null
  /** Hear of the requests, where the instance is part of a world. */
  readonly listeners: Listeners<CallListener> = new Listeners()

  /** Adds the entry of a request that begins. */
  begin(entry: RequestEntry): void {
    this.#count += 1
    entry.id = this.#count
    this.#open[entry.id % CAPACITY] = entry
    this.#underWay.push(entry)
    for (const each of this.listeners.all) each.callBegan(entry)
  }

  /** Notes that a request has been answered, or will not be. Its entry may still change. */
  end(entry: RequestEntry): void {
    // Most often it is the only one, or began last.
    if (this.#underWay.at(-1) === entry) this.#underWay.pop()
    else {
      const at = this.#underWay.indexOf(entry)
      if (at >= 0) this.#underWay.splice(at, 1)
    }
    this.trace?.ended(entry)
  }

  /** Notes that an entry does not change any more. */
  complete(entry: RequestEntry): void {
    const place = entry.id % CAPACITY
    // A reset, or a thousand later requests, may have come before.
    if (this.#open[place] !== entry) return
    this.#open[place] = undefined
    this.#complete.write(entry.id, writer.write(entry, this.#readers))
  }

  /** The requests that have begun and not ended, in the order in which they began. */
  get underWay(): Iterable<RequestEntry> {
    return this.#underWay
  }

  /**
   * Holds as much of a body as a record shows, in place of the bodies of the oldest requests. `length` is the length of
   * the body in bytes, where it is known.
   */
  recordBody(entry: RequestEntry, side: 'requestBody' | 'responseBody', body: Body, length?: number): void {
    entry[side] = body === null || body.length === 0 ? null : this.#bodies.keep(body, length)
  }

  /** The number of requests since the last reset, also of those that are no longer held. */
  get count(): number {
    return this.#count
  }

  /** Returns the bytes of a body as far as they are held; null when they are not, and when there are none. */
  bytes(id: number, side: 'request' | 'response'): Uint8Array | null {
    const body = (this.#open[id % CAPACITY] ?? this.#read(id))?.[`${side}Body`] ?? null
    return body === null ? null : this.#bodies.read(body)
  }

  /**
   * Returns when a request began, in milliseconds of a clock that all instances of a machine share; 0 for one that is
   * no longer held.
   */
  beganAt(id: number): number {
    return (this.#open[id % CAPACITY] ?? this.#read(id))?.beganAt ?? 0
  }

  /** Returns the latest requests, oldest first: those after the one with the id `after`. */
  list(after = 0): RequestRecord[] {
    const records: RequestRecord[] = []
    for (let id = Math.max(1, after + 1, this.#count - CAPACITY + 1); id <= this.#count; id++) {
      const entry = this.#open[id % CAPACITY] ?? this.#read(id)
      if (entry !== undefined) records.push(record(entry, this.#bodies))
    }
    return records
  }

  /** Forgets everything; ids begin at 1 again. */
  clear(): void {
    this.#open.length = 0
    this.#complete.clear()
    this.#count = 0
    this.#underWay.length = 0
    this.trace?.cleared()
    for (const each of this.listeners.all) each.callsForgotten()
  }

  #read(id: number): RequestEntry | undefined {
    const written = this.#complete.read(id)
    return written === undefined ? undefined : readEntry(written, this.#readers)
  }
}

function record(entry: RequestEntry, bodies: BodyRing): RequestRecord {
  return {
    id: entry.id,
    method: entry.method,
    path: entry.path,
    query: Object.fromEntries(new URLSearchParams(entry.search)),
    route: entry.route,
    operation: entry.operation,
    carried: entry.carried ?? [],
    status: entry.status,
    principal: entry.principal,
    startedAt: entry.startedAt,
    durationMs: entry.durationMs,
    request: recorded(entry, 'request', bodies),
    response: recorded(entry, 'response', bodies),
    fault: entry.fault,
    error: entry.error,
    hint: entry.hint,
  }
}

function recorded(entry: RequestEntry, side: 'request' | 'response', bodies: BodyRing): RecordedMessage {
  const body = entry[`${side}Body`]
  const bytes = body === null ? null : bodies.read(body)
  const shown = message(entry[`${side}Headers`], bytes, entry.textOf ?? bodyText)
  return body !== null && bytes === null ? { ...shown, truncated: true } : shown
}

/** Returns one side of an exchange as a record shows it: secrets redacted, text only, up to the limit. */
export function message(
  headers: RequestHeaders,
  body: Uint8Array | null,
  textOf: (body: Uint8Array) => string | null = bodyText,
): RecordedMessage {
  const readable = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, SECRET_HEADER.test(name) ? '[redacted]' : String(value)] as const],
  )
  const text = body === null ? null : textOf(body)
  return {
    headers: Object.fromEntries(readable),
    body: text === null ? null : text.slice(0, BODY_LIMIT),
    truncated: text !== null && text.length > BODY_LIMIT,
  }
}

function bodyText(body: Uint8Array): string | null {
  if (body.length === 0) return null
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  return text.includes('\u0000') ? null : text
}

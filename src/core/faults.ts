import { isRecord } from './objects.ts'
import * as v from 'valibot'
import { suggest } from './text/did-you-mean.ts'
import { delayOf, type Duration } from './duration.ts'
import { isHeaderName, unsendableIn } from './http/header-text.ts'
import { checkedOptions, option, textOption } from './options.ts'

/** A fault to arm. It takes effect on matching requests, the first `times` of them, before the service gets them. */
export interface FaultOptions {
  /** Any method when absent. */
  method?: string
  /** A path or a pattern as routes are written: `:name` is one segment, `*` is several. Any when absent. */
  path?: string
  /** The vendor's id of an operation, or several: `issues/create`, `sqs:SendMessage`. Any when absent. */
  operation?: string | readonly string[]
  /** The number of requests that it takes effect on; every matching one when absent. */
  times?: number
  /** The number of matching requests that it lets pass first; none when absent. */
  skip?: number
  /**
   * The part of the matching requests that it takes effect on, from 0 to 1: 0.5 is every second one, so that a run
   * repeats. All of them when absent.
   */
  probability?: number
  /** Answers this status in the vendor's error envelope. */
  status?: number
  /** The vendor's error code or message, in the envelope of `status` (500 when that is absent). */
  code?: string
  /** Answers this JSON body instead of the vendor's envelope. */
  body?: unknown
  /** Headers to add to the answer, such as `retry-after`. */
  headers?: Record<string, string>
  /** Delays the request before anything else: milliseconds or `'2s'`, of the wall clock. */
  delay?: Duration
  /**
   * The fate of the connection. `drop`: it closes before the service gets the request. `truncate`: the change
   * happens and half of the answer arrives. `commit then drop`: the change happens and the answer is lost.
   */
  connection?: 'drop' | 'truncate' | 'commit then drop'
  /** Options of the service's own protocol, under the names that its page lists. */
  protocol?: Readonly<Record<string, unknown>>
}

/** An armed fault. */
export interface ArmedFault extends Readonly<FaultOptions> {
  /** The id by which it is disarmed: `fault 1`. */
  readonly id: string
  /** The number of requests that it has taken effect on. */
  readonly matched: number
}

/** The faults of an instance. */
export interface Faults {
  /** Arms a fault; returns its id. */
  add(options: FaultOptions): string
  /** Disarms a fault; returns false when it was not armed. */
  remove(id: string): boolean
  /** Disarms all. */
  clear(): void
  /** Returns the armed faults in the order in which they were added; the first that matches takes effect. */
  list(): readonly ArmedFault[]
}

const OPTIONS = v.strictObject({
  method: v.optional(textOption),
  path: v.optional(
    v.pipe(
      textOption,
      v.check((path) => /^[/*][^?#]*$/.test(path), 'a path that begins with a slash, without a query'),
    ),
  ),
  operation: v.optional(
    option(
      'a text, or a list of texts',
      (value) => typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string')),
    ),
  ),
  times: v.optional(option('a whole number from 1', (value) => Number.isInteger(value) && Number(value) >= 1)),
  skip: v.optional(option('a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0)),
  probability: v.optional(
    option('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1),
  ),
  status: v.optional(
    option(
      'an HTTP status from 200 to 599',
      (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    ),
  ),
  code: v.optional(textOption),
  body: v.optional(v.unknown()),
  headers: v.optional(option('texts by name', areHeaders)),
  delay: v.optional(v.unknown()),
  connection: v.optional(
    option("'drop', 'truncate' or 'commit then drop'", (value) =>
      ['drop', 'truncate', 'commit then drop'].includes(String(value)),
    ),
  ),
  protocol: v.optional(option('an object', isRecord)),
})

/** The part of a request that faults are compared with. */
interface Target {
  readonly method: string
  /** Without the service's prefix, still percent-encoded. */
  readonly path: string
  /** The prefix of the path, empty when there is none: a fault may name its path with it, as the request log does. */
  readonly prefix: string
}

interface FaultEntry {
  readonly id: string
  readonly options: FaultOptions
  readonly pattern: RegExp | null
  readonly operations: readonly string[] | null
  /** The number of requests that match, those included that it lets pass. */
  seen: number
  matched: number
}

/** The error codes and operations that the faults of a service may name. */
interface FaultNames {
  /** Returns the errors of the vendor that a fault can name without a status. */
  readonly codes: () => readonly string[]
  /** Returns the ids of the service's operations. */
  readonly operations: () => readonly string[]
  /** Returns whether a code that is not among {@link codes} is one of the vendor's. */
  readonly isCode?: ((code: string) => boolean) | undefined
  /** Returns what is wrong with the option `protocol`, else null. Absent for a service without a protocol. */
  readonly checkProtocol?: ((options: Readonly<Record<string, unknown>>) => string | null) | undefined
}

/** The armed faults of one instance. */
export class FaultList implements Faults {
  readonly #names: FaultNames
  #armed: FaultEntry[] = []
  #count = 0

  constructor(names: FaultNames) {
    this.#names = names
  }

  /** True where there are any. */
  get areArmed(): boolean {
    return this.#armed.length > 0
  }

  add(options: FaultOptions): string {
    check(options)
    checkCode(options, this.#names)
    checkProtocolOptions(options, this.#names)
    const { operation, path } = options
    const operations = operation === undefined ? null : [operation].flat()
    for (const each of operations ?? []) checkOperation(each, this.#names.operations())
    this.#count += 1
    const id = `fault ${this.#count}`
    const matcher = path === undefined ? null : pattern(path)
    this.#armed.push({ id, options, pattern: matcher, operations, seen: 0, matched: 0 })
    return id
  }

  remove(id: string): boolean {
    const before = this.#armed.length
    this.#armed = this.#armed.filter((fault) => fault.id !== id)
    return this.#armed.length < before
  }

  clear(): void {
    this.#armed = []
    this.#count = 0
  }

  list(): ArmedFault[] {
    return this.#armed.map(({ id, options, matched }) => ({ ...options, id, matched }))
  }

  /**
   * Returns the first armed fault that a request matches, and counts the match; null when it matches none. Without
   * `operation` only faults that name no operation are compared, with it only those that name this one: each request is
   * compared once before its operation is known, and once after. `accepts` is the protocol's own condition.
   */
  match(
    { method, path, prefix }: Target,
    operation?: string,
    accepts: (fault: FaultOptions) => boolean = () => true,
  ): ArmedFault | null {
    if (this.#armed.length === 0) return null
    const isMatch = ({ options, pattern: matcher, operations, matched }: FaultEntry): boolean =>
      (operation === undefined ? operations === null : operations?.includes(operation) === true) &&
      (options.method === undefined || options.method.toUpperCase() === method) &&
      (matcher === null || matcher.test(path) || (prefix !== '' && matcher.test(prefix + path))) &&
      (options.times === undefined || matched < options.times) &&
      accepts(options)
    for (const fault of this.#armed) {
      if (!isMatch(fault) || !takesEffect(fault)) continue
      fault.matched += 1
      return { ...fault.options, id: fault.id, matched: fault.matched }
    }
    return null
  }
}

/** Counts a request that matches a fault; returns whether the fault takes effect on it. */
function takesEffect(fault: FaultEntry): boolean {
  const { skip = 0, probability = 1 } = fault.options
  fault.seen += 1
  const after = fault.seen - skip
  return after > 0 && Math.floor(after * probability) > Math.floor((after - 1) * probability)
}

function check(options: FaultOptions): void {
  checkedOptions('fault', OPTIONS, options)
  const { status, code, body, delay, connection, headers, protocol } = options
  if (headers !== undefined) checkHeaders(headers)
  if (body !== undefined) checkBody(body)
  if ([status, code, body, delay, connection, protocol].every((each) => each === undefined)) {
    throw new TypeError('fault: say what goes wrong: status, code, body, delay or connection')
  }
  if (delay !== undefined) checkDelay(delay)
}

function checkDelay(delay: Duration): void {
  try {
    delayOf(delay)
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`fault: delay: ${error.message}`) : error
  }
}

/** Headers that frame the answer, so that only the server can set them. */
const FRAMING = ['transfer-encoding', 'trailer']

function checkHeaders(headers: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name)
    if (!isHeaderName(name)) throw new TypeError(`fault: headers: ${shown} is not a name that HTTP can send`)
    if (FRAMING.includes(name.toLowerCase())) {
      throw new TypeError(`fault: headers: ${shown} is not for a fault to set: to cut the answer off use connection`)
    }
    const unsendable = unsendableIn(String(value))
    if (unsendable !== undefined) {
      throw new TypeError(
        `fault: headers: ${shown} has a character that HTTP cannot send: ${JSON.stringify(unsendable)}`,
      )
    }
  }
}

function checkBody(body: unknown): void {
  try {
    if (JSON.stringify(body) !== undefined) return
  } catch (error) {
    throw new TypeError(`fault: body: cannot be sent as JSON: ${String(error)}`, { cause: error })
  }
  throw new TypeError(`fault: body: cannot be sent as JSON: ${typeof body}`)
}

function areHeaders(headers: unknown): boolean {
  if (!isRecord(headers)) return false
  return Object.values(headers).every((value) => typeof value === 'string' || typeof value === 'number')
}

/** Refuses an unknown code without a status: only the codes of the dialect have a status of their own. */
function checkCode({ code, status }: FaultOptions, { codes: codesOf, isCode }: FaultNames): void {
  if (code === undefined || status !== undefined || isCode?.(code) === true) return
  const codes = codesOf()
  if (codes.includes(code)) return
  const guess = suggest(code, codes)
  const hint = guess === undefined ? '' : `, did you mean ${JSON.stringify(guess)}?`
  throw new TypeError(
    `fault: unknown code ${JSON.stringify(code)}${hint} (known: ${codes.join(', ') || 'none'}); any other needs a status`,
  )
}

function checkProtocolOptions({ protocol }: FaultOptions, { checkProtocol }: FaultNames): void {
  if (protocol === undefined) return
  if (checkProtocol === undefined) throw new TypeError('fault: protocol: this service has no protocol of its own')
  const mistake = checkProtocol(protocol)
  if (mistake !== null) throw new TypeError(`fault: protocol: ${mistake}`)
}

/** Refuses an unknown operation: no request would ever match it, and the test would pass without its fault. */
function checkOperation(operation: string, operations: readonly string[]): void {
  if (operations.includes(operation)) return
  if (operations.length === 0) {
    throw new TypeError(`fault: ${operation}: this service has no operations: name a method and a path`)
  }
  const guess = suggest(operation, operations)
  const hint =
    guess === undefined
      ? `some that exist are ${operations.slice(0, 3).join(', ')}`
      : `did you mean ${JSON.stringify(guess)}?`
  throw new TypeError(`fault: unknown operation ${JSON.stringify(operation)}, ${hint}`)
}

function pattern(path: string): RegExp {
  const source = path
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*'),
    )
    .join('/')
  return new RegExp(`^${source}/?$`)
}

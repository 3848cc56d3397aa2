import type { Answer } from './answer.ts'
import type { RoutePath } from './route-path.ts'

/**
 * A refusal, thrown by name (`notFound()`, `alreadyExists('Label', 'name')`) and rendered by the service's
 * {@link Dialect} in the vendor's envelope.
 */
export class Failure extends Error {
  override name = 'Failure'
  /** The HTTP status of the answer. */
  readonly status: number
  /** The members of the vendor's body beside the message. */
  readonly details: Readonly<Record<string, unknown>>
  /** Response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The reason that the vendor's words do not tell, for the request log and the reports; null for none. */
  hint: string | null = null

  constructor(
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.details = details
    this.headers = headers
  }
}

/** One mistake in a body or a query. */
export interface Problem {
  /** The path to the value: `['labels', '0', 'name']`; empty for the whole body. */
  readonly path: readonly string[]
  /**
   * `missing`: a required value is absent; `unknown`: the schema has no such member; `invalid`: the value does not fit.
   */
  readonly code: 'missing' | 'unknown' | 'invalid'
  /** The expected type or values, in words: `string`, `"open" | "closed"`. */
  readonly expected: string
  /** The type or value that came instead, in words. */
  readonly received: string
  /** The value that came; undefined when it is missing. */
  readonly value: unknown
  /** The schema's own sentence, where it has one. */
  readonly message: string
}

/** How one vendor words and shapes its refusals. `C` is the service's call. */
export interface Dialect<C> {
  /** Returns the response to a thrown failure. */
  failure(failure: Failure, call: C): Answer
  /**
   * Returns the failure of an unknown route, status 501; `hint` names method, path and the nearest implemented
   * operation. `routes` are those of the service.
   */
  unknownRoute(hint: string, call: C, routes: readonly RoutePath[]): Failure
  /** Returns the failure of an unforeseen error, status 500. The stack is on the request record, not on the wire. */
  internal(error: unknown, call: C): Failure
  /** Returns the failure of a body that cannot be parsed. */
  malformed(reason: string, call: C): Failure
  /** Returns the failure of a body that does not fit the operation's schema. */
  invalid(problems: readonly Problem[], call: C): Failure
  /** Failures that a fault can name by `code`: `rate_limited`, `card_declined`. */
  readonly named?: Readonly<Record<string, (call: C) => Failure>>
}

import type { Answer } from './answer.ts'

/**
 * A refusal, thrown by name (`notFound()`, `alreadyExists('Label', 'name')`) and rendered by the service's
 * {@link Dialect} in the vendor's envelope.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  /** What the vendor's body carries beside the message. */
  readonly details: Readonly<Record<string, unknown>>
  /** Response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>

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

/** One thing that is wrong with a body or a query. */
export interface Problem {
  /** The members that lead to it: `['labels', '0', 'name']`; empty for the whole. */
  readonly path: readonly string[]
  readonly code: 'missing' | 'unknown' | 'invalid'
  /** What was expected there, in words: `string`, `"open" | "closed"`. */
  readonly expected: string
  /** What came instead, in words. */
  readonly received: string
  readonly value: unknown
  /** The schema's own sentence, where it has one. */
  readonly message: string
}

/** How one vendor words and shapes its refusals. `C` is the service's call. */
export interface Dialect<C> {
  /** The response to a thrown failure. */
  failure(failure: Failure, call: C): Answer
  /** No such route: status 501; `hint` names the method, the path and the nearest implemented operation. */
  unknownRoute(hint: string, call: C): Failure
  /** An unforeseen error: status 500. The stack is on the request record, not on the wire. */
  internal(error: unknown, call: C): Failure
  /** A body that cannot be parsed. */
  malformed(reason: string, call: C): Failure
  /** A body that does not fit the operation's schema. */
  invalid(problems: readonly Problem[], call: C): Failure
  /** Failures that a fault can name by `code`: `rate_limited`, `card_declined`. */
  readonly named?: Readonly<Record<string, (call: C) => Failure>>
}

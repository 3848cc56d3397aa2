import { Failure } from '#core/errors.ts'

/** The members of a failure beside `ok` and `error`. */
export interface Details {
  readonly [name: string]: unknown
  /** Sentences for `response_metadata.messages`. */
  readonly messages?: readonly string[]
}

/** Returns a failure in the vendor's words: HTTP 200 with `{ok: false, error}`. `error` is the vendor's word. */
export function slackFailure(error: string, details: Details = {}): Failure {
  return new Failure(200, error, details)
}

/** The arguments do not fit; `messages` are the vendor's sentences: `[ERROR] missing required field: channel`. */
export function invalidArguments(...messages: readonly string[]): Failure {
  return slackFailure('invalid_arguments', { messages })
}

/** The token lacks every one of the scopes `needed`. */
export function missingScope(needed: readonly string[], provided: readonly string[]): Failure {
  return slackFailure('missing_scope', { needed: needed.join(','), provided: provided.join(',') })
}

/** 429: the method was called too often. `seconds` is the time until it can be called again. */
export function rateLimited(seconds: number): Failure {
  return new Failure(429, 'ratelimited', {}, { 'retry-after': String(seconds) })
}

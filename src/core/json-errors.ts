import { json } from './answer.ts'
import { Failure, type Dialect } from './errors.ts'

/**
 * The dialect of an API without an error format of its own: every refusal is `{ "error": "…" }`. Spread it to word some
 * of them differently, or to name failures for faults: `{ ...jsonErrors, named: { full: () => new Failure(507, 'full')
 * } }`.
 */
export const jsonErrors: Dialect<unknown> = {
  failure: ({ status, message, headers }) => json({ error: message }, status, { ...headers }),
  unknownRoute: (hint) => new Failure(501, hint),
  internal: () => new Failure(500, 'internal error; the request record has its cause'),
  malformed: (reason) => new Failure(400, `the body is not JSON: ${reason}`),
  invalid: (problems) =>
    new Failure(422, problems.map(({ path, message }) => [...path, message].join(': ')).join('; ')),
}

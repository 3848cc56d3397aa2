import { text } from '../answer.ts'
import { FETCHED_BY } from '../http/fetch-bounded.ts'
import { answered } from '../http/outcome.ts'
import type { Passage } from './passage.ts'

/**
 * Refuses a request that an instance sends to fetch a URL of its client: a client that may name a URL must not reach
 * the state or the control plane of any instance with it.
 */
export function refuseInstances(passage: Passage): void {
  const { instance, exchange } = passage
  if (exchange.headers[FETCHED_BY] === undefined) return
  const message = `backlot's ${instance.service.id} does not answer requests that an instance of backlot sends\n`
  passage.outcome = answered(text(message, 403))
}

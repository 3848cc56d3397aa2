import type { Answer } from '../answer.ts'
import { Call, type BasePrincipal } from '../call.ts'
import type { Failure } from '../errors.ts'
import type { Exchange } from '../exchange.ts'
import type { ArmedFault } from '../faults.ts'
import type { Instance } from '../instance.ts'
import { DROPPED, type Outcome } from '../http/outcome.ts'
import { newEntry, type RequestEntry } from '../request-log/request-entry.ts'
import type { Match } from '../routes.ts'
import type { LoadedRoutes } from '../service-routes.ts'
import type { CollectionDefinitions, Store } from '../store.ts'

// Which collections and which principal a call has is only known inside its service.
type AnyCall = Call<CollectionDefinitions, BasePrincipal>

/**
 * The data that the stages of core share about one request: the connection's side of it, its record, its fault, its
 * route and its outcome. A stage reads what earlier stages have found, and adds what it finds. A service sees none of
 * it: its handlers are given the `Call` of the passage.
 */
export class Passage {
  readonly instance: Instance
  readonly exchange: Exchange
  /** The state when the request began; a reset ends it, and the request with it. */
  readonly store: Store<CollectionDefinitions>
  /**
   * The path of the request target, with the prefix of the service; for a request at a vendor's host, the path of the
   * instance that answers it.
   */
  readonly path: string
  readonly call: AnyCall
  /** The record of the request; in the log once the record has started. */
  readonly entry: RequestEntry
  /** The reason why the body did not arrive whole, for a client that still waits for an answer. */
  bodyFailure: Failure | null = null
  /** The armed fault that the request matches. */
  fault: ArmedFault | null = null
  /** The routes of the service, once they are loaded. */
  routes: LoadedRoutes | null = null
  /** The route of the request. */
  match: Match | null = null
  /** The answer of the service, of the fault, or of the dialect to a failure. */
  answer: Answer | null = null
  /** The end of the request, once it is decided. */
  outcome: Outcome | null = null

  constructor(instance: Instance, exchange: Exchange) {
    const { service, store, vendorHosts } = instance
    const { method, target, headers } = exchange
    const question = target.indexOf('?')
    const sentPath = question < 0 ? target : target.slice(0, question)
    const search = question < 0 ? '' : target.slice(question)
    const sentHost = vendorHosts === null ? '' : String(headers.host ?? '')
    const vendor = vendorHosts?.match(sentHost, sentPath) ?? null
    const path = vendor?.path ?? sentPath
    const origin = vendor === null ? exchange.origin : vendorHosts?.originFor(sentHost, vendor)
    this.instance = instance
    this.exchange = exchange
    this.store = store
    this.path = path === '' ? '/' : path
    const split = splitPrefix(service.prefixes, this.path)
    const address = { prefix: split.prefix, path: split.path, search, host: vendor?.host.name ?? null }
    this.call = new Call(
      exchange,
      address,
      instance.requestContext(origin === instance.advertised ? undefined : origin),
      service,
    )
    this.entry = newEntry(method, this.path, search, headers, instance.clock.now())
  }

  /** Ends the request with a closed connection and no answer. */
  drop(): void {
    this.outcome = DROPPED
  }
}

/**
 * One thing that happens to a request. It returns a promise when it waits, and sets `outcome` when it ends the request.
 */
export type Stage = (passage: Passage) => void | Promise<void>

/**
 * Takes a request through stages in order, until one of them decides its outcome; with `until: 'answer'`, until one has
 * answered it. A request whose epoch has ended is dropped.
 *
 * Returns a promise only when a stage waits, as most do not.
 */
export function through(
  stages: readonly Stage[],
  passage: Passage,
  until: 'answer' | 'outcome' = 'outcome',
  from = 0,
): void | Promise<void> {
  for (let at = from; at < stages.length; at++) {
    const waiting = stages[at]?.(passage)
    if (waiting !== undefined) {
      return waiting.then(() => (isOver(passage, until) ? undefined : through(stages, passage, until, at + 1)))
    }
    if (isOver(passage, until)) return undefined
  }
  return undefined
}

function isOver(passage: Passage, until: 'answer' | 'outcome'): boolean {
  if (passage.outcome === null && passage.store.ended) passage.drop()
  return passage.outcome !== null || passage[until] !== null
}

function splitPrefix(prefixes: readonly string[] | undefined, path: string): { prefix: string; path: string } {
  for (const prefix of prefixes ?? []) {
    if (path.startsWith(`${prefix}/`) || path === prefix) return { prefix, path: path.slice(prefix.length) || '/' }
  }
  return { prefix: '', path }
}

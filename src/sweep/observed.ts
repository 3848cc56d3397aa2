import type { Instance } from '#core/instance.ts'
import type { TimelineEntry } from '../world/timeline.ts'
import type { CallCase, Learned, LearnedCall, ProtocolErrors, SweepCase } from './cases.ts'

/** The calls and changes of a run of the body, as the services saw them. */
export interface Observed extends Learned {
  /** The number of rows that were added to each collection, by service and collection. */
  readonly added: ReadonlyMap<string, number>
}

/** Collections that a second attempt fills without doing its work twice: events, idempotency keys, logs, indexes. */
const BOOKKEEPING = /event|idempot|request|audit|log$|^changes$|^entries$/i

/** Returns what a run did, from its timeline and the state after it. */
export function observedOf(timeline: readonly TimelineEntry[], instances: readonly Instance[]): Observed {
  const calls = timeline.flatMap((entry) => (entry.kind === 'call' ? [callOf(entry, instances)] : []))
  const deliveries = timeline.flatMap((entry) => {
    if (entry.kind !== 'delivery' || entry.delivery.redelivery) return []
    return [{ service: entry.service, subscriber: entry.delivery.subscription.id }]
  })
  return { calls, deliveries, added: addedRows(instances) }
}

function callOf(
  { service, call }: Extract<TimelineEntry, { kind: 'call' }>,
  instances: readonly Instance[],
): LearnedCall {
  const { operation, carried, method, path } = call
  const instance = instances.find((each) => each.service.id === service)
  const errors = instance === undefined ? null : protocolErrorsOf(instance)
  const isOfProtocol = instance?.service.protocol?.operations.includes(operation ?? '') === true
  // A call to GraphQL is known by the operation that it carries: the route is the same for all of them.
  return {
    service,
    operation: carried[0] ?? operation ?? `${method} ${path}`,
    protocol: isOfProtocol ? errors : null,
  }
}

/** Returns the errors of the protocol of an instance; null for one that speaks HTTP alone. */
export function protocolErrorsOf({ service: { protocol } }: Instance): ProtocolErrors | null {
  if (protocol === undefined) return null
  const { failures, codes } = protocol
  return { failures, isCode: (code) => codes.includes(code) || protocol.isCode?.(code) === true }
}

function addedRows(instances: readonly Instance[]): Map<string, number> {
  const added = new Map<string, number>()
  for (const instance of instances) {
    // backlot does not hold the state of an application.
    if (instance.service.application !== undefined) continue
    for (const [name, each] of Object.entries(instance.changes().collections)) {
      if (!BOOKKEEPING.test(name)) added.set(`${instance.service.id} ${name}`, each.added.length)
    }
  }
  return added
}

/** Describes what the code did in a case, beside a run without failures; `learned` is null when there was none. */
export function reactionTo(each: SweepCase, run: Observed, learned: Observed | null, error: unknown): string {
  const parts: string[] = []
  if (each.kind === 'call') {
    const retries = countOf(each, run) - (learned === null ? each.occurrence : countOf(each, learned))
    if (retries > 0) parts.push(retries === 1 ? 'retried' : `retried ${retries} times`)
  }
  if (error !== undefined) parts.push(`gave up: ${briefly(error)}`)
  const twice = [...run.added].flatMap(([name, count]) => {
    const expected = learned?.added.get(name) ?? 0
    return learned !== null && count > expected ? [`${name.replace(' ', ': ')} ${count} instead of ${expected}`] : []
  })
  if (twice.length > 0) parts.push(`did it twice (${twice.slice(0, 3).join(', ')})`)
  return parts.join('; ') || 'went on'
}

function countOf({ service, operation }: CallCase, { calls }: Observed): number {
  return calls.filter((call) => call.service === service && call.operation === operation).length
}

/** Returns the first line of an error's message. */
export function briefly(error: unknown): string {
  const text = error instanceof Object && 'message' in error ? String(error.message) : String(error)
  // oxlint-disable-next-line no-control-regex -- the colours of a runner's assertions
  const [line = ''] = text.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

import type { ArmedFault } from '../faults.ts'
import type { Instance } from '../instance.ts'
import type { ProtocolHost, ProtocolOperation, ProtocolTarget, StartedOperation } from './protocol.ts'
import { newEntry, NO_HEADERS, type RequestEntry } from '../request-log/request-entry.ts'
import type { RequestLog } from '../request-log/requests.ts'
import type { SystemCollections } from '../service.ts'
import type { CollectionDefinitions, Store } from '../store.ts'
import { respondToWeb } from './web-exchange.ts'
import { elapsed } from '../real-time.ts'

/** Returns the part of an instance that its protocol works with. `openPort` opens another port of it. */
export function protocolHost(instance: Instance, openPort: () => Promise<number>): ProtocolHost<CollectionDefinitions> {
  return {
    fetch: (request) => respondToWeb(instance, request),
    perform: (work) => instance.perform(work),
    store: () => instance.store, // it has the collections of the service
    urls: () => instance.context().urls,
    begin: (operation) => begin(instance, operation),
    faultFor: (target) => (instance.faults.areArmed ? matchOf(instance, target, target.operation) : null),
    openPort,
    faults: instance.faults,
  }
}

function begin(instance: Instance, started: ProtocolOperation): StartedOperation {
  const { requests, clock } = instance
  const entry = newEntry(started.method, started.path, '', NO_HEADERS, clock.now())
  entry.beganAt = elapsed()
  entry.operation = started.operation
  entry.principal = started.principal
  entry.textOf = started.textOf
  requests.begin(entry)
  requests.recordBody(entry, 'requestBody', started.request)
  const fault = instance.faults.areArmed ? faultOf(instance, started) : null
  entry.fault = fault?.id ?? null
  return new LoggedOperation(instance, entry, fault)
}

/** Returns the fault that an operation matches; one that names no operation comes first. */
function faultOf(instance: Instance, target: ProtocolTarget): ArmedFault | null {
  return matchOf(instance, target) ?? matchOf(instance, target, target.operation)
}

function matchOf({ faults }: Instance, target: ProtocolTarget, operation?: string): ArmedFault | null {
  const { method, path } = target
  return faults.match({ method, path, prefix: '' }, operation, (fault) => target.accepts?.(fault) ?? true)
}

/** An operation under way that the request log has. */
class LoggedOperation implements StartedOperation {
  readonly fault: ArmedFault | null
  readonly #requests: RequestLog
  /** The epoch in which it began. */
  readonly #store: Store<SystemCollections>
  readonly #entry: RequestEntry

  constructor({ requests, store }: Instance, entry: RequestEntry, fault: ArmedFault | null) {
    this.fault = fault
    this.#requests = requests
    this.#store = store
    this.#entry = entry
  }

  end(status: number | null, response: Uint8Array | null, error?: string): void {
    const entry = this.#entry
    entry.durationMs = elapsed() - (entry.beganAt ?? 0)
    this.#requests.end(entry)
    entry.status = status
    entry.error = error ?? null
    // A reset empties the log: memory for the body of a forgotten entry would never be reused.
    if (this.#store.ended) return
    this.#requests.recordBody(entry, 'responseBody', response)
    this.#requests.complete(entry)
  }
}

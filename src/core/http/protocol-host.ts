import type { Instance } from '../instance.ts'
import type { ProtocolHost, ProtocolOperation, StartedOperation } from './protocol.ts'
import { newEntry } from '../request-log/request-entry.ts'
import type { CollectionDefinitions } from '../store.ts'
import { respondToWeb } from './web-exchange.ts'
import { elapsed } from '../real-time.ts'

/** Returns the part of an instance that its protocol works with. `openPort` opens another port of it. */
export function protocolHost(instance: Instance, openPort: () => Promise<number>): ProtocolHost<CollectionDefinitions> {
  return {
    fetch: (request) => respondToWeb(instance, request),
    perform: (work) => instance.perform((context) => work(context as never)), // of one service
    store: () => instance.store, // it has the collections of the service
    urls: () => instance.context().urls,
    begin: (operation) => begin(instance, operation),
    faultFor: ({ method, path, operation, accepts }) =>
      instance.faults.match({ method, path, prefix: '' }, operation, accepts),
    openPort,
    faults: instance.faults,
  }
}

function begin(instance: Instance, started: ProtocolOperation): StartedOperation {
  const { method, path, operation, accepts, principal, request, textOf } = started
  const { requests, faults, store } = instance
  const entry = newEntry(method, path, '', {}, instance.clock.now())
  const beganAt = elapsed()
  entry.beganAt = beganAt
  entry.operation = operation
  entry.principal = principal
  entry.textOf = textOf
  requests.begin(entry)
  requests.recordBody(entry, 'requestBody', request)
  const target = { method, path, prefix: '' }
  const fault = faults.match(target, undefined, accepts) ?? faults.match(target, operation, accepts)
  entry.fault = fault?.id ?? null
  return {
    fault,
    end(status, response, error) {
      entry.durationMs = elapsed() - beganAt
      requests.end(entry)
      entry.status = status
      entry.error = error ?? null
      // A reset empties the log: memory for the body of a forgotten entry would never be reused.
      if (store.ended) return
      requests.recordBody(entry, 'responseBody', response)
      requests.complete(entry)
    },
  }
}

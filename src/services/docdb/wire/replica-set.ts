import { MEMBERS } from '#docdb/rules/elections.ts'
import type { ReplicaSetState } from '#docdb/schema/data.ts'
import type { ReplicaSetView } from '#docdb/server-commands/replica-set-view.ts'
import { isDocument, isNumber, toNumber, ObjectId, type Value } from '#docdb/values/value.ts'
import type { DocdbStore } from '#docdb/server-commands/runtime.ts'

/** The part of an instance that has its state. */
interface StateHost {
  store(): DocdbStore
}

/**
 * The replica set as drivers see it. Its state is in the store, and may go back with a reset or restore; its term and
 * its topology version only rise while the process lives, so that drivers take every answer for newer than the last.
 */
export class ReplicaSet {
  readonly #host: StateHost
  /** The ids of the members' processes: of this process, not of the state. */
  readonly #processIds = Array.from({ length: MEMBERS }, () => new ObjectId())
  #seen: ReplicaSetState
  #term: number
  #counter = 0n
  readonly #listeners = new Set<() => void>()
  /** The latest view for the hosts of each connection, as every command needs one. */
  readonly #views = new WeakMap<readonly string[], ReplicaSetView>()

  constructor(host: StateHost) {
    this.#host = host
    this.#seen = host.store().rows.replicaSet.get()
    this.#term = this.#seen.term
    this.#watch()
  }

  /** Returns the set as a member sees it. */
  viewOf(hosts: readonly string[], member: number, serviceId: ObjectId | null): ReplicaSetView {
    this.#observe()
    const kept = this.#views.get(hosts)
    if (kept?.member === member && kept.serviceId === serviceId && kept.topologyVersion.counter === this.#counter)
      return kept
    const topologyVersion = { processId: this.#processIds[member] ?? null, counter: this.#counter }
    const view = { hosts, member, primary: this.#seen.primary, term: this.#term, topologyVersion, serviceId }
    this.#views.set(hosts, view)
    return view
  }

  /** Returns whether a driver knows the present state of a member, by the topology version that it has. */
  isKnown(version: Value | undefined, member: number): boolean {
    this.#observe()
    if (!isDocument(version)) return false
    const { processId, counter } = version
    const isSame = processId instanceof ObjectId && this.#processIds[member]?.equals(processId) === true
    return isSame && isNumber(counter) && BigInt(toNumber(counter)) >= this.#counter
  }

  /** Calls the listener after every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #observe(): void {
    const state = this.#host.store().rows.replicaSet.get()
    const seen = this.#seen
    if (state === seen || (state.primary === seen.primary && state.term === seen.term)) return
    this.#seen = state
    this.#counter += 1n
    const isElected = state.primary !== null && state.primary !== seen.primary
    this.#term = Math.max(state.term, this.#term + (isElected ? 1 : 0))
    for (const listener of this.#listeners) listener()
  }

  /** Looks for a change after every write, and after a reset or restore, until the instance closes. */
  #watch(): void {
    const store = this.#host.store()
    if (!store.ended) void store.changed().then(this.#look)
  }

  readonly #look = (): void => {
    this.#observe()
    this.#watch()
  }
}
